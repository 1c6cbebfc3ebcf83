// The opposite of a question, asked of the same: what stands in a third arm is never run.
#include <cuda_runtime.h>

bool is_recorded(cudaStream_t s);

int third_arm(cudaStream_t s)
{
	if (is_recorded(s)) {
		return 1;
	} else if (!is_recorded(s)) {
		return 2;
	} else {
		if (cudaStreamSynchronize(s) != cudaSuccess)
			return 4;
		if (cudaGetLastError() != cudaSuccess)
			return 3;
	}
	return 0;
}

int other_stream(cudaStream_t s, cudaStream_t t)
{
	if (is_recorded(s)) {
		return 1;
	} else if (!is_recorded(t)) {
		return 2;
	} else {
		if (cudaStreamSynchronize(s) != cudaSuccess)
			return 4;
		if (cudaGetLastError() != cudaSuccess) // expect: swallowed-error
			return 3;
	}
	return 0;
}

int second_arm(cudaStream_t s)
{
	if (is_recorded(s)) {
		return 1;
	} else if (!is_recorded(s)) {
		if (cudaStreamSynchronize(s) != cudaSuccess)
			return 4;
		if (cudaGetLastError() != cudaSuccess) // expect: swallowed-error
			return 3;
	}
	return 0;
}

int twice(cudaStream_t s)
{
	if (is_recorded(s)) {
		return 1;
	} else if (is_recorded(s)) {
		return 2;
	} else {
		if (cudaStreamSynchronize(s) != cudaSuccess)
			return 4;
		if (cudaGetLastError() != cudaSuccess) // expect: swallowed-error
			return 3;
	}
	return 0;
}
