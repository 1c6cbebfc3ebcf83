#include "queries.h"

extern "C" int query(const float *points, float *found, int n)
{
	return closest(points, found, n) == cudaSuccess ? 0 : -1;
}
