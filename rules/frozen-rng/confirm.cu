/* A number that the host draws for each step and gives to a kernel by value: the graph has the one of the recording. Eager launches
 * beside it follow the draws. In the twin the number is in device memory and written before each replay.
 * parameters: form=drawn mode? stream? */
#include "capture.cuh"

#include <random>

struct program program = {"frozen-rng", nullptr, "drawn", nullptr, "which number of the host replays draw their samples with", false, nullptr, "global",
                          "nonblocking"};

bool is_expressible() { return knows_capture() && is_form("drawn"); }

void expect(char *text, size_t size) { std::snprintf(text, size, "eager samples follow the host's draws; all replays sample with the number of the recording"); }

/* A sample of word i under a seed. */
__host__ __device__ static unsigned sample(unsigned i, unsigned seed)
{
	unsigned x = (i + 1u) * 0x9e3779b9u ^ seed;
	x = (x ^ x >> 16) * 0x85ebca6bu;
	x = (x ^ x >> 13) * 0xc2b2ae35u;
	return x ^ x >> 16;
}

static __global__ void noise_by_value(unsigned *out, const unsigned *in, unsigned seed)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i] + sample(i, seed);
}
static __global__ void noise_by_address(unsigned *out, const unsigned *in, const unsigned *seed)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i] + sample(i, *seed);
}

/* How many words are samples under `drawn` of the inputs of `seed`. */
static unsigned samples_of(struct scene *s, unsigned seed, unsigned drawn)
{
	return count_words(s, s->out, [=](unsigned i) { return input_of(i, seed) + sample(i, drawn); });
}

static void draw_noise(struct scene *s, bool is_by_value)
{
	const dim3 grid(WORDS / 256), block(256);
	std::mt19937 generator(s->round);
	unsigned first = static_cast<unsigned>(generator()), *place = new_words(1);
	prepare(s);
	begin(s);
	if (is_by_value)
		noise_by_value<<<grid, block, 0, s->capture>>>(s->out, s->in, first);
	else
		noise_by_address<<<grid, block, 0, s->capture>>>(s->out, s->in, place);
	struct recording r = finish(s);
	must(r.end);
	unsigned eager = 0, right = 0, frozen = 0;
	for (unsigned k = 1; k <= REPLAYS; k++) {
		unsigned drawn = static_cast<unsigned>(generator()), seed = seed_of(s, k);
		set_words(s, s->in, seed);
		noise_by_value<<<grid, block, 0, s->work>>>(s->out, s->in, drawn);
		eager += samples_of(s, seed, drawn) == WORDS;
		fill(s, s->out, WORDS, MARKED);
		fill(s, place, 1, drawn);
		must(replay(s, &r));
		right += samples_of(s, seed, drawn) == WORDS;
		frozen += samples_of(s, seed, first) == WORDS;
	}
	s->record->shows = is_by_value && eager == REPLAYS && frozen == REPLAYS && !right;
	s->record->is_good = eager == REPLAYS && right == REPLAYS;
	got(s, "eager samples follow the draw %u of %d times; of %d replays %u follow it, %u repeat the samples of the recording", eager, REPLAYS, REPLAYS, right,
	    frozen);
	release(&r);
	must(cudaFree(place));
}

void hazard(struct scene *s) { draw_noise(s, HAS_HAZARD); }
void twin(struct scene *s) { draw_noise(s, false); }

int main(int argc, char **argv) { return confirm(argc, argv); }
