// A captured step of tensor operations alone, whose helper waits for the device; and one whose helper only keeps a name.
#include <ATen/cuda/CUDAGraph.h>
#include <torch/torch.h>

class Profiler {
public:
	void stop(const char *what)
	{
		torch::cuda::synchronize(); // expect-error: sync-in-capture
		last = what;
	}
	void mark(const char *what) { last = what; }

private:
	const char *last = nullptr;
};

struct Waiting {
	at::cuda::CUDAGraph graph;
	Profiler profiler;
	torch::Tensor x, w, h;
	void record()
	{
		graph.capture_begin();
		h = torch::matmul(x, w);
		profiler.stop("matmul");
		graph.capture_end();
	}
};

struct Marking {
	at::cuda::CUDAGraph graph;
	Profiler profiler;
	torch::Tensor x, w, h;
	void record()
	{
		graph.capture_begin();
		h = torch::matmul(x, w);
		profiler.mark("matmul");
		graph.capture_end();
		torch::cuda::synchronize();
	}
};
