/* Trees from text. A bad text fails the test. */
#include "tests.h"

#include <ctype.h>
#include <string.h>

struct tree_text {
	struct arena *arena;
	const char *text, *p;
};

static const struct {
	const char *name;
	u16 flag;
} flags[] = {{"STATIC", NF_STATIC},       {"GLOBAL", NF_GLOBAL}, {"REF", NF_REF},     {"ARROW", NF_ARROW},
             {"VARIADIC", NF_VARIADIC},   {"CLASS", NF_CLASS_TYPE}, {"STATEMENT", NF_STATEMENT}};

static void blanks(struct tree_text *r)
{
	while (isspace((unsigned char)*r->p))
		r->p++;
}

static struct str word(struct tree_text *r)
{
	const char *from = r->p;
	while (*r->p && !isspace((unsigned char)*r->p) && *r->p != '(' && *r->p != ')')
		r->p++;
	return (struct str){from, (size_t)(r->p - from)};
}

static struct str quoted(struct tree_text *r)
{
	const char *from = ++r->p;
	while (*r->p && *r->p != '\'')
		r->p++;
	ck_assert(*r->p == '\'');
	return (struct str){from, (size_t)(r->p++ - from)};
}

static u8 kind_of(struct str name)
{
	for (u32 k = 0; k < NODE_KINDS; k++)
		if (str_is(name, node_kind_name((enum node_kind)k)))
			return (u8)k;
	ck_abort_msg("no kind %.*s", (int)name.n, name.p);
}

static u16 flag_of(struct str name)
{
	for (u32 i = 0; i < COUNT(flags); i++)
		if (str_is(name, flags[i].name))
			return flags[i].flag;
	ck_abort_msg("no flag %.*s", (int)name.n, name.p);
}

static u8 operator_of(struct str text)
{
	for (u32 op = 0; op < OPS; op++)
		if (str_is(text, op_text((enum op)op)))
			return (u8)op;
	ck_abort_msg("no operator %.*s", (int)text.n, text.p);
}

static struct node *node(struct tree_text *r)
{
	ck_assert_msg(*r->p == '(', "expected ( at: %.40s", r->p);
	u32 begin = (u32)(r->p++ - r->text);
	struct node *n = node_new(r->arena, NODE_NONE, begin, 0);
	struct node_list list = {n, NULL};
	n->at = begin + 1;
	n->kind = kind_of(word(r));
	for (blanks(r); *r->p != ')'; blanks(r)) {
		if (*r->p == '(') {
			node_list_add(&list, node(r));
		} else if (*r->p == '\'') {
			n->name = quoted(r);
		} else if (*r->p == ':') {
			r->p++;
			n->type = quoted(r);
		} else if (*r->p == '+') {
			r->p++;
			n->flags |= flag_of(word(r));
		} else {
			ck_assert_msg(!strncmp(r->p, "op=", 3), "unexpected: %.40s", r->p);
			r->p += 3;
			n->op = operator_of(word(r));
		}
	}
	n->end = (u32)(++r->p - r->text);
	return n;
}

struct node *tree_read(struct arena *a, const char *text)
{
	struct tree_text r = {a, text, text};
	return node(&r);
}
