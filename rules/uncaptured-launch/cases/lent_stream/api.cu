#include "queries.h"

extern "C" int query(Queries *queries, const float *points, float *found, int n)
{
	return queries->closest(points, found, n) == cudaSuccess ? 0 : -1;
}

extern "C" int query_on(Queries *queries, const float *points, float *found, int n, cudaStream_t stream)
{
	return queries->closest(points, found, n, stream) == cudaSuccess ? 0 : -1;
}
