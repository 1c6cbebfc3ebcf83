// One decode step: replay the captured graph for the padded size, then pick the next ids.
#pragma once

#include <hip/hip_runtime.h>

#include <map>
#include <vector>

#include "graph_dedup.h"

namespace vt {

class engine {
public:
	engine(const graph_dedup_ops &ops, int columns);
	~engine();

	void step(int batch);
	std::vector<int> ids(int batch) const;

private:
	hipGraphExec_t capture(int padded);
	void forward(int padded);

	graph_dedup dedup_;
	std::map<int, hipGraphExec_t> execs_;
	std::vector<hipGraph_t> graphs_; // kept: the signature walk and later updates read them
	hipStream_t stream_ = nullptr;
	float *logits_ = nullptr;
	int *ids_ = nullptr;
	int columns_;
};

} // namespace vt
