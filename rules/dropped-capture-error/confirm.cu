/* A call that is refused while something is recorded, and whose code nobody looks at. cudaMemcpyBatchAsync is refused without
 * ending the capture: the graph is made, without the copy. The others end it: there is no graph, and who drops the codes that
 * follow too never learns that nothing was done. For the end of the capture, the instantiation and the launch the capture is
 * ended by a wait; the twin looks at the code of the call that is asked for.
 * parameters: call mode? stream? */
#include "refused.cuh"

#if !defined(CONFIRM_HIP) && CUDART_VERSION >= 12080
#define DEFAULT_CALL "cudaMemcpyBatchAsync"
#else
#define DEFAULT_CALL "cudaStreamSynchronize"
#endif

struct program program = {"dropped-capture-error", DEFAULT_CALL, nullptr, nullptr, "who tells of a call that was refused in a capture, and what replays do", false,
                          nullptr, "global", "nonblocking"};

static cudaError_t copy_in_batch(struct scene *s, void *to, const void *from)
{
#if !defined(CONFIRM_HIP) && CUDART_VERSION >= 12080
	size_t bytes = WORDS * sizeof(unsigned), first = 0;
	cudaMemcpyAttributes attributes = {};
	attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
#if CUDART_VERSION >= 13000
	void *const tos[] = {to};
	const void *const froms[] = {from};
	return cudaMemcpyBatchAsync(tos, froms, &bytes, 1, &attributes, &first, 1, s->capture);
#else
	void *froms[] = {const_cast<void *>(from)};
	size_t failed = 0;
	return cudaMemcpyBatchAsync(&to, froms, &bytes, 1, &attributes, &first, 1, &failed, s->capture);
#endif
#else
	(void)s, (void)to, (void)from;
	return cudaSuccess;
#endif
}

static bool is_call(const char *name) { return same_name(parameter_call, name); }
static bool is_later() { return is_call("cudaStreamEndCapture") || is_call("cudaGraphInstantiate") || is_call("cudaGraphLaunch"); }
static bool is_batch() { return same_name(parameter_call, "cudaMemcpyBatchAsync") && same_name(DEFAULT_CALL, "cudaMemcpyBatchAsync"); }

bool is_expressible() { return (is_batch() || is_later() || (find_refused(WAITS | MEMORY) && !is_refused_alone())) && knows_capture(); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, is_batch() ? "%s is refused, the graph is made without the copy, and replays work with old data"
	                                     : "%s is refused, there is no graph, and nothing is done at any replay", parameter_call);
}

/* The graph lacks the copy. The twin looks at the code and records a copy that can be captured. */
static void leave_out_copy(struct scene *s, bool looks)
{
	unsigned *copy = new_words(WORDS), right = 0, old = 0;
	void *pinned;
	must(cudaHostAlloc(&pinned, WORDS * sizeof(unsigned), cudaHostAllocDefault));
	auto *staging = static_cast<unsigned *>(pinned);
	prepare(s);
	fill(s, copy, WORDS, MARKED);
	begin(s);
	cudaError_t code = copy_in_batch(s, copy, staging);
	log_step(s, parameter_call, code);
	if (looks && code != cudaSuccess) {
		(void)cudaGetLastError();
		must(cudaMemcpyAsync(copy, staging, WORDS * sizeof *copy, cudaMemcpyHostToDevice, s->capture));
	}
	launch(s->capture, s->out, copy, s->round);
	struct recording r = finish(s);
	struct census c = r.graph ? take_census(r.graph) : census{};
	for (unsigned k = 1; k <= REPLAYS && r.exec; k++) {
		unsigned seed = seed_of(s, k);
		for (unsigned i = 0; i < WORDS; i++)
			staging[i] = input_of(i, seed);
		must(replay(s, &r));
		right += count_words(s, s->out, [=](unsigned i) { return work_on(s, input_of(i, seed)); }) == WORDS;
		old += all_are(s, s->out, work_on(s, MARKED));
	}
	s->record->shows = !looks && code != cudaSuccess && r.end == cudaSuccess && !c.copies && c.kernels == 1 && old == REPLAYS;
	s->record->is_good = looks && code != cudaSuccess && c.copies == 1 && right == REPLAYS;
	got(s, "%s said %s, which was %s; the end of the capture said %s; %u copies in the graph; %u of %d replays right, %u with old data", parameter_call,
	    error_name(code), looks ? "looked at" : "dropped", error_name(r.end), c.copies, right, REPLAYS, old);
	release(&r);
	must(cudaFreeHost(pinned));
	must(cudaFree(copy));
}

/* There is no graph. The twin looks at the code, drains, and works eagerly. */
static void leave_out_all(struct scene *s, bool looks)
{
	unsigned right = 0, untouched = 0;
	struct bystanders b = bystanders_open(s);
	prepare(s);
	b.stream = s->capture;
	begin(s);
	launch(s->capture, s->out, s->in, s->round);
	cudaError_t code = is_later() ? cudaStreamSynchronize(s->capture) : run_refused(s, &b), launched = cudaSuccess;
	cudaGraph_t graph = nullptr;
	cudaGraphExec_t exec = nullptr;
	cudaError_t end = cudaStreamEndCapture(s->capture, &graph), made = instantiate(&exec, graph); /* hazard: for the record alone */
	log_step(s, "cudaStreamEndCapture", end);
	log_step(s, "cudaGraphInstantiate", made);
	code = is_call("cudaStreamEndCapture") ? end : is_call("cudaGraphInstantiate") ? made : code;
	bool is_told = looks && code != cudaSuccess && !is_call("cudaGraphLaunch");
	(void)cudaGetLastError();
	for (unsigned k = 1; k <= REPLAYS; k++) {
		unsigned seed = seed_of(s, k);
		set_words(s, s->in, seed);
		fill(s, s->out, WORDS, MARKED);
		if (!is_told)
			launched = cudaGraphLaunch(exec, s->capture);
		if (is_told || (looks && launched != cudaSuccess))
			launch(s->capture, s->out, s->in, s->round);
		must(cudaStreamSynchronize(s->capture));
		(void)cudaGetLastError();
		right += count_words(s, s->out, [=](unsigned i) { return work_on(s, input_of(i, seed)); }) == WORDS;
		untouched += all_are(s, s->out, MARKED);
	}
	code = is_call("cudaGraphLaunch") ? launched : code;
	s->record->shows = !looks && code != cudaSuccess && end != cudaSuccess && made != cudaSuccess && untouched == REPLAYS;
	s->record->is_good = looks && code != cudaSuccess && right == REPLAYS;
	got(s, "%s said %s, which was %s; the end of the capture said %s; %u of %d times right, %u times nothing was done", parameter_call, error_name(code),
	    looks ? "looked at" : "dropped", error_name(end), right, REPLAYS, untouched);
	if (exec)
		must(cudaGraphExecDestroy(exec));
	if (graph)
		must(cudaGraphDestroy(graph));
	bystanders_close(&b);
}

static void run(struct scene *s, bool looks) { is_batch() ? leave_out_copy(s, looks) : leave_out_all(s, looks); }

void hazard(struct scene *s) { run(s, !HAS_HAZARD); }
void twin(struct scene *s) { run(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
