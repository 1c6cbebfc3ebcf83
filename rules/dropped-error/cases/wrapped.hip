// rules: dropped-error
#include <hip/hip_runtime.h>

#include <cstdlib>

#define HIP_CHECK(call)                                                                                                \
	do {                                                                                                           \
		if ((call) != hipSuccess)                                                                              \
			std::abort();                                                                                  \
	} while (0)

class instance {
public:
	void fence_bad() const { hipStreamSynchronize(stream_); } // expect: dropped-error
	void fence_good() const { HIP_CHECK(hipStreamSynchronize(stream_)); }
	~instance()
	{
		hipStreamDestroy(stream_); // expect-note: dropped-error
	}

private:
	hipStream_t stream_;
};

void symbol_bad(const void *symbol, const int *host)
{
	hipMemcpyToSymbol(symbol, host, sizeof *host); // expect: dropped-error
	(void)hipMemcpyToSymbol(symbol, host, sizeof *host); // expect-note: dropped-error
}
