/* A block that was made before the recording, and that only a local variable holds. Form: freed, it is given back once the graph
 * is made, and the graph reads what the next owner of the address puts there; derived, it is a copy that stays, but of inputs
 * that change (`.to(int32)` before the capture): the copy is never made again.
 * parameters: form call? mode? stream? size? */
#include "blocks.cuh"

struct program program = {"external-temporary", "cudaMalloc", "freed", nullptr, "what replays read through an address from before the capture", false, nullptr,
                          "global", "nonblocking", "16384"};

bool is_expressible() { return find_heap() && knows_capture() && size_in_words() && (is_form("freed") || is_form("derived")); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "%s", is_form("freed") ? "replays follow what the next owner of the address writes" : "replays follow the inputs of the recording");
}

static unsigned table_value(const struct scene *s) { return 0x1000u + s->round; }
static unsigned foreign_value(const struct scene *s, unsigned replay) { return 0xc0ffee00u + seed_of(s, replay); }

static void give_back(struct scene *s, bool is_early)
{
	size_t words = size_in_words();
	unsigned *table = take_words(s, words), value = table_value(s);
	prepare(s);
	fill(s, table, words, value);
	begin(s);
	launch_blend(s->capture, s->out, s->in, table, words);
	struct recording r = finish(s);
	must(r.end);
	struct new_owner next = {};
	if (is_early)
		next = hand_over(s, table, words);
	struct tally t = {};
	unsigned foreign = 0;
	for (unsigned k = 1; k <= REPLAYS && (!is_early || next.words); k++) {
		unsigned other = foreign_value(s, k), seed = seed_of(s, k);
		set_words(s, s->in, seed);
		if (next.words)
			fill(s, next.words, words, other);
		must(replay(s, &r));
		t.right += count_words(s, s->out, [=](unsigned i) { return input_of(i, seed) * 3u + value; }) == WORDS;
		foreign += count_words(s, s->out, [=](unsigned i) { return input_of(i, seed) * 3u + other; }) == WORDS;
	}
	s->record->shows = is_early && next.words && foreign == REPLAYS;
	s->record->is_good = t.right == REPLAYS;
	got(s, "a block of %zu bytes %s; %u of %d replays right, %u follow the next owner", words * 4,
	    !is_early ? "kept" : next.words ? "given back, its address handed out again" : "given back, its address not handed out again", t.right, REPLAYS,
	    foreign);
	release(&r);
	if (!is_early)
		must(find_heap()->give(s, table));
	give_all(s, &next);
}

static void derive(struct scene *s, bool is_outside)
{
	unsigned *copy = take_words(s, WORDS);
	prepare(s);
	if (is_outside) {
		must(cudaMemcpyAsync(copy, s->in, WORDS * sizeof *copy, cudaMemcpyDeviceToDevice, s->work));
		must(cudaStreamSynchronize(s->work));
	}
	begin(s);
	if (!is_outside)
		must(cudaMemcpyAsync(copy, s->in, WORDS * sizeof *copy, cudaMemcpyDeviceToDevice, s->capture));
	launch(s->capture, s->out, copy, s->round);
	struct recording r = finish(s);
	must(r.end);
	struct tally t = replay_work(s, &r);
	s->record->shows = is_outside && t.stale == REPLAYS;
	s->record->is_good = t.right == REPLAYS;
	got(s, "a copy of the inputs made %s the capture; %u of %d replays right, %u give the recording's result", is_outside ? "before" : "in", t.right, REPLAYS,
	    t.stale);
	release(&r);
	must(find_heap()->give(s, copy));
	must(cudaStreamSynchronize(s->work));
}

static void run(struct scene *s, bool is_bad) { is_form("freed") ? give_back(s, is_bad) : derive(s, is_bad); }

void hazard(struct scene *s) { run(s, HAS_HAZARD); }
void twin(struct scene *s) { run(s, false); }

int main(int argc, char **argv) { return confirm(argc, argv); }
