// A check that hands a failure to a function of its own, which throws by a macro that chooses its text by the number of arguments; the other only logs.
#include <cuda_runtime.h>

#include <string>

__global__ void work(float *p);

#define COUNT_OF(_1, _2, _3, N, ...) N
#define THROW_JOIN(a, b) a##b
#define THROW_OF(n) THROW_JOIN(throw_text_, n)
#define THROW_NOW(type, ...) THROW_OF(COUNT_OF(__VA_ARGS__, 3, 2, 1))(type, __VA_ARGS__)
#define LOG_JOIN(a, b) a##b
#define LOG_OF(n) LOG_JOIN(log_text_, n)
#define LOG_NOW(type, ...) LOG_OF(COUNT_OF(__VA_ARGS__, 3, 2, 1))(type, __VA_ARGS__)

void raise_error(const std::string &text) { THROW_NOW(RuntimeError, text); }

void note_error(const std::string &text) { LOG_NOW(RuntimeError, text); }

inline void check(cudaError_t code, const char *file)
{
	if (code == cudaSuccess)
		return;
	raise_error(std::string(file) + cudaGetErrorString(code));
}

inline void check_bad(cudaError_t code, const char *file)
{
	if (code == cudaSuccess)
		return;
	note_error(std::string(file) + cudaGetErrorString(code));
}

void advise(void *p, size_t bytes) { check(cudaMemAdvise(p, bytes, cudaMemAdviseSetReadMostly, 0), __FILE__); }

void advise_bad(void *p, size_t bytes)
{
	check_bad(cudaMemAdvise(p, bytes, cudaMemAdviseSetReadMostly, 0), __FILE__); // expect: latched-error
}

void launch(float *p)
{
	work<<<1, 32>>>(p);
	check(cudaGetLastError(), __FILE__);
}
