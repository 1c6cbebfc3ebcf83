// A mutex that is locked by its own method.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <mutex>

__global__ void step(float *p);

struct Context {
	cudaStream_t stream;
	cublasHandle_t blas;
	std::mutex guard;
	int users = 0;

	void use()
	{
		guard.lock();
		users++;
		cudaStreamQuery(stream);
		guard.unlock();
	}
	~Context() { cublasDestroy(blas); }
};

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			throw 1;                                                                                       \
	} while (0)

void relaxed(Context *c, float *p, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(c->stream, cudaStreamCaptureModeRelaxed)); // expect-warning: capture-threads
	step<<<1, 32, 0, c->stream>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamEndCapture(c->stream, graph));
}
