// The interface without handles: operations return nothing, and the last status is asked for.
#include <cublas.h>
#include <cuda_runtime.h>

void multiply_good(int n, const float *a, const float *b, float *c)
{
	cublasSgemm('n', 'n', n, n, n, 1.0f, a, n, b, n, 0.0f, c, n);
}

void set_bad(int n, const float *host, float *device)
{
	cublasSetVector(n, sizeof(float), host, 1, device, 1); // expect: dropped-error
}
