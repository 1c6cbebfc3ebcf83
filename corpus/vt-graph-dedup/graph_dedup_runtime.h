// The real operations of the dedup layer. The signature walk reads the retained raw graph: the order of its nodes,
// what each one does, and its edges. A node that can't be read in full is described by its type alone; the graph is then
// not folded, which is always right and only costs memory.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "graph_dedup.h"

namespace vt {
namespace runtime {

inline uint64_t mix(uint64_t hash, uint64_t value)
{
	hash ^= value + 0x9e3779b97f4a7c15ull + (hash << 6) + (hash >> 2);
	return hash;
}

inline uint64_t mix_pointer(uint64_t hash, const void *pointer)
{
	return mix(hash, reinterpret_cast<uintptr_t>(pointer));
}

inline uint64_t mix_dim(uint64_t hash, dim3 d)
{
	return mix(mix(mix(hash, d.x), d.y), d.z);
}

inline bool list_nodes(cudaGraph_t graph, std::vector<cudaGraphNode_t> *out)
{
	size_t count = 0;
	if (cudaGraphGetNodes(graph, nullptr, &count) != cudaSuccess) return false; // expect: latched-error
	out->resize(count);
	if (count && cudaGraphGetNodes(graph, out->data(), &count) != cudaSuccess) return false; // expect: latched-error
	return true;
}

// One node's part of the signature. Sets is_exact to false where only the type is known.
inline uint64_t describe_node(cudaGraphNode_t node, bool *is_exact)
{
	uint64_t hash = 1469598103934665603ull;
	cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
	cudaError_t err = cudaGraphNodeGetType(node, &type); // expect: latched-error
	if (err != cudaSuccess) {
		*is_exact = false;
		return hash;
	}
	hash = mix(hash, static_cast<uint64_t>(type));
	switch (type) {
	case cudaGraphNodeTypeKernel: {
		cudaKernelNodeParams params;
		std::memset(&params, 0, sizeof params);
		// Nodes that were captured from driver launches have no runtime function: this refuses them.
		if (cudaGraphKernelNodeGetParams(node, &params) != cudaSuccess) { // expect: latched-error
			*is_exact = false;
			break;
		}
		hash = mix_pointer(hash, params.func);
		hash = mix_dim(hash, params.gridDim);
		hash = mix_dim(hash, params.blockDim);
		hash = mix(hash, params.sharedMemBytes);
		break;
	}
	case cudaGraphNodeTypeMemcpy: {
		cudaMemcpy3DParms params;
		std::memset(&params, 0, sizeof params);
		err = cudaGraphMemcpyNodeGetParams(node, &params); // expect: latched-error
		if (err == cudaSuccess) {
			hash = mix(hash, static_cast<uint64_t>(params.kind));
			hash = mix(hash, params.extent.width);
		} else {
			*is_exact = false;
		}
		break;
	}
	case cudaGraphNodeTypeMemset: {
		cudaMemsetParams params;
		std::memset(&params, 0, sizeof params);
		err = cudaGraphMemsetNodeGetParams(node, &params); // expect: latched-error
		*is_exact = *is_exact && err == cudaSuccess;
		hash = err == cudaSuccess ? mix(mix(hash, params.width), params.elementSize) : hash;
		break;
	}
	case cudaGraphNodeTypeHost: {
		cudaHostNodeParams params;
		std::memset(&params, 0, sizeof params);
		bool known = cudaGraphHostNodeGetParams(node, &params) == cudaSuccess; // expect: latched-error
		if (known)
			hash = mix_pointer(hash, reinterpret_cast<const void *>(params.fn));
		else
			*is_exact = false;
		break;
	}
	default:
		*is_exact = false;
		break;
	}
	return hash;
}

inline bool describe_edges(cudaGraph_t graph, uint64_t *hash)
{
	size_t count = 0;
	cudaError_t err;
	err = cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count); // expect: latched-error
	if (err != cudaSuccess)
		return false;
	std::vector<cudaGraphNode_t> from(count), to(count);
	if (count) {
		err = cudaGraphGetEdges(graph, from.data(), to.data(), nullptr, &count); // expect: latched-error
		if (err != cudaSuccess)
			return false;
	}
	*hash = mix(*hash, count);
	return true;
}

inline bool describe(cudaGraph_t graph, graph_signature *out)
{
	std::vector<cudaGraphNode_t> nodes;
	out->hash = 0;
	out->is_exact = true;
	if (!list_nodes(graph, &nodes))
		return false;
	for (cudaGraphNode_t node : nodes)
		out->hash = mix(out->hash, describe_node(node, &out->is_exact));
	return describe_edges(graph, &out->hash);
}

inline bool instantiate(cudaGraph_t graph, cudaGraphExec_t *out)
{
	cudaError_t err = cudaGraphInstantiate(out, graph, 0); // expect: latched-error
	if (err != cudaSuccess) {
		std::fprintf(stderr, "vt graph dedup: no executable: %s\n", cudaGetErrorString(err));
		*out = nullptr;
		return false;
	}
	return true;
}

// A refusal is an answer, not a failure: it means "do not fold".
inline bool accepts(cudaGraphExec_t exec, cudaGraph_t graph)
{
	cudaGraphExecUpdateResultInfo info;
	std::memset(&info, 0, sizeof info);
	return cudaGraphExecUpdate(exec, graph, &info) == cudaSuccess; // expect-error: latched-error
}

// The update must also be reversible, or the executable's first user would be stuck with the second one's parameters.
inline bool is_same_update(cudaGraphExec_t exec, cudaGraph_t before, cudaGraph_t after)
{
	cudaGraphExecUpdateResultInfo info;
	std::memset(&info, 0, sizeof info);
	cudaError_t err = cudaGraphExecUpdate(exec, before, &info); // expect-error: latched-error
	if (err != cudaSuccess || info.result != cudaGraphExecUpdateSuccess)
		return false;
	return accepts(exec, after);
}

inline void destroy_exec(cudaGraphExec_t exec)
{
	(void)cudaGraphExecDestroy(exec);
}

} // namespace runtime

inline const graph_dedup_ops &graph_dedup_runtime_ops()
{
	static const graph_dedup_ops ops = {
		runtime::describe, runtime::instantiate, runtime::accepts, runtime::is_same_update, runtime::destroy_exec,
	};
	return ops;
}

} // namespace vt
