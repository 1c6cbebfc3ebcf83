/* Blocks double up to 1 MiB; a larger request gets a block of its own.
 *
 * Scratch arenas come and go by the ten thousand. What one gives back the next one takes, of each size a few: only what was used has to be
 * cleared, and the kernel needn't take the pages away and give them again. */
#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 16 << 10, SIZES = 7, LAST_BLOCK = FIRST_BLOCK << (SIZES - 1), ALIGN = 16 };
/* Under AddressSanitizer none, so that it sees who uses what was given back. */
#if defined(__SANITIZE_ADDRESS__)
enum { MOST_SPARE = 0 };
#else
enum { MOST_SPARE = 8 };
#endif

struct arena_block {
	struct arena_block *next;
	size_t used, size;
	_Alignas(ALIGN) char data[];
};

/* Of the process, for all arenas: one thread uses them. */
static struct {
	struct arena_block *first;
	u32 n;
} spare[SIZES];

/* SIZES: one of its own size. */
static u32 size_index(size_t size)
{
	u32 i = 0;
	while (i < SIZES && size != (size_t)FIRST_BLOCK << i)
		i++;
	return i;
}

static struct arena_block *block_make(size_t size)
{
	u32 i = size_index(size);
	struct arena_block *b = i < SIZES ? spare[i].first : NULL;
	if (b) {
		spare[i].first = b->next;
		spare[i].n--;
		return b;
	}
	b = calloc(1, sizeof *b + size);
	if (!b)
		die("out of memory");
	b->size = size;
	return b;
}

static void block_drop(struct arena_block *b)
{
	u32 i = size_index(b->size);
	if (i == SIZES || spare[i].n == MOST_SPARE) {
		free(b);
		return;
	}
	memset(b->data, 0, b->used);
	b->used = 0;
	b->next = spare[i].first;
	spare[i].first = b;
	spare[i].n++;
}

static struct arena_block *block_new(struct arena *a, size_t need)
{
	size_t size = a->blocks ? a->blocks->size * 2 : FIRST_BLOCK;
	if (size > LAST_BLOCK)
		size = LAST_BLOCK;
	if (size < need)
		size = need;
	struct arena_block *b = block_make(size);
	b->next = a->blocks;
	a->blocks = b;
	return b;
}

void *arena_alloc(struct arena *a, size_t bytes)
{
	if (bytes > SIZE_MAX / 4)
		die("out of memory");
	size_t need = (bytes + ALIGN - 1) & ~(size_t)(ALIGN - 1);
	struct arena_block *b = a->blocks;
	if (!b || b->size - b->used < need)
		b = block_new(a, need);
	void *p = b->data + b->used;
	b->used += need;
	a->used += need;
	return p;
}

char *arena_text(struct arena *a, const char *p, size_t n)
{
	char *copy = arena_alloc(a, n + 1);
	if (n)
		memcpy(copy, p, n);
	return copy;
}

char *arena_format_list(struct arena *a, const char *format, va_list list)
{
	char likely[200]; /* where it fits it is formatted once */
	va_list again;
	va_copy(again, list);
	int n = vsnprintf(likely, sizeof likely, format, again);
	va_end(again);
	if (n < 0)
		bug("bad format");
	if ((size_t)n < sizeof likely)
		return arena_text(a, likely, (size_t)n);
	char *text = arena_alloc(a, (size_t)n + 1);
	vsnprintf(text, (size_t)n + 1, format, list);
	return text;
}

char *arena_format(struct arena *a, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	char *text = arena_format_list(a, format, list);
	va_end(list);
	return text;
}

void arena_release(struct arena *a)
{
	for (struct arena_block *b = a->blocks, *next; b; b = next) {
		next = b->next;
		block_drop(b);
	}
	*a = (struct arena){0};
}

void vec_grow(struct arena *a, void **at, u32 n, u32 *cap, size_t size)
{
	u32 larger = *cap ? *cap * 2 : 8;
	if (larger <= *cap)
		die("out of memory");
	void *moved = arena_alloc(a, size * larger);
	if (n)
		memcpy(moved, *at, size * n);
	*at = moved;
	*cap = larger;
}
