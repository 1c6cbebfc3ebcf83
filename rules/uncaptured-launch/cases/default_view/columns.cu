// RAPIDS' default stream is all that callers give, in words or by leaving it out: nobody captures that. One that hands on what it is given may be captured.
#include "columns.h"

__global__ void cut(const char *text, char *out, int n);
__global__ void count(char *out, int n);

cudaError_t Columns::substring(const char *text, char *out, int n, rmm::cuda_stream_view stream)
{
	cut<<<(n + 63) / 64, 64, 0, stream.value()>>>(text, out, n);
	count<<<(n + 63) / 64, 64>>>(out, n); // expect-note: uncaptured-launch
	return cudaGetLastError();
}

cudaError_t Columns::upper(const char *text, char *out, int n, rmm::cuda_stream_view stream)
{
	cut<<<(n + 63) / 64, 64, 0, stream.value()>>>(text, out, n);
	count<<<(n + 63) / 64, 64>>>(out, n); // expect-note: uncaptured-launch
	return cudaGetLastError();
}

cudaError_t Columns::trimmed(const char *text, char *out, int n, rmm::cuda_stream_view stream)
{
	cut<<<(n + 63) / 64, 64, 0, stream.value()>>>(text, out, n);
	count<<<(n + 63) / 64, 64>>>(out, n); // expect-warning: uncaptured-launch
	return cudaGetLastError();
}
