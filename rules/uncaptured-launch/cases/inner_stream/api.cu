#include "queries.h"

extern "C" int query(Queries *queries, const float *points, float *found, int n)
{
	return queries->closest(points, found, n) == cudaSuccess ? 0 : -1;
}
