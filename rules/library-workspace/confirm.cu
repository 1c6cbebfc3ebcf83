/* The memory that cuBLAS works in. Form: stream, a handle is given a workspace and then a stream, and works in memory of its own, which a
 * capture allocates inside the graph; freed, the workspace of a graph is given back, and replays write into what its next owner keeps
 * there. A product with a long inner dimension is summed in parts, which lie in the workspace. Its numbers are whole and small: every
 * order of summing gives the same.
 * parameters: form=stream|freed call? mode? stream? */
#include "capture.cuh"

#include <cstdint>

/* cuBLAS's own names, with the numbers of its header: it is loaded, so that nothing has to be linked. */
struct blas {
	int (*create)(void **), (*destroy)(void *), (*set_stream)(void *, cudaStream_t), (*set_workspace)(void *, void *, size_t);
	int (*sgemm)(void *, int, int, int, int, int, const float *, const float *, int, const float *, int, const float *, float *, int);
};
static struct blas blas;

template <class Function> static bool find(void *library, const char *name, Function *function)
{
	*function = reinterpret_cast<Function>(dlsym(library, name));
	return *function;
}

static const char *load_cublas()
{
#ifdef CONFIRM_HIP
	return "it is shown with cuBLAS only";
#else
	for (const char *name : {"libcublas.so.13", "libcublas.so.12", "libcublas.so"}) {
		void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
		if (library && find(library, "cublasCreate_v2", &blas.create) && find(library, "cublasDestroy_v2", &blas.destroy) && find(library, "cublasSetStream_v2", &blas.set_stream) &&
		    find(library, "cublasSetWorkspace_v2", &blas.set_workspace) && find(library, "cublasSgemm_v2", &blas.sgemm))
			return nullptr;
	}
	return "no cuBLAS";
#endif
}

struct program program = {"library-workspace", "cublasSetStream", "stream", nullptr, "which memory the captured product works in", false, load_cublas, "global", "nonblocking"};

static bool is_call(const char *name) { return !std::strcmp(parameter_call, name); }

bool is_expressible()
{
	bool is_known = is_form("stream") ? is_call("cublasSetStream") || is_call("cublasSetStream_v2") : is_form("freed") && same_name(parameter_call, "cudaFree");
	return is_known && knows_capture();
}

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "%s", is_form("stream") ? "the graph allocates memory of its own, and replays leave the given workspace as it is"
	                                                  : "replays write into what the next owner keeps at the workspace's address");
}

#ifdef CONFIRM_HIP
void hazard(struct scene *) {}
void twin(struct scene *) {}
#else

/* c = a * b, by columns: `inner` is long, so that it is summed in parts. */
enum { ROWS = 64, COLUMNS = 64, INNER = 65536, NO_TRANSPOSE = 0, MOST_BLOCKS = 8 };
constexpr size_t WORKSPACE = 64u << 20, WORKSPACE_WORDS = WORKSPACE / 4;
static_assert(ROWS * COLUMNS == WORDS, "the result is compared word by word");

struct product {
	void *handle;
	float *a, *b;
};

inline unsigned a_at(unsigned row, unsigned k, unsigned seed) { return (row * 5 + k * 7 + seed) % 3; }
static __global__ void fill_a(float *a, unsigned seed)
{
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < ROWS * INNER; i += gridDim.x * blockDim.x)
		a[i] = static_cast<float>((i % ROWS * 5 + i / ROWS * 7 + seed) % 3);
}
/* The same down each column, so that the host can tell the result at once: 1, 2, 3, 4, 1, ... */
static __global__ void fill_b(float *b)
{
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < INNER * COLUMNS; i += gridDim.x * blockDim.x)
		b[i] = static_cast<float>(1 + i / INNER % 4);
}

static void must_blas(int status, const char *what)
{
	if (!status)
		return;
	std::fprintf(stderr, "%s: status %d of cuBLAS\n", what, status);
	_exit(BROKEN);
}

static void set_a(struct scene *s, const struct product *p, unsigned seed)
{
	fill_a<<<256, 256, 0, s->work>>>(p->a, seed);
	must(cudaStreamSynchronize(s->work));
}

static void multiply(struct scene *s, const struct product *p)
{
	const float one = 1, zero = 0;
	must_blas(blas.sgemm(p->handle, NO_TRANSPOSE, NO_TRANSPOSE, ROWS, COLUMNS, INNER, &one, p->a, ROWS, p->b, INNER, &zero, reinterpret_cast<float *>(s->out), ROWS), "cublasSgemm");
}

static bool is_right(struct scene *s, unsigned seed)
{
	unsigned sums[ROWS] = {};
	for (unsigned row = 0; row < ROWS; row++)
		for (unsigned k = 0; k < INNER; k++)
			sums[row] += a_at(row, k, seed);
	return count_words(s, s->out, [&](unsigned i) {
		float value = static_cast<float>(sums[i % ROWS] * (1 + i / ROWS % 4));
		unsigned word;
		std::memcpy(&word, &value, sizeof word);
		return word;
	}) == WORDS;
}

/* How many words are no longer MARKED. */
static __global__ void count_written(const unsigned *words, size_t n, unsigned *written)
{
	for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		if (words[i] != MARKED)
			atomicAdd(written, 1u);
}
static unsigned written_words(struct scene *s, const unsigned *words)
{
	unsigned *count = s->in, written;
	must(cudaMemsetAsync(count, 0, sizeof *count, s->work));
	count_written<<<256, 256, 0, s->work>>>(words, WORKSPACE_WORDS, count);
	must(cudaMemcpyAsync(&written, count, sizeof written, cudaMemcpyDeviceToHost, s->work));
	must(cudaStreamSynchronize(s->work));
	return written;
}

