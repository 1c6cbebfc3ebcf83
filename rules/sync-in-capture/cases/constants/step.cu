// What stands under a name that is a constant false is compiled away. A variable, a macro that a build may set and a template's parameter are no such names.
#include <cuda_runtime.h>

#include "trace.h"

namespace solver {

constexpr bool PRINT = false;
static const bool CHECK_STEPS = true;
bool print_too = false;

__global__ void advance(float *x);

struct Solver {
	static constexpr bool wait_each = false;
	bool wait_once = false;
	void step(float *x, cudaStream_t stream);
};

void Solver::step(float *x, cudaStream_t stream)
{
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	advance<<<1, 32, 0, stream>>>(x);
	if constexpr (PRINT)
		cudaDeviceSynchronize();
	if (TRACE_STEPS)
		cudaDeviceSynchronize();
	if (VERBOSE > 2)
		cudaDeviceSynchronize();
	if (wait_each && x)
		cudaDeviceSynchronize();
	const bool is_debug = false;
	if (is_debug)
		cudaDeviceSynchronize();
	if (!CHECK_STEPS)
		cudaDeviceSynchronize();
	cudaGraph_t graph;
	cudaStreamEndCapture(stream, &graph);
}

void Solver_wrong(Solver &s, float *x, cudaStream_t stream)
{
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	advance<<<1, 32, 0, stream>>>(x);
	if (!PRINT)
		cudaDeviceSynchronize(); // expect-error: sync-in-capture
	cudaGraph_t graph;
	cudaStreamEndCapture(stream, &graph);
}

void by_variable(float *x, cudaStream_t stream)
{
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	if (print_too)
		cudaDeviceSynchronize(); // expect: sync-in-capture
	cudaGraph_t graph;
	cudaStreamEndCapture(stream, &graph);
}

void by_build(float *x, cudaStream_t stream)
{
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	if (TRACE_MEMORY)
		cudaDeviceSynchronize(); // expect-note: sync-in-capture
	cudaGraph_t graph;
	cudaStreamEndCapture(stream, &graph);
}

template <bool WAITS>
void by_argument(float *x, cudaStream_t stream)
{
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	if constexpr (WAITS)
		cudaDeviceSynchronize(); // expect: sync-in-capture
	cudaGraph_t graph;
	cudaStreamEndCapture(stream, &graph);
}

}
