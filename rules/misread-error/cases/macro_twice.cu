// A check macro that stands there twice: the first has thrown, so the second does no harm.
#include <cuda_runtime.h>

#define CHECK_LAUNCH()                                                                                                 \
	do {                                                                                                           \
		cudaError_t e = cudaGetLastError();                                                                    \
		if (e != cudaSuccess)                                                                                  \
			throw e;                                                                                       \
	} while (0)

__global__ void step(float *p);

void run(float *p, cudaStream_t s)
{
	step<<<1, 32, 0, s>>>(p);
	CHECK_LAUNCH();
	CHECK_LAUNCH(); // expect-note: misread-error
}
