// Folds captured graphs that share a topology onto one executable graph. The HIP calls sit behind a table, so that
// the bookkeeping can be tested without a device.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <unordered_map>
#include <vector>

namespace vt {

struct graph_signature {
	uint64_t hash = 0;
	bool is_exact = true; // false: some node could only be described by its type
};

struct graph_dedup_ops {
	bool (*describe)(hipGraph_t graph, graph_signature *out);
	bool (*instantiate)(hipGraph_t graph, hipGraphExec_t *out);
	bool (*accepts)(hipGraphExec_t exec, hipGraph_t graph);
	bool (*is_same_update)(hipGraphExec_t exec, hipGraph_t before, hipGraph_t after);
	void (*destroy_exec)(hipGraphExec_t exec);
};

const graph_dedup_ops &graph_dedup_runtime_ops();
const graph_dedup_ops &graph_dedup_fake_ops();

class graph_dedup {
public:
	explicit graph_dedup(const graph_dedup_ops &ops) : ops_(ops) {}

	~graph_dedup()
	{
		for (auto &entry : execs_)
			ops_.destroy_exec(entry.second->exec);
	}

	graph_dedup(const graph_dedup &) = delete;
	graph_dedup &operator=(const graph_dedup &) = delete;

	// An executable for the graph: a folded one where a known one takes it, else a new one. NULL if neither works.
	hipGraphExec_t fold(hipGraph_t graph)
	{
		graph_signature signature;
		captured_++;
		if (!ops_.describe(graph, &signature))
			signature.is_exact = false;
		auto known = execs_.find(signature.hash);
		if (known != execs_.end() && signature.is_exact) {
			entry &e = *known->second;
			if (ops_.accepts(e.exec, graph) && ops_.is_same_update(e.exec, e.source, graph)) {
				e.source = graph;
				return e.exec;
			}
		}
		auto fresh = std::make_unique<entry>();
		if (!ops_.instantiate(graph, &fresh->exec))
			return nullptr;
		fresh->source = graph;
		hipGraphExec_t exec = fresh->exec;
		uint64_t key = signature.is_exact ? signature.hash : next_private_key_--;
		execs_[key] = std::move(fresh);
		return exec;
	}

	void report() const
	{
		std::printf("vt graph dedup: captured %zu graphs, deduped to %zu execs\n", captured_, execs_.size());
	}

private:
	struct entry {
		hipGraphExec_t exec = nullptr;
		hipGraph_t source = nullptr;
	};
	const graph_dedup_ops &ops_;
	std::unordered_map<uint64_t, std::unique_ptr<entry>> execs_;
	size_t captured_ = 0;
	uint64_t next_private_key_ = UINT64_MAX;
};

} // namespace vt
