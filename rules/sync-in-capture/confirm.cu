/* A wait, a question or a synchronous copy while something is recorded. Form: own, of the stream and the event that are being
 * recorded; other, of ones that have nothing to do with it.
 * parameters: call form? mode? stream? */
#include "refused.cuh"

struct program program = {"sync-in-capture", "cudaStreamSynchronize", "own", nullptr, "what the call says, and what comes of the recording", false, nullptr,
                          "global", "nonblocking"};

bool is_expressible() { return find_refused(WAITS | COPIES) && knows_capture() && (is_form("own") || (is_form("other") && !find_refused(COPIES))); }

void expect(char *text, size_t size) { expect_refused(text, size); }

static void record_with(struct scene *s, bool is_inside)
{
	struct bystanders b = bystanders_open(s);
	prepare(s);
	if (is_form("own"))
		b.stream = s->capture;
	begin(s);
	launch(s->capture, s->out, s->in, s->round);
	if (is_form("own"))
		must(cudaEventRecord(b.event, s->capture));
	cudaError_t code = is_inside ? run_refused(s, &b) : cudaSuccess;
	struct recording r = finish(s);
	(void)cudaGetLastError(); /* of a call that was refused while the capture went on */
	if (!is_inside) {
		must(cudaEventRecord(b.event, b.idle));
		must(cudaDeviceSynchronize());
		code = run_refused(s, &b);
	}
	unsigned left_out = count_left_out(s, &r, &b);
	struct tally t = replay_work(s, &r);
	s->record->shows = is_inside && shows_refused(code, &r, left_out);
	s->record->is_good = code == cudaSuccess && r.end == cudaSuccess && t.right == REPLAYS;
	got(s, "%s %s said %s; the end of the capture said %s; %u of %d replays right", parameter_call, is_inside ? "in the capture" : "after it", error_name(code),
	    error_name(r.end), t.right, REPLAYS);
	release(&r);
	bystanders_close(&b);
}

void hazard(struct scene *s) { record_with(s, HAS_HAZARD); }
void twin(struct scene *s) { record_with(s, false); }

int main(int argc, char **argv) { return confirm(argc, argv); }
