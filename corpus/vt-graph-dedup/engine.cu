#include "engine.h"

#include "check.h"
#include "ops/greedy_argmax.h"
#include "ops/scale_logits.h"

namespace vt {

static constexpr int kMaxBatch = 64;

static __global__ void forward_kernel(float *logits, int columns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < columns)
		logits[static_cast<size_t>(blockIdx.y) * columns + i] = static_cast<float>((i * 37 + blockIdx.y) % columns);
}

static int padded_size(int batch)
{
	int size = 1;
	while (size < batch)
		size *= 2;
	return size;
}

engine::engine(const graph_dedup_ops &ops, int columns) : dedup_(ops), columns_(columns)
{
	VT_CUDA_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
	VT_CUDA_CHECK(cudaMalloc(&logits_, sizeof(float) * kMaxBatch * columns_));
	VT_CUDA_CHECK(cudaMalloc(&ids_, sizeof(int) * kMaxBatch));
	scale_logits_load();
}

engine::~engine()
{
	for (cudaGraph_t graph : graphs_)
		(void)cudaGraphDestroy(graph);
	(void)cudaFree(logits_);
	(void)cudaFree(ids_);
	(void)cudaStreamDestroy(stream_);
}

void engine::forward(int padded)
{
	dim3 grid((columns_ + 255) / 256, padded);
	void *arguments[] = {&logits_, &columns_};
	VT_CUDA_CHECK(cudaLaunchKernel(reinterpret_cast<const void *>(forward_kernel), grid, dim3(256), arguments, 0, stream_));
	scale_logits(logits_, padded * columns_, 0.5f, stream_);
}

cudaGraphExec_t engine::capture(int padded)
{
	cudaGraph_t graph = nullptr;
	VT_CUDA_CHECK(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
	forward(padded); // expect-note: failed-capture
	VT_CUDA_CHECK(cudaStreamEndCapture(stream_, &graph));
	graphs_.push_back(graph);
	cudaGraphExec_t exec = dedup_.fold(graph);
	dedup_.report();
	return exec;
}

void engine::step(int batch)
{
	int padded = padded_size(batch);
	auto known = execs_.find(padded);
	if (known == execs_.end())
		known = execs_.emplace(padded, capture(padded)).first;
	if (known->second)
		VT_CUDA_CHECK(cudaGraphLaunch(known->second, stream_));
	else
		forward(padded);
	greedy_argmax(logits_, ids_, batch, columns_, stream_);
}

std::vector<int> engine::ids(int batch) const
{
	std::vector<int> out(batch);
	VT_CUDA_CHECK(cudaMemcpyAsync(out.data(), ids_, sizeof(int) * batch, cudaMemcpyDeviceToHost, stream_));
	VT_CUDA_CHECK(cudaStreamSynchronize(stream_));
	return out;
}

} // namespace vt
