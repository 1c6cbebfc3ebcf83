// Contexts of a library: one ends its handle while another one may be capturing.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <mutex>
#include <thread>

__global__ void step(float *p);

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			throw 1;                                                                                       \
	} while (0)

static std::mutex table_mutex;
static int contexts;

struct Context {
	cudaStream_t stream;
	cublasHandle_t blas;

	Context()
	{
		std::lock_guard<std::mutex> lock(table_mutex);
		contexts++;
	}
	~Context() { cublasDestroy(blas); }
};

void relaxed(Context *c, float *p, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(c->stream, cudaStreamCaptureModeRelaxed)); // expect-warning: capture-threads
	step<<<1, 32, 0, c->stream>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamEndCapture(c->stream, graph));
}

// Its destructor waits until nobody captures.
struct Careful {
	cudaStream_t stream;
	cublasHandle_t blas;

	~Careful()
	{
		std::lock_guard<std::mutex> lock(table_mutex);
		cublasDestroy(blas);
	}
};

void locked(Careful *c, float *p, cudaGraph_t *graph)
{
	std::lock_guard<std::mutex> lock(table_mutex);
	CHECK(cudaStreamBeginCapture(c->stream, cudaStreamCaptureModeRelaxed));
	step<<<1, 32, 0, c->stream>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamEndCapture(c->stream, graph));
}
