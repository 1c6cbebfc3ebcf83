/* Streams and a recording that do not come together. Form: unjoined, a stream is forked and never joined; isolation, the recorded
 * stream waits for an event from before the recording; merge, it waits for an event of another recording.
 * parameters: form mode? stream? */
#include "capture.cuh"

struct program program = {"unjoined-stream", nullptr, "unjoined", nullptr, "what the runtime says of a fork without its join", false, nullptr, "global",
                          "nonblocking"};

static cudaError_t expected_code()
{
	return is_form("unjoined") ? cudaErrorStreamCaptureUnjoined : is_form("isolation") ? cudaErrorStreamCaptureIsolation : cudaErrorStreamCaptureMerge;
}

bool is_expressible() { return knows_capture() && (is_form("unjoined") || is_form("isolation") || is_form("merge")); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "%s says %s, and nothing comes of the recording", is_form("unjoined") ? "the end of the capture" : "the wait", error_name(expected_code()));
}

static cudaError_t wait_for(cudaStream_t waits, cudaStream_t for_whom, cudaEvent_t event)
{
	must(cudaEventRecord(event, for_whom));
	return cudaStreamWaitEvent(waits, event, 0);
}

static void end_other(cudaStream_t stream)
{
	cudaGraph_t graph = nullptr;
	if (cudaStreamEndCapture(stream, &graph) == cudaSuccess && graph)
		must(cudaGraphDestroy(graph));
	(void)cudaGetLastError();
}

/* The side stream makes the data, the recorded one works on it. */
static void work_together(struct scene *s, bool is_joined)
{
	unsigned *made = new_words(WORDS);
	cudaStream_t side;
	cudaEvent_t fork, join;
	must(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
	must(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
	must(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
	prepare(s);
	cudaError_t code = cudaSuccess;
	bool is_other_open = false;
	if (!is_joined && is_form("isolation"))
		must(cudaEventRecord(join, side));
	begin(s);
	if (!is_joined && is_form("merge")) {
		must(cudaStreamBeginCapture(side, capture_mode(parameter_mode)));
		is_other_open = true;
	}
	if (is_joined || is_form("unjoined"))
		must(wait_for(side, s->capture, fork));
	if (is_joined || !is_form("isolation"))
		launch(side, made, s->in, s->round);
	if (is_joined || is_form("merge"))
		code = wait_for(s->capture, side, join);
	else if (is_form("isolation"))
		code = cudaStreamWaitEvent(s->capture, join, 0);
	log_step(s, "cudaStreamWaitEvent", code);
	if (code == cudaSuccess)
		launch(s->capture, s->out, made, s->round);
	struct recording r = finish(s);
	if (is_other_open)
		end_other(side);
	struct tally t = replay_all(s, &r, s->out, [](unsigned) {}, [=](unsigned i, unsigned k) { return work_on(s, work_on(s, input_of(i, seed_of(s, k)))); });
	cudaError_t said = is_form("unjoined") ? r.end : code;
	s->record->shows = said == expected_code() && r.end != cudaSuccess && !r.exec;
	s->record->is_good = code == cudaSuccess && r.end == cudaSuccess && t.right == REPLAYS;
	got(s, "the wait said %s, the end of the capture %s; %u of %d replays right", error_name(code), error_name(r.end), t.right, REPLAYS);
	release(&r);
	(void)cudaGetLastError();
	must(cudaEventDestroy(fork));
	must(cudaEventDestroy(join));
	must(cudaStreamDestroy(side));
	must(cudaFree(made));
}

void hazard(struct scene *s) { work_together(s, !HAS_HAZARD); }
void twin(struct scene *s) { work_together(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
