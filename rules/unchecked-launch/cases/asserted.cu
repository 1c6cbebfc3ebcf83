// What a refused launch leaves undone is asserted right behind it.
#include <cassert>
#include <cuda_runtime.h>

__global__ void three(int *out);
__global__ void next(int *out);

int *make()
{
	int *out = nullptr;
	if (cudaMalloc(&out, sizeof(int)) != cudaSuccess)
		return nullptr;
	return out;
}

static int first(int *out)
{
	int host = 0;
	three<<<1, 1>>>(out); // expect-note: unchecked-launch
	if (cudaMemcpy(&host, out, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess)
		return 1;
	assert(host == 3);
	return 0;
}

// The copy is of the launch behind.
static int two_launches(int *out)
{
	int host = 0;
	next<<<1, 1>>>(out); // expect: unchecked-launch
	three<<<1, 2>>>(out); // expect-note: unchecked-launch
	if (cudaMemcpy(&host, out, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess)
		return 1;
	assert(host == 3);
	return 0;
}

static int of_another(int *out, int other)
{
	int host = 0;
	three<<<1, 3>>>(out); // expect: unchecked-launch
	if (cudaMemcpy(&host, out, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess)
		return 1;
	assert(other == 0);
	return host;
}

static int on_one_way(int *out, bool asks)
{
	int host = 0;
	three<<<1, 4>>>(out); // expect: unchecked-launch
	if (cudaMemcpy(&host, out, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess)
		return 1;
	if (asks)
		assert(host == 3);
	return host;
}

int main(int argc, char **)
{
	int *out = make();
	return first(out) + two_launches(out) + of_another(out, argc) + on_one_way(out, argc > 1);
}
