// Operators that need the host on every way can't be captured, with a stream or without.
#include <torch/extension.h>
#include <cuda_runtime.h>

__global__ void count(const float *in, int *out, int n);
__global__ void gather(const float *in, float *out, int n);
__global__ void barrier();

static int total(const int *counts)
{
	int sum = 0;
	if (cudaMemcpy(&sum, counts, sizeof sum, cudaMemcpyDeviceToHost) != cudaSuccess)
		throw 1;
	return sum;
}

torch::Tensor selected(torch::Tensor in, torch::Tensor counts)
{
	count<<<1, 32>>>(in.data_ptr<float>(), counts.data_ptr<int>(), 32); // expect-note: uncaptured-launch
	int n = counts.sum().item<int>();
	auto out = torch::empty({n}, in.options());
	gather<<<1, 32>>>(in.data_ptr<float>(), out.data_ptr<float>(), n); // expect-note: uncaptured-launch
	return out;
}

torch::Tensor selected_below(torch::Tensor in, torch::Tensor counts)
{
	count<<<1, 32>>>(in.data_ptr<float>(), counts.data_ptr<int>(), 32); // expect-note: uncaptured-launch
	int n = total(counts.data_ptr<int>());
	return in.slice(0, 0, n);
}

// One way alone needs it.
torch::Tensor counted(torch::Tensor in, torch::Tensor counts, bool is_checked)
{
	count<<<1, 32>>>(in.data_ptr<float>(), counts.data_ptr<int>(), 32); // expect-warning: uncaptured-launch
	if (is_checked && counts.sum().item<int>() < 0)
		throw 1;
	return counts;
}

// A kernel that is given nothing.
void meet(torch::Tensor in)
{
	barrier<<<1, 1>>>();
}

// How many are left decides on the host what comes next.
int *kept(torch::Tensor in, int *keys, int n)
{
	int *end = thrust::remove_if(thrust::device, keys, keys + n, is_zero()); // expect-note: uncaptured-launch
	count<<<1, 32>>>(in.data_ptr<float>(), keys, end - keys); // expect-note: uncaptured-launch
	return end;
}

// So does where something was found.
int *from_first(torch::Tensor in, int *keys, int n)
{
	int *first = thrust::find(thrust::device, keys, keys + n, 0); // expect-note: uncaptured-launch
	count<<<1, 32>>>(in.data_ptr<float>(), first, n); // expect-note: uncaptured-launch
	return first;
}

// The read of the tensor stands on the framework's current stream, and so does the tensor's making.
int sized(torch::Tensor in, torch::Tensor steps, int *keys)
{
	count<<<1, 32>>>(in.data_ptr<float>(), keys, 32); // expect-warning: uncaptured-launch
	return steps.sum().item<int>();
}

int sized_on_current(torch::Tensor in, torch::Tensor steps, int *keys)
{
	count<<<1, 32, 0, at::cuda::getCurrentCUDAStream()>>>(in.data_ptr<float>(), keys, 32);
	return steps.sum().item<int>();
}

__device__ int found;
__global__ void find(const float *in, int n);

int find_any(torch::Tensor in)
{
	int n = 0;
	find<<<1, 32>>>(in.data_ptr<float>(), 32); // expect-note: uncaptured-launch
	if (cudaMemcpyFromSymbol(&n, found, sizeof n) != cudaSuccess)
		throw 1;
	return n;
}

// What is copied to a symbol is nothing that the host waits for an answer with.
void set_any(torch::Tensor in, int n)
{
	if (cudaMemcpyToSymbol(found, &n, sizeof n) != cudaSuccess)
		throw 1;
	find<<<1, 32>>>(in.data_ptr<float>(), 32); // expect-warning: uncaptured-launch
}
