// rules: graph-key
// What only the call that captures looks at, in C++.
#include <cuda_runtime.h>
#include <map>
#include <utility>

void check(cudaError_t err);
__global__ void attend(const float *q, float *o, int length, int dim);
__global__ void scale(float *x, int n, float by);

class Keyed {
public:
	void run(const float *q, int batch, int length);
	void run_both(const float *q, int batch, int length);

private:
	cudaStream_t stream_;
	std::map<int, cudaGraphExec_t> graphs_;
	std::map<std::pair<int, int>, cudaGraphExec_t> both_;
	float *q_, *o_;
	int dim_;
};

void Keyed::run(const float *q, int batch, int length)
{
	check(cudaMemcpyAsync(q_, q, sizeof(float) * batch * dim_, cudaMemcpyDeviceToDevice, stream_));
	auto it = graphs_.find(batch);
	if (it == graphs_.end()) {
		cudaGraph_t graph;
		cudaGraphExec_t exec;
		check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
		attend<<<batch, 128, 0, stream_>>>(q_, o_, length, dim_); // expect-warning: graph-key
		check(cudaGetLastError());
		check(cudaStreamEndCapture(stream_, &graph));
		check(cudaGraphInstantiate(&exec, graph, 0));
		check(cudaGraphDestroy(graph));
		it = graphs_.emplace(batch, exec).first;
	}
	check(cudaGraphLaunch(it->second, stream_));
}

// The key holds both.
void Keyed::run_both(const float *q, int batch, int length)
{
	check(cudaMemcpyAsync(q_, q, sizeof(float) * batch * dim_, cudaMemcpyDeviceToDevice, stream_));
	auto it = both_.find({batch, length});
	if (it == both_.end()) {
		cudaGraph_t graph;
		cudaGraphExec_t exec;
		check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
		attend<<<batch, 128, 0, stream_>>>(q_, o_, length, dim_);
		check(cudaGetLastError());
		check(cudaStreamEndCapture(stream_, &graph));
		check(cudaGraphInstantiate(&exec, graph, 0));
		check(cudaGraphDestroy(graph));
		it = both_.emplace(std::make_pair(batch, length), exec).first;
	}
	check(cudaGraphLaunch(it->second, stream_));
}

struct context {
	cudaStream_t stream;
	cudaGraphExec_t exec;
	float *x;
};

static void record(context *ctx, float *x, int n, float by)
{
	cudaGraph_t graph;
	check(cudaStreamBeginCapture(ctx->stream, cudaStreamCaptureModeThreadLocal));
	scale<<<n / 256, 256, 0, ctx->stream>>>(x, n, by);
	check(cudaGetLastError());
	check(cudaStreamEndCapture(ctx->stream, &graph));
	check(cudaGraphInstantiate(&ctx->exec, graph, 0));
	check(cudaGraphDestroy(graph));
}

// A pointer of the first call, in a function of C that captures in another one.
extern "C" void scale_by_two(context *ctx, float *x)
{
	if (!ctx->exec)
		record(ctx, x, 1024, 2.0f); // expect-warning: graph-key
	check(cudaGraphLaunch(ctx->exec, ctx->stream));
}

// What each call is given goes into the buffer that was captured.
extern "C" void scale_copied(context *ctx, float *x)
{
	if (!ctx->exec)
		record(ctx, ctx->x, 1024, 2.0f);
	check(cudaMemcpyAsync(ctx->x, x, 4096, cudaMemcpyDeviceToDevice, ctx->stream));
	check(cudaGraphLaunch(ctx->exec, ctx->stream));
}

// Another pointer is asked for, and captured anew.
extern "C" void scale_again(context *ctx, float *x)
{
	if (ctx->exec && ctx->x != x) {
		check(cudaGraphExecDestroy(ctx->exec));
		ctx->exec = nullptr;
	}
	if (!ctx->exec) {
		record(ctx, x, 1024, 2.0f);
		ctx->x = x;
	}
	check(cudaGraphLaunch(ctx->exec, ctx->stream));
}

// A factor that is made into another number first.
extern "C" void scale_formed(context *ctx, float factor)
{
	const float by = 1.0f / factor;
	if (ctx->exec == nullptr)
		record(ctx, ctx->x, 1024, by); // expect-warning: graph-key
	check(cudaGraphLaunch(ctx->exec, ctx->stream));
}

// The graph lives as long as the call, and so do its parameters.
extern "C" void scale_often(context *ctx, float *x, int times)
{
	cudaGraphExec_t exec = nullptr;
	for (int i = 0; i < times; i++) {
		if (!exec) {
			cudaGraph_t graph;
			check(cudaStreamBeginCapture(ctx->stream, cudaStreamCaptureModeThreadLocal));
			scale<<<4, 256, 0, ctx->stream>>>(x, 1024, 2.0f);
			check(cudaGetLastError());
			check(cudaStreamEndCapture(ctx->stream, &graph));
			check(cudaGraphInstantiate(&exec, graph, 0));
			check(cudaGraphDestroy(graph));
		}
		check(cudaGraphLaunch(exec, ctx->stream));
	}
	check(cudaGraphExecDestroy(exec));
}

static void halve(context *ctx, float *x, int n)
{
	if (!ctx->exec)
		record(ctx, x, n, 0.5f);
	check(cudaGraphLaunch(ctx->exec, ctx->stream));
}

// The only caller gives the same each time.
extern "C" void halve_often(context *ctx, int times)
{
	float *x;
	check(cudaMalloc(&x, 4096));
	for (int i = 0; i < times; i++)
		halve(ctx, x, 1024);
	check(cudaStreamSynchronize(ctx->stream));
	check(cudaFree(x));
}
