// Numbers of the host that C++ brings to the device inside of a capture, and the same table kept there from before.
#include <ATen/cuda/CUDAGraph.h>
#include <torch/torch.h>
#include <vector>

struct Rope {
	std::vector<float> freqs;
	torch::Tensor table, staged;

	torch::Tensor uploads(const torch::Tensor &x)
	{
		auto f = torch::tensor(freqs).to(x.device()); // expect-error: host-source-in-capture
		return x * f;
	}

	torch::Tensor fills(const torch::Tensor &x)
	{
		auto made = torch::from_blob(freqs.data(), {64});
		table.copy_(made); // expect-error: host-source-in-capture
		return x * table;
	}

	torch::Tensor keeps(const torch::Tensor &x) { return x * table.to(x.device()); }
	torch::Tensor converts(const torch::Tensor &x) { return torch::tensor(freqs).to(torch::kFloat).sum(); }
	torch::Tensor makes(const torch::Tensor &x) { return x + torch::zeros({64}, x.options()).copy_(staged); }
};

struct Decoder {
	at::cuda::CUDAGraph graph;
	at::Tensor q, lengths, out;
	std::vector<int> lens;

	at::Tensor uploads() { return torch::tensor(lens, q.options().dtype(at::kInt)).cumsum(0); } // expect-error: host-source-in-capture
	at::Tensor keeps() { return lengths.cumsum(0); }

	void record()
	{
		graph.capture_begin();
		out = q.index_select(0, uploads()) + q.index_select(0, keeps());
		graph.capture_end();
	}
};

void captures(Rope &rope, torch::Tensor x)
{
	at::cuda::CUDAGraph graph;
	graph.capture_begin();
	auto y = rope.uploads(x) + rope.fills(x) + rope.keeps(x) + rope.converts(x) + rope.makes(x);
	graph.capture_end();
}
