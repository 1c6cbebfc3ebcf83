#include "clang_tests.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "parse/clang_load.h"
#include "suites.h"

static struct arena arena;
static struct strbuf got;

static void print(const struct node *n)
{
	static const enum node_kind bare[] = {NODE_NAME, NODE_INT, NODE_FLOAT, NODE_STRING, NODE_BOOL};
	for (size_t i = 0; i < COUNT(bare); i++) {
		if (n->kind == bare[i]) {
			strbuf_add(&got, n->name.p, n->name.n);
			return;
		}
	}
	if (n->kind == NODE_NONE) {
		strbuf_putc(&got, '_');
		return;
	}
	strbuf_putc(&got, '(');
	for (const char *kind = node_kind_name(n->kind); *kind; kind++)
		strbuf_putc(&got, (char)tolower(*kind));
	if (n->op && n->kind != NODE_FUNCTION)
		strbuf_addf(&got, " %s", op_text(n->op));
	if (n->name.n || n->type.n)
		strbuf_addf(&got, " %.*s", (int)n->name.n, n->name.p);
	if (n->type.n)
		strbuf_addf(&got, ":%.*s", (int)n->type.n, n->type.p);
	if (n->kind == NODE_MEMBER && n->flags & NF_ARROW)
		strbuf_puts(&got, " ->");
	for (const struct node *c = n->child; c; c = c->next) {
		strbuf_putc(&got, ' ');
		print(c);
	}
	strbuf_putc(&got, ')');
}

struct node *clang_read(const char *source)
{
	struct strbuf err = {0};
	struct str bytes = str_of(source);
	struct index_file *index = arena_new(&arena, struct index_file);
	index_file(&arena, bytes, LANG_CUDA, index);
	struct front_input in = {.path = S("test.cu"), .bytes = bytes, .language = LANG_CUDA, .index = index};
	struct tree tree = {0};
	bool is_read = read_clang(&arena, &in, &tree, &err);
	ck_assert_msg(is_read, "%s", err.p);
	strbuf_release(&err);
	return tree.file;
}

void clang_tests_release(void)
{
	arena_release(&arena);
	strbuf_release(&got);
}

static void expect(const struct node *list, const char *expected)
{
	got.n = 0;
	strbuf_puts(&got, "");
	for (const struct node *n = list; n; n = n->next) {
		print(n);
		if (n->next)
			strbuf_putc(&got, ' ');
	}
	ck_assert_str_eq(got.p, expected);
}

void expect_file(const char *source, const char *expected) { expect(clang_read(source)->child, expected); }

void expect_body(const char *statements, const char *expected)
{
	struct strbuf source = {0};
	strbuf_addf(&source, "__global__ void k(int *p, int n) {}\ntemplate <class T> __global__ void tk(T *p) {}\n"
	                     "void f(int n, int *p, cudaStream_t s)\n{\n%s\n}\n", statements);
	const struct node *f = clang_read(source.p)->child;
	while (f && !(f->kind == NODE_FUNCTION && str_is(f->name, "f")))
		f = f->next;
	ck_assert_msg(f, "no function f");
	const struct node *block = f->child;
	while (block->next)
		block = block->next;
	expect(block->child, expected);
	strbuf_release(&source);
}

struct node *find_kind(struct node *n, enum node_kind kind)
{
	for (; n; n = n->next) {
		struct node *inner = n->kind == kind ? n : find_kind(n->child, kind);
		if (inner)
			return inner;
	}
	return NULL;
}

bool is_lost(const char *source)
{
	struct node *f = find_kind(clang_read(source), NODE_FUNCTION);
	ck_assert_ptr_nonnull(f);
	return f->flags & NF_ERROR;
}

Suite *clang_suite(void)
{
	clang_load(NULL); /* before the tests fork: it costs a quarter of a second */
	Suite *suite = suite_create("clang");
	TCase *cases[] = {clang_texts(), clang_library(), clang_expressions(), clang_calls(), clang_statements_case(),
	                  clang_declarations(), clang_given_up(), clang_sources()};
	for (size_t i = 0; i < COUNT(cases); i++) {
		tcase_add_checked_fixture(cases[i], NULL, clang_tests_release);
		tcase_set_timeout(cases[i], 60);
		suite_add_tcase(suite, cases[i]);
	}
	return suite;
}
