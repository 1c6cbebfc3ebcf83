/* The neutral tree: building, printing, operators. */
#include "tree/tree.h"

#include <check.h>
#include <stdlib.h>

static struct arena arena;

static void teardown(void) { arena_release(&arena); }

static struct node *node(enum node_kind kind) { return node_new(&arena, kind, 3, 8); }

START_TEST(fresh)
{
	struct node *n = node(NODE_CALL);
	ck_assert_uint_eq(n->kind, NODE_CALL);
	ck_assert_uint_eq(n->begin, 3);
	ck_assert_uint_eq(n->at, 3);
	ck_assert_uint_eq(n->end, 8);
	ck_assert(!n->name.n && n->name.p && !n->type.n && n->type.p);
	ck_assert_ptr_null(n->child);
	ck_assert_ptr_null(n->next);
}
END_TEST

START_TEST(children)
{
	struct node *parent = node(NODE_BLOCK), *a = node(NODE_IF), *b = node(NODE_FOR), *c = node(NODE_DO);
	ck_assert_ptr_null(node_child(parent, 0));
	ck_assert_ptr_eq(node_add(parent, a), parent);
	node_add(node_add(parent, b), c);
	ck_assert_ptr_eq(node_child(parent, 0), a);
	ck_assert_ptr_eq(node_child(parent, 1), b);
	ck_assert_ptr_eq(node_child(parent, 2), c);
	ck_assert_ptr_null(node_child(parent, 3));
}
END_TEST

/* A list goes on behind what its parent already has. */
START_TEST(lists)
{
	struct node *parent = node(NODE_CALL), *callee = node(NODE_NAME), *x = node(NODE_INT), *y = node(NODE_NULL);
	node_add(parent, callee);
	struct node_list list = {.parent = parent};
	node_list_add(&list, x);
	node_list_add(&list, y);
	ck_assert_ptr_eq(node_child(parent, 0), callee);
	ck_assert_ptr_eq(node_child(parent, 1), x);
	ck_assert_ptr_eq(node_child(parent, 2), y);
	ck_assert_ptr_eq(list.last, y);
}
END_TEST

/* Long lists cost nothing: a file's declarations. */
START_TEST(long_list)
{
	struct node_list list = {.parent = node(NODE_FILE)};
	for (u32 i = 0; i < 200000; i++)
		node_list_add(&list, node(NODE_VAR));
	u32 n = 0;
	for (const struct node *c = list.parent->child; c; c = c->next)
		n++;
	ck_assert_uint_eq(n, 200000);
}
END_TEST

START_TEST(operators)
{
	ck_assert_int_eq(op_of(S("=="), false), OP_EQ);
	ck_assert_int_eq(op_of(S("<="), false), OP_LE);
	ck_assert_int_eq(op_of(S("<=>"), false), OP_SPACESHIP);
	ck_assert_int_eq(op_of(S("&"), false), OP_BITAND);
	ck_assert_int_eq(op_of(S("&"), true), OP_ADDR);
	ck_assert_int_eq(op_of(S("*"), false), OP_MUL);
	ck_assert_int_eq(op_of(S("*"), true), OP_DEREF);
	ck_assert_int_eq(op_of(S("-"), false), OP_SUB);
	ck_assert_int_eq(op_of(S("-"), true), OP_NEG);
	ck_assert_int_eq(op_of(S("--"), true), OP_PRE_DEC);
	ck_assert_int_eq(op_of(S("!"), true), OP_NOT);
	ck_assert_int_eq(op_of(S("~"), true), OP_COMPLEMENT);
	ck_assert_int_eq(op_of(S("and"), false), OP_AND);
	ck_assert_int_eq(op_of(S("or"), false), OP_OR);
	ck_assert_int_eq(op_of(S("not"), true), OP_NOT);
	ck_assert_int_eq(op_of(S("is not"), false), OP_IS_NOT);
	ck_assert_int_eq(op_of(S("=>"), false), OP_NONE);
	ck_assert_int_eq(op_of(S(""), false), OP_NONE);
}
END_TEST

/* Every binary operator reads back as itself. */
START_TEST(operators_read_back)
{
	for (enum op op = OP_EQ; op < OPS; op++) {
		bool is_unary = op >= OP_COMPLEMENT && op <= OP_POST_DEC;
		if (!is_unary)
			ck_assert_msg(op_of(str_of(op_text(op)), false) == op, "%s", op_text(op));
	}
}
END_TEST

START_TEST(print)
{
	struct node *file = node_new(&arena, NODE_FILE, 0, 20), *f = node_new(&arena, NODE_FUNCTION, 0, 20), *op = node_new(&arena, NODE_BINARY, 5, 9);
	struct strbuf out = {0};
	f->name = S("f");
	f->type = S("int");
	f->flags = NF_STATIC;
	op->op = OP_NE;
	node_add(file, node_add(f, op));
	tree_print(file, &out);
	ck_assert_str_eq(out.p, "FILE @0-20\n  FUNCTION f : int flags=1 @0-20\n    BINARY != @5-9\n");
	strbuf_release(&out);
	for (u32 k = 0; k < NODE_KINDS; k++)
		ck_assert_ptr_nonnull(node_kind_name((enum node_kind)k));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tree");
	TCase *t = tcase_create("tree");
	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_test(t, fresh);
	tcase_add_test(t, children);
	tcase_add_test(t, lists);
	tcase_add_test(t, long_list);
	tcase_add_test(t, operators);
	tcase_add_test(t, operators_read_back);
	tcase_add_test(t, print);
	suite_add_tcase(suite, t);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
