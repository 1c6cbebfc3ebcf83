// Check functions: some end the process, some throw, some return, some only log; some clear.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

inline void check_abort(cudaError_t code, const char *what)
{
	if (code != cudaSuccess) {
		std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
		std::abort();
	}
}

inline void check_exit(cudaError_t code, const char *file, int line, bool ends = true)
{
	if (code != cudaSuccess) {
		std::fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(code));
		if (ends)
			std::exit(code);
	}
}

inline void check_throw(cudaError_t code)
{
	if (code == cudaSuccess)
		return;
	throw std::runtime_error(cudaGetErrorString(code));
}

inline bool check_log(cudaError_t code, const char *what)
{
	if (code == cudaSuccess)
		return true;
	std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
	return false;
}

inline bool check_log_clear(cudaError_t code, const char *what)
{
	if (code == cudaSuccess)
		return true;
	cudaGetLastError();
	std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
	return false;
}

inline cudaError_t check_pass(cudaError_t code, const char *what)
{
	if (code != cudaSuccess)
		std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
	return code;
}

struct status {
	int code;
	std::string text;
};

inline status to_status(cudaError_t code)
{
	if (code != cudaSuccess) {
		cudaGetLastError();
		return {static_cast<int>(code), cudaGetErrorString(code)};
	}
	return {0, ""};
}

void aborts(void **out, size_t bytes)
{
	check_abort(cudaMalloc(out, bytes), "malloc");
}

void exits(void **out, size_t bytes)
{
	check_exit(cudaMalloc(out, bytes), __FILE__, __LINE__);
}

void throws(void **out, size_t bytes)
{
	check_throw(cudaMalloc(out, bytes));
}

void logs_bad(void **out, size_t bytes)
{
	check_log(cudaMalloc(out, bytes), "malloc"); // expect: latched-error
}

bool logs_and_answers_bad(void **out, size_t bytes)
{
	if (!check_log(cudaMalloc(out, bytes), "malloc")) // expect: latched-error
		*out = nullptr;
	return *out != nullptr;
}

bool logs_and_answers_good(void **out, size_t bytes)
{
	if (!check_log_clear(cudaMalloc(out, bytes), "malloc"))
		*out = nullptr;
	return *out != nullptr;
}

cudaError_t passes_on(void **out, size_t bytes)
{
	return check_pass(cudaMalloc(out, bytes), "malloc");
}

void passes_to_nobody_bad(void **out, size_t bytes)
{
	check_pass(cudaMalloc(out, bytes), "malloc"); // expect: latched-error
}

void does_not_end_bad(void **out, size_t bytes)
{
	check_exit(cudaMalloc(out, bytes), __FILE__, __LINE__, false); // expect: latched-error
}

status status_good(void **out, size_t bytes)
{
	return to_status(cudaMalloc(out, bytes));
}

// The failure path ends in a function that never returns, whatever stands behind it.
int in_branch_aborts(void **out, size_t bytes)
{
	cudaError_t err = cudaMalloc(out, bytes);
	if (err != cudaSuccess) {
		check_abort(err, "malloc");
		return -1;
	}
	return 0;
}

// Several checks of one name: the type of the code tells which is meant.
inline void verify(cudaError_t err, const char *what)
{
	if (err != cudaSuccess) {
		std::fprintf(stderr, "%s\n", what);
		std::abort();
	}
}
inline void verify(CUresult err, const char *what)
{
	if (err != CUDA_SUCCESS)
		std::fprintf(stderr, "%s\n", what);
}
inline void verify(bool is_right, const char *what)
{
	if (!is_right)
		std::fprintf(stderr, "%s\n", what);
}
#define VERIFY(call) verify((call), #call)
void overloads_good(void **out, size_t bytes)
{
	VERIFY(cudaMalloc(out, bytes));
	cudaError_t err = cudaMemset(*out, 0, bytes);
	verify(err, "memset");
}
void overloads_bad(void **out, size_t bytes)
{
	bool is_right = cudaMalloc(out, bytes) == cudaSuccess; // expect: latched-error
	verify(is_right, "malloc");
}

// One conversion for every library: of ten overloads the type of the code chooses one.
enum class failure { kNone, kRuntime, kLibrary };
inline failure failure_of(cublasStatus_t s) { return s == CUBLAS_STATUS_SUCCESS ? failure::kNone : failure::kLibrary; }
inline failure failure_of(cudnnStatus_t s) { return s == CUDNN_STATUS_SUCCESS ? failure::kNone : failure::kLibrary; }
inline failure failure_of(curandStatus_t s) { return s == CURAND_STATUS_SUCCESS ? failure::kNone : failure::kLibrary; }
inline failure failure_of(cufftResult_t s) { return s == CUFFT_SUCCESS ? failure::kNone : failure::kLibrary; }
inline failure failure_of(cusparseStatus_t s) { return s == CUSPARSE_STATUS_SUCCESS ? failure::kNone : failure::kLibrary; }
inline failure failure_of(ncclResult_t s) { return s == ncclSuccess ? failure::kNone : failure::kLibrary; }
inline failure failure_of(nvmlReturn_t s) { return s == NVML_SUCCESS ? failure::kNone : failure::kLibrary; }
inline failure failure_of(CUresult s) { return s == CUDA_SUCCESS ? failure::kNone : failure::kLibrary; }
inline failure failure_of(const std::exception &) { return failure::kLibrary; }
inline failure failure_of(cudaError_t s) { return s == cudaSuccess ? failure::kNone : failure::kRuntime; }
#define CHECK_ANY(call)                                                                                                \
	do {                                                                                                           \
		const auto code = (call);                                                                              \
		const auto kind = failure_of(code);                                                                    \
		if (kind != failure::kNone)                                                                            \
			std::abort();                                                                                  \
	} while (0)
void any_good(void **out, size_t bytes)
{
	try {
		CHECK_ANY(cudaMalloc(out, bytes));
	} catch (...) {
		*out = nullptr;
	}
}

// Tells a log object, link by link, and goes on.
static void tell(cudaError_t err, const logger &log)
{
	if (err == cudaErrorInvalidDevice)
		PROJECT_ENSURE(err, "no such device");
	if (err != cudaSuccess)
		APP_LOG(log.warning).paragraph().append("no peer access: %s", text::errorString(err).c_str());
}

void peers_told_bad(int peer, const logger &log)
{
	cudaError_t err = cudaDeviceEnablePeerAccess(peer, 0); // expect-error: latched-error
	tell(err, log);
}
