#include <cuda_runtime.h>

#include <cstdio>

enum app_status { app_status_success, app_status_continue, app_status_failed };

app_status status_of(cudaError_t err);

__global__ void work(float *p);

#define RETURN_IF_ERROR(call)                                                \
	do {                                                                 \
		const cudaError_t found = (call);                            \
		if (found != cudaSuccess) {                                  \
			std::fprintf(stderr, "%s\n", cudaGetErrorString(found)); \
			return app_status_failed;                            \
		}                                                            \
	} while (0)

// The macro tells its user by a status; among several answers the caller asks for the one to go on.
app_status prepare(float *p, size_t n)
{
	RETURN_IF_ERROR(cudaMemset(p, 0, n));
	return app_status_continue;
}

app_status run(float *p, size_t n, cudaStream_t stream)
{
	app_status status = prepare(p, n);
	if (status != app_status_continue)
		return status;
	work<<<1, 32, 0, stream>>>(p);
	RETURN_IF_ERROR(cudaGetLastError());
	return app_status_success;
}

// Nobody is told here.
#define LEAVE_IF_ERROR(call)                                                 \
	do {                                                                 \
		const cudaError_t found = (call);                            \
		if (found != cudaSuccess) {                                  \
			std::fprintf(stderr, "%s\n", cudaGetErrorString(found)); \
			return;                                              \
		}                                                            \
	} while (0)

void leave_bad(float *p, size_t n)
{
	LEAVE_IF_ERROR(cudaMemset(p, 0, n)); // expect-warning: latched-error
}
