/* Something that is made ready at its first use, and the first use is recorded. Form: refused, the making needs a call that a
 * capture refuses; read, it is marked as ready though nothing was done yet: who reads it before the first replay finds garbage;
 * again, the making is part of the graph: each replay starts from the beginning again. The twin uses it once before the capture.
 * parameters: call form? mode? stream? */
#include "refused.cuh"

struct program program = {"first-use-in-capture", "cudaMalloc", "refused", nullptr, "what is in a buffer that was made ready at its first use", false, nullptr, "global",
                          "nonblocking"};

bool is_expressible()
{
	return knows_capture() && (is_form("read") || is_form("again") || (is_form("refused") && find_refused(WAITS | COPIES | MEMORY) && !is_refused_alone()));
}

void expect(char *text, size_t size)
{
	if (is_form("refused"))
		return expect_refused(text, size);
	std::snprintf(text, size, "%s", is_form("read") ? "eager work with the buffer is wrong until the first replay, and the making is a node of the graph"
	                                                : "a sum over the replays holds the last summand alone");
}

static __global__ void accumulate(unsigned *sum, const unsigned *in)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	sum[i] += in[i];
}

static void refuse(struct scene *s, bool is_warm)
{
	struct bystanders b = bystanders_open(s);
	bool is_ready = false;
	cudaError_t code = cudaSuccess;
	auto use = [&] {
		if (!is_ready)
			code = run_refused(s, &b);
		is_ready = true;
		launch(s->capture, s->out, s->in, s->round);
	};
	prepare(s);
	b.stream = s->capture;
	if (is_warm)
		use();
	must(cudaStreamSynchronize(s->capture));
	begin(s);
	use();
	struct recording r = finish(s);
	(void)cudaGetLastError();
	unsigned left_out = count_left_out(s, &r, &b);
	struct tally t = replay_work(s, &r);
	s->record->shows = !is_warm && shows_refused(code, &r, left_out);
	s->record->is_good = code == cudaSuccess && r.end == cudaSuccess && t.right == REPLAYS;
	got(s, "first used %s the capture: %s said %s, the end of the capture %s; %u of %d replays right", is_warm ? "before" : "in", parameter_call, error_name(code),
	    error_name(r.end), t.right, REPLAYS);
	release(&r);
	bystanders_close(&b);
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

static void run(struct scene *s, bool is_warm)
{
	if (is_form("refused"))
		refuse(s, is_warm);
	else if (is_form("read"))
		read_early(s, is_warm);
	else
		start_again(s, is_warm);
}

void hazard(struct scene *s) { run(s, !HAS_HAZARD); }
void twin(struct scene *s) { run(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
