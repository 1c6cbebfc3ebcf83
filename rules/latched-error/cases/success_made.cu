// rules: latched-error
// A status that says success, made by a call for that, tells nobody of a failure.
#include <cuda_runtime.h>

#include <cstdio>
#include <memory>

struct Status {
	int code;
	static Status OK();
	static Status Refused(const char *why);
};

Status pin_or_go_on(void *p, size_t n)
{
	std::shared_ptr<int> entry(new int);
	cudaError_t err = cudaHostRegister(p, n, cudaHostRegisterMapped); // expect-error: latched-error
	if (err == cudaSuccess)
		printf("pinned\n");
	return Status::OK();
}

Status pin_or_tell(void *p, size_t n)
{
	cudaError_t err = cudaHostRegister(p, n, cudaHostRegisterMapped); // expect-note: latched-error
	if (err != cudaSuccess)
		return Status::Refused("pinned already");
	return Status::OK();
}

Status pin_and_drain(void *p, size_t n)
{
	cudaError_t err = cudaHostRegister(p, n, cudaHostRegisterMapped);
	if (err != cudaSuccess)
		cudaGetLastError();
	return Status::OK();
}
