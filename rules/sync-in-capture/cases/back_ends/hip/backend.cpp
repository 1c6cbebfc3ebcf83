// rules: sync-in-capture
#include <hip/hip_runtime.h>
#include "../backend.h"

class HipBackend : public Backend {
public:
	void add(float *x, int n) override
	{
		if (hipMemsetAsync(x, 0, n, stream) != hipSuccess)
			throw 1;
		if (hipStreamSynchronize(stream) != hipSuccess)
			throw 1;
	}

	void scale(float *x, int n) override
	{
		if (hipMemsetAsync(x, 0, n, stream) != hipSuccess)
			throw 1;
	}

	hipStream_t stream;
};
