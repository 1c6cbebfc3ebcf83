/* An executable graph that is to be updated to a graph of another shape. The update is refused; who does not look launches what
 * the executable was before.
 * parameters: call? mode? stream? */
#include "capture.cuh"

struct program program = {"graph-update", "cudaGraphExecUpdate", nullptr, nullptr, "what is launched after an update that was refused", false, nullptr, "global",
                          "nonblocking"};

bool is_expressible() { return same_name(parameter_call, "cudaGraphExecUpdate") && knows_capture(); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "%s is refused, its code stays in the slot, and every launch does the old work", parameter_call);
}

static cudaError_t update(cudaGraphExec_t exec, cudaGraph_t graph)
{
#ifdef CONFIRM_HIP
	hipGraphNode_t node;
	hipGraphExecUpdateResult result;
	return hipGraphExecUpdate(exec, graph, &node, &result);
#else
	cudaGraphExecUpdateResultInfo info = {};
	return cudaGraphExecUpdate(exec, graph, &info);
#endif
}

/* The work, `times` times over: so many kernels. */
static struct recording record(struct scene *s, unsigned times)
{
	begin(s);
	launch(s->capture, s->out, s->in, s->round);
	for (unsigned i = 1; i < times; i++)
		launch(s->capture, s->out, s->out, s->round);
	struct recording r = finish(s);
	must(r.end);
	return r;
}

static unsigned result(const struct scene *s, unsigned word, unsigned times)
{
	for (unsigned i = 0; i < times; i++)
		word = work_on(s, word);
	return word;
}

static void change_shape(struct scene *s, bool looks)
{
	unsigned times = 1 + s->round, old = 0, right = 0;
	prepare(s);
	struct recording r = record(s, 1), next = record(s, times);
	cudaError_t code = update(r.exec, next.graph);
	log_step(s, "cudaGraphExecUpdate", code);
	if (looks && code != cudaSuccess) {
		must(cudaGraphExecDestroy(r.exec));
		must(instantiate(&r.exec, next.graph));
		(void)cudaGetLastError();
	}
	cudaError_t pending = cudaGetLastError();
	for (unsigned k = 1; k <= REPLAYS; k++) {
		unsigned seed = seed_of(s, k);
		set_words(s, s->in, seed);
		must(replay(s, &r));
		right += count_words(s, s->out, [=](unsigned i) { return result(s, input_of(i, seed), times); }) == WORDS;
		old += count_words(s, s->out, [=](unsigned i) { return result(s, input_of(i, seed), 1); }) == WORDS;
	}
	s->record->shows = code != cudaSuccess && pending == code && old == REPLAYS;
	s->record->is_good = code != cudaSuccess && pending == cudaSuccess && right == REPLAYS;
	got(s, "the update said %s, which was %s; pending: %s; %u of %d launches did the new work, %u the old", error_name(code), looks ? "looked at" : "dropped", error_name(pending),
	    right, REPLAYS, old);
	release(&r);
	release(&next);
}

void hazard(struct scene *s) { change_shape(s, !HAS_HAZARD); }
void twin(struct scene *s) { change_shape(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
