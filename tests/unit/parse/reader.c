#include <check.h>
#include <ctype.h>
#include <string.h>

#include "index/index.h"
#include "reader_tests.h"

static struct arena arena;
static struct strbuf text;

static void print(const struct node *n)
{
	static const enum node_kind bare[] = {NODE_NAME, NODE_INT, NODE_FLOAT, NODE_BOOL};
	for (size_t i = 0; i < COUNT(bare); i++)
		if (n->kind == bare[i]) {
			strbuf_add(&text, n->name.p, n->name.n);
			return;
		}
	if (n->kind == NODE_NONE) {
		strbuf_putc(&text, '_');
		return;
	}
	strbuf_putc(&text, '(');
	for (const char *kind = node_kind_name(n->kind); *kind; kind++)
		strbuf_putc(&text, (char)tolower(*kind));
	if (n->op)
		strbuf_addf(&text, " %s", op_text(n->op));
	if (n->name.n)
		strbuf_addf(&text, " %.*s", (int)n->name.n, n->name.p);
	if (n->type.n)
		strbuf_addf(&text, " : %.*s", (int)n->type.n, n->type.p);
	for (const struct node *c = n->child; c; c = c->next) {
		strbuf_putc(&text, ' ');
		print(c);
	}
	strbuf_putc(&text, ')');
}

struct node *tree_of(enum language language, struct str bytes)
{
	struct strbuf err = {0};
	struct index_file *index = arena_new(&arena, struct index_file);
	if (language != LANG_PYTHON)
		index_file(&arena, bytes, language, index);
	struct front_input in = {.path = S("test"), .bytes = bytes, .language = language, .index = index};
	struct tree tree = {0};
	bool is_read = read_tree_sitter(&arena, &in, &tree, &err);
	strbuf_release(&err);
	return is_read ? tree.file : NULL;
}

const char *printed(const struct node *n)
{
	text.n = 0;
	strbuf_puts(&text, "");
	for (; n; n = n->next) {
		print(n);
		if (n->next)
			strbuf_putc(&text, ' ');
	}
	return text.p;
}

const char *reading(enum language language, const char *source)
{
	const struct node *file = tree_of(language, str_of(source));
	ck_assert_ptr_nonnull(file);
	return printed(file->child);
}

const char *body_reading(enum language language, const char *source)
{
	if (language == LANG_PYTHON)
		return reading(language, source);
	const char *whole = arena_format(&arena, "void f() {\n%s\n}", source);
	const struct node *file = tree_of(language, str_of(whole));
	ck_assert_ptr_nonnull(file);
	ck_assert_ptr_nonnull(file->child);
	ck_assert_int_eq(file->child->kind, NODE_FUNCTION);
	const struct node *block = file->child->child;
	while (block && block->kind != NODE_BLOCK)
		block = block->next;
	ck_assert_ptr_nonnull(block);
	return printed(block->child);
}

void readings_check(enum language language, bool is_body, const struct reading_case *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const char *got = is_body ? body_reading(language, cases[i].source) : reading(language, cases[i].source);
		ck_assert_msg(strcmp(got, cases[i].expected) == 0, "%s\n  is %s\n not %s", cases[i].source, got, cases[i].expected);
	}
}
