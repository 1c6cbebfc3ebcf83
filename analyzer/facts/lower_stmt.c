/* Statements without loops and exceptions. */
#include "facts/lower_state.h"

void lower_list_of_stmts(struct lower *l, const struct node *n)
{
	for (const struct node *s = n->child; s; s = s->next)
		lower_stmt(l, s);
}

void lower_block(struct lower *l, const struct node *n)
{
	struct block_mark mark = block_enter(l);
	if (n->kind == NODE_BLOCK)
		lower_list_of_stmts(l, n);
	else
		lower_stmt(l, n);
	block_leave(l, mark, n);
}

static void lower_if(struct lower *l, const struct node *n)
{
	const struct node *then = node_child(n, 1), *otherwise = then ? then->next : NULL;
	u32 yes = label_new(l), no = label_new(l), end = label_new(l);
	if (!then)
		return;
	lower_condition(l, n->child, yes, no);
	label_place(l, yes);
	lower_block(l, then);
	if (otherwise && otherwise->kind != NODE_NONE) {
		jump_add(l, n, end);
		label_place(l, no);
		lower_block(l, otherwise);
	} else {
		label_place(l, no);
	}
	label_place(l, end);
}

static bool has_live_arm(const struct node *arm, bool is_host)
{
	while (arm && is_host && arm->flags & NF_DEVICE)
		arm = arm->next;
	return arm;
}

/* The arms of an #if. They are no scopes: what they declare stays declared behind them. All count at file scope. In host code
 * nothing comes to an arm for devices: it is lowered, as what stands behind a return is. */
static void lower_alternatives(struct lower *l, const struct node *n)
{
	u32 end = label_new(l);
	bool is_file = l->fn == l->file && !l->is_python;
	bool is_host = !is_file && !(l->b->functions.at[l->fn->index].flags & (NF_GLOBAL | NF_DEVICE));
	for (const struct node *arm = n->child; arm; arm = arm->next) {
		if (is_file) {
			lower_list_of_stmts(l, arm);
			continue;
		}
		u32 here = label_new(l), next = label_new(l);
		bool is_off = is_host && arm->flags & NF_DEVICE;
		if (is_off && !l->fn->is_dead)
			jump_add(l, arm, next);
		else if (has_live_arm(arm->next, is_host) && !l->fn->is_dead)
			alt_add(l, arm, here, next)->flags |= (arm->flags & NF_GLOBAL ? RF_PLATFORM : 0) | (arm->flags & NF_DEBUG ? RF_DEBUG : 0);
		if (!is_off)
			label_place(l, here);
		lower_list_of_stmts(l, arm);
		if (arm->next)
			jump_add(l, arm, end);
		label_place(l, next);
	}
	label_place(l, end);
}

static void lower_return(struct lower *l, const struct node *n)
{
	struct building *fn = l->fn;
	operand value = n->child && n->child->kind != NODE_NONE ? lower_expr(l, n->child) : 0;
	if (operand_kind(value) == OPD_PLACE && fn->scope) {
		operand copy = temp_new(l);
		move_add(l, n, copy, value, 0);
		value = copy;
	}
	scopes_run(l, NULL, n, value);
	struct row *r = row_add(l, ROW_RETURN, n);
	r->a = value;
	r->target = label_use(l, fn->exit);
}

static void lower_throw(struct lower *l, const struct node *n)
{
	operand value = n->child && n->child->kind != NODE_NONE ? lower_expr(l, n->child) : 0;
	u32 unwind = unwind_label(l);
	struct row *r = row_add(l, ROW_THROW, n);
	r->a = value;
	r->unwind = unwind;
}

static void lower_assert(struct lower *l, const struct node *n)
{
	operand value = n->child ? lower_expr(l, n->child) : 0;
	u32 unwind = unwind_label(l);
	struct row *r = row_add(l, ROW_ASSERT, n);
	r->a = value;
	r->unwind = unwind;
}

/* Outside of a loop of its own, a macro's break or continue belongs to its user: control goes somewhere else. */
static void lower_jump(struct lower *l, const struct node *n)
{
	struct jumps *to = l->fn->jumps;
	while (to && (n->kind == NODE_BREAK ? to->on_break : to->on_continue) == NONE)
		to = to->outer;
	if (!to) {
		struct node *nowhere = arena_new(l->arena, struct node);
		*nowhere = *n;
		nowhere->name = S("");
		goto_add(l, nowhere);
		return;
	}
	scopes_run(l, to->scope, n, 0);
	jump_add(l, n, n->kind == NODE_BREAK ? to->on_break : to->on_continue);
}

