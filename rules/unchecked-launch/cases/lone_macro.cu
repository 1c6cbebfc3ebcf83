// rules: unchecked-launch
// A check that is a name alone, and has its own semicolon: the launch behind it is a statement like any other.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		const cudaError_t code = call;                                                                         \
		if (code != cudaSuccess) {                                                                             \
			fprintf(stderr, "%s\n", cudaGetErrorString(code));                                             \
			exit(1);                                                                                       \
		}                                                                                                      \
	} while (0)
#define CHECK_KERNEL                                                                                                   \
	{                                                                                                              \
		CHECK(cudaGetLastError());                                                                             \
	}

__global__ void first(float *p) { p[threadIdx.x] = 1; }
__global__ void second(float *p) { p[threadIdx.x] = 2; }

void both_checked(float *p, int n)
{
	first<<<n, 64>>>(p);
	CHECK_KERNEL
	second<<<n, 64>>>(p);
	CHECK_KERNEL
}

void last_forgotten(float *p, int n)
{
	first<<<n, 64>>>(p);
	CHECK_KERNEL
	second<<<n, 64>>>( // expect: unchecked-launch
		p);
}

void before_a_declaration(float *p, int n)
{
	first<<<n, 64>>>(p);
	CHECK_KERNEL

	float *half = p + n / 2;
	second<<<n, 64>>>(half); // expect: unchecked-launch
}

void before_a_branch(float *p, int n)
{
	first<<<n, 64>>>(p);
	CHECK_KERNEL
	if (n > 64)
		printf("many\n");
}

// A hint to the compiler is no statement.
void hinted(float *p, int n)
{
	PRAGMA_UNROLL
	for (int i = 0; i < n; i++) {
		first<<<1, 64>>>(p + i);
		CHECK_KERNEL
	}
}
