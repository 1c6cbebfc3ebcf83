// Parameters that a constructor keeps: what follows a condition with a default is still read both ways.
#include <cuda_runtime.h>

void check(cudaError_t err);

struct pool_bad {
	pool_bad(int device, bool is_shared = false) : device_(device), is_shared_(is_shared)
	{
		if (is_shared) {
			cudaMemPoolProps props{};
			props.location.id = device;
			cudaMemPoolCreate(&pool_, &props); // expect: dropped-error
		} else {
			check(cudaDeviceGetDefaultMemPool(&pool_, device));
		}
	}

	cudaMemPool_t pool_;
	int device_;
	bool is_shared_;
};

struct pool_good {
	pool_good(int device, bool is_shared = false) : device_(device), is_shared_(is_shared)
	{
		if (is_shared) {
			cudaMemPoolProps props{};
			props.location.id = device;
			check(cudaMemPoolCreate(&pool_, &props));
		} else {
			check(cudaDeviceGetDefaultMemPool(&pool_, device));
		}
	}

	cudaMemPool_t pool_;
	int device_;
	bool is_shared_;
};
