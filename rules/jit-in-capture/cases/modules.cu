// rules: jit-in-capture
#include <cuda.h>
#include <cuda_runtime.h>

#define CHECK(x) do { if ((x) != cudaSuccess) throw 1; } while (0)
#define CHECK_CU(x) do { if ((x) != CUDA_SUCCESS) throw 2; } while (0)

struct kernel {
	CUmodule module = nullptr;
	CUfunction function = nullptr;
	explicit kernel(const char *image)
	{
		CHECK_CU(cuModuleLoadData(&module, image));
		CHECK_CU(cuModuleGetFunction(&function, module, "work"));
	}
	~kernel()
	{
		if (module)
			cuModuleUnload(module); // expect: jit-in-capture
	}
};

/* The module is loaded, used and unloaded while the stream captures. */
void record(cudaStream_t stream, const char *image, cudaGraph_t *graph, void **args)
{
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	{
		kernel k(image);
		CHECK_CU(cuLaunchKernel(k.function, 1, 1, 1, 32, 1, 1, 0, stream, args, nullptr));
	}
	CHECK(cudaStreamEndCapture(stream, graph));
}

void record_plain(cudaStream_t stream, CUmodule old, CUfunction function, cudaGraph_t *graph, void **args)
{
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
	CHECK_CU(cuModuleUnload(old)); // expect-error: jit-in-capture
	CHECK_CU(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, args, nullptr));
	CHECK(cudaStreamEndCapture(stream, graph));
}

/* Relaxed mode allows it; before the begin and behind the end it is nobody's matter. */
void record_relaxed(cudaStream_t stream, CUmodule old, CUmodule older, CUfunction function, cudaGraph_t *graph, void **args)
{
	CHECK_CU(cuModuleUnload(older));
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
	CHECK_CU(cuModuleUnload(old));
	CHECK_CU(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, args, nullptr));
	CHECK(cudaStreamEndCapture(stream, graph));
}

/* Loading is legal with the drivers of today. */
void record_loaded(cudaStream_t stream, const char *image, CUmodule *module, CUfunction *function, cudaGraph_t *graph, void **args)
{
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	CHECK_CU(cuModuleLoadData(module, image));
	CHECK_CU(cuModuleGetFunction(function, *module, "work"));
	CHECK_CU(cuLaunchKernel(*function, 1, 1, 1, 32, 1, 1, 0, stream, args, nullptr));
	CHECK(cudaStreamEndCapture(stream, graph));
}
