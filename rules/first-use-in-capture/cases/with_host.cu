// First uses in what works with the host: results that are sized there, answers that are waited for, files that a thread writes.
// rules: first-use-in-capture
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusparse.h>

__global__ void sum(const float *p, float *out);
__global__ void shade(float *p);

static void check(bool good)
{
	if (!good)
		throw 1;
}

struct handles {
	cusparseHandle_t sparse = nullptr;
	cublasHandle_t blas = nullptr;
};

void product(handles &h, cusparseSpMatDescr_t c, cudaStream_t s)
{
	if (!h.sparse)
		check(cusparseCreate(&h.sparse) == CUSPARSE_STATUS_SUCCESS); // expect-note: first-use-in-capture
	check(cusparseSetStream(h.sparse, s) == CUSPARSE_STATUS_SUCCESS);
	int64_t rows, columns, count;
	check(cusparseSpMatGetSize(c, &rows, &columns, &count) == CUSPARSE_STATUS_SUCCESS);
}

void multiply(handles &h, int n, const float *x, float *y, cudaStream_t s)
{
	float one = 1;
	if (!h.blas)
		check(cublasCreate(&h.blas) == CUBLAS_STATUS_SUCCESS); // expect-warning: first-use-in-capture
	check(cublasSetStream(h.blas, s) == CUBLAS_STATUS_SUCCESS);
	check(cublasSaxpy(h.blas, n, &one, x, 1, y, 1) == CUBLAS_STATUS_SUCCESS);
}

float total(const float *p, int turn, cudaEvent_t done, cudaStream_t s)
{
	static float *answer = nullptr;
	if (!answer)
		check(cudaMallocHost(&answer, sizeof *answer) == cudaSuccess); // expect-note: first-use-in-capture
	sum<<<1, 32, 0, s>>>(p, answer);
	check(cudaGetLastError() == cudaSuccess);
	if (turn != 0)
		return 0;
	check(cudaEventRecord(done, s) == cudaSuccess);
	check(cudaEventSynchronize(done) == cudaSuccess);
	return *answer;
}

struct pool {
	template <typename F> void enqueue_task(F &&f);
};

struct camera {
	pool threads;
	bool is_running = false;
	void frame(float *p, float *to, cudaStream_t s)
	{
		if (!is_running) {
			is_running = true;
			threads.enqueue_task([=] { check(cudaMemcpy(to, p, 4, cudaMemcpyDeviceToHost) == cudaSuccess); });
		}
		shade<<<1, 32, 0, s>>>(p);
		check(cudaGetLastError() == cudaSuccess);
	}
};
