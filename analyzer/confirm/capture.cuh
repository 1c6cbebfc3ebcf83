/* What the programs of the capture rules share: a recording on a stream and in a mode that the finding names, a census of its
 * nodes, and replays whose inputs change each time.
 *
 * A recording is made while the inputs are those of seed 0; each replay has a seed of its own. So a word tells what it was made
 * from: the replay's input (right), the recording's (stale), or neither. */
#ifndef CONFIRM_CAPTURE_CUH
#define CONFIRM_CAPTURE_CUH

#include "capture_names.cuh"

enum { REPLAYS = 3 };
constexpr unsigned MARKED = 0x5a5a5a5a;

struct recording {
	cudaGraph_t graph;     /* NULL if nothing came of it */
	cudaGraphExec_t exec;  /* likewise */
	cudaError_t end;       /* what cudaStreamEndCapture said */
};

struct census {
	unsigned kernels, copies, others;
};

/* How many replays gave what. */
struct tally {
	unsigned right, stale;
};

inline bool is_form(const char *form) { return !std::strcmp(parameter_form, form); }

inline cudaStreamCaptureMode capture_mode(const char *name)
{
	return !std::strcmp(name, "relaxed")        ? cudaStreamCaptureModeRelaxed
	       : !std::strcmp(name, "thread_local") ? cudaStreamCaptureModeThreadLocal
	                                            : cudaStreamCaptureModeGlobal;
}

/* Whether `mode` and `stream` have values that mean something. */
inline bool knows_capture()
{
	bool is_mode = !std::strcmp(parameter_mode, "global") || !std::strcmp(parameter_mode, "thread_local") || !std::strcmp(parameter_mode, "relaxed");
	return is_mode && (!std::strcmp(parameter_stream, "blocking") || !std::strcmp(parameter_stream, "nonblocking"));
}

/* The parameter `size` in words; 0 if it is no size that this can be shown with (4 bytes to 256 MiB). */
inline size_t size_in_words()
{
	char *end;
	unsigned long long bytes = std::strtoull(parameter_size, &end, 10);
	return *end || bytes < 4 || bytes > 256ull << 20 ? 0 : bytes / 4;
}

/* ---- words ---- */

inline unsigned seed_of(const struct scene *s, unsigned replay) { return s->round * 10 + replay; }
inline unsigned input_of(unsigned i, unsigned seed) { return i * 7u + seed * 1000003u; }
inline unsigned work_on(const struct scene *s, unsigned word) { return word * 3u + s->round; }

[[maybe_unused]] static __global__ void capture_fill(unsigned *out, unsigned words, unsigned value)
{
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x)
		out[i] = value;
}

/* out = in * 3 + other, where `other` is a table of `words` words. */
[[maybe_unused]] static __global__ void capture_blend(unsigned *out, const unsigned *in, const unsigned *other, unsigned words)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i] * 3u + other[i % words];
}

inline void launch(cudaStream_t stream, unsigned *out, const unsigned *in, unsigned salt)
{
	harness_work<<<WORDS / 256, 256, 0, stream>>>(out, in, salt);
}

inline void launch_blend(cudaStream_t stream, unsigned *out, const unsigned *in, const unsigned *table, size_t words)
{
	capture_blend<<<WORDS / 256, 256, 0, stream>>>(out, in, table, static_cast<unsigned>(words));
}

inline unsigned *new_words(size_t words)
{
	unsigned *p;
	must(cudaMalloc(&p, words * sizeof *p));
	return p;
}

/* Done when it returns. Not to be called while something is recorded. */
inline void fill(struct scene *s, unsigned *words, size_t n, unsigned value)
{
	capture_fill<<<16, 256, 0, s->work>>>(words, static_cast<unsigned>(n), value);
	must(cudaGetLastError());
	must(cudaStreamSynchronize(s->work));
}

inline void set_words(struct scene *s, unsigned *to, unsigned seed)
{
	for (unsigned i = 0; i < WORDS; i++)
		s->host[i] = input_of(i, seed);
	must(cudaMemcpyAsync(to, s->host, WORDS * sizeof *to, cudaMemcpyHostToDevice, s->work));
	must(cudaStreamSynchronize(s->work));
}

