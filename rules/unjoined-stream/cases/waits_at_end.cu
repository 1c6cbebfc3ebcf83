// A stream that works and then waits for another one: it is the one that goes on, so it is not forked.
#include <cuda_runtime.h>

__global__ void multiply(float *p);
__global__ void wait_flag(int *flag);

static void check(cudaError_t err)
{
	if (err != cudaSuccess)
		throw 1;
}

class Overlap {
public:
	void run(cudaStream_t unused, float *p, int *flags, int n)
	{
		(void)unused;
		multiply<<<8, 128, 0, main_stream>>>(p);
		check(cudaGetLastError());
		for (int i = 0; i < n; i++)
			wait_flag<<<1, 1, 0, side_stream>>>(flags + i);
		check(cudaGetLastError());
		check(cudaEventRecord(done, side_stream));
		check(cudaStreamWaitEvent(main_stream, done, 0));
	}

private:
	cudaStream_t main_stream, side_stream;
	cudaEvent_t done;
};
