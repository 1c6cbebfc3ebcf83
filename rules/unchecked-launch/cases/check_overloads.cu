// Two checks of one name: one judges the code that it is given, the other asks the slot. Both have a place as their last parameter, by default.
#include <cuda_runtime.h>

struct place {
	int line;
};

__global__ void scale(float *p);

inline void device_check(::cudaError_t error, place where = {})
{
	if (error != ::cudaSuccess)
		throw where.line;
}
inline void device_check(place where = {})
{
	device_check(::cudaGetLastError(), where);
}

class launcher {
public:
	void operator()(float *p) const
	{
		scale<<<1, 32>>>(p);
		device_check(where_);
	}
	void plain(float *p) const
	{
		scale<<<1, 32>>>(p);
		device_check();
	}
	void waits(float *p) const
	{
		scale<<<1, 32>>>(p); // expect: unchecked-launch
		device_check(cudaDeviceSynchronize(), where_);
	}

private:
	const place where_;
};
