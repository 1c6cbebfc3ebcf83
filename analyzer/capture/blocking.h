/* Whether streams are blocking ones: the legacy stream is in order with those, so work that goes there past them is not out of order, whatever a
 * capture would make of it. C and C++. */
#ifndef CAPLINT_BLOCKING_H
#define CAPLINT_BLOCKING_H

#include "capture/capture.h"

enum blocking { BLOCKING_UNKNOWN, BLOCKING, NON_BLOCKING };
/* What the call that creates a stream makes: cudaStreamCreate(&s), cudaStreamCreateWithFlags(&s, 0), cudaStreamCreateWithPriority(&s, cudaStreamDefault, p)
 * make a blocking one. Unknown where the flags don't show. O(arguments). */
enum blocking blocking_of_creation(const struct program *p, const struct body *b, const struct body_row *r);
/* The capturing stream of a region: what it was created with. PyTorch's are non-blocking. O(rows). */
enum blocking blocking_of_region(const struct capture *c, const struct capture_region *region);

/* C and C++ of the program create streams, each of them as a blocking one as far as shows, and take none from a framework or a pool. Tests and
 * what is vendored don't count. Remembered; O(rows of the program) the first time. */
bool capture_streams_block(const struct capture *c);

/* A stream of the function's class, which makes it as a blocking one and gives nobody a chance to change it: nobody else captures it. O(functions, and rows
 * of the class). */
bool class_stream_blocks(const struct capture *c, const struct fn *fn, struct str stream);
/* A stream that the function has created itself, as a blocking one, for a part of its work. O(rows). */
bool own_stream_blocks(const struct capture *c, const struct body *b, struct str stream);

#endif
