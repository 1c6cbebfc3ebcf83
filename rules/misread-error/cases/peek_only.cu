// A peek does not clear. If its finding is thrown, returned or logged, the error stays and is reported once more by the next.
#include <cuda_runtime.h>
#include <torch/extension.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

__global__ void work(float *p);

#define REQUIRE(condition)                                                                                             \
	do {                                                                                                           \
		if (!(condition))                                                                                      \
			throw std::runtime_error(#condition);                                                          \
	} while (0)

#define CHECK_ABORT(call)                                                                                              \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			std::abort();                                                                                  \
	} while (0)

#define CHECK_CLEAR_THROW(call)                                                                                        \
	do {                                                                                                           \
		cudaError_t code_ = (call);                                                                            \
		if (code_ != cudaSuccess) {                                                                            \
			cudaGetLastError();                                                                            \
			throw std::runtime_error(cudaGetErrorString(code_));                                           \
		}                                                                                                      \
	} while (0)

void thrown_bad(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	cudaError_t status = cudaPeekAtLastError(); // expect: misread-error
	REQUIRE(status == cudaSuccess);
}

void thrown_good(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	cudaError_t status = cudaGetLastError();
	REQUIRE(status == cudaSuccess);
}

bool answered_bad(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	return cudaPeekAtLastError() == cudaSuccess; // expect: misread-error
}

void logged_in_loop_bad(float **p, int count, cudaStream_t s)
{
	for (int i = 0; i < count; i++) {
		work<<<1, 32, 0, s>>>(p[i]);
		cudaError_t err = cudaPeekAtLastError(); // expect: misread-error
		if (err != cudaSuccess)
			std::fprintf(stderr, "%d: %s\n", i, cudaGetErrorString(err));
	}
}

void logged_in_loop_good(float **p, int count, cudaStream_t s)
{
	for (int i = 0; i < count; i++) {
		work<<<1, 32, 0, s>>>(p[i]);
		cudaError_t err = cudaGetLastError();
		if (err != cudaSuccess)
			std::fprintf(stderr, "%d: %s\n", i, cudaGetErrorString(err));
	}
}

// The process ends: it does not matter that the error stays.
void fatal_good(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	CHECK_ABORT(cudaPeekAtLastError());
}

// The macro clears before it throws.
void cleared_by_macro_good(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	CHECK_CLEAR_THROW(cudaPeekAtLastError());
}

void peek_then_get_good(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	if (cudaPeekAtLastError() != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(cudaGetLastError()));
}

static void launch_both(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	work<<<1, 64, 0, s>>>(p);
}

void launched_elsewhere_bad(float *p, cudaStream_t s)
{
	launch_both(p, s);
	cudaError_t status = cudaPeekAtLastError(); // expect: misread-error
	REQUIRE(status == cudaSuccess);
}

// The launch was checked by its own code; the peek can only find somebody else's.
void peek_after_checked_bad(float *p, cudaStream_t s)
{
	void *arguments[] = {&p};
	cudaError_t status = cudaLaunchKernel((const void *)work, dim3(1), dim3(32), arguments, 0, s);
	REQUIRE(status == cudaSuccess);
	status = cudaPeekAtLastError(); // expect-note: misread-error
	REQUIRE(status == cudaSuccess);
}

bool peek_after_checked_answers_bad(float *p, cudaStream_t s)
{
	void *arguments[] = {&p};
	cudaError_t status = cudaLaunchKernel((const void *)work, dim3(1), dim3(32), arguments, 0, s);
	REQUIRE(status == cudaSuccess);
	return cudaPeekAtLastError() == cudaSuccess; // expect: misread-error
}

// Looking whether something is pending, before own work, is what a peek is for.
void pending_before(float *p, cudaStream_t s)
{
	cudaError_t pending = cudaPeekAtLastError();
	if (pending != cudaSuccess)
		std::fprintf(stderr, "pending before: %s\n", cudaGetErrorString(pending));
	work<<<1, 32, 0, s>>>(p);
	CHECK_ABORT(cudaGetLastError());
}

// Two peeks in one body: only the one whose failure branch leaves the error there is told.
#define CHECK_CLEAR_RETURN(call)                                                                                       \
	do {                                                                                                           \
		if ((call) != cudaSuccess) {                                                                           \
			std::fprintf(stderr, "%s\n", cudaGetErrorString(cudaGetLastError()));                          \
			return false;                                                                                  \
		}                                                                                                      \
	} while (0)
bool two_peeks(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	CHECK_CLEAR_RETURN(cudaPeekAtLastError());
	work<<<1, 32, 0, s>>>(p + 32);
	return cudaPeekAtLastError() == cudaSuccess; // expect: misread-error
}

// The callee has checked its launch: asked once more, as a habit.
static bool step(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	CHECK_CLEAR_RETURN(cudaPeekAtLastError());
	return true;
}
bool steps(float **p, int count, cudaStream_t s)
{
	for (int i = 0; i < count; i++)
		if (!step(p[i], s))
			return false;
	CHECK_CLEAR_RETURN(cudaPeekAtLastError()); // expect-note: misread-error
	return true;
}

// The failure was found and told before: the peek is one check more.
std::string text_of(cudaError_t err);

void promised(int device)
{
	cudaError_t err = cudaSetDevice(device);
	bool works = err == cudaSuccess;
	if (!works)
		std::fprintf(stderr, "no device %d\n", device);
	err = cudaPeekAtLastError();
	assert_that(err == cudaSuccess, text_of(err).c_str());
}
