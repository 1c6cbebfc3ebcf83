#include <cuda_runtime.h>

struct context {
	cudaStream_t stream;
	int device;
};

class device {
public:
	device();
	context ctx;
};

void scale_all(float *x, int n, cudaStream_t s);
