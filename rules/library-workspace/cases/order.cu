// rules: library-workspace
#include <cublas_v2.h>
#include <cuda_runtime.h>

#define BLAS(x) do { if ((x) != CUBLAS_STATUS_SUCCESS) throw 1; } while (0)
#define CUDA(x) do { if ((x) != cudaSuccess) throw 2; } while (0)

struct engine {
	cublasHandle_t handle_ = nullptr;
	cudaStream_t stream_ = nullptr;
	void *workspace_ = nullptr;
	size_t size_ = 0;

	engine(size_t size) : size_(size)
	{
		BLAS(cublasCreate(&handle_));
		CUDA(cudaMalloc(&workspace_, size_));
		BLAS(cublasSetWorkspace(handle_, workspace_, size_));
	}

	void use(cudaStream_t stream)
	{
		BLAS(cublasSetStream(handle_, stream)); // expect: library-workspace
		stream_ = stream;
	}

	void use_whole(cudaStream_t stream)
	{
		BLAS(cublasSetStream(handle_, stream));
		BLAS(cublasSetWorkspace(handle_, workspace_, size_));
	}

	void grow(size_t size)
	{
		CUDA(cudaFree(workspace_)); // expect: library-workspace
		CUDA(cudaMalloc(&workspace_, size));
		size_ = size;
	}

	void grow_whole(size_t size)
	{
		CUDA(cudaFree(workspace_));
		CUDA(cudaMalloc(&workspace_, size));
		BLAS(cublasSetWorkspace(handle_, workspace_, size));
	}
};

void record(cublasHandle_t handle, cudaStream_t stream, void *ws, size_t size, const float *a, float *c, int n, cudaGraph_t *graph)
{
	const float one = 1;
	BLAS(cublasSetWorkspace(handle, ws, size));
	BLAS(cublasSetStream(handle, stream)); // expect-warning: library-workspace
	CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
	cublasStatus_t status = cublasSaxpy(handle, n, &one, a, 1, c, 1);
	CUDA(cudaStreamEndCapture(stream, graph));
	BLAS(status);
}

void record_in_order(cublasHandle_t handle, cudaStream_t stream, void *ws, size_t size)
{
	BLAS(cublasSetStream(handle, stream));
	BLAS(cublasSetWorkspace(handle, ws, size));
}

/* Set again only where the workspace changed; the stream may have changed alone. */
struct kernel {
	cublasHandle_t cublas_;
	cudaStream_t stream_ = nullptr;
	void *workspace_ = nullptr;

	void run(cudaStream_t stream, void *workspace, size_t size)
	{
		if (stream_ != stream) {
			BLAS(cublasSetStream(cublas_, stream)); // expect: library-workspace
			stream_ = stream;
		}
		if (workspace_ != workspace) {
			BLAS(cublasSetWorkspace(cublas_, workspace, size));
			workspace_ = workspace;
		}
	}

	void run_whole(cudaStream_t stream, void *workspace, size_t size)
	{
		if (stream_ != stream || workspace_ != workspace) {
			BLAS(cublasSetStream(cublas_, stream));
			BLAS(cublasSetWorkspace(cublas_, workspace, size));
			stream_ = stream;
			workspace_ = workspace;
		}
	}

	/* There may be none to set. */
	void run_optional(cudaStream_t stream, void *workspace, size_t size)
	{
		BLAS(cublasSetStream(cublas_, stream));
		if (workspace != nullptr && size != 0)
			BLAS(cublasSetWorkspace(cublas_, workspace, size));
	}

	void without(cudaStream_t stream) { BLAS(cublasSetStream(cublas_, stream)); }

	void default_pool(cudaStream_t stream)
	{
		BLAS(cublasSetWorkspace(cublas_, nullptr, 0));
		BLAS(cublasSetStream(cublas_, stream));
	}
};

/* Made together with its workspace at the first use. */
cublasHandle_t shared_handle(cudaStream_t stream, void *ws, size_t size)
{
	static cublasHandle_t handle = nullptr;
	if (!handle) {
		BLAS(cublasCreate(&handle));
		BLAS(cublasSetStream(handle, stream));
		BLAS(cublasSetWorkspace(handle, ws, size));
	}
	return handle;
}
