// Neighbours whose streams are their own: no caller lends one, so none could have lent one here.
#include <cuda_runtime.h>
#include <vector>

__global__ void count(int *p, int n);

static void check(cudaError_t e)
{
	if (e != cudaSuccess)
		throw 1;
}

struct partition {
	std::vector<cudaStream_t> streams_;
	int *rows_;
	void split(int n)
	{
		count<<<1, 32, 0, streams_[0]>>>(rows_, n);
		check(cudaGetLastError());
	}
	void split_again(int n)
	{
		count<<<1, 32, 0, streams_[1]>>>(rows_, n);
		check(cudaGetLastError());
	}
	void number(int n)
	{
		count<<<1, 32>>>(rows_, n);
		check(cudaGetLastError());
	}
};
