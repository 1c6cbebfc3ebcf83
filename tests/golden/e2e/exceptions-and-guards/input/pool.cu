#include <cuda_runtime.h>
#include <stdexcept>

struct Drain {
	~Drain() { cudaGetLastError(); }
};

void *grab(size_t bytes)
{
	void *p;
	if (cudaMalloc(&p, bytes) != cudaSuccess)
		throw std::bad_alloc();
	return p;
}

void *grab_or_null(size_t bytes) noexcept
{
	try {
		return grab(bytes);
	} catch (const std::bad_alloc &) {
		return nullptr;
	}
}

void *grab_clean(size_t bytes)
{
	Drain drain;
	try {
		return grab(bytes);
	} catch (...) {
		return nullptr;
	}
}

template <class F> struct Guard {
	F f;
	Guard(F g) : f(g) { }
	~Guard() { f(); }
};

bool copy(void *to, const void *from, size_t n)
{
	Guard done([&] { cudaFree(to); });
	return cudaMemcpy(to, from, n, cudaMemcpyDefault) == cudaSuccess;
}
