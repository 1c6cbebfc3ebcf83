// Made at first use: statics, members that grow, once flags; warmed up or guarded they are fine.
#include <cuda_runtime.h>

#include <mutex>

__global__ void step(float *p, int n);
__device__ int table_size;

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			throw 1;                                                                                       \
	} while (0)

static int read_size()
{
	int n;
	CHECK(cudaMemcpyFromSymbol(&n, table_size, sizeof n));
	return n;
}

void static_lambda(float *p, cudaStream_t stream)
{
	static int const size = [&] {
		int n;
		CHECK(cudaMemcpyFromSymbol(&n, table_size, sizeof n)); // expect-note: first-use-in-capture
		return n;
	}();
	step<<<1, 32, 0, stream>>>(p, size);
	CHECK(cudaGetLastError());
}

struct Scratch {
	float *p = nullptr;
	size_t size = 0;
	std::once_flag once;
	void run(size_t n, cudaStream_t stream)
	{
		if (n > size) {
			if (p)
				CHECK(cudaFree(p)); // expect-warning: rebound-buffer
			CHECK(cudaMalloc(&p, n)); // expect-note: first-use-in-capture
			size = n;
		}
		step<<<1, 32, 0, stream>>>(p, 1);
		CHECK(cudaGetLastError());
	}
	void run_once(cudaStream_t stream)
	{
		std::call_once(once, [&] {
			CHECK(cudaMalloc(&p, 4)); // expect-note: first-use-in-capture
		});
		step<<<1, 32, 0, stream>>>(p, 1);
		CHECK(cudaGetLastError());
	}
	void run_guarded(size_t n, cudaStream_t stream)
	{
		cudaStreamCaptureStatus status;
		CHECK(cudaStreamIsCapturing(stream, &status));
		if (n > size && status == cudaStreamCaptureStatusNone) {
			CHECK(cudaMalloc(&p, n));
			size = n;
		}
		step<<<1, 32, 0, stream>>>(p, 1);
		CHECK(cudaGetLastError());
	}
};

static void lazy(cudaStream_t s)
{
	static float *kept = nullptr;
	if (kept == nullptr)
		CHECK(cudaMalloc(&kept, 4));
	step<<<1, 32, 0, s>>>(kept, 1);
	CHECK(cudaGetLastError());
}

void warmed_up(cudaStream_t s, cudaGraph_t *graph)
{
	lazy(s);
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	lazy(s);
	CHECK(cudaStreamEndCapture(s, graph));
}

static void cold(cudaStream_t s)
{
	static float *kept = nullptr;
	if (kept == nullptr)
		CHECK(cudaMalloc(&kept, 4)); // expect-error: first-use-in-capture
	step<<<1, 32, 0, s>>>(kept, 1);
	CHECK(cudaGetLastError());
}

void first(cudaStream_t s, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	cold(s);
	CHECK(cudaStreamEndCapture(s, graph));
}

// The constructor has made the tables: the first use was there.
class Exchange {
public:
	Exchange() { ensure_tables(); }
	void run(float *p, cudaStream_t stream)
	{
		ensure_tables();
		step<<<1, 32, 0, stream>>>(p, 1);
		CHECK(cudaGetLastError());
	}

private:
	void ensure_tables()
	{
		if (tables)
			return;
		CHECK(cudaMalloc(&tables, 64)); // expect-note: first-use-in-capture
	}
	float *tables = nullptr;
};

// A flag that forbids a second call: the wait is on another way, where no stream was given.
class Lease {
public:
	void acquire(cudaStream_t stream, bool has_stream)
	{
		if (is_acquired)
			throw 2;
		if (has_stream)
			CHECK(cudaStreamWaitEvent(stream, ready));
		else
			CHECK(cudaEventSynchronize(ready));
		is_acquired = true;
	}

private:
	cudaEvent_t ready;
	bool is_acquired = false;
};

class Model {
public:
	int get_output_type(int);
	const float *get_output(int);
};

// Asks what the model gives, and makes nothing.
class Wrapper {
public:
	void infer(float *out, cudaStream_t stream)
	{
		step<<<1, 32, 0, stream>>>(in, 1);
		CHECK(cudaGetLastError());
		if (model->get_output_type(0) == 1)
			CHECK(cudaMemcpy(out, model->get_output(0), 4, cudaMemcpyDeviceToHost));
	}

private:
	Model *model;
	float *in;
};

// Counts anew when the batch has changed, and waits for the answer.
class Batches {
public:
	void fill(int n, float *p, cudaStream_t stream)
	{
		if (n != last) {
			step<<<1, 32, 0, stream>>>(p, n);
			CHECK(cudaGetLastError());
			CHECK(cudaStreamSynchronize(stream)); // expect-note: first-use-in-capture
			last = n;
		}
	}

private:
	int last = 0;
};
