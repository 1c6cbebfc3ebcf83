#include "capture/expected.h"

#include "discover/paths.h"
#include "graph/link.h"
#include "graph/unused.h"

/* Some Python file speaks of graphs, or captures, by a name or a string; of a few files that stand alone it is not known. */
static bool is_python_expected(const struct capture *c)
{
	enum { FEW_FILES = 8 };
	static const char *const words[] = {"cuda_graph", "cudagraph", "CUDAGraph", "CudaGraph", "CUDA_GRAPH", "cuda.graph", "graphed_callable", "reduce-overhead", "max-autotune", "graph_pool_handle",
	                                    "capture_begin", "ScopedCapture", "stream_capturing", "acl_graph", "aclgraph", "NPUGraph", "wp.capture"};
	const struct program *p = c->program;
	u32 files = 0;
	for (u32 file = 0; file < p->file_count; file++) {
		const struct unit *u = &p->units[file];
		bool is_own = p->files[file].language == LANG_PYTHON && !p->files[file].is_vendored;
		files += is_own;
		for (u32 i = 0; i < COUNT(words) && is_own && u->n_functions; i++)
			if (unit_holds(u, str_of(words[i])))
				return true;
	}
	for (u32 i = 0; i < c->regions.n; i++)
		if (c->regions.at[i].grade == GRADE_CODE && program_is_python(p, c->regions.at[i].fn))
			return true;
	return files < FEW_FILES;
}

/* So many files of C and C++ have something to do with the device that what none of them speaks of is not just elsewhere. */
static bool has_many_files(const struct program *p)
{
	enum { MANY_FILES = 8 };
	u32 n = 0;
	for (u32 file = 0; file < p->file_count; file++)
		n += p->files[file].language != LANG_PYTHON && !p->files[file].is_vendored && p->units[file].n_functions > 1;
	return n >= MANY_FILES;
}

/* Some file of the program's own begins, launches or asks about captures, or makes graphs: none that is vendored, and no program beside a library,
 * whose captures show themselves. Tests speak for what they test. */
static bool speaks_of_captures(const struct capture *c)
{
	static const char *const names[] = {"cudaStreamBeginCapture", "hipStreamBeginCapture", "cuStreamBeginCapture", "cudaStreamIsCapturing", "hipStreamIsCapturing", "cuStreamIsCapturing",
	                                    "cudaStreamGetCaptureInfo", "hipStreamGetCaptureInfo", "cudaGraphLaunch", "hipGraphLaunch", "cuGraphLaunch", "capture_begin", "CUDAGraph"};
	const struct program *p = c->program;
	for (u32 i = 0; i < COUNT(names); i++) {
		struct str name = str_of(names[i]);
		bool is_any = intern_find(&p->names, name) != NONE;
		for (u32 file = 0; file < p->file_count && is_any; file++) {
			const struct unit *u = &p->units[file];
			bool is_own = !p->files[file].is_vendored && (p->files[file].is_test || !c->has_main[file]);
			if (is_own && u->n_functions && unit_holds(u, name))
				return true;
		}
	}
	return false;
}

/* Or its users do, through a framework. */
static bool is_expected(const struct capture *c)
{
	static const char *const frameworks[] = {"torch/", "ATen/", "c10/", "NvInfer", "tensorflow/", "jax", "xla/ffi", "paddle/"};
	return c->is_spoken_of || program_uses(c->program, frameworks, COUNT(frameworks));
}

void capture_expect(struct capture *c)
{
	c->is_spoken_of = speaks_of_captures(c);
	c->is_expected = is_expected(c);
	c->is_python_expected = is_python_expected(c);
	c->is_unlikely = !c->is_expected && has_many_files(c->program);
}

bool capture_is_closed(const struct capture *c)
{
	static const char *const words[] = {"StreamGuard", "StreamFromPool", "StreamCreate", "setCurrentCUDA", "setCurrentStream", "SetCurrentStream", "BeginCapture", "capture_begin", "CUDAGraph", "PerThread",
	                                    "PYBIND11_", "TORCH_LIBRARY", "NB_MODULE", "PyInit_", "XLA_FFI", "TVM_FFI", "PD_BUILD", "REGISTER_"};
	const struct program *p = c->program;
	for (u32 file = 0; file < p->file_count; file++) {
		const struct source *s = &p->files[file];
		if (s->is_test || s->is_vendored)
			continue;
		if (str_is(path_name(s->path), "setup.py"))
			return false;
		for (u32 i = 0; i < COUNT(words) && s->language != LANG_PYTHON; i++)
			if (unit_holds(&p->units[file], str_of(words[i])))
				return false;
	}
	return program_has_main(c->program);
}
