// Counters of what the host does beside captures: it allocates, waits for an answer, or works at the first call alone.
#include <cuda_runtime.h>

__global__ void seed(float *p, unsigned n, unsigned first);
__global__ void assign(unsigned *ids, unsigned n, unsigned first);

static void check(cudaError_t err)
{
	if (err != cudaSuccess)
		throw 1;
}

class Draws {
public:
	void resize_states(unsigned wanted, cudaStream_t stream)
	{
		if (wanted <= length)
			return;
		check(cudaMalloc(&states, wanted * sizeof *states));
		seed<<<8, 128, 0, stream>>>(states, wanted, length);
		check(cudaGetLastError());
		length += wanted; // expect-note: frozen-value
	}

	void add(unsigned n, cudaStream_t stream)
	{
		seed<<<8, 128, 0, stream>>>(states, n, length);
		check(cudaGetLastError());
		length += n; // expect-warning: frozen-value
	}

private:
	float *states = nullptr;
	unsigned length = 0;
};

class Agents {
public:
	void number(unsigned *ids, unsigned n, cudaStream_t stream)
	{
		if (is_numbered)
			return;
		assign<<<8, 128, 0, stream>>>(ids, n, next);
		check(cudaGetLastError());
		next += n; // expect-note: frozen-value
		is_numbered = true;
		check(cudaStreamSynchronize(stream));
	}

private:
	unsigned next = 0;
	bool is_numbered = false;
};
