#include "layer.h"

class network {
public:
	cudaError_t record(float *x, int n, cudaGraph_t *graph)
	{
		cudaStream_t stream = current_stream();
		cudaError_t code = cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
		if (code != cudaSuccess)
			return code;
		for (auto &one : layers)
			if (code == cudaSuccess)
				code = one->forward(x, n);
		cudaError_t ended = cudaStreamEndCapture(stream, graph);
		return code == cudaSuccess ? ended : code;
	}

	cudaError_t record_named(const std::string &name, float *x, int n, cudaGraph_t *graph)
	{
		cudaStream_t stream = current_stream();
		cudaError_t code = cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
		if (code != cudaSuccess)
			return code;
		code = by_name.at(name)->forward(x, n);
		cudaError_t ended = cudaStreamEndCapture(stream, graph);
		return code == cudaSuccess ? ended : code;
	}

private:
	std::vector<std::unique_ptr<layer>> layers;
	std::map<std::string, std::shared_ptr<layer>> by_name;
};
