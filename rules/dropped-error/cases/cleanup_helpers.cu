// rules: dropped-error
// What only cleaning up calls can tell nobody either: helpers of destructors, of moves, of atexit, and of the way out of a failure.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

static bool is_ok(cudaError_t code, const char *what)
{
	if (code == cudaSuccess)
		return true;
	std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
	cudaGetLastError();
	return false;
}

class arena {
public:
	~arena() { clear_all(); }
	arena &operator=(arena &&other) noexcept
	{
		drop_one(other.p_);
		return *this;
	}
	void flush() { wait_all(); }

private:
	void clear_all()
	{
		cudaSetDevice(device_); // expect-note: dropped-error
		cudaStreamSynchronize(stream_); // expect-note: dropped-error
		drop_one(p_);
	}
	void drop_one(void *p)
	{
		cudaMemset(p, 0, 4); // expect-note: dropped-error
	}
	void wait_all()
	{
		cudaStreamSynchronize(stream_); // expect: dropped-error
	}
	void *p_ = nullptr;
	cudaStream_t stream_ = nullptr;
	int device_ = 0;
};

// One more caller, which is no destructor.
class pool {
public:
	~pool() { shrink(); }
	void tidy() { shrink(); }

private:
	void shrink()
	{
		cudaStreamSynchronize(stream_); // expect: dropped-error
	}
	cudaStream_t stream_ = nullptr;
};

static cudaStream_t last_stream;

static void end_all()
{
	cudaStreamSynchronize(last_stream); // expect-note: dropped-error
}

void register_end()
{
	std::atexit(end_all);
}

static void roll_back(int before, cudaStream_t stream)
{
	cudaSetDevice(before); // expect-note: dropped-error
	cudaStreamSynchronize(stream); // expect-note: dropped-error
}

bool open_on(int device, int before, void **p, cudaStream_t stream)
{
	if (!is_ok(cudaSetDevice(device), "device")) {
		cudaSetDevice(before); // expect-note: dropped-error
		return false;
	}
	if (!is_ok(cudaMalloc(p, 4096), "memory")) {
		roll_back(before, stream);
		return false;
	}
	cudaSetDevice(before); // expect: dropped-error
	return true;
}

// Functions that call each other from out of sight do work.
struct session {
	void read(int left)
	{
		cudaStreamSynchronize(stream_); // expect: dropped-error
		if (left)
			write(left - 1);
	}
	void write(int left)
	{
		if (left)
			read(left - 1);
	}
	cudaStream_t stream_;
};
