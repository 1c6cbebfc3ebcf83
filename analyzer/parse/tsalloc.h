/* Memory for tree-sitter, which takes and gives back small pieces by the million: lists of free pieces by size, never returned to the
 * system. One thread at a time, as in a worker. Pieces beyond SMALL bytes are the C library's. */
#ifndef CAPLINT_TSALLOC_H
#define CAPLINT_TSALLOC_H

#include <stddef.h>

void *small_malloc(size_t n);
void *small_calloc(size_t count, size_t size);
void *small_realloc(void *p, size_t n);
void small_free(void *p);

#endif