static struct str pointee_of(struct lower *l, operand o)
{
	struct building *fn = l->fn;
	if (operand_kind(o) == OPD_VAR)
		return type_pointee(string_get(l, fn->vars.at[operand_index(o)].type));
	if (operand_kind(o) != OPD_PLACE)
		return S("");
	struct place p = l->b->places.at[operand_index(o)];
	u32 cls = l->b->functions.at[fn->index].cls;
	if (operand_kind(p.base) != OPD_THIS || p.kinds[1] != STEP_END)
		return S("");
	u32 field = idmap_get(&l->fields, (u64)cls << 32 | p.names[0]);
	return field == NONE ? S("") : type_pointee(string_get(l, l->b->fields.at[field].type));
}

/* Python's del runs nothing that is known here; it only unbinds. */
static void lower_delete(struct lower *l, const struct node *n)
{
	for (const struct node *c = n->child; c; c = c->next) {
		operand value = lower_expr(l, c);
		if (l->is_python || operand_kind(value) == OPD_NONE)
			continue;
		struct str type = pointee_of(l, value);
		struct row *r = row_add(l, ROW_DESTROY, n);
		r->dst = value;
		r->name = string_put(l, type);
	}
}

static void lower_definition(struct lower *l, const struct node *n)
{
	if (!l->is_python) {
		lower_function(l, n);
		return;
	}
	struct decorators d = python_decorators(l, n);
	u32 index = lower_function(l, n);
	if (index == NONE)
		return;
	u32 name = string_put(l, n->name), cls = l->fn->class_body;
	operand dst = cls ? place_step(l, OPERAND(OPD_GLOBAL, cls), STEP_FIELD, name) : name_operand(l, n->name);
	python_define(l, n, dst, OPERAND(OPD_FUNCTION, index), &d);
}

/* `action;` in a macro, whose parameter it is: what was given runs here, if it was a statement. */
static bool lower_given(struct lower *l, const struct node *n)
{
	const struct function *f = &l->b->functions.at[l->fn->index];
	operand o = f->kind == FN_MACRO && n->kind == NODE_NAME ? name_operand(l, n->name) : 0;
	if (operand_kind(o) != OPD_VAR || operand_index(o) >= f->param_count)
		return false;
	struct row *r = row_add(l, ROW_CALL, n);
	r->a = o;
	r->name = string_put(l, n->name);
	r->flags = RF_DISCARDED | RF_GIVEN;
	r->unwind = NONE;
	return true;
}

static void lower_stmt_here(struct lower *l, const struct node *n)
{
	bool is_case = false; /* a macro with labels of its own; it ends as a case does, by a break that leaves the switch */
	switch (n->kind) {
	case NODE_NONE:
	case NODE_GLOBAL: break;
	case NODE_BLOCK: lower_block(l, n); break;
	case NODE_EXPR:
		is_case = l->fn->cases.n && lower_case(l, n);
		if (n->child && !lower_given(l, n->child))
			lower_discard(l, n->child, RF_DISCARDED);
		if (is_case && !l->fn->is_dead)
			jump_add(l, n, l->fn->jumps->on_break);
		break;
	case NODE_IF: lower_if(l, n); break;
	case NODE_ALT: lower_alternatives(l, n); break;
	case NODE_WHILE:
	case NODE_DO:
	case NODE_FOR:
	case NODE_FOREACH: lower_loop(l, n); break;
	case NODE_SWITCH: lower_switch(l, n); break;
	case NODE_CASE: lower_case(l, n); break;
	case NODE_BREAK:
	case NODE_CONTINUE: lower_jump(l, n); break;
	case NODE_RETURN: lower_return(l, n); break;
	case NODE_GOTO: goto_add(l, n); break;
	case NODE_LABEL: goto_label(l, n); break;
	case NODE_THROW: lower_throw(l, n); break;
	case NODE_TRY: lower_try(l, n); break;
	case NODE_WITH: lower_with(l, n); break;
	case NODE_DELETE: lower_delete(l, n); break;
	case NODE_ASSERT: lower_assert(l, n); break;
	case NODE_VAR: lower_var(l, n); break;
	case NODE_FUNCTION:
	case NODE_MACRO: lower_definition(l, n); break;
	case NODE_UNDEF: vec_push(l->arena, &l->b->undefs, ((struct undef){string_put(l, n->name), n->begin, n->at})); break;
	case NODE_CLASS: lower_class(l, n); break;
	case NODE_USING: lower_using(l, n); break;
	case NODE_NAMESPACE: lower_namespace(l, n); break;
	case NODE_FILE:
	case NODE_CATCH: lower_list_of_stmts(l, n); break;
	case NODE_OPAQUE:
		for (const struct node *c = n->child; c; c = c->next)
			lower_expr(l, c);
		break;
	default: lower_expr(l, n); break;
	}
}

void lower_stmt(struct lower *l, const struct node *n)
{
	if (l->fn->depth >= 2 * TREE_DEPTH || l->b->functions.at[l->fn->index].is_cut)
		return;
	l->fn->depth++;
	lower_stmt_here(l, n);
	l->fn->depth--;
}
