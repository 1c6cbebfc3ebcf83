// rules: uncaptured-launch
// A program that nowhere speaks of captures: a method without a stream works in order with its object's; a launcher that others are given a stream beside
// is a slip; what is called to make a table ready is none.
#include <cuda_runtime.h>

__global__ void energy(float *out, const float *in, int n);
__global__ void fill_powers(unsigned *out, unsigned base, int n);
__device__ unsigned *the_powers;

void must(cudaError_t err);

void move(float *out, const float *in, int n, cudaStream_t stream)
{
	energy<<<n / 128, 128, 0, stream>>>(out, in, n);
	must(cudaGetLastError());
}

void shift(float *out, const float *in, int n, cudaStream_t stream)
{
	energy<<<n / 64, 64, 0, stream>>>(out, in, n);
	must(cudaGetLastError());
}

void shift_by_32(float *out, const float *in, int n, cudaStream_t stream)
{
	energy<<<n / 32, 32, 0, stream>>>(out, in, n);
	must(cudaGetLastError());
}

void shift_by_256(float *out, const float *in, int n, cudaStream_t stream)
{
	energy<<<n / 256, 256, 0, stream>>>(out, in, n);
	must(cudaGetLastError());
}

class Integrator {
public:
	float total();
	float *out, *in;
	int n;
};

float Integrator::total()
{
	energy<<<n / 128, 128>>>(out, in, n); // expect-note: uncaptured-launch
	must(cudaGetLastError());
	return 0;
}

cudaError_t sum(float *out, const float *in, int n)
{
	energy<<<n / 128, 128>>>(out, in, n); // expect-warning: uncaptured-launch
	return cudaGetLastError();
}

cudaError_t powers(unsigned *out, unsigned base, int n)
{
	fill_powers<<<n / 128, 128>>>(out, base, n);
	return cudaGetLastError();
}

cudaError_t tables(unsigned base, int n)
{
	unsigned *table = nullptr;
	must(cudaMalloc(&table, n * sizeof(unsigned)));
	must(powers(table, base, n));
	return cudaMemcpyToSymbol(the_powers, &table, sizeof(table));
}
