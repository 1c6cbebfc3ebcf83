// What a check shall do on failure is given to it as a statement: it runs there, and only there.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void work(int *p);

#define CHECK_OR(call, action)                                                                                         \
	do {                                                                                                           \
		cudaError_t err = (call);                                                                              \
		if (err != cudaSuccess) {                                                                              \
			action;                                                                                        \
		}                                                                                                      \
	} while (0)

#define CHECK_THEN(call, ...)                                                                                          \
	do {                                                                                                           \
		if ((call) != cudaSuccess) {                                                                           \
			__VA_ARGS__                                                                                    \
		}                                                                                                      \
	} while (0)

bool answered_bad(int **p, int *q)
{
	CHECK_OR(cudaMalloc(p, 4), return false); // expect: latched-error
	CHECK_OR(cudaMemset(*p, 0, 4), goto out); // expect: latched-error
	cudaFree(q);
	return true;
out:
	puts("not cleared");
	return false;
}

bool answered_good(int **p)
{
	CHECK_OR(cudaMalloc(p, 4), cudaGetLastError(); return false);
	CHECK_THEN(cudaMemset(*p, 0, 4), { cudaGetLastError(); return false; });
	return true;
}

int ended_good(int **p, int n)
{
	for (int i = 0; i < n; i++)
		CHECK_OR(cudaMemset(p[i], 0, 4), abort());
	return n;
}

// The unseen one has the code, and may run the statement.
bool unseen(int **p)
{
	UNSEEN_OR(cudaMalloc(p, 4), return false);
	work<<<1, 32>>>(*p);
	return cudaGetLastError() == cudaSuccess;
}
