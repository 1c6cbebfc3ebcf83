// This one reads it.
#include "../common/buffer.h"

#include <cstdio>

__global__ void draw(float *x, int n);

struct view {
	float *kept = nullptr;
	void on_resize(size_t n)
	{
		if (cudaMalloc(&kept, n * sizeof *kept) != cudaSuccess) // expect-warning: latched-error
			std::fprintf(stderr, "no room\n");
	}
	void on_draw(int n)
	{
		draw<<<1, 256>>>(kept, n);
		if (cudaGetLastError() != cudaSuccess) // expect-note: blamed-launch
			std::fprintf(stderr, "not drawn\n");
	}
};

bool show(view *what);

int main()
{
	view v;
	return buffer_take(1 << 20) == nullptr && show(&v);
}
