#include "transfer.h"

float sum(const float *p)
{
	float host[32], all = 0;
	fetch(host, p, 32);
	for (float x : host)
		all += x;
	return all;
}
