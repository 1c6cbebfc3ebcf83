// Copies of locals in what reads results back: a table that each call makes anew. And one in others' hands that never changes.
// rules: host-source-in-capture
#include <cuda_runtime.h>
#include <vector>

__global__ void step(const int *table, float *p, int *left);

static void check(cudaError_t e)
{
	if (e != cudaSuccess)
		throw 1;
}

void upload(const std::vector<int> &lengths, int *to, float *p, int *left, cudaStream_t s)
{
	std::vector<int> table;
	for (int n : lengths)
		table.push_back(n);
	check(cudaMemcpyAsync(to, table.data(), table.size() * sizeof(int), cudaMemcpyHostToDevice, s)); // expect-note: host-source-in-capture
	step<<<1, 32, 0, s>>>(to, p, left);
	check(cudaGetLastError());
}

void generate(const std::vector<int> &lengths, int *to, float *p, int *left, cudaStream_t s)
{
	int more = 1;
	while (more) {
		upload(lengths, to, p, left, s);
		check(cudaMemcpy(&more, left, sizeof more, cudaMemcpyDeviceToHost));
	}
}

static void send(int *to, const int *from, cudaStream_t s) { check(cudaMemcpyAsync(to, from, sizeof *from, cudaMemcpyHostToDevice, s)); }

void marks(int **to, int n)
{
	cudaStream_t own;
	check(cudaStreamCreate(&own));
	for (int i = 0; i < n; i++) {
		int one = 1;
		send(to[i], &one, own); // expect-note: host-source-in-capture
		int two = 2 * i;
		send(to[i], &two, own); // expect-warning: host-source-in-capture
	}
	check(cudaStreamDestroy(own));
}
