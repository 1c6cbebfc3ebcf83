#include "questions.h"

#include <string.h>

static struct hash128 list_key(void) { return hash128(S("questions"), 0); }

u32 questions_find(const struct cache *c, struct question list[QUESTIONS])
{
	struct str kept;
	if (!cache_find(c, list_key(), CACHE_FOUND, &kept) || kept.n > sizeof *list * QUESTIONS)
		return 0;
	memcpy(list, kept.p, kept.n);
	return (u32)(kept.n / sizeof *list);
}

void questions_hold(struct cache *c)
{
	struct question list[QUESTIONS];
	cache_renew(c);
	u32 n = questions_find(c, list);
	cache_hold(c, list_key());
	for (u32 i = 0; i < n; i++)
		cache_hold(c, list[i].key);
}

void questions_put(struct arena *a, struct cache *c, struct question q)
{
	struct question old[QUESTIONS], *list = arena_array(a, struct question, QUESTIONS);
	u32 n = questions_find(c, old), kept = 1;
	list[0] = q;
	for (u32 i = 0; i < n && kept < QUESTIONS; i++)
		if (hash128_cmp(old[i].key, q.key))
			list[kept++] = old[i];
	cache_put(c, list_key(), CACHE_FOUND, (struct str){(const char *)list, sizeof *list * kept});
}
