/* What the index finds is what looking at every file finds. */
#include "graph/word_index.h"
#include "tests.h"

#include <stdio.h>

enum { FILES = 60, WORDS = 400, NAMES = 4096 };

static u64 name(u32 i)
{
	char text[16];
	return str_hash((struct str){text, (size_t)snprintf(text, sizeof text, "name%u", i)});
}

static bool is_found(const struct word_index *x, u64 hash, u32 file)
{
	u32 n;
	const u32 *files = word_index_find(x, hash, &n);
	for (u32 i = 0; i < n; i++) {
		ck_assert(!i || files[i] >= files[i - 1]);
		if (files[i] == file)
			return true;
	}
	return false;
}

START_TEST(finds_all)
{
	struct arena a = {0};
	struct word_index x;
	struct word_list lists[FILES];
	u32 random = 1;
	for (u32 i = 0; i < FILES; i++) {
		u64 *words = arena_array(&a, u64, WORDS);
		u32 n = i % 7 ? WORDS : i; /* some have few, one has none */
		for (u32 k = 0; k < n; k++)
			words[k] = name((random = random * 1103515245 + 12345) >> 8 & (NAMES - 1));
		lists[i] = (struct word_list){words, n};
	}
	word_index_make(&a, &x, lists, FILES);
	for (u32 i = 0; i < FILES; i++)
		for (u32 k = 0; k < lists[i].n; k++)
			ck_assert(is_found(&x, lists[i].at[k], i));
	u32 all = 0, n;
	for (u32 i = 0; i < NAMES; i++) {
		word_index_find(&x, name(i), &n);
		all += n;
	}
	ck_assert_uint_lt(all, NAMES * FILES / 4); /* and not much else */
	arena_release(&a);
}
END_TEST

START_TEST(nothing)
{
	struct arena a = {0};
	struct word_index x;
	u32 n;
	word_index_make(&a, &x, NULL, 0);
	word_index_find(&x, ~(u64)0, &n);
	ck_assert_uint_eq(n, 0);
	arena_release(&a);
}
END_TEST

TCase *word_index_tests(void)
{
	TCase *c = tcase_create("word index");
	tcase_add_test(c, finds_all);
	tcase_add_test(c, nothing);
	return c;
}
