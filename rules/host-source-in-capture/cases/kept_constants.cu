// Copies in a loop through a helper: what the next turn writes again is gone, what stands before the loop is not.
#include <array>
#include <cuda_runtime.h>
#include <vector>

static void check(cudaError_t err)
{
	if (err != cudaSuccess)
		throw 1;
}

static float *uploaded(const float *from, size_t n)
{
	float *to = nullptr;
	check(cudaMalloc(&to, n * sizeof *to));
	check(cudaMemcpyAsync(to, from, n * sizeof *to, cudaMemcpyHostToDevice, cudaStreamLegacy));
	return to;
}

void fill_labels(std::vector<float *> &labels, float x, float y, float size)
{
	const std::array<float, 3> coords{x, y, size};
	for (float *&label : labels)
		label = uploaded(coords.data(), coords.size()); // expect-note: host-source-in-capture
}

void fill_points(std::vector<float *> &points, float step)
{
	std::vector<float> coords;
	for (size_t i = 0; i < points.size(); i++) {
		coords.assign(3, step * i);
		points[i] = uploaded(coords.data(), coords.size()); // expect-warning: host-source-in-capture
	}
}
