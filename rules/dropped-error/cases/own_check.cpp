// A check of the program's own, out of sight, with a library's prefix: it is given what a call of the library returns.
#include "private.h"

#include <cuda.h>

void wait_for(CUstream stream)
{
	cuSafeCall(cuStreamSynchronize(stream));
}

void fill(CUdeviceptr to, CUstream stream)
{
	cuMemsetD32Async(to, 0, 64, stream); // expect: dropped-error
	cuCtxPopCurrent(nullptr); // expect-note: dropped-error
}
