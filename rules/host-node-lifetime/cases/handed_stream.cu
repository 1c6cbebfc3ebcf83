// Host functions on a stream that the caller gives: whoever captures that stream replays them.
#include <cuda_runtime.h>
#include <cstdint>

struct Job {
	int pending;
};

static void run_and_delete(void *data)
{
	Job *job = (Job *)data;
	job->pending = 0;
	delete job;
}

static void run(void *data)
{
	Job *job = (Job *)data;
	job->pending = 0;
}

void wait_on(intptr_t user_stream, int pending)
{
	Job *job = new Job{pending};
	if (cudaLaunchHostFunc((cudaStream_t)user_stream, (cudaHostFn_t)&run_and_delete, (void *)job) != cudaSuccess) // expect-warning: host-node-lifetime
		throw 1;
}

void wait_on_kept(intptr_t user_stream, Job *job)
{
	if (cudaLaunchHostFunc((cudaStream_t)user_stream, (cudaHostFn_t)&run, (void *)job) != cudaSuccess)
		throw 1;
}

// A stream of its own runs it once.
void once(int pending)
{
	cudaStream_t own;
	if (cudaStreamCreate(&own) != cudaSuccess)
		throw 1;
	Job *job = new Job{pending};
	if (cudaLaunchHostFunc(own, run_and_delete, job) != cudaSuccess)
		throw 1;
	if (cudaStreamSynchronize(own) != cudaSuccess)
		throw 1;
	if (cudaStreamDestroy(own) != cudaSuccess)
		throw 1;
}

// Whoever captures is given the one that deletes nothing.
void wait_on_either(intptr_t user_stream, int pending)
{
	cudaStream_t stream = (cudaStream_t)user_stream;
	cudaStreamCaptureStatus status;
	if (cudaStreamIsCapturing(stream, &status) != cudaSuccess)
		throw 1;
	Job *job = new Job{pending};
	cudaError_t err;
	if (status == cudaStreamCaptureStatusActive)
		err = cudaLaunchHostFunc(stream, run, job);
	else
		err = cudaLaunchHostFunc(stream, run_and_delete, job);
	if (err != cudaSuccess)
		throw 1;
}

// What a worker of the program holds in a structure of its own is no caller's.
struct Worker {
	cudaStream_t stream;
	int turns;
};

void turn(Worker &worker, int pending)
{
	Job *job = new Job{pending};
	if (cudaLaunchHostFunc(worker.stream, run_and_delete, job) != cudaSuccess)
		throw 1;
}
