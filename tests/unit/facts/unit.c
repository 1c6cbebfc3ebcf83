/* Packing, opening, positions. */
#include "tests.h"

#include <string.h>

START_TEST(an_empty_file_has_one_function)
{
	struct unit u = facts_of("", false);
	ck_assert_uint_eq(u.n_functions, 1);
	ck_assert_uint_eq(u.functions[0].kind, FN_FILE);
	ck_assert_uint_eq(u.n_rows, 1);
	ck_assert_uint_eq(u.rows[0].op, ROW_EXIT);
}
END_TEST

START_TEST(strings_are_offsets_and_zero_is_empty)
{
	struct unit u = facts_of("(FUNCTION 'ns::f' :'bool' (PARAM 'x' :'int') (BLOCK))", false);
	ck_assert_str_eq(unit_text(&u, 0).p, "");
	ck_assert_str_eq(unit_text(&u, u.functions[1].name).p, "f");
	ck_assert_str_eq(unit_text(&u, u.functions[1].result).p, "bool");
	ck_assert_str_eq(unit_text(&u, u.vars[u.functions[1].first_var].name).p, "x");
	ck_assert_str_eq(unit_text(&u, u.vars[u.functions[1].first_var].type).p, "int");
}
END_TEST

START_TEST(positions_are_one_based)
{
	struct unit_builder b;
	struct unit u;
	struct strbuf err = {0};
	u32 line, column;
	unit_begin(&b, &arena);
	lower_file(&b, tree_read(&arena, "(FILE)"), S("ab\n\ncd"), false);
	ck_assert(unit_open(&u, unit_pack(&b), &err));
	ck_assert_uint_eq(u.n_lines, 3);
	static const u32 expected[][3] = {{0, 1, 1}, {2, 1, 3}, {3, 2, 1}, {4, 3, 1}, {5, 3, 2}, {99, 3, 96}};
	for (u32 i = 0; i < COUNT(expected); i++) {
		unit_position(&u, expected[i][0], &line, &column);
		ck_assert_uint_eq(line, expected[i][1]);
		ck_assert_uint_eq(column, expected[i][2]);
	}
}
END_TEST

START_TEST(a_meaning_knows_no_places)
{
	static const char body[] = "(FUNCTION 'f' (PARAM 'x') (BLOCK (EXPR (CALL (NAME 'g') (NAME 'x')))))";
	static const char other[] = "(FUNCTION 'f' (PARAM 'x') (BLOCK (EXPR (CALL (NAME 'h') (NAME 'x')))))";
	static const char more[] = "(FUNCTION 'f' (PARAM 'x') (BLOCK (EXPR (CALL (NAME 'g') (NAME 'x'))) (RETURN (NAME 'x'))))";
	struct unit here = facts_of(body, true), there = facts_of(arena_format(&arena, "     \n  %s   ", body), true);
	struct unit renamed = facts_of(other, true), longer = facts_of(more, true);
	ck_assert_uint_ne(here.functions[1].begin, there.functions[1].begin);
	ck_assert_int_eq(hash128_cmp(unit_meaning(&here), unit_meaning(&there)), 0);
	ck_assert_int_ne(hash128_cmp(unit_meaning(&here), unit_meaning(&renamed)), 0);
	ck_assert_int_ne(hash128_cmp(unit_meaning(&here), unit_meaning(&longer)), 0);
}
END_TEST

START_TEST(include_lines_are_read)
{
	struct unit_builder b;
	struct unit u;
	struct strbuf err = {0};
	unit_begin(&b, &arena);
	struct str text = S("#include <a/b.h>\n # include \"c.cuh\"\n#include MACRO\n#include \"\n#");
	lower_file(&b, tree_read(&arena, "(FILE)"), text, false);
	ck_assert(unit_open(&u, unit_pack(&b), &err));
	ck_assert_uint_eq(u.n_includes, 2);
	ck_assert_str_eq(unit_text(&u, u.includes[0].path).p, "a/b.h");
	ck_assert_str_eq(unit_text(&u, u.includes[1].path).p, "c.cuh");
	ck_assert_uint_eq(u.includes[1].at, 28);
}
END_TEST

START_TEST(rows_carry_their_place)
{
	const char *text = "(FUNCTION 'f' (BLOCK (EXPR (CALL (NAME 'g')))))";
	struct unit u = facts_of(text, false);
	const struct row *r = &u.rows[u.functions[1].first_row];
	const char *call = strstr(text, "(CALL");
	u32 shift = (u32)strlen("(FILE ");
	ck_assert_uint_eq(r->begin, (u32)(call - text) + shift);
	ck_assert_uint_eq(r->at, r->begin + 1);
	ck_assert_uint_eq(r->end - r->begin, strlen("(CALL (NAME 'g'))"));
}
END_TEST

START_TEST(equal_places_have_equal_indices)
{
	struct unit u = facts_of("(FUNCTION 'f' (PARAM 'p') (BLOCK (RETURN (BINARY op=== (MEMBER 'q' (NAME 'p'))"
	                         "(MEMBER 'q' +ARROW (NAME 'p'))))))",
	                         false);
	const struct row *r = &u.rows[u.functions[1].first_row];
	ck_assert_uint_eq(r->op, ROW_BINARY);
	ck_assert_uint_eq(r->a, r->b);
	ck_assert_uint_eq(operand_kind(r->a), OPD_PLACE);
}
END_TEST

START_TEST(the_same_tree_gives_the_same_bytes)
{
	struct str blocks[2];
	for (u32 i = 0; i < 2; i++) {
		struct unit_builder b;
		unit_begin(&b, &arena);
		lower_file(&b, tree_read(&arena, "(FILE (FUNCTION 'f' (BLOCK (RETURN (CALL (NAME 'g') "
		                                 "(INT '7'))))))"), S("x"), false);
		blocks[i] = unit_pack(&b);
	}
	ck_assert(str_eq(blocks[0], blocks[1]));
}
END_TEST

TCase *unit_tests(void)
{
	TCase *tc = tcase_create("unit");
	tcase_add_checked_fixture(tc, NULL, forget);
	tcase_add_test(tc, an_empty_file_has_one_function);
	tcase_add_test(tc, strings_are_offsets_and_zero_is_empty);
	tcase_add_test(tc, positions_are_one_based);
	tcase_add_test(tc, a_meaning_knows_no_places);
	tcase_add_test(tc, include_lines_are_read);
	tcase_add_test(tc, rows_carry_their_place);
	tcase_add_test(tc, equal_places_have_equal_indices);
	tcase_add_test(tc, the_same_tree_gives_the_same_bytes);
	return tc;
}
