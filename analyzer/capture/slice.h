/* Python's slices of buffers: `buf[:n]`, `buf[n:]`, `buf[:, :n]`. Told by how the key is written, so what a bound is worth is not known. */
#ifndef CAPLINT_SLICE_H
#define CAPLINT_SLICE_H

#include "capture/capture.h"

enum slice_kind {
	SLICE_NONE,   /* no slice: the whole object, an element, a mask */
	SLICE_WHOLE,  /* [:], [...] */
	SLICE_PREFIX, /* [:n] in the first dimension that is cut; n is no literal */
	SLICE_OTHER,  /* [n:], [a:b], [:4] */
};

struct slice {
	u8 kind;          /* enum slice_kind */
	u32 object;       /* cell that is sliced; the cell itself if it is no slice */
	struct str bound; /* SLICE_PREFIX: n as written, without blanks */
	struct str from;  /* [n:]: n likewise, if it is no literal; else empty */
};

struct slice slice_of(const struct program *p, const struct body *b, u32 cell);

/* A key names a variable: n in ":n" and "0,n*2:". */
bool slice_names(struct str key, struct str name);

/* The attribute that a cell is, or the entry by a literal name of a kept dict (`self.buffers["lens"]`), directly or by a local variable that is it or
 * a view of it; NONE if it is none. O(1) to O(rows). */
u32 attribute_of(const struct capture *c, const struct body *b, u32 row, u32 cell);

#endif
