/* Where tensors of C++ are, as far as the code shows. Each question is O(rows x steps). */
#ifndef CAPLINT_NATIVE_PLACE_H
#define CAPLINT_NATIVE_PLACE_H

#include "capture/capture.h"

/* The last part of `at::nonzero`, `x.item`. */
struct str native_last_part(struct str name);
/* at::f, torch::f */
bool native_is_library(struct str name);

/* On the device: a kernel is given its memory, a check says so, it is made from such a one or by options that name the device. */
bool native_is_on_device(const struct capture *c, const struct body *b, u32 row, u32 cell);

/* In pageable memory of the host: what a factory has made of numbers or of the host's memory, and nobody told it of a device. */
bool native_is_of_host(const struct capture *c, const struct body *b, u32 row, u32 cell);
/* x.to(kCUDA), x.to(y.device()) */
bool native_moves_to_device(const struct capture *c, const struct body *b, u32 row);

/* Most likely on the device: it comes, up the way of the capture, from a tensor that an object keeps. What is kept for a graph is what the graph
 * reads and writes; lengths of the host come as parameters, or are called so. */
bool native_is_kept_for_graph(const struct capture *c, u32 at, u32 row, u32 cell);

#endif
