// Macros that bring the labels of a switch along: what they run is run.
#include <cuda_runtime.h>

__global__ void add(void *p);

#define RETURN_IF_FAILED(x)              \
	{                                    \
		cudaError_t e = (x);             \
		if (e != cudaSuccess)            \
			return e;                    \
	}
#define CASE_HALF(type, ...)     \
	case 1: {                    \
		using type = short;      \
		return __VA_ARGS__();    \
	}
#define CASE_FLOAT(type, ...)    \
	case 2: {                    \
		using type = float;      \
		return __VA_ARGS__();    \
	}
#define FOR_TYPE(kind, type, ...)               \
	[&]() -> bool {                             \
		switch (kind) {                         \
			CASE_HALF(type, __VA_ARGS__)        \
			CASE_FLOAT(type, __VA_ARGS__)       \
		default:                                \
			return false;                       \
		}                                       \
	}()

template <typename T>
cudaError_t launch(T *p, cudaStream_t stream)
{
	void *args[] = {&p};
	RETURN_IF_FAILED(cudaLaunchKernel((void *)add<T>, 1, 32, args, 0, stream));
	return cudaSuccess;
}

void unseen(void *p, int kind, cudaStream_t stream)
{
	bool known = FOR_TYPE(kind, type, [&] {
		cudaError_t status = launch((type *)p, stream); // expect: dropped-error
		return true;
	});
	if (!known)
		throw 1;
}

void seen(void *p, int kind, cudaStream_t stream)
{
	bool known = FOR_TYPE(kind, type, [&] {
		cudaError_t status = launch((type *)p, stream);
		if (status != cudaSuccess) {
			(void)cudaGetLastError();
			throw 2;
		}
		return true;
	});
	if (!known)
		throw 1;
}
