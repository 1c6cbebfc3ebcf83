/* An address that is kept as a number: a kernel of the graph reads through a table of addresses, or a tensor map, and nothing keeps the
 * memory for them. Form: dropped, the table is made of a block that nobody keeps; replaced, the blocks are made anew and the table is
 * not; map, a tensor map (TMA) is encoded for the block of the first call, and the next call comes with another one.
 * parameters: form call? mode? stream? */
#include "blocks.cuh"

#ifndef CONFIRM_HIP
#include <cuda.h>
#endif

struct program program = {"raw-pointer", "cudaMalloc", "dropped", nullptr, "what replays read through an address that is kept as a number", false, nullptr, "global", "nonblocking"};

bool is_expressible()
{
	bool is_known = is_form("dropped") || is_form("replaced");
#ifndef CONFIRM_HIP
	is_known = is_known || is_form("map");
#endif
	return find_heap() && knows_capture() && is_known;
}

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "%s, and replays follow what the next owner of the old address writes",
	              is_form("dropped") ? "the block of the table is handed out again" : "the new block is right in eager work");
}

enum { TABLE = 2 }; /* blocks whose addresses a table holds, each of half the words */
constexpr unsigned PART = WORDS / TABLE;

static unsigned foreign_value(const struct scene *s, unsigned replay) { return 0xc0ffee00u + seed_of(s, replay); }

static __global__ void through_table(unsigned *out, const unsigned long long *table, unsigned salt)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = reinterpret_cast<const unsigned *>(table[i / PART])[i % PART] * 3u + salt;
}

/* ---- what holds the address: a table in device memory, or a tensor map that is an argument of the kernel ---- */

#ifndef CONFIRM_HIP
static CUtensorMap encode(unsigned *block)
{
	void *entry = nullptr;
	cudaDriverEntryPointQueryResult found;
	must(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000, cudaEnableDefault, &found));
	must(found == cudaDriverEntryPointSuccess ? cudaSuccess : cudaErrorNotSupported);
	CUtensorMap map = {};
	cuuint64_t extent[] = {WORDS};
	cuuint32_t box[] = {256}, step[] = {1};
	CUresult code = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(entry)(&map, CU_TENSOR_MAP_DATA_TYPE_UINT32, 1, block, extent, extent, box, step,
		CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	must(code == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidValue);
	return map;
}

/* One box a block: the copy engine fetches 256 words through the map, and a barrier counts their bytes. */
static __global__ void through_map(unsigned *out, const __grid_constant__ CUtensorMap map, unsigned salt)
{
	__shared__ alignas(128) unsigned tile[256];
	__shared__ alignas(8) unsigned long long barrier;
	unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&barrier)), to = static_cast<unsigned>(__cvta_generic_to_shared(tile)), is_done = 0;
	if (!threadIdx.x) {
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
		asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	}
	__syncthreads();
	if (!threadIdx.x) {
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(static_cast<unsigned>(sizeof tile)) : "memory");
		asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2}], [%3];" ::"r"(to), "l"(&map),
		             "r"(blockIdx.x * 256u), "r"(at)
		             : "memory");
	}
	while (!is_done)
		asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(is_done) : "r"(at) : "memory");
	unsigned i = blockIdx.x * 256u + threadIdx.x;
	out[i] = tile[threadIdx.x] * 3u + salt;
}
#endif

struct keeper {
	unsigned long long *table; /* device; holds the addresses of the block's parts */
	unsigned *block;           /* whose addresses they are */
};

/* Writes the addresses of `block`, in place. */
static void point(struct scene *s, struct keeper *k, unsigned *block)
{
	unsigned long long addresses[TABLE];
	for (unsigned i = 0; i < TABLE; i++)
		addresses[i] = reinterpret_cast<uintptr_t>(block + i * PART);
	k->block = block;
	must(cudaMemcpyAsync(k->table, addresses, sizeof addresses, cudaMemcpyHostToDevice, s->work));
	must(cudaStreamSynchronize(s->work));
}