/* How many of the WORDS words are what `expected(i)` says. */
template <class Expected> unsigned count_words(struct scene *s, const unsigned *from, Expected expected)
{
	must(cudaMemcpyAsync(s->host, from, WORDS * sizeof *from, cudaMemcpyDeviceToHost, s->work));
	must(cudaStreamSynchronize(s->work));
	unsigned n = 0;
	for (unsigned i = 0; i < WORDS; i++)
		n += s->host[i] == expected(i);
	return n;
}
inline bool all_are(struct scene *s, const unsigned *from, unsigned value)
{
	return count_words(s, from, [=](unsigned) { return value; }) == WORDS;
}

/* ---- recording and replaying ---- */

/* Makes scene.capture a stream of the kind that is asked for, with the inputs of seed 0 in place. */
inline void prepare(struct scene *s)
{
	if (!std::strcmp(parameter_stream, "blocking")) {
		must(cudaStreamDestroy(s->capture));
		must(cudaStreamCreate(&s->capture));
	}
	set_words(s, s->in, seed_of(s, 0));
	fill(s, s->out, WORDS, MARKED);
}

inline void begin(struct scene *s, const char *mode) { must(cudaStreamBeginCapture(s->capture, capture_mode(mode))); }
inline void begin(struct scene *s) { begin(s, parameter_mode); }

/* Ends the capture; if it came to something, it can be replayed. */
inline struct recording finish(struct scene *s)
{
	struct recording r = {};
	r.end = cudaStreamEndCapture(s->capture, &r.graph);
	log_step(s, "cudaStreamEndCapture", r.end);
	if (r.end == cudaSuccess && r.graph)
		must(instantiate(&r.exec, r.graph));
	else
		(void)cudaGetLastError();
	return r;
}

inline void release(struct recording *r)
{
	if (r->exec)
		must(cudaGraphExecDestroy(r->exec));
	if (r->graph)
		must(cudaGraphDestroy(r->graph));
	*r = {};
}

inline cudaError_t replay(struct scene *s, const struct recording *r)
{
	cudaError_t code = cudaGraphLaunch(r->exec, s->capture);
	if (code == cudaSuccess)
		code = cudaStreamSynchronize(s->capture);
	return code;
}

inline struct census take_census(cudaGraph_t graph)
{
	enum { MOST = 64 };
	cudaGraphNode_t nodes[MOST];
	size_t n = MOST;
	struct census c = {};
	must(cudaGraphGetNodes(graph, nodes, &n));
	for (size_t i = 0; i < n; i++) {
		cudaGraphNodeType type;
		must(cudaGraphNodeGetType(nodes[i], &type));
		c.kernels += type == cudaGraphNodeTypeKernel;
		c.copies += type == cudaGraphNodeTypeMemcpy;
		c.others += type != cudaGraphNodeTypeKernel && type != cudaGraphNodeTypeMemcpy;
	}
	return c;
}

/* REPLAYS replays, each with new inputs and `before(k)` done first. What is in `from` afterwards is compared with
 * expected(i, k) and with expected(i, 0), which is what the recording's inputs give. */
template <class Before, class Expected>
struct tally replay_all(struct scene *s, const struct recording *r, const unsigned *from, Before before, Expected expected)
{
	struct tally t = {};
	for (unsigned k = 1; k <= REPLAYS && r->exec; k++) {
		set_words(s, s->in, seed_of(s, k));
		before(k);
		cudaError_t code = replay(s, r);
		if (k == 1)
			log_step(s, "cudaGraphLaunch", code);
		must(code);
		t.right += count_words(s, from, [&](unsigned i) { return expected(i, k); }) == WORDS;
		t.stale += count_words(s, from, [&](unsigned i) { return expected(i, 0u); }) == WORDS;
	}
	return t;
}

/* The same for work that is a function of the input alone: out = in * 3 + round. */
inline struct tally replay_work(struct scene *s, const struct recording *r)
{
	return replay_all(s, r, s->out, [](unsigned) {}, [=](unsigned i, unsigned k) { return work_on(s, input_of(i, seed_of(s, k))); });
}

#endif
