/* Memory that is allocated or freed while something is recorded. Most calls are refused, but in relaxed mode. cudaMallocAsync
 * becomes a node: if the graph does not free it, the graph can be launched once.
 * parameters: call mode? stream? size? */
#include "capture.cuh"

struct program program = {"allocation-in-capture", "cudaMalloc", nullptr, nullptr, "what the call says, and what comes of the recording", false, nullptr, "global",
                          "nonblocking", "16384"};

static size_t bytes() { return size_in_words() * sizeof(unsigned); }

/* What a call is given (made before), and what is left of it in the end. */
struct memory {
	void *device, *host, *plain, *got;
	cudaError_t (*give)(void *got);
};

static cudaError_t free_device(void *p) { return cudaFree(p); }
static cudaError_t free_host(void *p) { return cudaFreeHost(p); }

static cudaError_t took(struct memory *m, cudaError_t code, cudaError_t (*give)(void *))
{
	m->give = code == cudaSuccess ? give : nullptr;
	return code;
}
static cudaError_t gave(void **p, cudaError_t code)
{
	*p = code == cudaSuccess ? nullptr : *p;
	return code;
}

#define CALLS(name, ...) {#name, [](struct scene *s, struct memory *m) -> cudaError_t { (void)s; __VA_ARGS__ }}
static const struct {
	const char *call;
	cudaError_t (*run)(struct scene *s, struct memory *m);
} calls[] = {
	CALLS(cudaMalloc, return took(m, cudaMalloc(&m->got, bytes()), free_device);),
	CALLS(cudaFree, return gave(&m->device, cudaFree(m->device));),
	CALLS(cudaHostAlloc, return took(m, cudaHostAlloc(&m->got, bytes(), cudaHostAllocDefault), free_host);),
	CALLS(cudaFreeHost, return gave(&m->host, cudaFreeHost(m->host));),
	CALLS(cudaHostRegister, m->got = m->plain;
	      return took(m, cudaHostRegister(m->plain, 4096, cudaHostRegisterDefault), [](void *p) { return cudaHostUnregister(p); });),
#ifndef CONFIRM_HIP
	CALLS(cudaMallocHost, return took(m, cudaMallocHost(&m->got, bytes()), free_host);),
	CALLS(cudaMallocManaged, return took(m, cudaMallocManaged(&m->got, bytes()), free_device);),
	CALLS(cudaMallocPitch, size_t pitch; return took(m, cudaMallocPitch(&m->got, &pitch, 64, 1 + bytes() / 64), free_device);),
	CALLS(cudaFreeAsync, return gave(&m->device, cudaFreeAsync(m->device, s->capture));),
#endif
};

static int find_call()
{
	for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++)
		if (same_name(calls[i].call, parameter_call))
			return static_cast<int>(i);
	return -1;
}

static bool is_node()
{
#ifdef CONFIRM_HIP
	return false;
#else
	return same_name(parameter_call, "cudaMallocAsync");
#endif
}

/* Freed memory from outside the graph: refused, whether or not the capture goes on. */
static bool is_stream_ordered() { return same_name(parameter_call, "cudaFreeAsync"); }

bool is_expressible() { return (is_node() || find_call() >= 0) && knows_capture() && size_in_words(); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, is_node() ? "the second launch of a graph that does not free what %s gave says cudaErrorInvalidValue"
	                                    : is_stream_ordered() ? "%s of memory from outside the graph is refused"
                                                          : "%s is refused, and nothing comes of the recording", parameter_call);
}

static void refuse(struct scene *s, bool is_inside)
{
	struct memory m = {};
#ifndef CONFIRM_HIP
	if (is_stream_ordered())
		must(cudaMallocAsync(&m.device, bytes(), s->work));
#endif
	if (!m.device)
		must(cudaMalloc(&m.device, bytes()));
	must(cudaHostAlloc(&m.host, bytes(), cudaHostAllocDefault));
	m.plain = std::aligned_alloc(4096, 4096);
	prepare(s);
	cudaError_t code = is_inside ? cudaSuccess : calls[find_call()].run(s, &m);
	begin(s);
	launch(s->capture, s->out, s->in, s->round);
	if (is_inside)
		code = calls[find_call()].run(s, &m);
	log_step(s, parameter_call, code);
	struct recording r = finish(s);
	(void)cudaGetLastError();
	struct tally t = replay_work(s, &r);
	s->record->shows = is_inside && code != cudaSuccess && (is_stream_ordered() || (r.end != cudaSuccess && !r.exec));
	s->record->is_good = code == cudaSuccess && t.right == REPLAYS;
	got(s, "%s %s said %s; the end of the capture said %s; %u of %d replays right", parameter_call, is_inside ? "in the capture" : "before it", error_name(code),
	    error_name(r.end), t.right, REPLAYS);
	release(&r);
	if (m.give)
		must(m.give(m.got));
	if (m.device)
		must(cudaFree(m.device));
	if (m.host)
		must(cudaFreeHost(m.host));
	std::free(m.plain);
}

#ifndef CONFIRM_HIP
static void allocate_in_graph(struct scene *s, bool frees)
{
	void *p = nullptr;
	size_t words = size_in_words();
	prepare(s);
	begin(s);
	must(cudaMallocAsync(&p, bytes(), s->capture));
	auto *table = static_cast<unsigned *>(p);
	capture_fill<<<16, 256, 0, s->capture>>>(table, static_cast<unsigned>(words), s->round);
	launch_blend(s->capture, s->out, s->in, table, words);
	if (frees)
		must(cudaFreeAsync(p, s->capture));
	struct recording r = finish(s);
	must(r.end);
	cudaError_t codes[REPLAYS];
	unsigned right = 0;
	for (unsigned k = 0; k < REPLAYS; k++) {
		unsigned seed = seed_of(s, k + 1);
		set_words(s, s->in, seed);
		codes[k] = replay(s, &r);
		log_step(s, "cudaGraphLaunch", codes[k]);
		(void)cudaGetLastError();
		right += count_words(s, s->out, [=](unsigned i) { return work_on(s, input_of(i, seed)); }) == WORDS;
	}
	s->record->shows = !frees && codes[0] == cudaSuccess && codes[1] == cudaErrorInvalidValue && codes[2] == codes[1] && right == 1;
	s->record->is_good = right == REPLAYS;
	got(s, "a graph that %s its allocation: the launches said %s, %s, %s; %u of %d right", frees ? "frees" : "does not free", error_name(codes[0]), error_name(codes[1]),
	    error_name(codes[2]), right, REPLAYS);
	if (!frees) {
		must(cudaFreeAsync(p, s->capture));
		must(cudaStreamSynchronize(s->capture));
	}
	release(&r);
	must(cudaDeviceGraphMemTrim(0));
}
#else
static void allocate_in_graph(struct scene *, bool) {}
#endif

static void run(struct scene *s, bool is_bad) { is_node() ? allocate_in_graph(s, !is_bad) : refuse(s, is_bad); }

void hazard(struct scene *s) { run(s, HAS_HAZARD); }
void twin(struct scene *s) { run(s, false); }

int main(int argc, char **argv) { return confirm(argc, argv); }
