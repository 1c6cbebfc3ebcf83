// A recorder that opens under conditions; another class has methods of the same names.
#pragma once
#include <cuda_runtime.h>

template <typename T>
class recorder {
public:
	explicit recorder(cudaStream_t s) : stream(s) {}
	bool is_ready(T turn) { return turn % 2 ? odd : even; }
	void start_recording(T turn)
	{
		if (turn % 2 == 0 && !even) {
			if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
				throw 1;
		} else if (turn % 2 == 1 && !odd) {
			if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
				throw 1;
		}
	}
	void end_recording(T turn)
	{
		if (cudaStreamEndCapture(stream, &graph) != cudaSuccess)
			throw 1;
		(turn % 2 ? odd : even) = true;
	}

private:
	cudaStream_t stream;
	cudaGraph_t graph;
	bool even = false, odd = false;
};

class diary {
public:
	void start_recording(int) { lines = 0; }
	void end_recording(int) { lines = 1; }

private:
	int lines = 0;
};
