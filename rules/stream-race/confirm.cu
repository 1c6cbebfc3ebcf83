/* Two streams of one recording that use the same buffer in no order. Form: read, one writes what the other reads before the join;
 * fork, the reader is forked before its data is made; write, the buffer is written again while the other still reads it.
 * The slower side waits for the faster one, so that the wrong order happens every time; where there is an order it waits in
 * vain, for a bounded time.
 * parameters: form mode? stream? */
#include "capture.cuh"

struct program program = {"stream-race", nullptr, "read", nullptr, "what is read from a buffer that two streams use", false, nullptr, "global", "nonblocking"};

bool is_expressible() { return knows_capture() && (is_form("read") || is_form("fork") || is_form("write")); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "no call says an error, and every replay reads the buffer %s", is_form("write") ? "after it was written again" : "before it was written");
}

enum { PATIENCE = 40000000 }; /* cycles: some 20 ms */

/* The work, begun once *sign is set, or when nobody has set it for long. */
static __global__ void work_late(unsigned *out, const unsigned *in, unsigned salt, const volatile unsigned *sign)
{
	long long start = clock64();
	while (!*sign && clock64() - start < PATIENCE)
		;
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i] * 3u + salt;
}
static __global__ void give_sign(volatile unsigned *sign) { *sign = 1; }

struct pair {
	cudaStream_t side;
	cudaEvent_t fork, join;
	unsigned *buffer, *sign, *other; /* device */
};

static void wait_for(cudaStream_t waits, cudaStream_t for_whom, cudaEvent_t event)
{
	must(cudaEventRecord(event, for_whom));
	must(cudaStreamWaitEvent(waits, event, 0));
}

/* The side makes the buffer, the recorded stream reads it. */
static void record_read(struct scene *s, struct pair *p, bool is_ordered)
{
	wait_for(p->side, s->capture, p->fork);
	work_late<<<WORDS / 256, 256, 0, p->side>>>(p->buffer, s->in, s->round, p->sign);
	if (is_ordered)
		wait_for(s->capture, p->side, p->join);
	launch(s->capture, s->out, p->buffer, s->round);
	give_sign<<<1, 1, 0, s->capture>>>(p->sign);
	if (!is_ordered)
		wait_for(s->capture, p->side, p->join);
}

/* The recorded stream makes the buffer, the side reads it. */
static void record_fork(struct scene *s, struct pair *p, bool is_ordered)
{
	if (!is_ordered)
		wait_for(p->side, s->capture, p->fork);
	work_late<<<WORDS / 256, 256, 0, s->capture>>>(p->buffer, s->in, s->round, p->sign);
	if (is_ordered)
		wait_for(p->side, s->capture, p->fork);
	launch(p->side, s->out, p->buffer, s->round);
	give_sign<<<1, 1, 0, p->side>>>(p->sign);
	wait_for(s->capture, p->side, p->join);
}

/* The side reads the buffer, the recorded stream writes it again for the step after. */
static void record_write(struct scene *s, struct pair *p, bool is_ordered)
{
	launch(s->capture, p->buffer, s->in, s->round);
	wait_for(p->side, s->capture, p->fork);
	work_late<<<WORDS / 256, 256, 0, p->side>>>(s->out, p->buffer, s->round, p->sign);
	if (is_ordered)
		wait_for(s->capture, p->side, p->join);
	launch(s->capture, p->buffer, p->other, s->round);
	give_sign<<<1, 1, 0, s->capture>>>(p->sign);
	if (!is_ordered)
		wait_for(s->capture, p->side, p->join);
}

static void use_together(struct scene *s, bool is_ordered)
{
	struct pair p = {};
	p.buffer = new_words(WORDS);
	p.other = new_words(WORDS);
	p.sign = new_words(1);
	must(cudaStreamCreateWithFlags(&p.side, cudaStreamNonBlocking));
	must(cudaEventCreateWithFlags(&p.fork, cudaEventDisableTiming));
	must(cudaEventCreateWithFlags(&p.join, cudaEventDisableTiming));
	prepare(s);
	fill(s, p.other, WORDS, MARKED);
	begin(s);
	(is_form("read") ? record_read : is_form("fork") ? record_fork : record_write)(s, &p, is_ordered);
	struct recording r = finish(s);
	must(r.end);
	unsigned right = 0, wrong = 0, made = is_form("write") ? work_on(s, MARKED) : MARKED; /* what is in the buffer too early, or too late */
	for (unsigned k = 1; k <= REPLAYS; k++) {
		unsigned seed = seed_of(s, k);
		set_words(s, s->in, seed);
		fill(s, p.buffer, WORDS, MARKED);
		fill(s, p.sign, 1, 0);
		must(replay(s, &r));
		right += count_words(s, s->out, [=](unsigned i) { return work_on(s, work_on(s, input_of(i, seed))); }) == WORDS;
		wrong += all_are(s, s->out, work_on(s, made));
	}
	s->record->shows = r.end == cudaSuccess && wrong == REPLAYS;
	s->record->is_good = right == REPLAYS;
	got(s, "the end of the capture said %s; %u of %d replays right, %u read %s", error_name(r.end), right, REPLAYS, wrong,
	    is_form("write") ? "what was written again" : "what was there before");
	release(&r);
	must(cudaEventDestroy(p.fork));
	must(cudaEventDestroy(p.join));
	must(cudaStreamDestroy(p.side));
	must(cudaFree(p.buffer));
	must(cudaFree(p.other));
	must(cudaFree(p.sign));
}

void hazard(struct scene *s) { use_together(s, !HAS_HAZARD); }
void twin(struct scene *s) { use_together(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
