#include "blur.h"

#define BLUR(type, image, n) blur_##type(image, n)

#define BLUR_BY(n, image, size) blur_by_##n(image, size)

int main()
{
	float *image;
	if (cudaMalloc(&image, 4096) != cudaSuccess)
		return 1;
	blur(image, 1024, nullptr);
	blur_all(image, 1024);
	BLUR(int8, image, 1024);
	BLUR_BY(8, image, 1024);
	blur_columns_twice(image, 1024);
	Stage stage;
	stage.run(image, 1024);
	return cudaDeviceSynchronize() != cudaSuccess;
}
