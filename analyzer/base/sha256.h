/* SHA-256: what binds a result to the sources that it was made from. Chosen over the FNV hash that the rest uses since a
 * bundle is checked by `sha256sum` where it is built. */
#ifndef CAPLINT_SHA256_H
#define CAPLINT_SHA256_H

#include "base/text.h"

/* 64 hex digits and a NUL, in the arena. O(bytes). */
const char *sha256(struct arena *a, struct str bytes);

#endif
