// What is captured is kept in fields: a std::function that the constructor is given, a list of lambdas, a table.
#pragma once
#include <cuda_runtime.h>
#include <functional>
#include <vector>

class recorder {
public:
	explicit recorder(std::function<cudaError_t(cudaStream_t)> f) : body(std::move(f)) {}

	cudaError_t record(cudaStream_t stream)
	{
		cudaError_t code = cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
		if (code != cudaSuccess)
			return code;
		code = body(stream);
		cudaError_t ended = cudaStreamEndCapture(stream, &graph);
		return code == cudaSuccess ? ended : code;
	}

private:
	std::function<cudaError_t(cudaStream_t)> body;
	cudaGraph_t graph = nullptr;
};

class chain {
public:
	void add(std::function<cudaError_t(cudaStream_t)> f) { links.push_back(std::move(f)); }
	void add_scale(float *x, int n);

	cudaError_t record(cudaStream_t stream)
	{
		cudaError_t code = cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
		if (code != cudaSuccess)
			return code;
		for (auto &one : links)
			if (code == cudaSuccess)
				code = one(stream);
		cudaError_t ended = cudaStreamEndCapture(stream, &graph);
		return code == cudaSuccess ? ended : code;
	}

	/* Runs before anything is captured. */
	std::vector<std::function<cudaError_t(cudaStream_t)>> warm_ups;

private:
	std::vector<std::function<cudaError_t(cudaStream_t)>> links;
	cudaGraph_t graph = nullptr;
};
