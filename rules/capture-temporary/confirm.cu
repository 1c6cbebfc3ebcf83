/* A temporary that is made and used inside the recording. What is predicted is that nothing is wrong: the block keeps its address
 * for as long as the graph lives, and what fills it is replayed first. The contrast, which must go wrong, is the same expression
 * before the recording. The call is PyTorch's; what is shown is what it comes to: a block and the kernel that fills it, which reads
 * wider words (a conversion), another order (a copy), or is a kernel that writes all of an empty block.
 * parameters: call mode? stream? */
#include "capture.cuh"

struct program program = {"capture-temporary", "Tensor.to", nullptr, nullptr, "a temporary made in the capture, beside the same one made before it", false, nullptr,
                          "global", "nonblocking"};

enum filling { UNKNOWN, CONVERT, REORDER, WRITE };
static const struct {
	enum filling filling;
	const char *const calls[16];
} fillings[] = {
	{CONVERT, {"Tensor.to", "Tensor.type", "Tensor.type_as", "Tensor.bool", "Tensor.byte", "Tensor.char", "Tensor.short", "Tensor.int", "Tensor.long", "Tensor.half",
	           "Tensor.bfloat16", "Tensor.float", "Tensor.double"}},
	{REORDER, {"Tensor.contiguous", "Tensor.clone", "torch.clone"}},
	{WRITE, {"torch.empty", "torch.empty_like", "torch.empty_strided", "torch.zeros", "torch.zeros_like", "torch.ones", "torch.ones_like", "torch.full",
	         "torch.full_like", "torch.arange", "Tensor.new_empty", "Tensor.new_zeros", "Tensor.new_ones", "Tensor.new_full"}},
};

static enum filling filling()
{
	for (const auto &f : fillings)
		for (const char *const *call = f.calls; *call; call++)
			if (!std::strcmp(*call, parameter_call))
				return f.filling;
	return UNKNOWN;
}

bool is_expressible() { return filling() != UNKNOWN && knows_capture(); }

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
	if (filling() == CONVERT)
		convert<<<WORDS / 256, 256, 0, stream>>>(temporary, in->wide);
	else if (filling() == REORDER)
		transpose<<<WORDS / 256, 256, 0, stream>>>(temporary, in->words);
	else
		launch(stream, temporary, in->words, s->round);
}

static unsigned made_of(const struct scene *s, unsigned i, unsigned seed)
{
	unsigned word = input_of(filling() == REORDER ? i % SIDE * SIDE + i / SIDE : i, seed);
	return filling() == WRITE ? work_on(s, word) : word;
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
