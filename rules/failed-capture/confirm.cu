/* What is left when a path leaves a capture that did not succeed. Form: open, it leaves between begin and end, and work that is
 * launched on the stream is recorded, not done; pending, it ends the capture, the code stays in the slot, and the next launch
 * check reports it.
 * parameters: form? mode? stream? */
#include "capture.cuh"

struct program program = {"failed-capture", nullptr, "open", nullptr, "what becomes of innocent work after a capture that failed", false, nullptr, "global",
                          "nonblocking"};

bool is_expressible() { return knows_capture() && (is_form("pending") || is_form("open")); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "%s", is_form("pending") ? "the check of a launch that does right work says the code of the failed capture"
	                                                   : "a launch after the failed path says success and does nothing, and the wait fails");
}

static void leave_code(struct scene *s, bool drains)
{
	unsigned blamed = 0, right = 0, clean = 0;
	cudaError_t end = cudaSuccess, check = cudaSuccess;
	prepare(s);
	for (unsigned k = 1; k <= REPLAYS; k++) {
		unsigned seed = seed_of(s, k);
		set_words(s, s->in, seed);
		cudaGraph_t graph = nullptr;
		begin(s);
		launch(s->capture, s->out, s->in, s->round);
		(void)cudaStreamSynchronize(s->capture); /* refused: the capture is over */
		end = cudaStreamEndCapture(s->capture, &graph);
		if (drains)
			(void)cudaGetLastError();
		launch(s->work, s->out, s->in, s->round);
		check = cudaGetLastError();
		if (k == 1)
			log_step(s, "launch check", check);
		blamed += end != cudaSuccess && check == end;
		clean += end != cudaSuccess && check == cudaSuccess;
		right += count_words(s, s->out, [=](unsigned i) { return work_on(s, input_of(i, seed)); }) == WORDS;
	}
	s->record->shows = blamed == REPLAYS && right == REPLAYS;
	s->record->is_good = clean == REPLAYS && right == REPLAYS;
	got(s, "the end of the capture said %s; the check of the next launch said %s; %u of %d times the work is right", error_name(end), error_name(check), right, REPLAYS);
}

static void leave_open(struct scene *s, bool ends)
{
	unsigned lost = 0, right = 0;
	cudaError_t check = cudaSuccess, wait = cudaSuccess;
	prepare(s);
	for (unsigned k = 1; k <= REPLAYS; k++) {
		unsigned seed = seed_of(s, k);
		cudaGraph_t graph = nullptr;
		set_words(s, s->in, seed);
		fill(s, s->out, WORDS, MARKED);
		begin(s);
		/* here the program finds that it can't go on, and leaves */
		if (ends) {
			must(cudaStreamEndCapture(s->capture, &graph));
			must(cudaGraphDestroy(graph));
		}
		launch(s->capture, s->out, s->in, s->round);
		check = cudaGetLastError();
		wait = cudaStreamSynchronize(s->capture);
		if (k == 1)
			log_step(s, "wait for the eager launch", wait);
		if (!ends && cudaStreamEndCapture(s->capture, &graph) == cudaSuccess && graph) /* for the next time */
			must(cudaGraphDestroy(graph));
		(void)cudaGetLastError();
		right += count_words(s, s->out, [=](unsigned i) { return work_on(s, input_of(i, seed)); }) == WORDS;
		lost += check == cudaSuccess && wait != cudaSuccess && all_are(s, s->out, MARKED);
	}
	s->record->shows = lost == REPLAYS;
	s->record->is_good = check == cudaSuccess && wait == cudaSuccess && right == REPLAYS;
	got(s, "the launch check said %s, the wait %s; %u of %d times the work is right, %u times nothing was done", error_name(check), error_name(wait), right, REPLAYS, lost);
}

static void run(struct scene *s, bool is_repaired) { is_form("pending") ? leave_code(s, is_repaired) : leave_open(s, is_repaired); }

void hazard(struct scene *s) { run(s, !HAS_HAZARD); }
void twin(struct scene *s) { run(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
