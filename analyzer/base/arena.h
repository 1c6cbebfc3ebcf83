/* Memory that dies together. There are three lives: the run (until exit), a unit (one source file in a worker)
 * and scratch (one call). Analysis code never frees single objects. Memory is zeroed. Out of memory is die().
 * Cost: amortised O(bytes). */
#ifndef CAPLINT_ARENA_H
#define CAPLINT_ARENA_H

#include "base/base.h"

#include <stdarg.h>

struct arena {
	struct arena_block *blocks; /* newest first */
	size_t used;                /* bytes handed out since the last reset, for limits and statistics */
};

__attribute__((returns_nonnull)) void *arena_alloc(struct arena *a, size_t bytes);
/* A copy of n bytes plus a terminating NUL. */
char *arena_text(struct arena *a, const char *p, size_t n);
char *arena_format(struct arena *a, const char *format, ...) PRINTF(2, 3);
char *arena_format_list(struct arena *a, const char *format, va_list list) PRINTF(2, 0);
/* Gives everything back; the arena can be used again. */
void arena_release(struct arena *a);

#define arena_new(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define arena_array(a, type, n) ((type *)arena_alloc((a), sizeof(type) * (size_t)(n)))

/* A growing array inside an arena: struct { T *at; u32 n, cap; }. Old storage stays in the arena until its end. */
#define VEC(type)                                                                                                      \
	struct {                                                                                                       \
		type *at;                                                                                              \
		u32 n, cap;                                                                                            \
	}
/* Pushes one value; evaluates `v` several times. */
#define vec_push(a, v, value)                                                                                          \
	((v)->n == (v)->cap ? vec_grow((a), (void **)&(v)->at, (v)->n, &(v)->cap, sizeof *(v)->at) : (void)0,          \
	 (v)->at[(v)->n++] = (value))
void vec_grow(struct arena *a, void **at, u32 n, u32 *cap, size_t size);

#endif
