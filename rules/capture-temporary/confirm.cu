/* A temporary that is made and used inside the recording. What is predicted is that nothing is wrong: the block keeps its address
 * for as long as the graph lives, and what fills it is replayed first. The contrast, which must go wrong, is the same expression
 * before the recording. Form: convert (`.to(int32)`), contiguous (of a transposed view), empty (a block that is written in full).
 * parameters: form? mode? stream? */
#include "capture.cuh"

struct program program = {"capture-temporary", nullptr, "convert", nullptr, "a temporary made in the capture, beside the same one made before it", false, nullptr, "global",
                          "nonblocking"};

bool is_expressible() { return knows_capture() && (is_form("convert") || is_form("contiguous") || is_form("empty")); }

void expect(char *text, size_t size) { std::snprintf(text, size, "made in the capture it is right at every replay; made before it, at none"); }

enum { SIDE = 64 }; /* SIDE * SIDE == WORDS */

static __global__ void convert(unsigned *out, const long long *in)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = static_cast<unsigned>(in[i]);
}
static __global__ void widen(long long *out, const unsigned *in)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i];
}
static __global__ void transpose(unsigned *out, const unsigned *in)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i % SIDE * SIDE + i / SIDE];
}

struct inputs {
	unsigned *words;
	long long *wide;
};

/* The temporary, on a stream: the kernel that fills it. */
static void make(struct scene *s, unsigned *temporary, const struct inputs *in, cudaStream_t stream)
{
	if (is_form("convert"))
		convert<<<WORDS / 256, 256, 0, stream>>>(temporary, in->wide);
	else if (is_form("contiguous"))
		transpose<<<WORDS / 256, 256, 0, stream>>>(temporary, in->words);
	else
		launch(stream, temporary, in->words, s->round);
}

static unsigned made_of(const struct scene *s, unsigned i, unsigned seed)
{
	unsigned word = input_of(is_form("contiguous") ? i % SIDE * SIDE + i / SIDE : i, seed);
	return is_form("empty") ? work_on(s, word) : word;
}

static void use_temporary(struct scene *s, bool is_inside)
{
	struct inputs in = {s->in, nullptr};
	unsigned *temporary = new_words(WORDS);
	must(cudaMalloc(&in.wide, WORDS * sizeof *in.wide));
	prepare(s);
	widen<<<WORDS / 256, 256, 0, s->work>>>(in.wide, s->in);
	if (!is_inside)
		make(s, temporary, &in, s->work);
	must(cudaStreamSynchronize(s->work));
	begin(s);
	if (is_inside)
		make(s, temporary, &in, s->capture);
	launch(s->capture, s->out, temporary, s->round);
	struct recording r = finish(s);
	must(r.end);
	struct tally t = replay_all(
		s, &r, s->out,
		[&](unsigned) {
			widen<<<WORDS / 256, 256, 0, s->work>>>(in.wide, s->in);
			must(cudaStreamSynchronize(s->work));
		},
		[=](unsigned i, unsigned k) { return work_on(s, made_of(s, i, seed_of(s, k))); });
	s->record->shows = !t.right && t.stale == REPLAYS;
	s->record->is_good = t.right == REPLAYS && !t.stale;
	got(s, "made %s the capture: %u of %d replays right, %u with the recording's inputs", is_inside ? "in" : "before", t.right, REPLAYS, t.stale);
	release(&r);
	must(cudaFree(in.wide));
	must(cudaFree(temporary));
}

void hazard(struct scene *s) { use_temporary(s, !HAS_HAZARD); }
void twin(struct scene *s) { use_temporary(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
