/* Damaged blocks are refused or harmless; random trees are lowered to blocks that open. */
#include "tests.h"

#include <string.h>

static u32 seed;

static u32 chance(u32 n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static struct str block_of(const char *declarations)
{
	struct unit_builder b;
	unit_begin(&b, &arena);
	lower_file(&b, tree_read(&arena, declarations), S("a\nb\n"), false);
	return unit_pack(&b);
}

static const char example[] =
	"(FILE (CLASS 'A' :'B' (VAR 'x' :'int')) (VAR 'o' (LIST (PAIR (NAME 'r') (NAME 'f'))))"
	"(FUNCTION 'A::f' (PARAM 'p' :'int') (BLOCK (VAR 'g' :'Guard' +CLASS) (TRY (BLOCK (EXPR (CALL "
	"(NAME 'a') (LAMBDA (BLOCK"
	"(RETURN (NAME 'p'))))))) (CATCH 'e' :'E' (BLOCK (THROW)))) (RETURN (MEMBER 'q' (INDEX (NAME 'p') "
	"(INT '1')))))))";

START_TEST(every_damaged_word_is_refused_or_harmless)
{
	struct str good = block_of(example);
	static const u32 values[] = {0, 1, 0x7fffffff, 0xffffffff, 0x40000000, 0x10000007};
	u32 refused = 0;
	for (size_t at = 0; at + 4 <= good.n; at += 4)
		for (u32 v = 0; v < COUNT(values); v++) {
			char *copy = arena_text(&arena, good.p, good.n);
			struct unit u;
			struct strbuf err = {0}, out = {0};
			memcpy(copy + at, &values[v], 4);
			if (unit_open(&u, (struct str){copy, good.n}, &err))
				unit_print(&u, &out);
			else
				refused += err.n > 0;
			strbuf_release(&err);
			strbuf_release(&out);
		}
	ck_assert_uint_gt(refused, 300);
}
END_TEST

START_TEST(a_short_block_is_refused)
{
	struct str good = block_of(example);
	for (size_t n = 0; n < good.n; n += 3) {
		struct unit u;
		struct strbuf err = {0};
		const char *copy = arena_text(&arena, good.p, n);
		ck_assert(!unit_open(&u, (struct str){copy, n}, &err));
		ck_assert_uint_gt(err.n, 0);
		strbuf_release(&err);
	}
}
END_TEST

static struct node *random_node(u32 depth)
{
	static const char *const names[] = {"a", "b", "A::b", "", "[", "operator()", "Guard", "std::x", "~A",
	                                    "__VA_ARGS__", "7", "\"", "f\"\"\"x"};
	struct node *n = node_new(&arena, (enum node_kind)chance(NODE_KINDS), chance(50), chance(50));
	n->op = (u8)chance(OPS);
	n->flags = (u16)chance(65536);
	n->name = str_of(names[chance(COUNT(names))]);
	n->type = str_of(names[chance(COUNT(names))]);
	for (u32 i = depth ? chance(5) : 0; i > 0; i--)
		node_add(n, random_node(depth - 1));
	return n;
}

START_TEST(random_trees_give_good_blocks)
{
	seed = (u32)_i + 1;
	for (u32 round = 0; round < 200; round++) {
		struct unit_builder b;
		struct unit u;
		struct strbuf err = {0}, out = {0};
		struct node *file = node_new(&arena, NODE_FILE, 0, 50);
		for (u32 i = 0; i < 6; i++)
			node_add(file, random_node(5));
		unit_begin(&b, &arena);
		lower_file(&b, file, S("x\ny"), _i % 2);
		ck_assert_msg(unit_open(&u, unit_pack(&b), &err), "%s", err.p);
		unit_print(&u, &out);
		strbuf_release(&err);
		strbuf_release(&out);
		arena_release(&arena);
	}
}
END_TEST

TCase *damage_tests(void)
{
	TCase *tc = tcase_create("damage");
	tcase_add_checked_fixture(tc, NULL, forget);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, every_damaged_word_is_refused_or_harmless);
	tcase_add_test(tc, a_short_block_is_refused);
	tcase_add_loop_test(tc, random_trees_give_good_blocks, 0, 20);
	return tc;
}
