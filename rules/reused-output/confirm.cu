/* A graph's output that is kept as it is over the next replay: all that were kept hold the last replay's result. The twin keeps
 * copies.
 * parameters: mode? stream? */
#include "capture.cuh"

struct program program = {"reused-output", nullptr, nullptr, nullptr, "what is in outputs that were kept from earlier replays", false, nullptr, "global", "nonblocking"};

bool is_expressible() { return knows_capture(); }

void expect(char *text, size_t size) { std::snprintf(text, size, "all outputs that were kept hold the result of the last replay"); }

static void keep_outputs(struct scene *s, bool copies)
{
	const unsigned *kept[REPLAYS];
	unsigned *own = new_words(REPLAYS * WORDS), right = 0, last = 0;
	prepare(s);
	begin(s);
	launch(s->capture, s->out, s->in, s->round);
	struct recording r = finish(s);
	must(r.end);
	for (unsigned k = 0; k < REPLAYS; k++) {
		set_words(s, s->in, seed_of(s, k + 1));
		must(replay(s, &r));
		kept[k] = copies ? own + k * WORDS : s->out;
		if (copies)
			must(cudaMemcpyAsync(own + k * WORDS, s->out, WORDS * sizeof *own, cudaMemcpyDeviceToDevice, s->capture));
	}
	must(cudaStreamSynchronize(s->capture));
	for (unsigned k = 0; k < REPLAYS; k++) {
		unsigned seed = seed_of(s, k + 1), last_seed = seed_of(s, REPLAYS);
		right += count_words(s, kept[k], [=](unsigned i) { return work_on(s, input_of(i, seed)); }) == WORDS;
		last += count_words(s, kept[k], [=](unsigned i) { return work_on(s, input_of(i, last_seed)); }) == WORDS;
	}
	s->record->shows = last == REPLAYS && right == 1;
	s->record->is_good = right == REPLAYS;
	got(s, "%d outputs %s: %u hold their own result, %u that of the last replay", REPLAYS, copies ? "copied" : "kept as they are", right, last);
	release(&r);
	must(cudaFree(own));
}

void hazard(struct scene *s) { keep_outputs(s, !HAS_HAZARD); }
void twin(struct scene *s) { keep_outputs(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
