/* Arenas, buffers, interned strings and the id map. */
#include "tests.h"

#include "base/hash.h"

#include <string.h>

START_TEST(arena_memory_is_zeroed_aligned_and_apart)
{
	struct arena a = {0};
	char *last = NULL;
	for (size_t n = 1; n < 3000; n += 7) {
		char *p = arena_alloc(&a, n);
		ck_assert_uint_eq((uintptr_t)p % 16, 0);
		for (size_t i = 0; i < n; i++)
			ck_assert_int_eq(p[i], 0);
		memset(p, 0xff, n);
		ck_assert_ptr_ne(p, last);
		last = p;
	}
	ck_assert_str_eq(arena_format(&a, "%d-%s", 7, "x"), "7-x");
	arena_release(&a);
	ck_assert_uint_eq(a.used, 0);
	ck_assert_ptr_null(a.blocks);
}
END_TEST

START_TEST(a_vector_keeps_its_values)
{
	struct arena a = {0};
	VEC(u32) v = {0};
	for (u32 i = 0; i < 1000; i++)
		vec_push(&a, &v, i * 3);
	ck_assert_uint_eq(v.n, 1000);
	for (u32 i = 0; i < 1000; i++)
		ck_assert_uint_eq(v.at[i], i * 3);
	arena_release(&a);
}
END_TEST

START_TEST(views_compare)
{
	ck_assert(str_eq(S(""), (struct str){0}));
	ck_assert(!str_eq(S("a"), S("ab")));
	ck_assert(str_starts(S("cudaMalloc"), "cuda") && !str_starts(S("cu"), "cuda"));
	ck_assert(str_ends(S("a.cu"), ".cu") && !str_ends(S("u"), ".cu"));
	ck_assert(str_has(S("a/b"), "/") && !str_has(S(""), "/"));
	ck_assert(str_has(S("aab"), "ab") && str_has(S("ab"), "ab") && !str_has(S("a"), "ab") && !str_has((struct str){"ab", 1}, "ab"));
	static const char *const words[] = {"launch", "run"};
	ck_assert(str_has_any(S("rerun"), words, COUNT(words)) && !str_has_any(S("ru"), words, COUNT(words)));
	ck_assert(char_is_word('_') && char_is_word('z') && char_is_word('0') && !char_is_word('.') && !char_is_word('\xe9'));
	ck_assert(str_is_any(S("run"), words, COUNT(words)) && !str_is_any(S("rerun"), words, COUNT(words)));
	ck_assert_int_lt(str_cmp(S("a"), S("ab")), 0);
	ck_assert_int_gt(str_cmp(S("b"), S("ab")), 0);
	ck_assert_int_eq(str_cmp(S("ab"), S("ab")), 0);
	ck_assert(str_hash(S("")) == 14695981039346656037u && str_hash(S("a")) == 0xaf63dc4c8601ec8cu);
}
END_TEST

START_TEST(a_buffer_grows)
{
	struct strbuf b = {0};
	ck_assert_uint_eq(strbuf_str(&b).n, 0);
	for (int i = 0; i < 500; i++)
		strbuf_addf(&b, "%d,", i % 10);
	strbuf_putc(&b, '!');
	strbuf_puts(&b, "end");
	ck_assert_uint_eq(b.n, 1004);
	ck_assert_str_eq(b.p + 996, "8,9,!end");
	strbuf_release(&b);
}
END_TEST

START_TEST(equal_text_has_equal_id)
{
	struct arena a = {0};
	struct intern t;
	intern_init(&t, &a);
	ck_assert_uint_eq(intern_put(&t, S("")), 0);
	for (u32 i = 0; i < 500; i++)
		ck_assert_uint_eq(intern_put(&t, str_of(arena_format(&a, "name%u", i))), i + 1);
	for (u32 i = 0; i < 500; i++)
		ck_assert_uint_eq(intern_find(&t, str_of(arena_format(&a, "name%u", i))), i + 1);
	ck_assert_uint_eq(intern_find(&t, S("name500")), NONE);
	ck_assert_str_eq(intern_get(&t, 500).p, "name499");
	arena_release(&a);
}
END_TEST

START_TEST(memory_that_was_given_back_is_zeroed)
{
	for (u32 turn = 0; turn < 40; turn++) {
		struct arena a = {0}, other = {0};
		for (u32 i = 0; i < 60; i++) {
			size_t n = (size_t)(turn + 1) * (i * 70 + 1);
			char *p = arena_alloc(i % 2 ? &a : &other, n);
			for (size_t k = 0; k < n; k++)
				if (p[k])
					ck_abort_msg("byte %zu of %zu", k, n);
			memset(p, 0xff, n);
		}
		arena_release(&a);
		arena_release(&other);
	}
}
END_TEST

START_TEST(formats_of_any_length)
{
	struct arena a = {0};
	struct strbuf b = {0};
	size_t n = 0;
	for (int width = 0; width < 600; width += 7) {
		const char *text = arena_format(&a, "%*d|", width, 5);
		ck_assert_uint_eq(strlen(text), (size_t)(width ? width : 1) + 1);
		strbuf_addf(&b, "%*d|", width, 5);
		n += strlen(text);
		ck_assert_uint_eq(b.n, n);
		ck_assert_str_eq(b.p + n - strlen(text), text);
	}
	strbuf_release(&b);
	arena_release(&a);
}
END_TEST

START_TEST(the_map_remembers)
{
	struct arena a = {0};
	struct idmap m = {0};
	ck_assert_uint_eq(idmap_get(&m, 0), NONE);
	for (u32 i = 0; i < 2000; i++)
		idmap_put(&a, &m, (u64)i << 32, i);
	idmap_put(&a, &m, (u64)5 << 32, 77);
	ck_assert_uint_eq(m.n, 2000);
	ck_assert_uint_eq(idmap_get(&m, (u64)5 << 32), 77);
	ck_assert_uint_eq(idmap_get(&m, (u64)1999 << 32), 1999);
	ck_assert_uint_eq(idmap_get(&m, 1), NONE);
	arena_release(&a);
}
END_TEST

START_TEST(a_sorted_list_holds_what_is_in_it)
{
	u64 list[300];
	for (u32 i = 0; i < 300; i++)
		list[i] = (u64)i << 56 | (u64)i * i; /* the upper half grows evenly, then not at all */
	for (u32 n = 0; n <= 255; n += 51)
		for (u32 i = 0; i < 255; i++)
			ck_assert_int_eq(hashes_hold(list, n, list[i]), i < n);
	ck_assert(!hashes_hold(list, 255, 1));
	ck_assert(!hashes_hold(list, 255, UINT64_MAX));
	for (u32 i = 0; i < 300; i++)
		list[i] = 2 * (u64)i; /* no hashes at all: slow, and right */
	ck_assert(hashes_hold(list, 300, 598) && hashes_hold(list, 300, 0) && !hashes_hold(list, 300, 301));
}
END_TEST

TCase *text_tests(void)
{
	TCase *t = tcase_create("text");
	tcase_set_timeout(t, 60); /* sanitizers on a busy machine */
	tcase_add_test(t, arena_memory_is_zeroed_aligned_and_apart);
	tcase_add_test(t, a_vector_keeps_its_values);
	tcase_add_test(t, memory_that_was_given_back_is_zeroed);
	tcase_add_test(t, formats_of_any_length);
	tcase_add_test(t, views_compare);
	tcase_add_test(t, a_buffer_grows);
	tcase_add_test(t, equal_text_has_equal_id);
	tcase_add_test(t, the_map_remembers);
	tcase_add_test(t, a_sorted_list_holds_what_is_in_it);
	return t;
}
