/* A function takes a stream and does nothing with it, and nobody sees what launches. */
#include <cuda_runtime.h>

struct problem {
	int m, n, k;
};

int multiply(cudaStream_t stream, const problem &p, const float *a, const float *b, float *c)
{
	typedef other::Gemm<float> G;
	typename G::Params params;
	if (params.initialize(p, a, b, c))
		return 1;
	G::launch(params); // expect-warning: uncaptured-launch
	return cudaGetLastError() != cudaSuccess;
}

int multiply_on_it(cudaStream_t stream, const problem &p, const float *a, const float *b, float *c)
{
	typedef other::Gemm<float> G;
	typename G::Params params;
	if (params.initialize(p, a, b, c))
		return 1;
	G::launch(params, stream);
	return cudaGetLastError() != cudaSuccess;
}

/* The stream goes another way. */
int multiply_with_it(cudaStream_t stream, const problem &p, const float *a, const float *b, float *c)
{
	typedef other::Gemm<float> G;
	typename G::Params params;
	params.stream = stream;
	if (params.initialize(p, a, b, c))
		return 1;
	G::launch(params);
	return cudaGetLastError() != cudaSuccess;
}
