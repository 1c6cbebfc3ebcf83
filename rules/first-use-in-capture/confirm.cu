/* Something that is made ready at its first use, and the first use is recorded. Form: read, it is marked as ready though nothing
 * was done yet: who reads it before the first replay finds garbage; again, the making is part of the graph: each replay starts
 * from the beginning again.
 * parameters: form? mode? stream? */
#include "capture.cuh"

struct program program = {"first-use-in-capture", nullptr, "read", nullptr, "what is in a buffer that was made ready at its first use", false, nullptr, "global",
                          "nonblocking"};

bool is_expressible() { return knows_capture() && (is_form("read") || is_form("again")); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "%s", is_form("read") ? "eager work with the buffer is wrong until the first replay, and the making is a node of the graph"
	                                                : "a sum over the replays holds the last summand alone");
}

static __global__ void accumulate(unsigned *sum, const unsigned *in)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	sum[i] += in[i];
}

struct cache {
	unsigned *words;
	bool is_ready;
};

static void make_ready(struct cache *c, cudaStream_t stream, unsigned value)
{
	if (c->is_ready)
		return;
	capture_fill<<<16, 256, 0, stream>>>(c->words, WORDS, value);
	c->is_ready = true;
}

static void use_table(struct scene *s, struct cache *c, cudaStream_t stream)
{
	make_ready(c, stream, s->round);
	launch_blend(stream, s->out, s->in, c->words, WORDS);
}

static void read_early(struct scene *s, bool is_warm)
{
	struct cache c = {new_words(WORDS), false};
	prepare(s);
	fill(s, c.words, WORDS, MARKED); /* what is there before */
	if (is_warm)
		use_table(s, &c, s->work);
	must(cudaStreamSynchronize(s->work));
	begin(s);
	use_table(s, &c, s->capture);
	struct recording r = finish(s);
	must(r.end);
	unsigned eager = 0, garbage = 0;
	for (unsigned k = 1; k <= REPLAYS; k++) { /* before the first replay */
		unsigned seed = seed_of(s, k);
		set_words(s, s->in, seed);
		use_table(s, &c, s->work);
		eager += count_words(s, s->out, [=](unsigned i) { return work_on(s, input_of(i, seed)); }) == WORDS;
		garbage += count_words(s, s->out, [=](unsigned i) { return input_of(i, seed) * 3u + MARKED; }) == WORDS;
	}
	struct census census = take_census(r.graph);
	struct tally t = replay_work(s, &r);
	s->record->shows = garbage == REPLAYS && census.kernels == 2 && t.right == REPLAYS;
	s->record->is_good = eager == REPLAYS && census.kernels == 1 && t.right == REPLAYS;
	got(s, "first used %s the capture: before the first replay eager work is right %u of %d times, with garbage %u; %u kernels in the graph; %u replays right",
	    is_warm ? "before" : "in", eager, REPLAYS, garbage, census.kernels, t.right);
	release(&r);
	must(cudaFree(c.words));
}

static void start_again(struct scene *s, bool is_warm)
{
	struct cache c = {new_words(WORDS), false};
	prepare(s);
	fill(s, c.words, WORDS, MARKED);
	if (is_warm)
		make_ready(&c, s->work, 0);
	must(cudaStreamSynchronize(s->work));
	begin(s);
	make_ready(&c, s->capture, 0);
	accumulate<<<WORDS / 256, 256, 0, s->capture>>>(c.words, s->in);
	struct recording r = finish(s);
	must(r.end);
	unsigned sums = 0, lasts = 0;
	for (unsigned k = 1; k <= REPLAYS; k++) {
		set_words(s, s->in, seed_of(s, k));
		must(replay(s, &r));
		sums += count_words(s, c.words, [=](unsigned i) {
			unsigned sum = 0;
			for (unsigned n = 1; n <= k; n++)
				sum += input_of(i, seed_of(s, n));
			return sum;
		}) == WORDS;
		lasts += count_words(s, c.words, [=](unsigned i) { return input_of(i, seed_of(s, k)); }) == WORDS;
	}
	s->record->shows = lasts == REPLAYS && sums == 1;
	s->record->is_good = sums == REPLAYS;
	got(s, "first used %s the capture: the sum is right after %u of %d replays, and the last summand alone after %u", is_warm ? "before" : "in", sums, REPLAYS, lasts);
	release(&r);
	must(cudaFree(c.words));
}

static void run(struct scene *s, bool is_warm) { is_form("read") ? read_early(s, is_warm) : start_again(s, is_warm); }

void hazard(struct scene *s) { run(s, !HAS_HAZARD); }
void twin(struct scene *s) { run(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
