// rules: host-source-in-capture
// A program that nowhere speaks of captures, and stands on no framework whose users capture: a copy from pageable memory has been staged when its call
// returns.
#include <cuda_runtime.h>
#include <vector>

__global__ void search(const int *table, const char *text, bool *found, int n);

class column;
int *room(size_t n, cudaStream_t stream);

void contains(const char *text, bool *found, int n, const char *word, int length, cudaStream_t stream)
{
	std::vector<int> table(256 * length, 0);
	for (int i = 0; i < length; i++)
		table[256 * i + word[i]] = i + 1;
	int *d = room(table.size(), stream);
	if (cudaMemcpyAsync(d, table.data(), table.size() * sizeof(int), cudaMemcpyHostToDevice, stream) != cudaSuccess) // expect-note: host-source-in-capture
		throw 1;
	search<<<n / 128, 128, 0, stream>>>(d, text, found, n);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}
