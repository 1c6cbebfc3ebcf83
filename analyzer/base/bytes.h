/* Values in a row of bytes, for what is kept between runs of one build: written to a strbuf, read back in the same order. Reading never
 * goes past the end: what is not there, or makes no sense, sets is_bad, and reads as nothing. */
#ifndef CAPLINT_BYTES_H
#define CAPLINT_BYTES_H

#include "base/text.h"

struct bytes {
	const char *p;
	size_t n; /* what is left */
	bool is_bad;
};

static inline void bytes_put(struct strbuf *to, const void *from, size_t n) { strbuf_add(to, from, n); }
void bytes_put_u32(struct strbuf *to, u32 value);
void bytes_put_str(struct strbuf *to, struct str text);

const char *bytes_take(struct bytes *from, size_t n); /* NULL if there are not so many */
u32 bytes_take_u32(struct bytes *from);
/* How many of at least `size` bytes follow: never more than can be there. */
u32 bytes_take_count(struct bytes *from, size_t size);
struct str bytes_take_str(struct bytes *from, struct arena *a); /* a copy, with a NUL behind it */

#endif