static unsigned count_allocations(cudaGraph_t graph)
{
	cudaGraphNode_t nodes[64];
	size_t n = 64;
	unsigned allocations = 0;
	must(cudaGraphGetNodes(graph, nodes, &n));
	for (size_t i = 0; i < n; i++) {
		cudaGraphNodeType type;
		must(cudaGraphNodeGetType(nodes[i], &type));
		allocations += type == cudaGraphNodeTypeMemAlloc;
	}
	return allocations;
}

/* Everything is loaded, and the product was made once on another stream, before something is recorded. */
static struct product product_open(struct scene *s, unsigned *workspace)
{
	struct product p = {};
	prepare(s);
	must_blas(blas.create(&p.handle), "cublasCreate");
	must(cudaMalloc(&p.a, sizeof(float) * ROWS * INNER));
	must(cudaMalloc(&p.b, sizeof(float) * INNER * COLUMNS));
	fill_b<<<256, 256, 0, s->work>>>(p.b);
	set_a(s, &p, seed_of(s, 0));
	must_blas(blas.set_stream(p.handle, s->work), "cublasSetStream");
	must_blas(blas.set_workspace(p.handle, workspace, WORKSPACE), "cublasSetWorkspace");
	multiply(s, &p);
	must(cudaStreamSynchronize(s->work));
	return p;
}

/* The two calls in the one order or the other. */
static void set(struct scene *s, const struct product *p, unsigned *workspace, bool is_stream_last)
{
	if (!is_stream_last)
		must_blas(blas.set_stream(p->handle, s->capture), "cublasSetStream");
	must_blas(blas.set_workspace(p->handle, workspace, WORKSPACE), "cublasSetWorkspace");
	if (is_stream_last)
		must_blas(blas.set_stream(p->handle, s->capture), "cublasSetStream");
}

static struct recording record(struct scene *s, const struct product *p)
{
	begin(s);
	multiply(s, p);
	struct recording r = finish(s);
	must(r.end);
	return r;
}

static void product_close(struct product *p, struct recording *r)
{
	int device;
	release(r);
	must_blas(blas.destroy(p->handle), "cublasDestroy");
	must(cudaFree(p->a));
	must(cudaFree(p->b));
	must(cudaGetDevice(&device));
	must(cudaDeviceGraphMemTrim(device));
}

struct replays {
	unsigned right, written; /* how many were right; how many wrote where `marked` is */
};

static struct replays replay_products(struct scene *s, const struct product *p, const struct recording *r, unsigned *marked)
{
	struct replays seen = {};
	for (unsigned k = 1; k <= REPLAYS; k++) {
		set_a(s, p, seed_of(s, k));
		fill(s, marked, WORKSPACE_WORDS, MARKED);
		must(replay(s, r));
		seen.right += is_right(s, seed_of(s, k));
		seen.written += written_words(s, marked) > 0;
	}
	return seen;
}

static void set_both(struct scene *s, bool is_stream_last)
{
	unsigned *workspace = new_words(WORKSPACE_WORDS);
	struct product p = product_open(s, workspace);
	set(s, &p, workspace, is_stream_last);
	struct recording r = record(s, &p);
	unsigned allocations = count_allocations(r.graph);
	struct replays seen = replay_products(s, &p, &r, workspace);
	s->record->shows = is_stream_last && allocations && !seen.written && seen.right == REPLAYS;
	s->record->is_good = !allocations && seen.written == REPLAYS && seen.right == REPLAYS;
	got(s, "the %s is set last: %u allocations in the graph; %u of %d replays work in the given workspace; %u right", is_stream_last ? "stream" : "workspace", allocations, seen.written,
	    REPLAYS, seen.right);
	product_close(&p, &r);
	must(cudaFree(workspace));
}

/* The block that has the workspace's address once that is given back; the others are in `blocks` as well. NULL if none has. */
static unsigned *hand_over(unsigned *workspace, void **blocks, unsigned *count)
{
	auto address = reinterpret_cast<uintptr_t>(workspace);
	must(cudaFree(workspace));
	while (*count < MOST_BLOCKS) {
		void *block = blocks[(*count)++] = new_words(WORKSPACE_WORDS);
		if (reinterpret_cast<uintptr_t>(block) == address)
			return static_cast<unsigned *>(block);
	}
	return nullptr;
}

static void give_back(struct scene *s, bool is_early)
{
	void *blocks[MOST_BLOCKS];
	unsigned count = 0, *workspace = new_words(WORKSPACE_WORDS), *other;
	struct product p = product_open(s, workspace);
	set(s, &p, workspace, false);
	struct recording r = record(s, &p);
	if (is_early)
		other = hand_over(workspace, blocks, &count);
	else
		blocks[count++] = other = new_words(WORKSPACE_WORDS);
	struct replays seen = {};
	if (other) /* else nobody may touch the old address */
		seen = replay_products(s, &p, &r, other);
	s->record->shows = is_early && other && seen.written == REPLAYS;
	s->record->is_good = !seen.written && seen.right == REPLAYS;
	got(s, "the workspace is %s; %u of %d replays write into another owner's block; %u right",
	    !is_early ? "kept" : other ? "given back, its address handed out again" : "given back, its address not handed out again", seen.written, REPLAYS, seen.right);
	product_close(&p, &r);
	for (unsigned i = 0; i < count; i++)
		must(cudaFree(blocks[i]));
	if (!is_early)
		must(cudaFree(workspace));
}

static void run(struct scene *s, bool is_bad) { is_form("stream") ? set_both(s, is_bad) : give_back(s, is_bad); }

void hazard(struct scene *s) { run(s, HAS_HAZARD); }
void twin(struct scene *s) { run(s, false); }

#endif

int main(int argc, char **argv) { return confirm(argc, argv); }
