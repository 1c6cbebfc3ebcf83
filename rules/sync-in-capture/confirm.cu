/* A wait, a question or a synchronous copy while something is recorded. Form: own, the stream and the event that are being
 * recorded; other, ones that have nothing to do with it. A synchronous copy goes to the legacy stream: refused beside a
 * blocking capture, done once and left out of the graph beside a non-blocking one.
 * parameters: call form? mode? stream? */
#include "capture.cuh"

struct program program = {"sync-in-capture", "cudaStreamSynchronize", "own", nullptr, "what the call says, and what comes of the recording", false,
                          nullptr, "global", "nonblocking"};

struct bystanders {
	cudaStream_t stream; /* the one to wait for */
	cudaEvent_t event;   /* likewise */
	unsigned *words;     /* marked; the copies write it */
};

static cudaError_t fetch(struct scene *s, const struct bystanders *b) /* as a framework fetches a value: copy, then wait */
{
	cudaError_t code = cudaMemcpyAsync(s->host, s->in, 64, cudaMemcpyDeviceToHost, s->capture);
	(void)b;
	return code == cudaSuccess ? cudaStreamSynchronize(s->capture) : code;
}

#define CALLS(name, ...) {#name, [](struct scene *s, const struct bystanders *b) -> cudaError_t { (void)s; (void)b; __VA_ARGS__ }}
static const struct {
	const char *call;
	cudaError_t (*run)(struct scene *s, const struct bystanders *b);
} calls[] = {
	CALLS(cudaStreamSynchronize, return cudaStreamSynchronize(b->stream);),
	CALLS(cudaStreamQuery, return cudaStreamQuery(b->stream);),
	CALLS(cudaDeviceSynchronize, return cudaDeviceSynchronize();),
	CALLS(cudaEventSynchronize, return cudaEventSynchronize(b->event);),
	CALLS(cudaEventQuery, return cudaEventQuery(b->event);),
	CALLS(cudaMemcpy, return cudaMemcpy(b->words, s->in, WORDS * sizeof *s->in, cudaMemcpyDeviceToDevice);),
	CALLS(cudaMemset, return cudaMemset(b->words, 0x11, WORDS * sizeof *s->in);),
	{"synchronize", [](struct scene *, const struct bystanders *) -> cudaError_t { return cudaDeviceSynchronize(); }},
	{"item", fetch}, {"cpu", fetch}, {"tolist", fetch}, {"nonzero", fetch},
};

static int find_call()
{
	for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++)
		if (same_name(calls[i].call, parameter_call))
			return static_cast<int>(i);
	return -1;
}

static bool is_copy() { return same_name(parameter_call, "cudaMemcpy") || same_name(parameter_call, "cudaMemset"); }
static bool is_left_out() { return is_copy() && !std::strcmp(parameter_stream, "nonblocking"); }

bool is_expressible() { return find_call() >= 0 && knows_capture() && (is_form("own") || (is_form("other") && !is_copy())); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, is_left_out() ? "%s says success, is done once, and does nothing in any replay" : "%s is refused, and nothing comes of the recording",
	              parameter_call);
}

static cudaError_t run_call(struct scene *s, const struct bystanders *b)
{
	cudaError_t code = calls[find_call()].run(s, b);
	log_step(s, parameter_call, code);
	return code;
}

static void record_with(struct scene *s, bool is_inside)
{
	struct bystanders b = {};
	cudaStream_t other;
	must(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
	must(cudaEventCreate(&b.event));
	must(cudaEventRecord(b.event, other));
	must(cudaStreamSynchronize(other));
	b.words = new_words(WORDS);
	prepare(s);
	b.stream = is_form("own") ? s->capture : other;
	begin(s);
	launch(s->capture, s->out, s->in, s->round);
	if (is_form("own"))
		must(cudaEventRecord(b.event, s->capture));
	cudaError_t code = is_inside ? run_call(s, &b) : cudaSuccess;
	struct recording r = finish(s);
	if (!is_inside) {
		must(cudaEventRecord(b.event, other));
		must(cudaDeviceSynchronize());
		code = run_call(s, &b);
	}
	unsigned left_out = 0;
	for (unsigned k = 1; k <= REPLAYS && r.exec; k++) {
		fill(s, b.words, WORDS, MARKED);
		must(replay(s, &r));
		left_out += all_are(s, b.words, MARKED);
	}
	struct tally t = replay_work(s, &r);
	bool is_refused = code != cudaSuccess && r.end != cudaSuccess && !r.exec;
	bool is_absent = is_inside && is_copy() && code == cudaSuccess && left_out == REPLAYS && t.right == REPLAYS;
	s->record->shows = is_inside && (is_left_out() ? is_absent : is_refused);
	s->record->is_good = code == cudaSuccess && r.end == cudaSuccess && t.right == REPLAYS;
	got(s, "%s %s said %s; the end of the capture said %s; %u of %d replays right%s", parameter_call, is_inside ? "in the capture" : "after it",
	    error_name(code), error_name(r.end), t.right, REPLAYS, is_absent ? ", the call did nothing in any" : "");
	release(&r);
	must(cudaEventDestroy(b.event));
	must(cudaStreamDestroy(other));
	must(cudaFree(b.words));
}

void hazard(struct scene *s) { record_with(s, HAS_HAZARD); }
void twin(struct scene *s) { record_with(s, false); }

int main(int argc, char **argv) { return confirm(argc, argv); }
