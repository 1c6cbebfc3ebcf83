// rules: dropped-error
// Cleaning up: a destructor can't report, so a dropped result there is a note. Elsewhere it is not.
#include <cuda_runtime.h>

#include <cstdlib>
#include <memory>
#include <stdexcept>

class timer {
public:
	timer()
	{
		cudaEventCreate(&start_); // expect: dropped-error
		cudaEventCreate(&stop_); // expect: dropped-error
	}
	~timer()
	{
		cudaEventDestroy(start_); // expect-note: dropped-error
		cudaEventDestroy(stop_); // expect-note: dropped-error
		for (int i = 0; i < 2; i++) {
			cudaStreamSynchronize(streams_[i]); // expect-note: dropped-error
			cudaStreamDestroy(streams_[i]); // expect-note: dropped-error
		}
	}
	void begin(cudaStream_t s)
	{
		cudaEventRecord(start_, s); // expect: dropped-error
	}
	void close() noexcept
	{
		cudaEventDestroy(start_); // expect-note: dropped-error
	}

private:
	cudaEvent_t start_, stop_;
	cudaStream_t streams_[2];
};

class checked_timer {
public:
	checked_timer()
	{
		if (cudaEventCreate(&start_) != cudaSuccess)
			throw std::runtime_error("event");
	}
	~checked_timer()
	{
		if (cudaEventDestroy(start_) != cudaSuccess)
			cudaGetLastError();
	}

private:
	cudaEvent_t start_;
};

struct device_delete {
	void operator()(void *p) const noexcept { cudaFree(p); } // expect-note: dropped-error
};
using device_pointer = std::unique_ptr<void, device_delete>;

class out_of_line {
public:
	~out_of_line();
	void *p_ = nullptr;
};

out_of_line::~out_of_line()
{
	if (p_)
		cudaFree(p_); // expect-note: dropped-error
}

// On the way out of a failure the first code matters.
cudaError_t open_two(void **a, void **b, size_t bytes)
{
	cudaError_t err = cudaMalloc(a, bytes);
	if (err != cudaSuccess)
		return err;
	err = cudaMalloc(b, bytes);
	if (err != cudaSuccess) {
		(void)cudaFree(*a); // expect-note: dropped-error
		return err;
	}
	return cudaSuccess;
}
