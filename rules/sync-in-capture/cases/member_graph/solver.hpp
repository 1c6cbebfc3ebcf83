// The class is declared apart from its methods.
#pragma once
#include "graph.cuh"

class solver {
public:
	explicit solver(cudaStream_t s) : recording(s), stream(s) {}
	void advance(float *x, int turn);
	void note(float *x, int turn);

private:
	void smooth(float *x);
	recorder<int> recording;
	diary notes;
	cudaStream_t stream;
};
