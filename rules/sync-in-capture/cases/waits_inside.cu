// Waits that stand inside of libraries, questions about a stream that is captured, guards that a function makes.
#include <cub/cub.cuh>
#include <cuda_runtime.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

static void check(cudaError_t e)
{
	if (e != cudaSuccess)
		throw 1;
}

struct Args {
	int n;
	const int *offsets;
	float *keys;
	void *storage;
	size_t bytes;
};

// Four calls below the capture: nobody sees the wait in a sort's name.
static void sort_rows(const Args &a, cudaStream_t s)
{
	size_t bytes = 0;
	check(cub::DeviceSegmentedSort::SortKeys(nullptr, bytes, a.keys, a.keys, a.n, 64, a.offsets, a.offsets + 1, s));
	if (a.n > 1)
		check(cub::DeviceSegmentedSort::SortKeys(a.storage, bytes, a.keys, a.keys, a.n, 64, a.offsets, a.offsets + 1, s)); // expect-warning: sync-in-capture
}

static void by_kind(const Args &a, int kind, cudaStream_t s)
{
	if (kind == 1)
		sort_rows(a, s);
	else if (kind == 2)
		thrust::sort(thrust::cuda::par.on(s), a.keys, a.keys + a.n); // expect-warning: sync-in-capture
	else if (kind == 3)
		thrust::sort(thrust::cuda::par_nosync.on(s), a.keys, a.keys + a.n);
	else if (kind == 4)
		check(cudaStreamSynchronize(s)); // expect-note: sync-in-capture
}

static void step(const Args &a, int kind, cudaStream_t s)
{
	if (a.n)
		by_kind(a, kind, s);
}

void capture(const Args &a, int kind, cudaStream_t s, cudaGraph_t *graph)
{
	check(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	step(a, kind, s);
	check(cudaStreamEndCapture(s, graph));
}

// A sum is read by the host whatever the policy says.
float total(const Args &a, cudaStream_t s, cudaGraph_t *graph)
{
	float sum;
	check(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	sum = thrust::reduce(thrust::cuda::par_nosync.on(s), a.keys, a.keys + a.n); // expect: sync-in-capture
	check(cudaStreamEndCapture(s, graph));
	return sum;
}

// So is the end of what was kept, though nobody asks for it; that of a plain copy is known before.
void keep(const Args &a, int *to, cudaStream_t s, cudaGraph_t *graph)
{
	check(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	thrust::remove_copy_if(thrust::cuda::par_nosync.on(s), a.keys, a.keys + a.n, to, is_zero()); // expect: sync-in-capture
	thrust::reverse_copy(thrust::cuda::par_nosync.on(s), a.keys, a.keys + a.n, to);
	check(cudaStreamEndCapture(s, graph));
}

// What the runtime tells of a stream it does not tell of one that is captured, in no mode.
int device_of(cudaStream_t s)
{
	int device;
	check(cudaStreamGetDevice(s, &device)); // expect-warning: sync-in-capture
	return device;
}

int device_of_eager(cudaStream_t s)
{
	int device = 0;
	cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
	if (cudaStreamIsCapturing(s, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone)
		return device;
	check(cudaStreamGetDevice(s, &device));
	return device;
}

int priority_of(cudaStream_t s)
{
	int priority;
	check(cudaStreamGetPriority(s, &priority));
	return priority;
}

// The guard is given by a function, and `auto` hides its type: it closes at the end of the block.
struct Recording {
	cudaStream_t s;
	cudaGraph_t *graph;
	Recording(cudaStream_t stream, cudaGraph_t *to) : s(stream), graph(to) { check(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed)); }
	~Recording() { cudaStreamEndCapture(s, graph); }
};

Recording record(cudaStream_t s, cudaGraph_t *graph) { return Recording(s, graph); }

void inside(cudaStream_t s, cudaGraph_t *graph)
{
	auto open = record(s, graph);
	check(cudaDeviceSynchronize()); // expect: sync-in-capture
}

static void behind_it(cudaStream_t s, cudaGraph_t *graph)
{
	{
		auto open = record(s, graph);
	}
	check(cudaDeviceSynchronize());
}

// A helper that the program itself keeps away from captures.
static int id_of(cudaStream_t s)
{
	int device;
	check(cudaStreamGetDevice(s, &device)); // expect-note: sync-in-capture
	return device;
}

int id_or_none(cudaStream_t s)
{
	cudaStreamCaptureStatus status;
	check(cudaStreamIsCapturing(s, &status));
	return status == cudaStreamCaptureStatusNone ? id_of(s) : -1;
}
