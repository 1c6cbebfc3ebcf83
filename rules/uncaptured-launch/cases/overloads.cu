// Overloads that take the stream in different places; weights that are packed once, when they are loaded.
#include <cuda_runtime.h>

struct Arguments {
	int m;
};
struct Params {
	int m;
};
__global__ void gemm_kernel(Params p);
__global__ void pack_kernel(float *p);
__global__ void step(float *p);

struct Gemm {
	static int run(Arguments const &args, void *workspace = nullptr, cudaStream_t stream = nullptr, void *adapter = nullptr);
	static int run(Params &params, cudaStream_t stream = nullptr, void *adapter = nullptr);
};

int Gemm::run(Params &params, cudaStream_t stream, void *)
{
	gemm_kernel<<<1, 128, 0, stream>>>(params);
	return cudaGetLastError();
}

int Gemm::run(Arguments const &args, void *, cudaStream_t stream, void *adapter)
{
	Params params = {args.m};
	return run(params, stream, adapter);
}

bool build(Params *params, int n, cudaStream_t stream, cudaGraph_t *graph)
{
	if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) != cudaSuccess)
		return false;
	int status = 0;
	for (int i = 0; i < n && !status; i++)
		status = Gemm::run(params[i], stream, nullptr);
	return cudaStreamEndCapture(stream, graph) == cudaSuccess && !status;
}

void repack_weights(float *p, cudaStream_t stream)
{
	pack_kernel<<<1, 128>>>(p); // expect-warning: uncaptured-launch
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}

// Another function of the name, which takes nothing; and a question for the size of a workspace.
template <typename T> struct limits {
	static T largest();
};

struct reduce {
	static cudaError_t largest(const float *p, float *out, int n, cudaStream_t s = 0)
	{
		step<<<1, 32, 0, s>>>(out);
		return cudaGetLastError();
	}
	static cudaError_t smallest(const float *p, float *out, int n, cudaStream_t s = 0)
	{
		float from = limits<float>::largest();
		step<<<1, 32, 0, s>>>(out);
		return from > 0 ? cudaGetLastError() : cudaSuccess;
	}
};

static cudaError_t sort(const float *p, float *out, size_t *bytes, cudaStream_t s = 0)
{
	step<<<1, 32, 0, s>>>(out);
	return cudaGetLastError();
}

static size_t get_sort_workspace(const float *p)
{
	size_t bytes = 0;
	return sort(p, nullptr, &bytes) == cudaSuccess ? bytes : 0;
}

cudaError_t sorted(const float *p, float *out, cudaStream_t s)
{
	size_t bytes = get_sort_workspace(p);
	return sort(p, out, &bytes, s);
}

/* The class behind the name is out of sight; of what is called `layout_of` one takes just what is given. */
struct slots {
	static cudaError_t layout_of(int n, cudaStream_t s, size_t *bytes)
	{
		step<<<1, 32, 0, s>>>((float *)bytes);
		return cudaGetLastError();
	}
	static size_t layout_of(int n)
	{
		size_t bytes = 0;
		(void)layout_of(n, 0, &bytes);
		return bytes;
	}
};

struct tickets {
	static size_t layout_of() { return 64; }
};

template <class Held>
cudaError_t laid_out(float *out, cudaStream_t s)
{
	using ticket_type = typename Held::ticket_type;
	step<<<1, 32, 0, s>>>(out + ticket_type::layout_of());
	return cudaGetLastError();
}
