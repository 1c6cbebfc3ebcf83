/* An executable graph that is to be updated to a graph of another shape, which is refused, by the code and by the written answer.
 * Form: ignored, nobody looks, and what is launched is what the executable was before; ended, a check of the code ends the way, and
 * what looks at the answer below, to make a new executable, is never reached. The twin looks, and makes a new one.
 * parameters: form call? mode? stream? */
#include "capture.cuh"

struct program program = {"graph-update", "cudaGraphExecUpdate", "ignored", nullptr, "what is launched after an update that was refused", false, nullptr, "global",
                          "nonblocking"};

bool is_expressible() { return same_name(parameter_call, "cudaGraphExecUpdate") && knows_capture() && (is_form("ignored") || is_form("ended")); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, is_form("ignored") ? "%s is refused, its code stays in the slot, and every launch does the old work"
	                                             : "%s says the refusal by its code too, so the way ends, and no step does any work", parameter_call);
}

/* Whether the written answer is a refusal goes into `is_refused`. */
static cudaError_t update(cudaGraphExec_t exec, cudaGraph_t graph, bool *is_refused)
{
#ifdef CONFIRM_HIP
	hipGraphNode_t node;
	hipGraphExecUpdateResult result;
	hipError_t code = hipGraphExecUpdate(exec, graph, &node, &result);
	*is_refused = result != hipGraphExecUpdateSuccess;
	return code;
#else
	cudaGraphExecUpdateResultInfo info = {};
	cudaError_t code = cudaGraphExecUpdate(exec, graph, &info);
	*is_refused = info.result != cudaGraphExecUpdateSuccess;
	return code;
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

static void ignore(struct scene *s, bool looks)
{
	unsigned times = 1 + s->round, old = 0, right = 0;
	prepare(s);
	struct recording r = record(s, 1), next = record(s, times);
	bool is_refused;
	cudaError_t code = update(r.exec, next.graph, &is_refused);
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

/* One step of a program: update, make a new executable if that was refused, launch. False if a check ended the way. */
static bool step(struct scene *s, struct recording *r, const struct recording *next, bool looks_first, cudaError_t *code)
{
	bool is_refused;
	*code = update(r->exec, next->graph, &is_refused);
	if (!looks_first && *code != cudaSuccess)
		return false;
	if (is_refused) {
		must(cudaGraphExecDestroy(r->exec));
		must(instantiate(&r->exec, next->graph));
	}
	(void)cudaGetLastError();
	must(replay(s, r));
	return true;
}

static void end_way(struct scene *s, bool looks_first)
{
	unsigned ended = 0, untouched = 0, right = 0;
	cudaError_t code = cudaSuccess;
	prepare(s);
	for (unsigned k = 1; k <= REPLAYS; k++) {
		unsigned seed = seed_of(s, k), times = 1 + k;
		struct recording r = record(s, 1), next = record(s, times);
		set_words(s, s->in, seed);
		fill(s, s->out, WORDS, MARKED);
		ended += !step(s, &r, &next, looks_first, &code);
		(void)cudaGetLastError();
		right += count_words(s, s->out, [=](unsigned i) { return result(s, input_of(i, seed), times); }) == WORDS;
		untouched += all_are(s, s->out, MARKED);
		release(&r);
		release(&next);
	}
	s->record->shows = code != cudaSuccess && ended == REPLAYS && untouched == REPLAYS;
	s->record->is_good = code != cudaSuccess && !ended && right == REPLAYS;
	got(s, "the update said %s; %u of %d steps ended there, %u did the new work", error_name(code), ended, REPLAYS, right);
}

static void run(struct scene *s, bool looks) { is_form("ignored") ? ignore(s, looks) : end_way(s, looks); }

void hazard(struct scene *s) { run(s, !HAS_HAZARD); }
void twin(struct scene *s) { run(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
