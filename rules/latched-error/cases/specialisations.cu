#include <cuda_runtime.h>

// The primary template leaves its failure behind, the specialisation for float does not.
template <class T>
struct buffer {
	static bool reserve(void **out)
	{
		return cudaMalloc(out, sizeof(T)) == cudaSuccess; // expect: latched-error
	}
	bool grow(void **out)
	{
		return cudaMalloc(out, sizeof(T)) == cudaSuccess; // expect: latched-error
	}
	~buffer();
};

template <>
struct buffer<float> {
	static bool reserve(void **out)
	{
		if (cudaMalloc(out, 4) == cudaSuccess)
			return true;
		cudaGetLastError();
		return false;
	}
	bool grow(void **out);
};

bool buffer<float>::grow(void **out)
{
	if (cudaMalloc(out, 4) == cudaSuccess)
		return true;
	cudaGetLastError();
	return false;
}

template <class T>
buffer<T>::~buffer()
{
	cudaGetLastError();
}

bool of_float(void **out)
{
	if (buffer<float>::reserve(out))
		return true;
	buffer<float> b;
	return b.grow(out);
}

bool of_int(void **out) { return buffer<int>::reserve(out); }

bool of_any(void **out)
{
	auto *b = new buffer<int>;
	return b->grow(out);
}

// A destructor that drains is the primary's: nothing clears here.
bool by_hand_bad(void **out)
{
	buffer<float> b;
	return cudaMallocHost(out, 4) == cudaSuccess; // expect: latched-error
}

bool by_hand(void **out)
{
	buffer<int> b;
	return cudaMallocHost(out, 4) == cudaSuccess;
}

// A member function alone may be specialised.
template <class T>
struct probe {
	static bool pin(void *host) { return cudaHostRegister(host, sizeof(T), 0) == cudaSuccess; } // expect: latched-error
};

template <>
bool probe<double>::pin(void *host)
{
	bool is_pinned = cudaHostRegister(host, 8, 0) == cudaSuccess;
	if (!is_pinned)
		cudaGetLastError();
	return is_pinned;
}

bool pin_double(void *host) { return probe<double>::pin(host); }
bool pin_int(void *host) { return probe<int>::pin(host); }

// Which is meant is not known: both count.
template <class T>
struct slab {
	static bool take(void **out) { return cudaMalloc(out, sizeof(T)) == cudaSuccess; } // expect: latched-error
};

template <>
struct slab<char> {
	static bool take(void **out) { return cudaMallocManaged(out, 1) == cudaSuccess; } // expect: latched-error
};

template <class T>
bool take_any(void **out)
{
	return slab<T>::take(out);
}
