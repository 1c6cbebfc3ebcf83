// A decode loop that captures one step for each batch size and replays it from then on.
#pragma once

#include <cuda_runtime.h>

#include <map>

class Engine {
public:
	explicit Engine(int max_rows);
	~Engine();
	void step(int rows);

private:
	void forward(int rows);
	cudaGraphExec_t capture(int rows);

	cudaStream_t stream_ = nullptr;
	int *tokens_ = nullptr;
	float *hidden_ = nullptr, *logits_ = nullptr, *cache_ = nullptr, *scratch_ = nullptr, *factor_ = nullptr;
	std::map<int, cudaGraphExec_t> graphs_;
};
