#include "result.h"

#include <cstdio>

namespace result {
void take_out(cudaError_t)
{
	cudaGetLastError();
}

void look_at(cudaError_t)
{
	std::fprintf(stderr, "one more call\n");
}
}
