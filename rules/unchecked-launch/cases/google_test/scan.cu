#include "scan.cuh"

#include <stdexcept>

void scan_rows(float *p, cudaStream_t stream)
{
	scan(p, stream);
	if (cudaGetLastError() != cudaSuccess)
		throw std::runtime_error("scan");
}

void scan_columns(float *p, cudaStream_t stream)
{
	scan_back(p, stream);
}
