// What a member's class opens is known from the class's declaration.
#include "solver.hpp"

__global__ void relax(float *x);

void solver::smooth(float *x)
{
	relax<<<1, 32, 0, stream>>>(x);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
	if (cudaStreamSynchronize(stream) != cudaSuccess) // expect: sync-in-capture
		throw 1;
}

void solver::advance(float *x, int turn)
{
	if (!recording.is_ready(turn)) {
		recording.start_recording(turn);
		smooth(x);
		recording.end_recording(turn);
	}
}

void solver::note(float *x, int turn)
{
	notes.start_recording(turn);
	relax<<<1, 32, 0, stream>>>(x);
	if (cudaGetLastError() != cudaSuccess || cudaStreamSynchronize(stream) != cudaSuccess)
		throw 1;
	notes.end_recording(turn);
}
