#include "filters.h"

#include <cuda_runtime.h>

void moments_first(float *p);
void moments_second(float *p);

int main(int argc, char **)
{
	float *p;
	if (cudaMalloc(&p, 4096) != cudaSuccess)
		return 1;
	moments_first(p);
	switch (argc) {
	case 0: add(p); break;
	case 1: blur(p); break;
	case 2: crop(p); break;
	case 3: dim(p); break;
	case 4: erode(p); break;
	case 5: fade(p); break;
	case 6: grow(p); break;
	case 7: hue(p); break;
	case 8: invert(p); break;
	case 9: join(p); break;
	}
	return cudaDeviceSynchronize() != cudaSuccess;
}
