// A needless wait in a step of something that reads counts back: its caller works with the host. And a question that few ask.
#include <cuda_runtime.h>

__global__ void find(const float *p, int *count);
__global__ void vote(float *p, int n);

static void check(cudaError_t e)
{
	if (e != cudaSuccess)
		throw 1;
}

int find_points(const float *p, int *count, cudaStream_t s)
{
	int n;
	find<<<1, 32, 0, s>>>(p, count);
	check(cudaGetLastError());
	check(cudaMemcpyAsync(&n, count, sizeof n, cudaMemcpyDeviceToHost, s));
	check(cudaStreamSynchronize(s));
	return n;
}

void vote_all(float *p, int n, cudaStream_t s)
{
	vote<<<1, 32, 0, s>>>(p, n);
	check(cudaGetLastError());
	check(cudaStreamSynchronize(s)); // expect-note: sync-in-capture
}

void circles(float *p, int *count, cudaStream_t s)
{
	int n = find_points(p, count, s);
	if (n)
		vote_all(p, n, s);
}

bool are_in_order(cudaStream_t a, cudaStream_t b)
{
	unsigned flags = 0;
	if (a == nullptr) {
		check(cudaStreamGetFlags(b, &flags)); // expect-note: sync-in-capture
		return (flags & cudaStreamNonBlocking) == 0;
	}
	return a == b;
}

bool is_blocking(cudaStream_t s)
{
	unsigned flags = 0;
	check(cudaStreamGetFlags(s, &flags)); // expect-note: sync-in-capture
	return (flags & cudaStreamNonBlocking) == 0;
}

void vote_by_flags(float *p, int n, cudaStream_t s)
{
	unsigned flags = 0;
	check(cudaStreamGetFlags(s, &flags)); // expect-warning: sync-in-capture
	vote<<<1, 32, 0, s>>>(p, n + flags);
	check(cudaGetLastError());
}
