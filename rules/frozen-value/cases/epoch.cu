// Counters of the host that kernels are given by value.
#include <cuda_runtime.h>

__global__ void exchange(float *p, unsigned epoch);
__global__ void draw(float *p, unsigned long seed, const unsigned long *offset);

#define EXCHANGE(P, S) exchange<<<8, 128, 0, S>>>(P, epoch)

class Ring {
public:
	cudaError_t step(float *p, cudaStream_t stream)
	{
		exchange<<<8, 128, 0, stream>>>(p, epoch);
		epoch++; // expect-warning: frozen-value
		return cudaGetLastError();
	}

	cudaError_t stride(float *p, unsigned n, cudaStream_t stream)
	{
		EXCHANGE(p, stream);
		epoch += n; // expect-warning: frozen-value
		return cudaGetLastError();
	}

	// On the legacy stream: no capture holds this launch.
	cudaError_t unstreamed(float *p)
	{
		exchange<<<8, 128>>>(p, turn);
		turn++; // expect-note: frozen-value
		return cudaGetLastError();
	}

	// Counted for statistics: no kernel sees it.
	cudaError_t counted(float *p, cudaStream_t stream)
	{
		calls++;
		exchange<<<8, 128, 0, stream>>>(p, 1);
		return cudaGetLastError();
	}

	// A counter of this call.
	cudaError_t rounds(float *p, unsigned n, cudaStream_t stream)
	{
		for (unsigned i = 0; i < n; i++)
			exchange<<<8, 128, 0, stream>>>(p, i);
		return cudaGetLastError();
	}

	// It lives on the device, where the kernel advances it.
	cudaError_t random(float *p, cudaStream_t stream)
	{
		draw<<<8, 128, 0, stream>>>(p, seed, offset);
		return cudaGetLastError();
	}

	// A cursor into memory is no number.
	cudaError_t push(unsigned n, cudaStream_t stream)
	{
		exchange<<<8, 128, 0, stream>>>(cursor, 1);
		cursor += n;
		return cudaGetLastError();
	}

private:
	unsigned epoch = 0, calls = 0, turn = 0;
	unsigned long seed = 7;
	unsigned long *offset;
	float *cursor;
};

// Counted anew by each call: what the kernel is given is that call's sum, no number of calls.
struct layout {
	int rows = 0;
	void shuffle(float *p, const int *sizes, int n, cudaStream_t s)
	{
		rows = 0;
		for (int i = 0; i < n; i++)
			rows += sizes[i];
		exchange<<<1, 32, 0, s>>>(p, rows);
	}
};

struct moments {
	float beta;
	unsigned times;
};

struct options {
	moments adam;
};

// One part is counted, another part is given.
struct trainer {
	options held;
	void step(float *p, cudaStream_t s)
	{
		++held.adam.times;
		exchange<<<1, 32, 0, s>>>(p, held.adam.beta > 0.5f);
	}
};
