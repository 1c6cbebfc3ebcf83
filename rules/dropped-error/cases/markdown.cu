Calls of the runtime that are remembered:

1. `cudaMemcpy()` - copies, and waits until that is done.
2. `cudaFree()` - it's implicit that this waits as well.

```bash
nvcc -o copy copy.cu   # cudaMemcpy(a, b, 4, cudaMemcpyHostToDevice);
```

```cuda
#include <cuda_runtime.h>

int main()
{
	int *p = nullptr;
	cudaMalloc(&p, 4); // expect-warning: dropped-error
	cudaError_t err = cudaMemset(p, 0, 4);
	if (err != cudaSuccess)
		return 1;
	return 0;
}
```

A failure of cudaMalloc(&p, 4); is not looked at.
