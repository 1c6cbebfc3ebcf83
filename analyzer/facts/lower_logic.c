/* Truth: conditions become branches without a value. Where the value of && || ?: is needed, one temp takes the operand
 * of the arm that ran. Where the value is thrown away, every arm throws its own away. */
#include "facts/lower_state.h"

bool node_is_logical(const struct node *n)
{
	return n->kind == NODE_BINARY && (n->op == OP_AND || n->op == OP_OR) && node_child(n, 1);
}

bool node_is_ternary(const struct node *n) { return n->kind == NODE_TERNARY && node_child(n, 2); }

static void lower_into(struct lower *l, const struct node *n, operand dst);

/* && and || as a value: the left operand, and unless it decides, the right one. */
static void lower_logical_into(struct lower *l, const struct node *n, operand dst)
{
	u32 more = label_new(l), end = label_new(l);
	lower_into(l, n->child, dst);
	branch_add(l, n, dst, n->op == OP_AND ? more : end, n->op == OP_AND ? end : more);
	label_place(l, more);
	lower_into(l, n->child->next, dst);
	label_place(l, end);
}

static void lower_ternary_into(struct lower *l, const struct node *n, operand dst)
{
	u32 yes = label_new(l), no = label_new(l), end = label_new(l);
	lower_condition(l, n->child, yes, no);
	label_place(l, yes);
	lower_into(l, node_child(n, 1), dst);
	jump_add(l, n, end);
	label_place(l, no);
	lower_into(l, node_child(n, 2), dst);
	label_place(l, end);
}

static void lower_into(struct lower *l, const struct node *n, operand dst)
{
	if (node_is_logical(n)) {
		lower_logical_into(l, n, dst);
	} else if (node_is_ternary(n)) {
		lower_ternary_into(l, n, dst);
	} else {
		operand value = lower_expr(l, n);
		if (!l->fn->is_dead || operand_kind(value) != OPD_NONE)
			move_add(l, n, dst, value, 0);
	}
}

operand lower_logic(struct lower *l, const struct node *n)
{
	operand dst = temp_new(l);
	lower_into(l, n, dst);
	return dst;
}

static void lower_logical_condition(struct lower *l, const struct node *n, u32 yes, u32 no)
{
	u32 more = label_new(l);
	lower_condition(l, n->child, n->op == OP_AND ? more : yes, n->op == OP_AND ? no : more);
	label_place(l, more);
	lower_condition(l, n->child->next, yes, no);
}

static void lower_ternary_condition(struct lower *l, const struct node *n, u32 yes, u32 no)
{
	u32 first = label_new(l), second = label_new(l);
	lower_condition(l, n->child, first, second);
	label_place(l, first);
	lower_condition(l, node_child(n, 1), yes, no);
	label_place(l, second);
	lower_condition(l, node_child(n, 2), yes, no);
}

void lower_condition(struct lower *l, const struct node *n, u32 yes, u32 no)
{
	bool known;
	i64 value = node_int(n, &known);
	if (known) {
		jump_add(l, n, value ? yes : no);
	} else if (node_is_logical(n)) {
		lower_logical_condition(l, n, yes, no);
	} else if (node_is_ternary(n)) {
		lower_ternary_condition(l, n, yes, no);
	} else if (node_is_unary(n, OP_NOT)) {
		lower_condition(l, n->child, no, yes);
	} else if (n->kind == NODE_BINARY && n->op == OP_COMMA && node_child(n, 1)) {
		lower_discard(l, n->child, RF_DISCARDED);
		lower_condition(l, node_child(n, 1), yes, no);
	} else if (n->kind == NODE_CAST && n->child) {
		lower_condition(l, n->child, yes, no);
	} else {
		operand value_of = lower_expr(l, n);
		if (operand_kind(value_of) == OPD_NONE || operand_kind(value_of) == OPD_UNKNOWN)
			alt_add(l, n, yes, no);
		else
			branch_add(l, n, value_of, yes, no);
	}
}

void lower_discard(struct lower *l, const struct node *n, u32 flags)
{
	u32 yes = label_new(l), no = label_new(l);
	if (n->kind == NODE_CALL) {
		lower_call(l, n, flags, 0);
	} else if (n->kind == NODE_CAST && str_is(n->name, "void") && n->child) {
		lower_discard(l, n->child, RF_VOID_CAST);
	} else if (n->kind == NODE_BINARY && n->op == OP_COMMA && node_child(n, 1)) {
		lower_discard(l, n->child, flags);
		lower_discard(l, node_child(n, 1), flags);
	} else if (node_is_logical(n)) {
		lower_condition(l, n->child, n->op == OP_AND ? yes : no, n->op == OP_AND ? no : yes);
		label_place(l, yes);
		lower_discard(l, n->child->next, flags);
		label_place(l, no);
	} else if (node_is_ternary(n)) {
		u32 end = label_new(l);
		lower_condition(l, n->child, yes, no);
		label_place(l, yes);
		lower_discard(l, node_child(n, 1), flags);
		jump_add(l, n, end);
		label_place(l, no);
		lower_discard(l, node_child(n, 2), flags);
		label_place(l, end);
	} else if (n->kind == NODE_STMT_EXPR && n->child) {
		lower_stmt(l, n->child);
	} else {
		lower_expr(l, n);
	}
}
