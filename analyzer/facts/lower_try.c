/* try and with. */
#include "facts/lower_state.h"

static operand catch_variable(struct lower *l, const struct node *n)
{
	bool again;
	return n->name.n ? var_declare(l, n->name, n->type, n->flags | NF_REF, n->at, &again) : 0;
}

/* The handlers, chained; control goes on at `end`. */
static void lower_catches(struct lower *l, const struct node *first, u32 label, u32 end)
{
	label_use(l, label);
	for (const struct node *c = first; c && c->kind == NODE_CATCH; c = c->next) {
		bool is_last = !c->next || c->next->kind != NODE_CATCH;
		u32 next = NONE;
		if (!is_last)
			next = label_use(l, label_new(l));
		else if (c->type.n)
			next = unwind_label(l);
		label_place(l, label);
		struct block_mark mark = block_enter(l);
		operand variable = catch_variable(l, c);
		struct row *r = row_add(l, ROW_CATCH, c);
		r->dst = variable;
		r->name = string_put(l, c->type);
		r->other = next;
		for (const struct node *s = c->child; s; s = s->next)
			lower_stmt(l, s);
		block_leave(l, mark, c);
		jump_add(l, c, end);
		label = next;
	}
}

void lower_try(struct lower *l, const struct node *n)
{
	struct building *fn = l->fn;
	const struct node *block = n->child, *after = block ? block->next : NULL, *catches = after;
	if (!block)
		return;
	while (after && after->kind == NODE_CATCH)
		after = after->next;
	const struct node *finally = after ? after->next : NULL;
	bool has_catch = catches && catches->kind == NODE_CATCH, has_finally = finally && finally->kind != NODE_NONE;
	struct scope *outer = fn->scope;
	u32 end = label_new(l), handlers = label_new(l);
	if (has_finally)
		scope_push(l, SCOPE_FINALLY, finally);
	struct scope *guarded = fn->scope;
	if (has_catch)
		scope_push(l, SCOPE_TRY, n)->pad = handlers;
	lower_block(l, block);
	fn->scope = guarded;
	if (after && after->kind != NODE_NONE)
		lower_block(l, after);
	if (has_catch) {
		jump_add(l, n, end);
		lower_catches(l, catches, handlers, end);
	}
	label_place(l, end);
	fn->scope = outer;
	if (has_finally)
		lower_block(l, finally);
}

static struct str context_name(const struct node *n)
{
	if (n && n->kind == NODE_CALL)
		n = n->child;
	if (!n)
		return S("");
	return n->kind == NODE_NAME || n->kind == NODE_MEMBER ? n->name : S("");
}

/* contextlib.suppress is the manager whose point is to swallow exceptions: control goes on at `end`. */
static void with_enter(struct lower *l, const struct node *item, u32 end)
{
	const struct node *value = item->kind == NODE_VAR ? item->child : item;
	operand manager = value ? lower_expr(l, value) : OPERAND(OPD_UNKNOWN, 0);
	u32 name = string_put(l, context_name(value)), unwind = unwind_label(l);
	operand dst = 0;
	bool again;
	if (item->kind == NODE_VAR && item->name.n)
		dst = var_declare(l, item->name, item->type, item->flags, item->at, &again);
	struct row *r = row_add(l, ROW_ENTER, item);
	r->dst = dst;
	r->a = manager;
	r->name = name;
	r->unwind = unwind;
	struct scope *s = scope_push(l, SCOPE_LEAVE, item);
	s->value = manager;
	s->name = name;
	if (str_is(name_last(string_get(l, name)), "suppress"))
		s->resume = end;
}

void lower_with(struct lower *l, const struct node *n)
{
	struct block_mark mark = block_enter(l);
	u32 end = label_new(l);
	for (const struct node *c = n->child; c; c = c->next)
		if (c->next)
			with_enter(l, c, end);
		else
			lower_block(l, c);
	block_leave(l, mark, n);
	label_place(l, end);
}
