// rules: swallowed-error
// A clear on the way to an answer that says that it has failed hides nothing.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void work(float *p);
bool is_usable(const float *p);

bool tries_good(float *p)
{
	work<<<1, 32>>>(p);
	if (!is_usable(p)) {
		cudaGetLastError(); // expect-note: swallowed-error
		std::fprintf(stderr, "not usable\n");
		return false;
	}
	return cudaGetLastError() == cudaSuccess;
}

int number_good(float *p)
{
	work<<<1, 32>>>(p);
	if (!is_usable(p)) {
		cudaGetLastError(); // expect-note: swallowed-error
		return -1;
	}
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

int lambda_good(float *p)
{
	auto attempt = [&]() {
		work<<<1, 32>>>(p);
		if (!is_usable(p)) {
			cudaGetLastError(); // expect-note: swallowed-error
			return false;
		}
		return true;
	};
	int done = attempt();
	return cudaGetLastError() == cudaSuccess && done;
}

bool tries_bad(float *p)
{
	work<<<1, 32>>>(p);
	if (!is_usable(p)) {
		cudaGetLastError(); // expect-warning: swallowed-error
		return true;
	}
	return cudaGetLastError() == cudaSuccess;
}

int number_bad(float *p)
{
	work<<<1, 32>>>(p);
	if (!is_usable(p)) {
		cudaGetLastError(); // expect-warning: swallowed-error
		return 0;
	}
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
