// Which device is current is chosen, work follows, and the function ends with a check: a device that is refused is named by it. What was to be copied is not.
#include <cuda_runtime.h>
#include <stdexcept>

__global__ void work(float *p);

static void check(const char *what)
{
	cudaError_t code = cudaGetLastError();
	if (code != cudaSuccess)
		throw std::runtime_error(std::string(what) + cudaGetErrorString(code));
}

void transform(float *p, int device)
{
	cudaSetDevice(device); // expect-note: dropped-error
	work<<<64, 64>>>(p);
	check("transform");
}

void transform_from_host(float *p, const float *host, size_t bytes)
{
	cudaMemcpy(p, host, bytes, cudaMemcpyHostToDevice); // expect: dropped-error
	work<<<64, 64>>>(p);
	check("transform");
}

void transform_bad(float *p, int device, bool asks)
{
	cudaSetDevice(device); // expect: dropped-error
	work<<<64, 64>>>(p);   // expect: unchecked-launch
	if (asks)
		check("transform");
}
