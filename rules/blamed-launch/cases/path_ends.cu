// Ways to end a path that no `throw` or `exit` in the check itself shows: nothing of the failure comes to the launch check.
#include <cuda_runtime.h>

#include <cstdio>
#include <sstream>
#include <stdexcept>

__global__ void work(float *p);

// A stream that is assigned to something that throws.
struct message {
	explicit message(int level);
	template <typename T> message &operator<<(const T &value)
	{
		text << value;
		return *this;
	}
	struct rise {
		[[noreturn]] void operator=(const message &m) { throw std::runtime_error(m.text.str()); }
	};
	struct tell {
		void operator=(const message &m) { std::puts(m.text.str().c_str()); }
	};
	std::ostringstream text;
};
#define ERR message::rise() = message(3)
#define NOTE message::tell() = message(1)

#define CHECKED(call)                                                                                                  \
	{                                                                                                              \
		int ret;                                                                                               \
		if ((ret = (call)) != 0) {                                                                             \
			ERR << "code " << ret;                                                                         \
		}                                                                                                      \
	}
#define NOTED(call)                                                                                                    \
	{                                                                                                              \
		int ret;                                                                                               \
		if ((ret = (call)) != 0) {                                                                             \
			NOTE << "code " << ret;                                                                        \
		}                                                                                                      \
	}

void assigned_good(float *d, const float *s, size_t n)
{
	CHECKED(cudaMemcpyAsync(d, s, n, cudaMemcpyDeviceToDevice));
	work<<<1, 32>>>(d);
	CHECKED(cudaGetLastError()); // expect-note: blamed-launch
}

void assigned_bad(float *d, const float *s, size_t n)
{
	NOTED(cudaMemcpyAsync(d, s, n, cudaMemcpyDeviceToDevice)); // expect: latched-error
	work<<<1, 32>>>(d);
	CHECKED(cudaGetLastError()); // expect: blamed-launch
}

// A macro after which the exception is written.
struct failure {
	static void at(const char *file, int line);
	failure(const char *format, ...);
};
#define THROW failure::at(__FILE__, __LINE__), throw
#define TRACE failure::at(__FILE__, __LINE__)

void macro_good(float *d, size_t n)
{
	if (cudaMemset(d, 0, n) != cudaSuccess) { // expect-note: latched-error
		THROW failure("memset of %zu", n);
	}
	work<<<1, 32>>>(d);
	if (cudaGetLastError() != cudaSuccess) { // expect-note: blamed-launch
		THROW failure("work");
	}
}

void macro_bad(float *d, size_t n)
{
	if (cudaMemset(d, 0, n) != cudaSuccess) { // expect: latched-error
		TRACE;
	}
	work<<<1, 32>>>(d);
	if (cudaGetLastError() != cudaSuccess) { // expect: blamed-launch
		THROW failure("work");
	}
}
