/* Loops and switch. */
#include "facts/lower_state.h"

static struct jumps *jumps_push(struct lower *l, u32 on_break, u32 on_continue)
{
	struct jumps *j = arena_new(l->arena, struct jumps);
	*j = (struct jumps){l->fn->jumps, on_break, on_continue, l->fn->scope};
	return l->fn->jumps = j;
}

static void jumps_pop(struct lower *l) { l->fn->jumps = l->fn->jumps->outer; }

static bool is_there(const struct node *n) { return n && n->kind != NODE_NONE; }

/* A loop's body with its break and continue. */
static void lower_body(struct lower *l, const struct node *body, u32 on_break, u32 on_continue)
{
	jumps_push(l, on_break, on_continue);
	if (body)
		lower_block(l, body);
	jumps_pop(l);
}

static void lower_while(struct lower *l, const struct node *n)
{
	u32 head = label_new(l), inside = label_new(l), after = label_new(l), end = label_new(l);
	const struct node *body = node_child(n, 1), *otherwise = node_child(n, 2);
	label_place(l, head);
	struct block_mark mark = block_enter(l);
	lower_condition(l, n->child, inside, after);
	label_place(l, inside);
	lower_body(l, body, end, head);
	if (!l->fn->is_dead)
		scopes_run(l, mark.scope, n, 0);
	jump_add(l, n, head);
	label_place(l, after);
	block_leave(l, mark, n);
	if (is_there(otherwise))
		lower_block(l, otherwise);
	label_place(l, end);
}

static void lower_do(struct lower *l, const struct node *n)
{
	u32 head = label_new(l), test = label_new(l), end = label_new(l);
	label_place(l, head);
	lower_body(l, n->child, end, test);
	label_place(l, test);
	if (n->child->next)
		lower_condition(l, n->child->next, head, end);
	label_place(l, end);
}

static void lower_for(struct lower *l, const struct node *n)
{
	u32 head = label_new(l), inside = label_new(l), step = label_new(l), end = label_new(l);
	const struct node *init = n->child, *cond = node_child(n, 1), *next = node_child(n, 2);
	const struct node *body = node_child(n, 3);
	if (!body)
		return;
	struct block_mark mark = block_enter(l);
	if (init->kind == NODE_BLOCK)
		lower_list_of_stmts(l, init);
	else if (init->kind == NODE_VAR || init->kind == NODE_EXPR)
		lower_stmt(l, init);
	else
		lower_discard(l, init, RF_DISCARDED);
	label_place(l, head);
	if (is_there(cond))
		lower_condition(l, cond, inside, end);
	label_place(l, inside);
	lower_body(l, body, end, step);
	label_place(l, step);
	if (is_there(next))
		lower_discard(l, next->kind == NODE_EXPR && next->child ? next->child : next, RF_DISCARDED);
	jump_add(l, n, head);
	label_place(l, end);
	block_leave(l, mark, n);
}

/* target, range and what follows them. `body` gets the node behind the range. */
void lower_foreach(struct lower *l, const struct node *n, void (*body)(struct lower *, const struct node *, void *),
                   void *with)
{
	u32 head = label_new(l), inside = label_new(l), after = label_new(l), end = label_new(l);
	const struct node *target = n->child, *range = node_child(n, 1), *inner = node_child(n, 2);
	const struct node *otherwise = node_child(n, 3);
	if (!range)
		return;
	struct block_mark mark = block_enter(l);
	operand over = lower_expr(l, range), item = temp_new(l);
	label_place(l, head);
	u32 unwind = l->is_python ? unwind_label(l) : NONE;
	struct row *r = row_add(l, ROW_ITER, target);
	r->dst = item;
	r->a = over;
	r->unwind = unwind;
	r->target = label_use(l, inside);
	r->other = label_use(l, after);
	label_place(l, inside);
	jumps_push(l, end, head);
	struct block_mark round = block_enter(l);
	if (!l->is_python && target->kind == NODE_LIST)
		names_declare(l, target);
	lower_assign_to(l, target, item, target);
	body(l, inner, with);
	block_leave(l, round, n);
	jumps_pop(l);
	jump_add(l, n, head);
	label_place(l, after);
	if (is_there(otherwise))
		lower_block(l, otherwise);
	label_place(l, end);
	block_leave(l, mark, n);
}

static void foreach_body(struct lower *l, const struct node *n, void *with)
{
	(void)with;
	if (n)
		lower_block(l, n);
}

void lower_loop(struct lower *l, const struct node *n)
{
	if (!n->child)
		return;
	if (n->kind == NODE_WHILE)
		lower_while(l, n);
	else if (n->kind == NODE_DO)
		lower_do(l, n);
	else if (n->kind == NODE_FOR)
		lower_for(l, n);
	else
		lower_foreach(l, n, foreach_body, NULL);
}

