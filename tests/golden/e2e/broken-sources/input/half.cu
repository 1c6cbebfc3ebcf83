#include <cuda_runtime.h>

bool whole(int *p)
{
	if (cudaMalloc(&p, 4) != cudaSuccess)
		return false;
	return true;
}

#if defined(OLD)
bool arm(int *p) {
	if (cudaFree(p) != cudaSuccess) {
#else
bool arm(int *p, int n) {
	if (cudaFree(p) != cudaSuccess || !n) {
#endif
		cudaGetLastError();
		return false;
	}
	return true;
}

void unfinished(int *p)
{
	cudaMemset(p, 0, 4
	for (int i = 0; i < 4; i++ {
		cudaFree(p);
