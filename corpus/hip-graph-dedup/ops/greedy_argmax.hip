#include "greedy_argmax.h"

#include "../check.h"

namespace vt {

static constexpr int kThreads = 128;

static __global__ void greedy_argmax_kernel(const float *logits, int *ids, int columns)
{
	__shared__ float values[kThreads];
	__shared__ int places[kThreads];
	const float *row = logits + static_cast<size_t>(blockIdx.x) * columns;
	float best = -3.4e38f;
	int place = 0;
	for (int i = threadIdx.x; i < columns; i += blockDim.x) {
		if (row[i] > best) {
			best = row[i];
			place = i;
		}
	}
	values[threadIdx.x] = best;
	places[threadIdx.x] = place;
	__syncthreads();
	for (int half = kThreads / 2; half > 0; half /= 2) {
		if (threadIdx.x < half && values[threadIdx.x + half] > values[threadIdx.x]) {
			values[threadIdx.x] = values[threadIdx.x + half];
			places[threadIdx.x] = places[threadIdx.x + half];
		}
		__syncthreads();
	}
	if (threadIdx.x == 0)
		ids[blockIdx.x] = places[0];
}

void greedy_argmax(const float *logits, int *ids, int rows, int columns, hipStream_t stream)
{
	hipLaunchKernelGGL(greedy_argmax_kernel, dim3(rows), dim3(kThreads), 0, stream, logits, ids, columns);
	VT_HIP_LAUNCH_CHECK("greedy_argmax"); // expect-warning: blamed-launch
}

} // namespace vt
