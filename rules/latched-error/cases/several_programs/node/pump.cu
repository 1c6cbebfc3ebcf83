// A program of its own: its slot is read nowhere, whatever the tool beside it does.
#include "../common/buffer.h"

#include <cstdio>

#define LOG_ONLY(call) \
	do { \
		cudaError_t code = (call); \
		if (code != cudaSuccess) \
			std::fprintf(stderr, "%s\n", cudaGetErrorString(code)); \
	} while (0)

struct pump {
	float *taken = nullptr;
	void on_message(const float *from, size_t n)
	{
		LOG_ONLY(cudaMemcpy(taken, from, n * sizeof *from, cudaMemcpyHostToDevice)); // expect-note: latched-error
	}
};

bool subscribe(pump *who);

int main()
{
	pump p;
	LOG_ONLY(cudaMalloc(&p.taken, 1024));
	return subscribe(&p);
}
