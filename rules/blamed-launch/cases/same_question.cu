// One argument is asked in two functions, or twice in one: what fails for one answer does not come to the launch of another.
#include <cuda_runtime.h>

#include <cstdio>

enum class Mode { Packed, Plain, Wide };

__global__ void packed(float *p, int n);
__global__ void plain(float *p, int n);

static void *make_table(size_t bytes)
{
	void *table = nullptr;
	if (cudaMalloc(&table, bytes) != cudaSuccess) // expect: latched-error
		return nullptr;
	return table;
}

static int check(const char *what)
{
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(err));
	return static_cast<int>(err);
}

static int run(float *p, int n, long bits, void *table)
{
	if (bits == 8) {
		packed<<<1, 32>>>(p, n);
		cudaError_t err = cudaGetLastError();
		return static_cast<int>(err);
	}
	if (bits == 2) {
		plain<<<1, 32>>>(p, n);
		cudaError_t err = cudaGetLastError();
		return static_cast<int>(err);
	}
	if (table)
		packed<<<1, 64>>>(p, n);
	else
		plain<<<1, 64>>>(p, n);
	return check("four bits"); // expect: blamed-launch
}

// The table is for four bits alone.
int multiply(float *p, int n, long bits)
{
	void *table = nullptr;
	if (n > 1 && bits == 4)
		table = make_table(sizeof(float) * n);
	return run(p, n, bits, table);
}

static int refuse(void **scratch, Mode mode, size_t bytes)
{
	*scratch = nullptr;
	if (mode != Mode::Packed)
		return 0;
	if (cudaMalloc(scratch, bytes) != cudaSuccess) { // expect: latched-error
		std::fprintf(stderr, "no scratch\n");
		return -1;
	}
	return 0;
}

int by_mode_good(float *p, int n, Mode mode)
{
	void *scratch;
	if (refuse(&scratch, mode, sizeof(float) * n))
		std::fprintf(stderr, "goes on without\n");
	if (mode == Mode::Plain) {
		plain<<<1, 32>>>(p, n);
		if (cudaGetLastError() != cudaSuccess)
			return -1;
	}
	return 0;
}

int by_mode_bad(float *p, int n, Mode mode)
{
	void *scratch;
	if (refuse(&scratch, mode, sizeof(float) * n))
		std::fprintf(stderr, "goes on without\n");
	if (mode != Mode::Plain) {
		plain<<<1, 32>>>(p, n);
		if (cudaGetLastError() != cudaSuccess) // expect: blamed-launch
			return -1;
	}
	return 0;
}

// The call gives another constant than the one that it takes to fail.
int by_constant_good(float *p, int n)
{
	void *scratch;
	if (refuse(&scratch, Mode::Wide, sizeof(float) * n))
		std::fprintf(stderr, "goes on without\n");
	plain<<<1, 32>>>(p, n);
	return cudaGetLastError() != cudaSuccess;
}

int by_constant_bad(float *p, int n)
{
	void *scratch;
	if (refuse(&scratch, Mode::Packed, sizeof(float) * n))
		std::fprintf(stderr, "goes on without\n");
	plain<<<1, 32>>>(p, n);
	return cudaGetLastError() != cudaSuccess; // expect: blamed-launch
}

// The variable has changed in between.
int changed_bad(float *p, int n, bool first)
{
	void *spare = nullptr;
	if (first && cudaMalloc(&spare, n) != cudaSuccess) // expect: latched-error
		std::fprintf(stderr, "no spare\n");
	first = n > 4;
	if (!first) {
		plain<<<1, 32>>>(p, n);
		return cudaGetLastError() != cudaSuccess; // expect: blamed-launch
	}
	return 0;
}

int unchanged_good(float *p, int n, bool first)
{
	void *spare = nullptr;
	if (first && cudaMalloc(&spare, n) != cudaSuccess) // expect: latched-error
		std::fprintf(stderr, "no spare\n");
	if (!first) {
		plain<<<1, 32>>>(p, n);
		return cudaGetLastError() != cudaSuccess;
	}
	return 0;
}

// An outer place may be written by anybody.
struct worker {
	bool spares;
	void other();
	int step(float *p, int n);
};

int worker::step(float *p, int n)
{
	void *spare = nullptr;
	if (spares && cudaMalloc(&spare, n) != cudaSuccess) // expect: latched-error
		std::fprintf(stderr, "no spare\n");
	other();
	if (!spares) {
		plain<<<1, 32>>>(p, n);
		return cudaGetLastError() != cudaSuccess; // expect: blamed-launch
	}
	return 0;
}

int by_switch_good(float *p, int n, Mode mode)
{
	void *spare = nullptr;
	switch (mode) {
	case Mode::Packed:
		if (cudaMalloc(&spare, n) != cudaSuccess) // expect: latched-error
			std::fprintf(stderr, "no spare\n");
		break;
	default:
		break;
	}
	switch (mode) {
	case Mode::Wide:
		plain<<<1, 32>>>(p, n);
		return cudaGetLastError() != cudaSuccess;
	default:
		return 0;
	}
}

// Each turn has its own answer.
int by_turn_bad(float *p, int n)
{
	void *spare = nullptr;
	for (int turn = 0; turn < 2; turn++) {
		if (turn == 0 && cudaMalloc(&spare, n) != cudaSuccess) // expect: latched-error
			std::fprintf(stderr, "no spare\n");
		if (turn == 1) {
			plain<<<1, 32>>>(p, n);
			if (cudaGetLastError() != cudaSuccess) // expect: blamed-launch
				return -1;
		}
	}
	return 0;
}

// A callee writes the variable.
void choose(bool &first);

int chosen_bad(float *p, int n, bool first)
{
	void *spare = nullptr;
	if (first && cudaMalloc(&spare, n) != cudaSuccess) // expect: latched-error
		std::fprintf(stderr, "no spare\n");
	choose(first);
	if (!first) {
		plain<<<1, 32>>>(p, n);
		return cudaGetLastError() != cudaSuccess; // expect: blamed-launch
	}
	return 0;
}
