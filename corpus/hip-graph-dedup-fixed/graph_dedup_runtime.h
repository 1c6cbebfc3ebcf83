// The real operations of the dedup layer. The signature walk reads the retained raw graph: the order of its nodes,
// what each one does, and its edges. A node that can't be read in full is described by its type alone; the graph is then
// not folded, which is always right and only costs memory.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "drain.h"
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

inline bool list_nodes(hipGraph_t graph, std::vector<hipGraphNode_t> *out)
{
	size_t count = 0;
	if (!VT_TRY(hipGraphGetNodes(graph, nullptr, &count))) return false;
	out->resize(count);
	if (count && !VT_TRY(hipGraphGetNodes(graph, out->data(), &count))) return false;
	return true;
}

// One node's part of the signature. Sets is_exact to false where only the type is known.
inline uint64_t describe_node(hipGraphNode_t node, bool *is_exact)
{
	uint64_t hash = 1469598103934665603ull;
	hipGraphNodeType type = hipGraphNodeTypeEmpty;
	hipError_t err = drained(hipGraphNodeGetType(node, &type));
	if (err != hipSuccess) {
		*is_exact = false;
		return hash;
	}
	hash = mix(hash, static_cast<uint64_t>(type));
	switch (type) {
	case hipGraphNodeTypeKernel: {
		hipKernelNodeParams params;
		std::memset(&params, 0, sizeof params);
		// A node of another kind, or one that a library made, is refused.
		if (hipGraphKernelNodeGetParams(node, &params) != hipSuccess) {
			hipGetLastError();
			*is_exact = false;
			break;
		}
		hash = mix_pointer(hash, params.func);
		hash = mix_dim(hash, params.gridDim);
		hash = mix_dim(hash, params.blockDim);
		hash = mix(hash, params.sharedMemBytes);
		break;
	}
	case hipGraphNodeTypeMemcpy: {
		hipMemcpy3DParms params;
		std::memset(&params, 0, sizeof params);
		err = drained(hipGraphMemcpyNodeGetParams(node, &params));
		if (err == hipSuccess) {
			hash = mix(hash, static_cast<uint64_t>(params.kind));
			hash = mix(hash, params.extent.width);
		} else {
			*is_exact = false;
		}
		break;
	}
	case hipGraphNodeTypeMemset: {
		hipMemsetParams params;
		std::memset(&params, 0, sizeof params);
		err = drained(hipGraphMemsetNodeGetParams(node, &params));
		*is_exact = *is_exact && err == hipSuccess;
		hash = err == hipSuccess ? mix(mix(hash, params.width), params.elementSize) : hash;
		break;
	}
	case hipGraphNodeTypeHost: {
		hipHostNodeParams params;
		std::memset(&params, 0, sizeof params);
		bool known = VT_TRY(hipGraphHostNodeGetParams(node, &params));
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

inline bool describe_edges(hipGraph_t graph, uint64_t *hash)
{
	drain_guard guard;
	size_t count = 0;
	hipError_t err;
	err = hipGraphGetEdges(graph, nullptr, nullptr, &count);
	if (err != hipSuccess)
		return false;
	std::vector<hipGraphNode_t> from(count), to(count);
	if (count) {
		err = hipGraphGetEdges(graph, from.data(), to.data(), &count);
		if (err != hipSuccess)
			return false;
	}
	*hash = mix(*hash, count);
	return true;
}

inline bool describe(hipGraph_t graph, graph_signature *out)
{
	std::vector<hipGraphNode_t> nodes;
	out->hash = 0;
	out->is_exact = true;
	if (!list_nodes(graph, &nodes))
		return false;
	for (hipGraphNode_t node : nodes)
		out->hash = mix(out->hash, describe_node(node, &out->is_exact));
	return describe_edges(graph, &out->hash);
}

inline bool instantiate(hipGraph_t graph, hipGraphExec_t *out)
{
	hipError_t err = hipGraphInstantiate(out, graph, nullptr, nullptr, 0);
	if (err != hipSuccess) {
		(void)hipGetLastError();
		std::fprintf(stderr, "vt graph dedup: no executable: %s\n", hipGetErrorString(err));
		*out = nullptr;
		return false;
	}
	return true;
}

// A refusal is an answer, not a failure: it means "do not fold".
inline bool accepts(hipGraphExec_t exec, hipGraph_t graph)
{
	hipGraphNode_t blamed = nullptr;
	hipGraphExecUpdateResult result = hipGraphExecUpdateSuccess;
	return drained(hipGraphExecUpdate(exec, graph, &blamed, &result)) == hipSuccess;
}

// The update must also be reversible, or the executable's first user would be stuck with the second one's parameters.
inline bool is_same_update(hipGraphExec_t exec, hipGraph_t before, hipGraph_t after)
{
	hipGraphNode_t blamed = nullptr;
	hipGraphExecUpdateResult result = hipGraphExecUpdateSuccess;
	hipError_t err = hipGraphExecUpdate(exec, before, &blamed, &result);
	if (err != hipSuccess || result != hipGraphExecUpdateSuccess) {
		static_cast<void>(hipGetLastError());
		return false;
	}
	return accepts(exec, after);
}

inline void destroy_exec(hipGraphExec_t exec)
{
	(void)hipGraphExecDestroy(exec);
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
