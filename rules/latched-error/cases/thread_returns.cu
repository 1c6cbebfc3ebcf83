// The slot ends with its thread: who returns from what the thread runs as soon as the failure is found leaves it to nobody; who goes on does not.
#include <cuda_runtime.h>

#include <iostream>
#include <thread>

struct frames {
	bool next(void **frame);
	void show(void *frame);
};

__global__ void convert(void *to, const void *from);

static void converter_good(frames *in, size_t n)
{
	void *frame, *to = nullptr;
	while (in->next(&frame)) {
		cudaError_t err = cudaMalloc(&to, n); // expect-note: latched-error
		if (err != cudaSuccess) {
			std::cerr << "no memory " << err << std::endl;
			return;
		}
		in->show(to);
	}
}

static void converter_bad(frames *in, size_t n)
{
	void *frame, *to = nullptr;
	while (in->next(&frame)) {
		cudaError_t err = cudaMalloc(&to, n); // expect-warning: latched-error
		if (err != cudaSuccess)
			std::cerr << "no memory " << err << std::endl;
		in->show(frame);
	}
}

int main()
{
	frames a, b;
	std::thread first(converter_good, &a, 4096), second(converter_bad, &b, 4096);
	first.join();
	second.join();
	return cudaGetLastError() != cudaSuccess;
}
