// Who calls 'project' can't be told, since the call is put together of two macros' texts.
#include "project.cuh"

#include <stdexcept>

#define FOR_EACH_MODEL(_) _(1) _(2) _(3)

void project_any(float *p, int model, cudaStream_t stream)
{
#define ARGUMENTS (p, stream)
#define RUN(M)                                                                                                         \
	if (model == M)                                                                                                \
		project<M> ARGUMENTS;                                                                                  \
	else
	FOR_EACH_MODEL(RUN)
		throw std::runtime_error("no such model");
#undef RUN
	if (cudaGetLastError() != cudaSuccess)
		throw std::runtime_error("project");
}

void project_first(float *p, cudaStream_t stream)
{
	project_back<1>(p, stream);
}
