// The application has streams of its own, and its handle gets none.
#include "linear.h"
#include "fields.h"

static void make(linear &l)
{
	if (cublasCreate(&l.handle) != CUBLAS_STATUS_SUCCESS) // expect: uncaptured-launch
		throw 1;
}

void linear_open(linear &l) { make(l); }

void linear_apply(linear &l, int n, const float *a, float *x)
{
	const float one = 1;
	fill(x, n, l.stream);
	if (cublasSaxpy(l.handle, n, &one, a, 1, x, 1) != CUBLAS_STATUS_SUCCESS)
		throw 2;
}
