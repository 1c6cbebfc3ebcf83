#include "transfer.h"

int main()
{
	float host[32], *p;
	if (cudaMalloc(&p, sizeof host) != cudaSuccess)
		return 1;
	fetch(host, p, 32);
	return host[0] > 0;
}
