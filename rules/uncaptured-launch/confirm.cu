/* Work that goes to another stream than the one that is recorded. Form: legacy, the legacy stream; other, a stream made here and
 * neither forked from nor joined to the recorded one. It is done once, while recording, and is in no replay; only the legacy
 * stream beside a blocking capture is refused.
 * parameters: call form mode? stream? */
#include "capture.cuh"

struct program program = {"uncaptured-launch", "the kernel launch", "legacy", nullptr, "whether the work is in the graph", false, nullptr, "global", "nonblocking"};

/* Writes all of `to`, on that stream. */
#define WRITES(name, ...) {#name, [](struct scene *s, unsigned *to, cudaStream_t stream) -> cudaError_t { (void)s; __VA_ARGS__ }}
static const struct {
	const char *call;
	cudaError_t (*write)(struct scene *s, unsigned *to, cudaStream_t stream);
} calls[] = {
	WRITES(the kernel launch, launch(stream, to, s->in, s->round); return cudaGetLastError();),
	WRITES(cudaLaunchKernel, void *a[] = {&to, &s->in, &s->round};
	       return cudaLaunchKernel(reinterpret_cast<const void *>(harness_work), dim3(WORDS / 256), dim3(256), a, 0, stream);),
	WRITES(cudaMemcpyAsync, return cudaMemcpyAsync(to, s->in, WORDS * sizeof *to, cudaMemcpyDeviceToDevice, stream);),
	WRITES(cudaMemcpy2DAsync, return cudaMemcpy2DAsync(to, 256, s->in, 256, 256, WORDS * sizeof *to / 256, cudaMemcpyDeviceToDevice, stream);),
	WRITES(cudaMemsetAsync, return cudaMemsetAsync(to, 0x11, WORDS * sizeof *to, stream);),
	/* these go by way of the legacy stream; what is right is their asynchronous kin */
	WRITES(cudaMemcpy, return stream ? cudaMemcpyAsync(to, s->in, WORDS * sizeof *to, cudaMemcpyDeviceToDevice, stream)
	                                 : cudaMemcpy(to, s->in, WORDS * sizeof *to, cudaMemcpyDeviceToDevice);),
	WRITES(cudaMemset, return stream ? cudaMemsetAsync(to, 0x11, WORDS * sizeof *to, stream) : cudaMemset(to, 0x11, WORDS * sizeof *to);),
};

static int find_call()
{
	for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++)
		if (same_name(calls[i].call, parameter_call))
			return static_cast<int>(i);
	return -1;
}

static bool is_refusal() { return is_form("legacy") && !std::strcmp(parameter_stream, "blocking"); }

static bool is_synchronous() { return same_name(parameter_call, "cudaMemcpy") || same_name(parameter_call, "cudaMemset"); }

bool is_expressible() { return find_call() >= 0 && knows_capture() && (is_form("legacy") || (is_form("other") && !is_synchronous())); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "%s", is_refusal() ? "the call is refused with cudaErrorStreamCaptureImplicit, and nothing comes of the recording"
	                                             : "every call says success, and the work is done once and in no replay");
}

static void record(struct scene *s, bool is_elsewhere)
{
	unsigned *words = new_words(WORDS);
	cudaStream_t made = nullptr;
	prepare(s);
	fill(s, words, WORDS, MARKED);
	if (is_form("other"))
		must(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking));
	begin(s);
	launch(s->capture, s->out, s->in, s->round);
	cudaError_t code = calls[find_call()].write(s, words, is_elsewhere ? made : s->capture);
	log_step(s, parameter_call, code);
	struct recording r = finish(s);
	must(cudaDeviceSynchronize());
	bool is_done_once = !all_are(s, words, MARKED);
	struct census c = r.graph ? take_census(r.graph) : census{};
	unsigned absent = 0;
	for (unsigned k = 1; k <= REPLAYS && r.exec; k++) {
		set_words(s, s->in, seed_of(s, k));
		fill(s, words, WORDS, MARKED);
		must(replay(s, &r));
		absent += all_are(s, words, MARKED);
	}
	struct tally t = replay_work(s, &r);
	unsigned nodes = c.kernels + c.copies + c.others;
	bool is_refused = same_name(error_name(code), "cudaErrorStreamCaptureImplicit") && r.end != cudaSuccess;
	bool is_lost = code == cudaSuccess && is_done_once && nodes == 1 && absent == REPLAYS && t.right == REPLAYS;
	s->record->shows = is_elsewhere && (is_refusal() ? is_refused : is_lost);
	s->record->is_good = code == cudaSuccess && !is_done_once && nodes == 2 && r.exec && !absent && t.right == REPLAYS;
	got(s, "%s said %s, the end of the capture %s; done while recording: %s; %u nodes; absent from %u of %d replays", parameter_call, error_name(code),
	    error_name(r.end), is_done_once ? "yes" : "no", nodes, absent, REPLAYS);
	release(&r);
	if (made)
		must(cudaStreamDestroy(made));
	must(cudaFree(words));
}

void hazard(struct scene *s) { record(s, HAS_HAZARD); }
void twin(struct scene *s) { record(s, false); }

int main(int argc, char **argv) { return confirm(argc, argv); }
