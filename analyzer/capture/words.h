/* What names say of captures, graphs and the host: the words, in one place. What follows from a word is the asker's. O(length). */
#ifndef CAPLINT_WORDS_H
#define CAPLINT_WORDS_H

#include "base/text.h"

bool says_capture(struct str name); /* capture, is_capturing, Capturer */
bool says_graph(struct str name);   /* graph, CUDAGraph, GRAPHS */
/* Behind or before an underscore: lens_cpu, host_lens, x_np, seq_lens_cpu_upper_bound. */
bool says_host(struct str name);

/* A wait for a stream of the project's own: handle.sync_stream(), stream.synchronize(). */
bool says_wait(struct str callee);

/* Python: a call of this name tells how large a tensor or a list is: x.numel(), len(x). */
bool says_size(struct str callee);

#endif
