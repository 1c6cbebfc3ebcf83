#include "parse/tsalloc.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

enum { SMALL = 512, UNIT = 16, CHUNK = 256 << 10 };

/* Stands before each piece, a UNIT wide, so that it can be given back. The first bytes of a free one hold the next in its list. */
struct piece {
	size_t size;
};
enum { HEAD = UNIT };

static struct piece *free_pieces[SMALL / UNIT + 1];
static char *chunk;
static size_t chunk_left;

static void *bytes_of(struct piece *p) { return (char *)p + HEAD; }
static struct piece *piece_of(void *bytes) { return (void *)((char *)bytes - HEAD); }

static void *large(size_t n)
{
	struct piece *p = n < SIZE_MAX / 2 ? malloc(HEAD + n) : NULL;
	if (!p)
		die("out of memory");
	p->size = n;
	return bytes_of(p);
}

void *small_malloc(size_t n)
{
	size_t list = (n + UNIT - 1) / UNIT;
	if (n > SMALL)
		return large(n);
	struct piece *p = free_pieces[list];
	if (p) {
		memcpy(&free_pieces[list], bytes_of(p), sizeof p);
		return bytes_of(p);
	}
	size_t need = HEAD + (list ? list : 1) * UNIT;
	if (chunk_left < need) {
		chunk = malloc(CHUNK);
		chunk_left = CHUNK;
		if (!chunk)
			die("out of memory");
	}
	p = (void *)chunk;
	chunk += need;
	chunk_left -= need;
	p->size = list * UNIT;
	return bytes_of(p);
}

void small_free(void *bytes)
{
	if (!bytes)
		return;
	struct piece *p = piece_of(bytes);
	if (p->size > SMALL) {
		free(p);
		return;
	}
	memcpy(bytes, &free_pieces[p->size / UNIT], sizeof p);
	free_pieces[p->size / UNIT] = p;
}

void *small_calloc(size_t count, size_t size)
{
	if (size && count > SIZE_MAX / 2 / size)
		die("out of memory");
	void *p = small_malloc(count * size);
	memset(p, 0, count * size);
	return p;
}

void *small_realloc(void *old, size_t n)
{
	size_t had = old ? piece_of(old)->size : 0;
	if (old && n <= had && had <= SMALL)
		return old;
	if (had > SMALL && n > SMALL) {
		struct piece *p = realloc(piece_of(old), HEAD + n);
		if (!p)
			die("out of memory");
		p->size = n;
		return bytes_of(p);
	}
	void *p = small_malloc(n);
	memcpy(p, old ? old : "", old ? (had < n ? had : n) : 0);
	small_free(old);
	return p;
}