/* A map is an argument, whose value the recording keeps. */
static void launch_reader(struct scene *s, cudaStream_t stream, const struct keeper *k)
{
#ifndef CONFIRM_HIP
	if (is_form("map")) {
		through_map<<<WORDS / 256, 256, 0, stream>>>(s->out, encode(k->block), s->round);
		return;
	}
#endif
	through_table<<<WORDS / 256, 256, 0, stream>>>(s->out, k->table, s->round);
}

static struct recording record(struct scene *s, const struct keeper *k)
{
	begin(s);
	launch_reader(s, s->capture, k);
	struct recording r = finish(s);
	must(r.end);
	return r;
}

/* Whether work that is launched now, of the block of now, is right: the twin's table, or one made for it. */
static bool is_eager_right(struct scene *s, unsigned *block, unsigned seed)
{
	struct keeper own = {};
	must(cudaMalloc(&own.table, TABLE * sizeof *own.table));
	point(s, &own, block);
	launch_reader(s, s->work, &own);
	bool is_right = count_words(s, s->out, [=](unsigned i) { return work_on(s, input_of(i, seed)); }) == WORDS;
	must(cudaFree(own.table));
	return is_right;
}

/* In the twin the block is kept (dropped), the table written anew in place (replaced), or the map encoded and recorded anew. */
static void run(struct scene *s, bool is_bad)
{
	unsigned *first = take_words(s, WORDS), *block = first;
	struct keeper k = {};
	must(cudaMalloc(&k.table, TABLE * sizeof *k.table));
	point(s, &k, block);
	prepare(s);
	set_words(s, block, seed_of(s, 0));
	struct recording r = record(s, &k);
	struct new_owner next = {};
	bool is_given_back = is_bad || !is_form("dropped");
	if (!is_form("dropped"))
		block = take_words(s, WORDS);
	if (is_given_back)
		next = hand_over(s, first, WORDS);
	if (!is_form("dropped") && !is_bad) {
		point(s, &k, block);
		if (is_form("map")) {
			release(&r);
			r = record(s, &k);
		}
	}
	bool has_block = is_form("dropped") ? !is_bad : true; /* somebody still has the tensor, and fills it */
	unsigned right = 0, foreign = 0, eager = 0;
	for (unsigned n = 1; n <= REPLAYS && (!is_given_back || next.words); n++) {
		unsigned seed = seed_of(s, n), other = foreign_value(s, n);
		if (has_block)
			set_words(s, block, seed);
		if (next.words)
			fill(s, next.words, WORDS, other);
		eager += has_block && is_eager_right(s, block, seed);
		must(replay(s, &r));
		right += count_words(s, s->out, [=](unsigned i) { return work_on(s, input_of(i, seed)); }) == WORDS;
		foreign += count_words(s, s->out, [=](unsigned) { return work_on(s, other); }) == WORDS;
	}
	s->record->shows = is_bad && next.words && foreign == REPLAYS && (eager == REPLAYS || !has_block);
	s->record->is_good = right == REPLAYS && eager == REPLAYS;
	got(s, "the block %s%s; %u of %d replays right, %u follow the next owner", is_form("dropped") ? (is_bad ? "is given back" : "is kept") : "is made anew, the address ",
	    is_form("dropped") ? "" : is_bad ? "is kept" : "as well", right, REPLAYS, foreign);
	if (is_given_back && !next.words)
		got(s, "the block is given back, and its address was not handed out again");
	release(&r);
	must(cudaFree(k.table));
	if (!is_form("dropped") || !is_bad)
		must(find_heap()->give(s, block));
	give_all(s, &next);
}

void hazard(struct scene *s) { run(s, HAS_HAZARD); }
void twin(struct scene *s) { run(s, false); }

int main(int argc, char **argv) { return confirm(argc, argv); }
