// Of this one a function is named elsewhere: who does so may include it in a way that doesn't show.
#pragma once
#include <cuda_runtime.h>

class calendar {
public:
	calendar()
	{
		cudaEventCreate(&day); // expect: dropped-error
	}

	bool is_over() { return cudaEventQuery(day) == cudaSuccess; }

private:
	cudaEvent_t day;
};
