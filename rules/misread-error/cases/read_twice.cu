// The first read clears; what the second one says is "no error".
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>

__global__ void work(float *p);

void text_bad(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		std::cerr << cudaGetErrorString(cudaGetLastError()) << std::endl; // expect: misread-error
}

void text_good(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		std::cerr << cudaGetErrorString(err) << std::endl;
}

void thrown_bad(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		throw std::runtime_error(cudaGetErrorName(cudaGetLastError())); // expect: misread-error
}

// The failing call filled the slot a moment ago: this reads its code, and clears.
void text_of_call_good(void **out, size_t bytes)
{
	if (cudaMalloc(out, bytes) != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(cudaGetLastError()));
}

void text_after_clear_bad(void **out, size_t bytes)
{
	cudaError_t err = cudaMalloc(out, bytes);
	if (err != cudaSuccess) {
		cudaGetLastError();
		std::fprintf(stderr, "malloc: %s\n", cudaGetErrorString(cudaGetLastError())); // expect: misread-error
		*out = nullptr;
	}
}

// The saved code may be used as long as one likes.
void text_after_clear_good(void **out, size_t bytes)
{
	cudaError_t err = cudaMalloc(out, bytes);
	if (err != cudaSuccess) {
		cudaGetLastError();
		std::fprintf(stderr, "malloc: %s\n", cudaGetErrorString(err));
		*out = nullptr;
	}
}

void checked_twice_bad(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	cudaError_t launch = cudaGetLastError(); // expect: swallowed-error
	cudaError_t again = cudaGetLastError(); // expect: misread-error
	if (again != cudaSuccess)
		std::abort();
	(void)launch;
}

// Between the reads something can fail: both are right.
void checked_each_good(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		std::abort();
	work<<<1, 64, 0, s>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		std::abort();
}

// The callee hands on to something unseen, which may launch.
static void sort_by(sorter &by, float *p)
{
	by(p);
	puts(cudaGetErrorName(cudaSuccess));
}
void sorted(sorter &by, float *p)
{
	if (cudaGetLastError() != cudaSuccess)
		std::abort();
	sort_by(by, p);
	if (cudaGetLastError() != cudaSuccess)
		std::abort();
}

// Each arm has read and ended; the read behind them does no harm.
void once_more(float *p, bool is_large)
{
	if (is_large) {
		work<<<8, 32>>>(p);
		if (cudaGetLastError() != cudaSuccess)
			throw std::runtime_error("large");
	} else {
		work<<<1, 32>>>(p);
		if (cudaGetLastError() != cudaSuccess)
			throw std::runtime_error("small");
	}
	if (cudaGetLastError() != cudaSuccess) // expect-note: misread-error
		throw std::runtime_error("work");
}

void told_and_lost_bad(float *p)
{
	work<<<1, 32>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		std::fprintf(stderr, "work failed\n");
	if (cudaGetLastError() != cudaSuccess) // expect: misread-error
		throw std::runtime_error("work");
}
