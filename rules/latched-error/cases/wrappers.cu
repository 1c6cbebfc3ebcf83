// A function that hands the code on is transparent. One that turns it into a bool, a null pointer, a number or nothing is where
// the code gets lost, unless its callers clear.
#include <cuda_runtime.h>

#include <cstdlib>
#include <optional>

void log_warning(const char *format, ...);

// Transparent.
cudaError_t reserve(void **out, size_t bytes)
{
	return cudaMalloc(out, bytes);
}

cudaError_t reserve_both(void **a, void **b, size_t bytes)
{
	cudaError_t err = reserve(a, bytes);
	if (err != cudaSuccess)
		return err;
	return reserve(b, bytes);
}

bool through_wrapper_bad(void **out, size_t bytes)
{
	cudaError_t err = reserve(out, bytes); // expect: latched-error
	if (err != cudaSuccess)
		return false;
	return true;
}

bool through_wrapper_good(void **out, size_t bytes)
{
	cudaError_t err = reserve(out, bytes);
	if (err != cudaSuccess) {
		cudaGetLastError();
		return false;
	}
	return true;
}

void *pointer_bad(size_t bytes)
{
	void *out = nullptr;
	if (cudaMallocHost(&out, bytes) != cudaSuccess) // expect: latched-error
		return nullptr;
	return out;
}

int number_bad(int device)
{
	int value = 0;
	if (cudaDeviceGetAttribute(&value, cudaDevAttrHostNumaMemoryPoolsSupported, device) != cudaSuccess) // expect: latched-error
		return -1;
	return value;
}

int number_good(int device)
{
	int value = 0;
	if (cudaDeviceGetAttribute(&value, cudaDevAttrHostNumaMemoryPoolsSupported, device) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	return value;
}

std::optional<cudaMemPool_t> pool_of_bad()
{
	cudaMemPool_t pool;
	if (cudaDeviceGetDefaultMemPool(&pool, 0) != cudaSuccess) // expect: latched-error
		return std::nullopt;
	return pool;
}

std::optional<cudaMemPool_t> pool_of_good()
{
	cudaMemPool_t pool;
	if (cudaDeviceGetDefaultMemPool(&pool, 0) != cudaSuccess) {
		cudaGetLastError();
		return std::nullopt;
	}
	return pool;
}

// All callers clear: nothing is left.
static void *scratch_open(size_t bytes)
{
	void *out = nullptr;
	if (cudaMalloc(&out, bytes) != cudaSuccess)
		return nullptr;
	return out;
}

const char *choose_memory(size_t bytes, void **out)
{
	*out = scratch_open(bytes);
	if (*out)
		return "device";
	(void)cudaGetLastError();
	log_warning("no device scratch");
	*out = std::malloc(bytes);
	return "host";
}

// All callers end the process.
static bool stream_open(cudaStream_t *out)
{
	return cudaStreamCreateWithFlags(out, cudaStreamNonBlocking) == cudaSuccess;
}

cudaStream_t stream_or_die()
{
	cudaStream_t stream;
	if (!stream_open(&stream))
		std::abort();
	return stream;
}

// The code leaves through a parameter: the caller has it.
void out_parameter(void **out, size_t bytes, cudaError_t *code)
{
	*code = cudaMalloc(out, bytes);
}

bool out_parameter_bad(void **out, size_t bytes)
{
	cudaError_t code;
	out_parameter(out, bytes, &code); // expect-todo: latched-error
	if (code != cudaSuccess)
		return false;
	return true;
}

// The code is kept in the object: its users ask for it.
class lazy_stream {
public:
	void open() { code_ = cudaStreamCreate(&stream_); }
	cudaError_t code() const { return code_; }
	cudaStream_t get() const { return stream_; }

private:
	cudaStream_t stream_ = nullptr;
	cudaError_t code_ = cudaSuccess;
};

// A code that no runtime call made does not latch.
cudaError_t choose_kernel(int head_size)
{
	if (head_size > 256)
		return cudaErrorNotSupported;
	return cudaSuccess;
}

bool is_supported(int head_size)
{
	cudaError_t err = choose_kernel(head_size);
	return err != cudaErrorNotSupported;
}
