#include "engine.h"

#include "check.h"
#include "ops/greedy_argmax.h"

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
	VT_HIP_CHECK(hipStreamCreateWithFlags(&stream_, hipStreamNonBlocking));
	VT_HIP_CHECK(hipMalloc(&logits_, sizeof(float) * kMaxBatch * columns_));
	VT_HIP_CHECK(hipMalloc(&ids_, sizeof(int) * kMaxBatch));
}

engine::~engine()
{
	for (hipGraph_t graph : graphs_)
		(void)hipGraphDestroy(graph);
	(void)hipFree(logits_);
	(void)hipFree(ids_);
	(void)hipStreamDestroy(stream_);
}

void engine::forward(int padded)
{
	dim3 grid((columns_ + 255) / 256, padded);
	void *arguments[] = {&logits_, &columns_};
	VT_HIP_CHECK(hipLaunchKernel(reinterpret_cast<const void *>(forward_kernel), grid, dim3(256), arguments, 0, stream_));
}

hipGraphExec_t engine::capture(int padded)
{
	hipGraph_t graph = nullptr;
	VT_HIP_CHECK(hipStreamBeginCapture(stream_, hipStreamCaptureModeThreadLocal));
	forward(padded); // expect-note: failed-capture
	VT_HIP_CHECK(hipStreamEndCapture(stream_, &graph));
	graphs_.push_back(graph);
	hipGraphExec_t exec = dedup_.fold(graph);
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
		VT_HIP_CHECK(hipGraphLaunch(known->second, stream_));
	else
		forward(padded);
	greedy_argmax(logits_, ids_, batch, columns_, stream_);
}

std::vector<int> engine::ids(int batch) const
{
	std::vector<int> out(batch);
	VT_HIP_CHECK(hipMemcpyAsync(out.data(), ids_, sizeof(int) * batch, hipMemcpyDeviceToHost, stream_));
	VT_HIP_CHECK(hipStreamSynchronize(stream_));
	return out;
}

} // namespace vt
