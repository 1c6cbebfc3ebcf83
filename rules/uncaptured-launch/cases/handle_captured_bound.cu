// The same, given the stream that is captured.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			throw 1;                                                                                       \
	} while (0)

struct Layer {
	cublasHandle_t handle;
	cudaStream_t stream;
	float *x, *w, *y;
	int n;

	explicit Layer(int size) : n(size)
	{
		CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
		if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
			throw 1;
		if (cublasSetStream(handle, stream) != CUBLAS_STATUS_SUCCESS)
			throw 1;
		forward();
		CHECK(cudaStreamSynchronize(stream));
	}

	void forward()
	{
		const float one = 1, zero = 0;
		if (cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, x, n, w, n, &zero, y, n) != CUBLAS_STATUS_SUCCESS)
			throw 1;
	}

	void capture(cudaGraph_t *graph)
	{
		CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
		forward();
		CHECK(cudaStreamEndCapture(stream, graph));
	}
};

int main()
{
	cudaGraph_t graph;
	Layer layer(64);
	layer.capture(&graph);
	CHECK(cudaGraphDestroy(graph));
}
