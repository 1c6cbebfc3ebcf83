// rules: dropped-error
// A result that nobody looks at, in ordinary code.
#include <cuda_runtime.h>

#include <cstdlib>
#include <tuple>
#include <utility>

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			std::abort();                                                                                  \
	} while (0)

void copy_bad(float *to, const float *from, size_t n, cudaStream_t stream)
{
	cudaMemcpyAsync(to, from, n * sizeof(float), cudaMemcpyDeviceToDevice, stream); // expect: dropped-error
	CHECK(cudaMemsetAsync(to, 0, sizeof(float), stream));
}

void copy_good(float *to, const float *from, size_t n, cudaStream_t stream)
{
	CHECK(cudaMemcpyAsync(to, from, n * sizeof(float), cudaMemcpyDeviceToDevice, stream));
}

void copy_many_lines_bad(float *to, const float *from, size_t n, cudaStream_t stream)
{
	cudaMemcpyAsync( // expect: dropped-error
		to,
		from,
		n * sizeof(float),
		cudaMemcpyDeviceToDevice,
		stream);
}

void comma_bad(cudaEvent_t a, cudaEvent_t b, cudaStream_t s)
{
	cudaEventRecord(a, s), cudaEventRecord(b, s); // expect: dropped-error dropped-error
}

void one_line_bad(bool wait, cudaStream_t s)
{
	if (wait) cudaStreamSynchronize(s); // expect: dropped-error
	for (int i = 0; i < 2; i++) cudaStreamSynchronize(s); // expect: dropped-error
}

// What every device answers, and which one is current: where that fails nothing works.
std::pair<int, int> capability()
{
	int device = 0, major = 0, minor = 0;
	cudaGetDevice(&device); // expect-note: dropped-error
	cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device); // expect-note: dropped-error
	cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device); // expect-note: dropped-error
	return {major, minor};
}

// Said to be on purpose: a note.
void on_purpose(void *p, cudaEvent_t event)
{
	(void)cudaFree(p); // expect-note: dropped-error
	static_cast<void>(cudaEventDestroy(event)); // expect-note: dropped-error
	std::ignore = cudaDeviceSynchronize(); // expect-note: dropped-error
}

// Ignored and cleared: the author knew.
void hint_good(void *p, size_t bytes, int device)
{
	cudaMemLocation where = {cudaMemLocationTypeDevice, device};
	cudaMemAdvise(p, bytes, cudaMemAdviseSetPreferredLocation, where);
	(void)cudaGetLastError();
}

// These are not failures that get lost.
void not_dropped()
{
	cudaGetErrorString(cudaSuccess);
	cudaCreateChannelDesc<float>();
}

struct fence {
	cudaStream_t stream;
	void wait_bad() const { cudaStreamSynchronize(stream); } // expect: dropped-error
	cudaError_t wait_good() const { return cudaStreamSynchronize(stream); }
};

void in_condition_good(cudaStream_t s)
{
	if (cudaStreamQuery(s) == cudaSuccess)
		return;
	while (cudaStreamQuery(s) == cudaErrorNotReady)
		;
}

void template_call_good(const float *host, const void *symbol)
{
	CHECK(cudaMemcpyToSymbol(symbol, host, sizeof *host));
}

__device__ int shared_bytes;

static int configure_bad()
{
	int bytes = 0;
	cudaMemcpyFromSymbol(&bytes, shared_bytes, sizeof bytes); // expect: dropped-error
	return bytes;
}

static const int configured = configure_bad();
