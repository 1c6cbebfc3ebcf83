// A function that reads the slot wherever it uses the runtime, and returns at once where there is nothing to do: what was dropped before it is told there.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static void check_last()
{
	cudaError_t e = cudaGetLastError();
	if (e != cudaSuccess) {
		fprintf(stderr, "%s\n", cudaGetErrorString(e));
		exit(1);
	}
}

__global__ void step(float *x);

struct Line {
	cudaStream_t stream;
	cudaEvent_t event;
	void after(cudaStream_t other);
	void settle(bool debug);
};

void Line::after(cudaStream_t other)
{
	if (other == stream)
		return;
	cudaEventRecord(event, other);
	check_last();
	cudaStreamWaitEvent(stream, event, 0);
	check_last();
}

// A switch is another matter: where it is off nobody reads.
void Line::settle(bool debug)
{
	if (debug) {
		cudaStreamSynchronize(stream);
		check_last();
	}
}

void asked(Line &line, int device, cudaStream_t other)
{
	cudaSetDevice(device); // expect-note: dropped-error
	line.after(other);
}

// So it is in a loop that asks in each of its turns.
void asked_in_turns(Line *lines, int n, int device, cudaStream_t other)
{
	cudaSetDevice(device); // expect-note: dropped-error
	for (int i = 0; i < n; i++)
		lines[i].after(other);
}

void not_in_each_turn(Line *lines, int n, int device, cudaStream_t other)
{
	cudaSetDevice(device); // expect: dropped-error
	for (int i = 0; i < n; i++)
		if (i & 1)
			lines[i].after(other);
}

void by_switch(Line &line, int device, bool debug)
{
	cudaSetDevice(device); // expect: dropped-error
	line.settle(debug);
}

// What is launched first is blamed.
void behind_launch(Line &line, int device, float *x, cudaStream_t other)
{
	cudaMemset(x, device, 64); // expect: dropped-error
	step<<<1, 1, 0, line.stream>>>(x); // expect-note: unchecked-launch
	line.after(other);
}