/* The labels of one switch, wherever they stand in its body. */
static void cases_collect(struct lower *l, const struct node *n)
{
	for (const struct node *c = n->child; c; c = c->next) {
		bool is_apart = c->kind == NODE_SWITCH || c->kind == NODE_LAMBDA || c->kind == NODE_FUNCTION ||
		                c->kind == NODE_CLASS;
		if (c->kind == NODE_CASE) {
			struct switch_case label = {c, label_new(l)};
			vec_push(l->arena, &l->fn->cases, label);
		} else if (!is_apart) {
			cases_collect(l, c);
		}
	}
}

/* M(...); as a statement, where M is written as macros are. */
static bool is_macro_use(const struct node *n)
{
	const struct node *call = n->kind == NODE_EXPR ? n->child : NULL;
	return call && call->kind == NODE_CALL && call->child && call->child->kind == NODE_NAME && str_is_shouted(name_last(call->child->name));
}

/* Control does not go past the statement. */
static bool leaves(const struct node *n)
{
	const struct node *last = n->kind == NODE_BLOCK ? n->child : NULL;
	while (last && last->next)
		last = last->next;
	enum node_kind kind = last ? last->kind : n->kind;
	return kind == NODE_BREAK || kind == NODE_RETURN || kind == NODE_CONTINUE || kind == NODE_GOTO || kind == NODE_THROW;
}

/* The one runs what the other runs: CASE_HALF(type, __VA_ARGS__) CASE_FLOAT(type, __VA_ARGS__), CASE(2) CASE(4). One of them stands for all, since
 * what they are given is unfolded in each, and dispatches are nested. */
static bool runs_the_same(const struct node *a, const struct node *b)
{
	const struct node *of_a = a->child->child, *of_b = b->child->child;
	bool is_macro = str_eq(of_a->name, of_b->name);
	for (of_a = of_a->next, of_b = of_b->next; of_a && of_b; of_a = of_a->next, of_b = of_b->next) {
		bool is_number = of_a->kind == NODE_INT && of_b->kind == NODE_INT && is_macro;
		if (!is_number && (of_a->kind != NODE_NAME || of_b->kind != NODE_NAME || !str_eq(of_a->name, of_b->name)))
			return false;
	}
	return !of_a && !of_b;
}

/* A macro in a switch where control can't come from above brings its labels along: DISPATCH_CASE(Half, ...). */
static void macros_collect(struct lower *l, const struct node *body)
{
	bool is_cut_off = body->kind == NODE_BLOCK;
	const struct node *last = NULL;
	for (const struct node *c = is_cut_off ? body->child : NULL; c; c = c->next) {
		if (is_cut_off && is_macro_use(c)) {
			if (last && runs_the_same(last, c))
				continue;
			last = c;
			struct switch_case label = {c, label_new(l)};
			vec_push(l->arena, &l->fn->cases, label);
			continue;
		}
		is_cut_off = (is_cut_off && c->kind != NODE_CASE && c->kind != NODE_LABEL) || leaves(c);
	}
}

/* The labels of a macro's body alone, which is read inside of `switch(0){`: its user's switch decides. */
static bool is_users_switch(struct lower *l, operand value) { return l->b->functions.at[l->fn->index].kind == FN_MACRO && value == int_operand(l, 0); }

static void case_test(struct lower *l, const struct node *n, operand value, u32 label)
{
	u32 no = label_new(l);
	operand other = lower_expr(l, n->child);
	if (operand_kind(other) == OPD_UNKNOWN || operand_kind(other) == OPD_NONE || is_users_switch(l, value)) {
		alt_add(l, n, label, no);
	} else {
		operand equal = temp_new(l);
		struct row *r = row_add(l, ROW_BINARY, n);
		r->sub = OP_EQ;
		r->dst = equal;
		r->a = value;
		r->b = other;
		branch_add(l, n, equal, label, no);
	}
	label_place(l, no);
}

void lower_switch(struct lower *l, const struct node *n)
{
	const struct node *body = node_child(n, 1);
	u32 end = label_new(l), otherwise = end, first = l->fn->cases.n;
	if (!body)
		return;
	struct block_mark mark = block_enter(l);
	operand value = lower_expr(l, n->child);
	cases_collect(l, body);
	macros_collect(l, body);
	u32 last = l->fn->cases.n;
	for (u32 i = first; i < last; i++) {
		struct switch_case c = l->fn->cases.at[i];
		u32 no = c.node->kind == NODE_CASE ? NONE : label_new(l);
		if (no != NONE) {
			alt_add(l, c.node, c.label, no);
			label_place(l, no);
		} else if (is_there(c.node->child))
			case_test(l, c.node, value, c.label);
		else
			otherwise = c.label;
	}
	jump_add(l, n, otherwise);
	jumps_push(l, end, NONE);
	lower_block(l, body);
	jumps_pop(l);
	l->fn->cases.n = first;
	label_place(l, end);
	block_leave(l, mark, n);
}

bool lower_case(struct lower *l, const struct node *n)
{
	for (u32 i = l->fn->cases.n; i-- > 0;)
		if (l->fn->cases.at[i].node == n) {
			label_place(l, l->fn->cases.at[i].label);
			return true;
		}
	return false;
}
