#include "softmax.cuh"

cudaStream_t main_stream;

static void step(float *x, int n)
{
	softmax(x, 0.5f, n, main_stream);
}

int main()
{
	float *x = nullptr;
	if (cudaStreamCreateWithFlags(&main_stream, cudaStreamNonBlocking) != cudaSuccess || cudaMalloc(&x, 4096) != cudaSuccess)
		return 1;
	for (int i = 0; i < 10; i++)
		step(x, 1024);
	return cudaStreamSynchronize(main_stream) != cudaSuccess;
}
