// What one letter of two chooses, and what one of two others does: of these only one is done. In the other function both may be.
#include <cublas_v2.h>

#include <cstdio>

void dot(char conj, cublasHandle_t h, int n, const double *x, double *r)
{
	cublasStatus_t status;
	if (conj == 'C' || conj == 'c') {
		status = cublasDdot(h, n, x, 1, x, 1, r);
	}
	if (conj == 'U' || conj == 'u') {
		std::printf("not conjugated\n");
		status = cublasDnrm2(h, n, x, 1, r);
	}
	if (status != CUBLAS_STATUS_SUCCESS)
		std::printf("failed\n");
}

void dot_bad(char conj, cublasHandle_t h, int n, const double *x, double *r)
{
	cublasStatus_t status;
	if (conj == 'C' || conj == 'c') {
		status = cublasDdot(h, n, x, 1, x, 1, r); // expect: dropped-error
	}
	if (conj == 'U' || conj == 'C') {
		std::printf("not conjugated\n");
		status = cublasDnrm2(h, n, x, 1, r);
	}
	if (status != CUBLAS_STATUS_SUCCESS)
		std::printf("failed\n");
}
