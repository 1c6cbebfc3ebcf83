// Check macros of several shapes, and their uses.
#define CHECK(call)                                                            \
	do {                                                                   \
		cudaError_t status_ = (call);                                  \
		if (status_ != cudaSuccess) {                                  \
			fprintf(stderr, "%s\n", cudaGetErrorString(status_));  \
			exit(1);                                               \
		}                                                              \
	} while (0)
#define RETURN_IF(call) if (cudaError_t e_ = (call)) return e_
#define GOTO_IF(call, label) do { if ((err = (call)) != cudaSuccess) goto label; } while (0)
#define VALUE(call) check_value((call), #call, __FILE__, __LINE__)
#define SAFE(call) ({ cudaError_t s_ = (call); if (s_) log_error(s_); s_; })
#define LAST() CHECK(cudaGetLastError())

cudaError_t run(float *p, int n)
{
	cudaError_t err = cudaSuccess;
	CHECK(cudaMalloc(&p, n * sizeof(float)));
	GOTO_IF(cudaMemset(p, 0, n), fail);
	kernel<<<n / 256, 256, 0, stream>>>(p, n);
	LAST();
	if (VALUE(cudaDeviceSynchronize()) != cudaSuccess)
		return SAFE(cudaFree(p));
	RETURN_IF(cudaFree(p));
	return cudaSuccess;
fail:
	cudaFree(p);
	return err;
}
