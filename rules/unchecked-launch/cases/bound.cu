// Registered with a binding: the interpreter calls it, and reads no slot. A macro around the function is no other caller.
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include <torch/library.h>

__global__ void add(float *out, const float *a, int n);

static at::Tensor add_bad(const at::Tensor &a)
{
	at::Tensor out = at::empty_like(a);
	add<<<(a.numel() + 255) / 256, 256, 0, at::cuda::getCurrentCUDAStream()>>>(out.data_ptr<float>(), a.data_ptr<float>(), a.numel()); // expect-warning: unchecked-launch
	return out;
}

static at::Tensor add_good(const at::Tensor &a)
{
	at::Tensor out = at::empty_like(a);
	add<<<(a.numel() + 255) / 256, 256, 0, at::cuda::getCurrentCUDAStream()>>>(out.data_ptr<float>(), a.data_ptr<float>(), a.numel());
	C10_CUDA_KERNEL_LAUNCH_CHECK();
	return out;
}

TORCH_LIBRARY_IMPL(mine, CUDA, m)
{
	m.impl(TORCH_SELECTIVE_NAME("mine::add_bad"), TORCH_FN(add_bad));
	m.impl(TORCH_SELECTIVE_NAME("mine::add_good"), TORCH_FN(add_good));
}

// Who keeps it may check after each call.
typedef at::Tensor (*task)(const at::Tensor &);
void submit(task t);

static at::Tensor add_later(const at::Tensor &a)
{
	at::Tensor out = at::empty_like(a);
	add<<<(a.numel() + 255) / 256, 256, 0, at::cuda::getCurrentCUDAStream()>>>(out.data_ptr<float>(), a.data_ptr<float>(), a.numel()); // expect-note: unchecked-launch
	return out;
}

void enqueue() { submit(add_later); }
