// Whether a call returns a code is said in a header.
#include "launch.h"

void run(float *p, int n, cudaStream_t s)
{
	post::finish(p, n, s); // expect: dropped-error
	post::flush(s); // expect: dropped-error
	post::no_code(s);
}

cudaError_t run_checked(float *p, int n, cudaStream_t s)
{
	if (cudaError_t err = post::finish(p, n, s))
		return err;
	return post::flush(s);
}
