/* A buffer that is replaced by a new one after the recording. Form: freed, the old one is given back (growth), and replays read
 * what the next owner of its address puts there; kept, it stays allocated somewhere, and replays read its old content.
 * parameters: call? form? mode? stream? size? */
#include "blocks.cuh"

struct program program = {"rebound-buffer", "cudaMalloc", "freed", nullptr, "what replays read once the buffer is another one", false, nullptr, "global",
                          "nonblocking", "16384"};

bool is_expressible() { return find_heap() && knows_capture() && size_in_words() >= WORDS && (is_form("freed") || is_form("kept")); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "eager work on the new buffer is right; replays %s", is_form("freed") ? "follow the next owner of the old address" : "give the old content");
}

static unsigned foreign_value(const struct scene *s, unsigned replay) { return 0xc0ffee00u + seed_of(s, replay); }

/* Whether work that is launched now, on the buffer of now, is right. */
static bool is_eager_right(struct scene *s, const unsigned *buffer, unsigned seed)
{
	launch(s->work, s->out, buffer, s->round);
	return count_words(s, s->out, [=](unsigned i) { return work_on(s, input_of(i, seed)); }) == WORDS;
}

static void grow(struct scene *s, bool replaces)
{
	size_t words = size_in_words();
	unsigned *buffer = take_words(s, words), *first = buffer;
	prepare(s);
	set_words(s, buffer, seed_of(s, 0));
	begin(s);
	launch(s->capture, s->out, buffer, s->round);
	struct recording r = finish(s);
	must(r.end);
	struct new_owner next = {};
	if (replaces) {
		buffer = take_words(s, 2 * words);
		if (is_form("freed"))
			next = hand_over(s, first, words);
	}
	bool is_read = !replaces || is_form("kept") || next.words; /* else nobody may touch the old address */
	unsigned right = 0, stale = 0, foreign = 0, eager = 0;
	for (unsigned k = 1; k <= REPLAYS && is_read; k++) {
		unsigned seed = seed_of(s, k), first_seed = seed_of(s, 0), other = foreign_value(s, k);
		set_words(s, buffer, seed);
		if (next.words)
			fill(s, next.words, words, other);
		eager += is_eager_right(s, buffer, seed);
		must(replay(s, &r));
		right += count_words(s, s->out, [=](unsigned i) { return work_on(s, input_of(i, seed)); }) == WORDS;
		stale += count_words(s, s->out, [=](unsigned i) { return work_on(s, input_of(i, first_seed)); }) == WORDS;
		foreign += count_words(s, s->out, [=](unsigned) { return work_on(s, other); }) == WORDS;
	}
	s->record->shows = replaces && buffer != first && eager == REPLAYS && (is_form("freed") ? foreign : stale) == REPLAYS;
	s->record->is_good = right == REPLAYS && eager == REPLAYS;
	got(s, "the buffer %s; eager right %u of %d times, replays right %u, from the old content %u, from the next owner %u",
	    !replaces ? "is written in place" : is_read ? "is a new one" : "is a new one, the old address was not handed out again", eager, REPLAYS, right, stale, foreign);
	release(&r);
	must(find_heap()->give(s, buffer));
	if (replaces && is_form("kept"))
		must(find_heap()->give(s, first));
	give_all(s, &next);
}

void hazard(struct scene *s) { grow(s, HAS_HAZARD); }
void twin(struct scene *s) { grow(s, false); }

int main(int argc, char **argv) { return confirm(argc, argv); }
