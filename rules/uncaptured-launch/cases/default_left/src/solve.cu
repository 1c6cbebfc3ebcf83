#include "exchange.h"

int strength(exchange<float> &e, float *weights)
{
	e.add_from_others(weights);
	return cudaGetLastError() == cudaSuccess;
}

int smooth(exchange<float> &e, float *x)
{
	e.add_from_others(x);
	e.finish(x, e.inner);
	return cudaGetLastError() == cudaSuccess;
}
