// Operations of C++ tensors that give the host a value, or a result whose shape the data decide.
#include <ATen/cuda/CUDAContext.h>
#include <torch/extension.h>

__global__ void mark(const float *x, int *count, bool *kept);

using torch::Tensor;

static int counted(const Tensor &x)
{
	Tensor count = torch::zeros({1}, x.options().dtype(torch::kInt));
	Tensor kept = torch::empty({x.size(0)}, torch::device(torch::kCUDA).dtype(torch::kBool));
	mark<<<1, 32, 0, at::cuda::getCurrentCUDAStream()>>>(reinterpret_cast<const float *>(x.data_ptr()), count.data_ptr<int>(), kept.data_ptr<bool>());
	C10_CUDA_KERNEL_LAUNCH_CHECK();
	int largest = x.abs().max().item<int>(); // expect-error: sync-in-capture
	Tensor where = kept.nonzero(); // expect-error: sync-in-capture
	Tensor also = at::masked_select(x, kept); // expect-error: sync-in-capture
	Tensor shown = count.cpu(); // expect-note: host-source-in-capture
	return largest;
}

static Tensor checked(const Tensor &x)
{
	TORCH_CHECK(x.is_cuda(), "a tensor on the device");
	return x.nonzero(); // expect-error: sync-in-capture
}

// Lengths that the caller keeps on the host, and memory made there.
static int on_host(const Tensor &x, const Tensor &lengths)
{
	Tensor table = torch::zeros({x.size(0)}, x.options().device(torch::kCPU));
	Tensor steps = torch::arange(x.size(0));
	Tensor staged = torch::empty({4}, x.options().pinned_memory(true));
	mark<<<1, 32, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>(), nullptr, nullptr);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
	table.cpu();
	return lengths.max().item<int>() + table[0].item<int>() + steps.sum().item<int>() + staged.sum().item<int>();
}

// One way for tensors of the host, one for those of the device.
static float either(const Tensor &x)
{
	if (x.is_cuda()) {
		mark<<<1, 32, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>(), nullptr, nullptr);
		C10_CUDA_KERNEL_LAUNCH_CHECK();
		return 0;
	}
	return x.sum().item<float>();
}

// Names that others have, too.
struct Catalogue {
	int item() const;
	int unique() const;
};

static int namesakes(const Tensor &x, const Catalogue &goods)
{
	mark<<<1, 32, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>(), nullptr, nullptr);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
	return goods.item() + goods.unique();
}

// What an object keeps for its graph is what the graph reads, and that is on the device; what it keeps on the host is called so.
struct Step {
	at::cuda::CUDAGraph graph;
	Tensor active, lengths_cpu, out;

	Tensor chosen(const Tensor &mask)
	{
		return mask.nonzero().flatten(); // expect-warning: sync-in-capture
	}

	void record()
	{
		graph.capture_begin();
		out = chosen(active);
		int longest = lengths_cpu.max().item<int>();
		out = out.narrow(0, 0, longest);
		graph.capture_end();
	}
};

void captures(Tensor x, Tensor lengths, Catalogue goods)
{
	at::cuda::CUDAGraph graph;
	graph.capture_begin();
	counted(x);
	checked(x);
	on_host(x, lengths);
	either(x);
	namesakes(x, goods);
	graph.capture_end();
}
