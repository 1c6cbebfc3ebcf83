// rules: rebound-buffer
// A class that captures once and launches the graph from then on: what becomes of the buffers that it has captured.
#include <cuda_runtime.h>

void check(cudaError_t err);
__global__ void unfold(const float *x, float *columns, int n);

struct Scratch {
	float *p = nullptr;
	size_t size = 0;
	float *get() const { return p; }
	bool reserve(size_t n)
	{
		if (n <= size)
			return false;
		check(cudaFree(p));
		check(cudaMalloc(&p, n));
		size = n;
		return true;
	}
};

class Kept {
public:
	void resize(size_t n);
	void execute();

private:
	void record();
	cudaStream_t stream_;
	cudaGraphExec_t exec_ = nullptr;
	float *x_, *columns_ = nullptr;
	size_t size_ = 0;
};

void Kept::resize(size_t n)
{
	if (n > size_) {
		check(cudaFree(columns_)); // expect-warning: rebound-buffer
		check(cudaMalloc(&columns_, n));
		size_ = n;
	}
}

void Kept::record()
{
	cudaGraph_t graph;
	check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
	unfold<<<16, 64, 0, stream_>>>(x_, columns_, 1024);
	check(cudaGetLastError());
	check(cudaStreamEndCapture(stream_, &graph));
	check(cudaGraphInstantiate(&exec_, graph, 0));
	check(cudaGraphDestroy(graph));
}

void Kept::execute()
{
	if (!exec_)
		record();
	check(cudaGraphLaunch(exec_, stream_));
}

// The graph goes with the buffer.
class Dropped {
public:
	void resize(size_t n);
	void execute();

private:
	cudaStream_t stream_;
	cudaGraphExec_t exec_ = nullptr;
	float *x_, *unfolded_ = nullptr;
	size_t size_ = 0;
};

void Dropped::resize(size_t n)
{
	if (n <= size_)
		return;
	if (exec_) {
		check(cudaGraphExecDestroy(exec_));
		exec_ = nullptr;
	}
	check(cudaFree(unfolded_));
	check(cudaMalloc(&unfolded_, n));
	size_ = n;
}

void Dropped::execute()
{
	if (!exec_) {
		cudaGraph_t graph;
		check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
		unfold<<<16, 64, 0, stream_>>>(x_, unfolded_, 1024);
		check(cudaGetLastError());
		check(cudaStreamEndCapture(stream_, &graph));
		check(cudaGraphInstantiate(&exec_, graph, 0));
		check(cudaGraphDestroy(graph));
	}
	check(cudaGraphLaunch(exec_, stream_));
}

// By the object that holds the memory.
class Held {
public:
	void resize(size_t n);
	void resize_and_drop(size_t n);
	void execute();

private:
	cudaStream_t stream_;
	cudaGraphExec_t exec_ = nullptr;
	float *x_;
	Scratch scratch_, spare_;
};

void Held::resize(size_t n)
{
	scratch_.reserve(n); // expect-warning: rebound-buffer
}

void Held::resize_and_drop(size_t n)
{
	if (scratch_.reserve(n) && exec_) {
		check(cudaGraphExecDestroy(exec_));
		exec_ = nullptr;
	}
	spare_.reserve(n);
}

void Held::execute()
{
	if (!exec_) {
		cudaGraph_t graph;
		check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
		unfold<<<16, 64, 0, stream_>>>(x_, scratch_.get(), 1024);
		check(cudaGetLastError());
		check(cudaStreamEndCapture(stream_, &graph));
		check(cudaGraphInstantiate(&exec_, graph, 0));
		check(cudaGraphDestroy(graph));
	}
	check(cudaGraphLaunch(exec_, stream_));
}

// It asks for the size that it has captured.
class Sized {
public:
	void resize(size_t n);
	void execute();

private:
	cudaStream_t stream_;
	cudaGraphExec_t exec_ = nullptr;
	float *x_, *cut_ = nullptr;
	size_t room_ = 0, captured_room_ = 0;
};

void Sized::resize(size_t n)
{
	check(cudaFree(cut_));
	check(cudaMalloc(&cut_, n));
	room_ = n;
}

void Sized::execute()
{
	if (room_ != captured_room_) {
		cudaGraph_t graph;
		check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
		unfold<<<16, 64, 0, stream_>>>(x_, cut_, 1024);
		check(cudaGetLastError());
		check(cudaStreamEndCapture(stream_, &graph));
		if (exec_)
			check(cudaGraphExecDestroy(exec_));
		check(cudaGraphInstantiate(&exec_, graph, 0));
		check(cudaGraphDestroy(graph));
		captured_room_ = room_;
	}
	check(cudaGraphLaunch(exec_, stream_));
}
