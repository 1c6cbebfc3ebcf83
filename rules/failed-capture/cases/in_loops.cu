/* Several devices: one loop begins, another one ends as many as were begun. */
#include <atomic>
#include <cuda_runtime.h>
#include <cstdlib>
#include <new>
#include <vector>

bool step(int device);
cudaStream_t stream_of(int device);

static std::atomic<bool> failed(false);

struct epilogue {
	void store(float *to, const float *from, int n, int stride)
	{
		if (n > stride)
			throw 1;
		*to = *from;
	}
};

/* An atomic's store is nobody else's. */
static void note(cudaError_t err)
{
	if (err != cudaSuccess)
		failed.store(true, std::memory_order_release);
}

namespace device_memory {
template <typename T> void free(T *p)
{
	if (cudaFree(p) != cudaSuccess)
		throw 2;
}
}

/* Of memory of the host there is enough, or nothing helps. */
static float *buffer(int n)
{
	float *p = (float *)std::malloc(n);
	if (!p)
		throw std::bad_alloc();
	return p;
}

bool record(const std::vector<int> &devices, std::vector<cudaGraph_t> &graphs, cudaEvent_t ready)
{
	int begun = 0;
	bool good = true;
	for (int device : devices) {
		if (cudaStreamBeginCapture(stream_of(device), cudaStreamCaptureModeThreadLocal) != cudaSuccess) {
			good = false;
			break;
		}
		begun++;
	}
	note(cudaEventRecord(ready, stream_of(0)));
	float *host = buffer(4);
	for (int i = 0; good && i < begun; i++)
		good = step(devices[i]);
	for (int i = 0; i < begun; i++) {
		cudaGraph_t graph = nullptr;
		good &= cudaStreamEndCapture(stream_of(devices[i]), &graph) == cudaSuccess;
		graphs.push_back(graph);
	}
	std::free(host);
	return good;
}

bool record_all(const std::vector<int> &devices, std::vector<cudaGraph_t> &graphs)
{
	for (int device : devices)
		if (cudaStreamBeginCapture(stream_of(device), cudaStreamCaptureModeThreadLocal) != cudaSuccess)
			std::abort();
	for (int device : devices) {
		cudaGraph_t graph = nullptr;
		if (cudaStreamEndCapture(stream_of(device), &graph) != cudaSuccess)
			std::abort();
		graphs.push_back(graph);
	}
	return true;
}

/* One begin, and a loop that may have no turn. */
bool record_one(const std::vector<int> &devices, cudaGraph_t *graph)
{
	if (cudaStreamBeginCapture(stream_of(0), cudaStreamCaptureModeThreadLocal) != cudaSuccess)
		return false;
	for (int device : devices)
		if (step(device) && cudaStreamEndCapture(stream_of(0), graph) != cudaSuccess)
			std::abort();
	return true; // expect: failed-capture
}
