// This one is included.
#pragma once
#include <cuda_runtime.h>

class alarm_clock {
public:
	alarm_clock()
	{
		cudaEventCreate(&end); // expect: dropped-error
	}

	bool rings() { return cudaEventQuery(end) == cudaSuccess; }

private:
	cudaEvent_t end;
};
