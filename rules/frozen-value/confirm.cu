/* A value of the host that changes between replays, and that the graph has from the recording. Form: argument, a kernel's
 * argument; branch, the `if` that chose a kernel; extent, how much is to be done. In the twin the value is in device memory.
 * parameters: form mode? stream? */
#include "capture.cuh"

struct program program = {"frozen-value", nullptr, "argument", nullptr, "which value of the host replays work with", false, nullptr, "global", "nonblocking"};

bool is_expressible() { return knows_capture() && (is_form("argument") || is_form("branch") || is_form("extent")); }

void expect(char *text, size_t size) { std::snprintf(text, size, "all replays work with the value of the recording"); }

/* The value of a replay; 0 is the recording. An odd value there, even ones later: the branch is another one each time. */
static unsigned value_of(const struct scene *s, unsigned replay)
{
	return is_form("extent") ? 256 * (1 + replay * s->round) : is_form("branch") ? (replay ? 2 * replay : 1) : 100 * s->round + replay;
}

static __global__ void odd(unsigned *out, const unsigned *in) { out[blockIdx.x * blockDim.x + threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x] + 1; }
static __global__ void even(unsigned *out, const unsigned *in) { out[blockIdx.x * blockDim.x + threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x] ^ 0xffu; }
static __global__ void either(unsigned *out, const unsigned *in, const unsigned *value)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = *value % 2 ? in[i] + 1 : in[i] ^ 0xffu;
}
static __global__ void up_to(unsigned *out, const unsigned *in, const unsigned *value)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < *value)
		out[i] = in[i] * 3u;
}
static __global__ void add(unsigned *out, const unsigned *in, const unsigned *value)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i] * 3u + *value;
}

static unsigned result(unsigned word, unsigned i, unsigned value)
{
	if (is_form("branch"))
		return value % 2 ? word + 1 : word ^ 0xffu;
	if (is_form("extent"))
		return i < value ? word * 3u : MARKED;
	return word * 3u + value;
}

static void record_host_value(struct scene *s, unsigned value)
{
	const dim3 grid(WORDS / 256), block(256);
	if (is_form("argument"))
		launch(s->capture, s->out, s->in, value);
	else if (is_form("extent"))
		harness_work<<<value / 256, block, 0, s->capture>>>(s->out, s->in, 0);
	else if (value % 2)
		odd<<<grid, block, 0, s->capture>>>(s->out, s->in);
	else
		even<<<grid, block, 0, s->capture>>>(s->out, s->in);
}

static void record_device_value(struct scene *s, const unsigned *value)
{
	auto kernel = is_form("argument") ? add : is_form("extent") ? up_to : either;
	kernel<<<WORDS / 256, 256, 0, s->capture>>>(s->out, s->in, value);
}

static void change_value(struct scene *s, bool is_host)
{
	unsigned value = value_of(s, 0), *place = new_words(1);
	prepare(s);
	begin(s);
	if (is_host)
		record_host_value(s, value);
	else
		record_device_value(s, place);
	struct recording r = finish(s);
	must(r.end);
	unsigned right = 0, frozen = 0;
	for (unsigned k = 1; k <= REPLAYS; k++) {
		unsigned first = value, now = value_of(s, k), seed = seed_of(s, k);
		set_words(s, s->in, seed);
		fill(s, s->out, WORDS, MARKED);
		fill(s, place, 1, now);
		must(replay(s, &r));
		right += count_words(s, s->out, [=](unsigned i) { return result(input_of(i, seed), i, now); }) == WORDS;
		frozen += count_words(s, s->out, [=](unsigned i) { return result(input_of(i, seed), i, first); }) == WORDS;
	}
	s->record->shows = is_host && frozen == REPLAYS && !right;
	s->record->is_good = right == REPLAYS;
	got(s, "recorded with %u; then the value was %u, %u, %u; %u of %d replays right, %u with the recording's value", value, value_of(s, 1), value_of(s, 2),
	    value_of(s, 3), right, REPLAYS, frozen);
	release(&r);
	must(cudaFree(place));
}

void hazard(struct scene *s) { change_value(s, HAS_HAZARD); }
void twin(struct scene *s) { change_value(s, false); }

int main(int argc, char **argv) { return confirm(argc, argv); }
