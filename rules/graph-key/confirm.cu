/* A cache of graphs whose key leaves out a value that the graphs are built with: a later call with another value gets the graph of
 * the first. Form: number, the value is a kernel's argument; flag, it decides which of two kernels is recorded; name, which of
 * several, by its text. In the twin the value is part of the key.
 * parameters: form mode? stream? */
#include "capture.cuh"

struct program program = {"graph-key", nullptr, "number", nullptr, "which value the graph that the cache gives was built with", false, nullptr, "global",
                          "nonblocking"};

bool is_expressible() { return knows_capture() && (is_form("number") || is_form("flag") || is_form("name")); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "one graph is built, and each later call with another %s gives what the first call's would", parameter_form);
}

struct value {
	unsigned number; /* of a flag: 0 or 1 */
	const char *name;
};

/* What the call of a step asks for; step 0 is the first. A flag is another one in all later calls. */
static struct value value_of(const struct scene *s, unsigned step)
{
	static const char *const names[REPLAYS + 1] = {"add", "and", "or", "xor"};
	if (is_form("name"))
		return {0, names[(step + s->round) % (REPLAYS + 1)]};
	return {is_form("flag") ? (step > 0) == (s->round % 2 > 0) : 100 * s->round + step, ""};
}

__host__ __device__ static unsigned add(unsigned word, unsigned with) { return word + with; }
__host__ __device__ static unsigned both(unsigned word, unsigned with) { return word & with; }
__host__ __device__ static unsigned either(unsigned word, unsigned with) { return word | with; }
__host__ __device__ static unsigned one(unsigned word, unsigned with) { return word ^ with; }

constexpr unsigned OPERAND = 0x00ff00ff;
#define KERNEL(name, operation) \
	static __global__ void name(unsigned *out, const unsigned *in, unsigned with) \
	{ \
		unsigned i = blockIdx.x * blockDim.x + threadIdx.x; \
		out[i] = operation(in[i], with); \
	}
KERNEL(add_words, add)
KERNEL(and_words, both)
KERNEL(or_words, either)
KERNEL(xor_words, one)

/* What a word must become under a value. */
static unsigned result(unsigned word, struct value v)
{
	if (is_form("number"))
		return word * 3u + v.number;
	if (is_form("flag"))
		return v.number ? add(word, OPERAND) : one(word, OPERAND);
	return !std::strcmp(v.name, "add")   ? add(word, OPERAND)
	       : !std::strcmp(v.name, "and") ? both(word, OPERAND)
	       : !std::strcmp(v.name, "or")  ? either(word, OPERAND)
	                                     : one(word, OPERAND);
}

static struct recording build(struct scene *s, struct value v)
{
	auto kernel = is_form("flag")               ? (v.number ? add_words : xor_words)
	              : !std::strcmp(v.name, "add") ? add_words
	              : !std::strcmp(v.name, "and") ? and_words
	              : !std::strcmp(v.name, "or")  ? or_words
	                                            : xor_words;
	begin(s);
	if (is_form("number"))
		launch(s->capture, s->out, s->in, v.number);
	else
		kernel<<<WORDS / 256, 256, 0, s->capture>>>(s->out, s->in, OPERAND);
	struct recording r = finish(s);
	must(r.end);
	return r;
}

struct cache {
	struct entry {
		unsigned words;
		struct value value;
		struct recording graph;
	} entries[REPLAYS + 1];
	unsigned count;
	bool is_whole; /* the value is part of the key */
};

static const struct recording *look_up(struct scene *s, struct cache *c, struct value v)
{
	for (unsigned i = 0; i < c->count; i++) {
		const auto &e = c->entries[i];
		if (e.words == WORDS && (!c->is_whole || (e.value.number == v.number && !std::strcmp(e.value.name, v.name))))
			return &e.graph;
	}
	c->entries[c->count] = {WORDS, v, build(s, v)};
	return &c->entries[c->count++].graph;
}

static void call_with_values(struct scene *s, bool is_whole)
{
	struct cache cache = {};
	cache.is_whole = is_whole;
	prepare(s);
	struct value first = value_of(s, 0);
	(void)look_up(s, &cache, first);
	unsigned right = 0, stale = 0;
	for (unsigned k = 1; k <= REPLAYS; k++) {
		struct value now = value_of(s, k);
		unsigned seed = seed_of(s, k);
		const struct recording *r = look_up(s, &cache, now);
		set_words(s, s->in, seed);
		fill(s, s->out, WORDS, MARKED);
		must(replay(s, r));
		right += count_words(s, s->out, [=](unsigned i) { return result(input_of(i, seed), now); }) == WORDS;
		stale += count_words(s, s->out, [=](unsigned i) { return result(input_of(i, seed), first); }) == WORDS;
	}
	s->record->shows = !is_whole && cache.count == 1 && stale == REPLAYS && !right;
	s->record->is_good = right == REPLAYS;
	got(s, "the key %s the %s; graphs built: %u; of %d later calls with another %s %u right, %u give what the first value gives", is_whole ? "holds" : "leaves out",
	    parameter_form, cache.count, REPLAYS, parameter_form, right, stale);
	for (unsigned i = 0; i < cache.count; i++)
		release(&cache.entries[i].graph);
}

void hazard(struct scene *s) { call_with_values(s, !HAS_HAZARD); }
void twin(struct scene *s) { call_with_values(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
