/* Bytes -> a text that the grammar can read. Nothing is expanded. */
#include <stdlib.h>
#include <string.h>

#include "parse/cuda.h"
#include "parse/cuda_token.h"

static int insertion_order(const void *a, const void *b)
{
	const struct insertion *x = a, *y = b;
	return x->at != y->at ? (x->at < y->at ? -1 : 1) : x->order < y->order ? -1 : x->order > y->order;
}

/* Puts the insertions into the text. */
static struct prepared merge(struct arena *a, struct tokens *t)
{
	u32 count = t->insertions.n, from = 0, n = 0;
	char *text = arena_alloc(a, (size_t)t->length + count + 1);
	u32 *places = arena_array(a, u32, count);
	if (count)
		qsort(t->insertions.at, count, sizeof *t->insertions.at, insertion_order);
	for (u32 i = 0; i < count; i++) {
		struct insertion in = t->insertions.at[i];
		memcpy(text + n, t->text + from, in.at - from);
		n += in.at - from;
		from = in.at;
		places[i] = n;
		text[n++] = in.ch;
	}
	memcpy(text + n, t->text + from, t->length - from);
	return (struct prepared){{text, (size_t)t->length + count}, places, count};
}

struct prepared cuda_prepare(struct arena *a, struct str bytes)
{
	struct arena scratch = {0};
	struct tokens t;
	char *text = arena_text(&scratch, bytes.p, bytes.n);
	if (str_starts(bytes, "\xef\xbb\xbf"))
		memset(text, ' ', 3);
	tokens_read(&t, &scratch, text, (u32)bytes.n);
	tokens_groups(&t);
	tokens_words(&t);
	struct prepared p = merge(a, &t);
	arena_release(&scratch);
	return p;
}
