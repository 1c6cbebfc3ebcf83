// The call returns its code; the slot may hold somebody else's.
#include <cuda_runtime.h>

#include <cstdlib>

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			std::abort();                                                                                  \
	} while (0)

bool update_bad(cudaGraphExec_t exec, cudaGraph_t graph)
{
	cudaGraphExecUpdateResultInfo info;
	cudaGraphExecUpdate(exec, graph, &info);
	cudaError_t res = cudaGetLastError(); // expect: swallowed-error
	return res == cudaSuccess;
}

bool update_good(cudaGraphExec_t exec, cudaGraph_t graph)
{
	cudaGraphExecUpdateResultInfo info;
	cudaError_t res = cudaGraphExecUpdate(exec, graph, &info);
	if (res != cudaSuccess)
		cudaGetLastError();
	return res == cudaSuccess;
}

template <typename F>
bool raise_shared_bad(F *kernel, int bytes)
{
	cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
	return cudaSuccess == cudaGetLastError(); // expect-note: swallowed-error
}

template <typename F>
bool raise_shared_good(F *kernel, int bytes)
{
	if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) == cudaSuccess)
		return true;
	cudaGetLastError();
	return false;
}

void *allocate_bad(size_t bytes)
{
	void *out = nullptr;
	cudaMalloc(&out, bytes);
	if (cudaGetLastError() != cudaSuccess) // expect: swallowed-error
		return nullptr;
	return out;
}

// The usual checkpoint: the wait is there for what the slot will say.
void wait_and_check(cudaStream_t s)
{
	cudaStreamSynchronize(s);
	CHECK(cudaGetLastError()); // expect-note: swallowed-error
}

void report_failure(const char *what, const char *why);

void clear_and_tell(void *p, size_t n)
{
	cudaMemset(p, 0, n);
	if (cudaGetLastError() != cudaSuccess) // expect: swallowed-error
		report_failure("memset", "see above");
}

// The copy has left its failure there, and so may have anybody before.
static void start_copy(void *to, const void *from, size_t n)
{
	cudaMemcpyAsync(to, from, n, cudaMemcpyDefault, 0); // expect-note: dropped-error
}
bool copies(void *to, const void *from, size_t n)
{
	start_copy(to, from, n);
	return cudaGetLastError() == cudaSuccess; // expect: swallowed-error
}

__global__ void work(float *p);

// After a launch the slot is the only place to look, also when a wait stands between.
void launch_wait_check(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	CHECK(cudaStreamSynchronize(s));
	CHECK(cudaGetLastError());
}

// The call's own code decides as well.
int count_good()
{
	int n = -1;
	cudaError_t ret = cudaGetDeviceCount(&n);
	cudaError_t code = cudaGetLastError();
	if (code != cudaSuccess || ret != cudaSuccess)
		return 0;
	return n;
}

int count_bad()
{
	int n = -1;
	cudaGetDeviceCount(&n);
	cudaError_t code = cudaGetLastError(); // expect: swallowed-error
	if (code != cudaSuccess)
		return 0;
	return n;
}

// Whatever was there has been read and told: only the copy's own failure can be in the slot.
void copy_after_check(float *to, const float *from, size_t n, cudaStream_t s)
{
	CHECK(cudaGetLastError());
	cudaMemcpyAsync(to, from, n * sizeof *to, cudaMemcpyDefault, s);
	CHECK(cudaGetLastError()); // expect-note: swallowed-error
}

// The check asks its own call first, and the slot where that one has failed: the call before is not judged by it.
#define CHECK_AND_CLEAR(call)                                                             \
	do {                                                                              \
		const cudaError_t own = (call);                                           \
		if (own != cudaSuccess) {                                                 \
			cudaError_t last = cudaGetLastError();                            \
			if (last != cudaSuccess)                                          \
				report_failure(cudaGetErrorString(own), "it stays");      \
		}                                                                         \
	} while (0)

void timed_good(cudaEvent_t stop)
{
	cudaEventRecord(stop); // expect: dropped-error
	CHECK_AND_CLEAR(cudaEventSynchronize(stop));
}

void timed_bad(cudaEvent_t stop)
{
	cudaEventRecord(stop);
	if (cudaGetLastError() != cudaSuccess) // expect: swallowed-error
		report_failure("record", "somebody's");
}
