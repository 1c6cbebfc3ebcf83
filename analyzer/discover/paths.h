/* Paths as text: joining, shortening, and what a path alone says about a file. Paths are relative
 * to the root with '/' between parts unless a name says otherwise. */
#ifndef CAPLINT_PATHS_H
#define CAPLINT_PATHS_H

#include "base/text.h"

/* dir + '/' + name; name alone if dir is empty. */
struct str path_join(struct arena *a, struct str dir, struct str name);
/* The part before the last '/', or "" (for "/x" too). */
struct str path_dir(struct str path);
struct str path_name(struct str path);
/* True if path is dir or lies below it; everything lies below "". */
bool path_is_below(struct str path, struct str dir);
/* Absolute path as seen from the absolute folder `from`: "x/y", "../z", or unchanged if they share nothing. */
struct str path_seen_from(struct arena *a, struct str path, struct str from);

/* The absolute path without links and dots, from the disk; empty if nothing is there. */
struct str path_real(struct arena *a, const char *path);

/* The file's name up to its first dot. */
struct str path_stem(struct str path);
/* What is compiled by itself, and no header: by the end of its name. */
bool path_is_source(struct str path);
/* A folder of headers for others: include/ at any depth. */
bool path_is_public(struct str path);

/* A folder in it is one where foreign code is kept (third_party, external, deps, ...). */
bool path_is_vendored(struct str path);
/* Tests, benchmarks, examples, tutorials and documentation, by folder or by file name. */
bool path_is_test(struct str path);

/* The device that a file is written for, by the innermost folder that says so (src/hip/gemm.cpp), else by a word of its name (gemm_sycl.cpp). Where an
 * interface is implemented for several, one build holds one of them. */
enum back_end { BACK_END_NONE, BACK_END_CUDA, BACK_END_HIP, BACK_END_SYCL, BACK_END_OPENCL, BACK_END_METAL, BACK_END_VULKAN, BACK_END_CPU, BACK_END_NPU, BACK_END_MUSA, BACK_END_MACA };
enum back_end path_back_end(struct str path);

#endif
