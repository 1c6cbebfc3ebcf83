// A macro that asks its argument twice: where that is a call, it is made once more for the text.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void work(float *p);

#define SAY_BAD(e)                                                                                                     \
	if ((e) != cudaSuccess)                                                                                        \
		std::printf("%s\n", cudaGetErrorString(e)), std::exit(1) // expect: misread-error

#define SAY_GOOD(e)                                                                                                    \
	do {                                                                                                           \
		cudaError_t said_ = (e);                                                                               \
		if (said_ != cudaSuccess)                                                                              \
			std::printf("%s\n", cudaGetErrorString(said_)), std::exit(1);                                  \
	} while (0)

/* Given variables alone. */
#define SAY_CODE(e)                                                                                                    \
	if ((e) != cudaSuccess)                                                                                        \
		std::printf("%s\n", cudaGetErrorString(e)), std::exit(1)

/* The text is the only thing that it asks for. */
#define SAY_LAST(e) std::printf("%s\n", cudaGetErrorString(e))

#define LAUNCHED() SAY_BAD(cudaGetLastError())

void launch_bad(float *p)
{
	work<<<1, 32>>>(p);
	LAUNCHED();
}

void launch_good(float *p)
{
	work<<<1, 32>>>(p);
	SAY_GOOD(cudaGetLastError());
	cudaError_t err = cudaMemset(p, 0, 4);
	SAY_CODE(err);
	SAY_LAST(cudaGetLastError());
}
