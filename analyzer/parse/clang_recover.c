/* Expressions that libclang gave up, read from the text: it drops an argument, an initialiser or a whole statement
 * that names something undeclared, and then positions shift and calls are lost. This is a small reader of the usual
 * shapes: names, literals, calls, launches, members, operators. What it doesn't know is OPAQUE. */
#include <string.h>

#include "parse/clang_recover.h"

static struct node *read_expr(struct recovery *r, int lowest);

/* Where r stands now, spaces skipped. */
static bool recovery_is(struct recovery *r, const char *token)
{
	r->at = text_skip(r->w->text, r->at, r->end);
	return text_at(r->w->text, r->at, r->end, token);
}

struct node *recovery_node(struct recovery *r, enum node_kind kind, u32 begin)
{
	return node_new(r->w->arena, kind, begin, max_u32(r->at, begin));
}

/* The rest of the text can't be read. */
struct node *recovery_give_up(struct recovery *r)
{
	u32 begin = r->at;
	r->at = r->end;
	struct node *n = recovery_node(r, NODE_OPAQUE, begin);
	n->flags = NF_ERROR;
	r->w->lost++;
	return n;
}

/* callee(args), or callee<<<...>>>(args). */
static struct node *call(struct recovery *r, struct node *callee, u32 open, u32 close)
{
	struct node *n = recovery_node(r, NODE_CALL, callee->begin);
	struct node_list list = clang_list(n);
	n->at = callee->kind == NODE_NAME || callee->kind == NODE_MEMBER ? callee->at : open;
	n->end = r->at = close + 1;
	node_list_add(&list, callee);
	clang_recover_list(r->w, &list, open, close, (struct parts){0});
	return n;
}

struct node *clang_recover_launch(struct clang_walk *w, struct node *kernel, u32 open, u32 end, struct parts known)
{
	struct str s = w->text;
	u32 close = open + 3;
	while (close < end && !text_at(s, close, end, ">>>")) {
		u32 inner = text_in(s.p[close], "([{") ? text_close(s, close, end) : NONE;
		close = text_skip(s, inner == NONE ? text_token(s, close, end) : inner + 1, end);
	}
	u32 args = close >= end ? NONE : text_skip(s, close + 3, end);
	u32 stop = args == NONE || !text_at(s, args, end, "(") ? NONE : text_close(s, args, end);
	if (stop == NONE || text_skip(s, open + 3, end) >= close)
		return NULL;
	struct node *n = node_new(w->arena, NODE_LAUNCH, kernel->begin, stop + 1), *written = clang_none(w, open);
	struct node_list list = clang_list(n), configuration = clang_list(written);
	n->at = open;
	node_list_add(&list, kernel);
	clang_recover_list(w, &configuration, open + 2, close, known);
	struct node *arg = written->child;
	for (u32 i = 0; i < 4; i++) {
		struct node *next = arg ? arg->next : NULL;
		if (arg)
			arg->next = NULL;
		node_list_add(&list, arg ? arg : clang_none(w, close));
		arg = next;
	}
	clang_recover_list(w, &list, args, stop, known);
	return n;
}

static struct node *launch(struct recovery *r, struct node *kernel, u32 open)
{
	struct node *n = clang_recover_launch(r->w, kernel, open, r->end, (struct parts){0});
	if (!n)
		return recovery_give_up(r);
	r->at = n->end;
	return n;
}

static struct node *index_of(struct recovery *r, struct node *object, u32 close)
{
	struct node *n = recovery_node(r, NODE_INDEX, object->begin);
	u32 open = r->at;
	n->end = r->at = close + 1;
	return node_add(node_add(n, object), clang_recover(r->w, open + 1, close));
}

static struct node *member_of(struct recovery *r, struct node *object, bool is_arrow)
{
	struct text_name name = text_name(r->w->arena, r->w->text, r->at + (is_arrow ? 2 : 1), r->end);
	if (!name.text.n)
		return NULL;
	r->at = name.end;
	struct node *n = recovery_node(r, NODE_MEMBER, object->begin);
	n->name = name.text;
	n->at = name.at;
	n->flags = is_arrow ? NF_ARROW : 0;
	return node_add(n, object);
}

static struct node *postfix(struct recovery *r)
{
	struct str s = r->w->text;
	struct node *n = recovery_primary(r);
	while (n->kind != NODE_OPAQUE) {
		bool is_arrow = recovery_is(r, "->");
		struct node *longer = NULL;
		u32 close = r->at < r->end && text_in(s.p[r->at], "([{") ? text_close(s, r->at, r->end) : NONE;
		if (recovery_is(r, "(") && close != NONE)
			longer = call(r, n, r->at, close);
		else if (recovery_is(r, "{") && close != NONE && n->kind == NODE_NAME)
			longer = call(r, n, r->at, close);
		else if (recovery_is(r, "<<<"))
			longer = launch(r, n, r->at);
		else if (recovery_is(r, "[") && close != NONE)
			longer = index_of(r, n, close);
		else if (is_arrow || recovery_is(r, "."))
			longer = member_of(r, n, is_arrow);
		if (!longer)
			break;
		n = longer;
	}
	return n;
}

struct node *recovery_prefix(struct recovery *r)
{
	static const struct {
		const char *sign;
		enum op op;
	} signs[] = {{"++", OP_PRE_INC}, {"--", OP_PRE_DEC}, {"&", OP_ADDR}, {"*", OP_DEREF},
	             {"!", OP_NOT},      {"not", OP_NOT},    {"-", OP_NEG},      {"+", OP_PLUS}, {"~", OP_COMPLEMENT}};
	for (u32 i = 0; i < COUNT(signs); i++) {
		if (!recovery_is(r, signs[i].sign))
			continue;
		u32 begin = r->at;
		if (!clang_enter(r->w))
			return recovery_give_up(r);
		r->at += (u32)strlen(signs[i].sign);
		struct node *value = recovery_prefix(r), *n = recovery_node(r, NODE_UNARY, begin);
		clang_leave(r->w);
		n->op = (u8)signs[i].op;
		return node_add(n, value);
	}
	return postfix(r);
}

/* Longer signs come first; `level` is the binding strength. */
static const struct infix {
	const char *sign;
	u8 op, level;
	bool assigns;
} infixes[] = {
	{"<<=", OP_SHL, 1, true}, {">>=", OP_SHR, 1, true}, {"+=", OP_ADD, 1, true}, {"-=", OP_SUB, 1, true},
	{"*=", OP_MUL, 1, true},  {"/=", OP_DIV, 1, true},  {"%=", OP_MOD, 1, true}, {"|=", OP_BITOR, 1, true},
	{"&=", OP_BITAND, 1, true}, {"^=", OP_XOR, 1, true}, {"||", OP_OR, 2, false}, {"&&", OP_AND, 3, false},
	{"==", OP_EQ, 7, false},  {"!=", OP_NE, 7, false},  {"<=", OP_LE, 8, false}, {">=", OP_GE, 8, false},
	{"<<", OP_SHL, 9, false}, {">>", OP_SHR, 9, false}, {"|", OP_BITOR, 4, false}, {"^", OP_XOR, 5, false},
	{"&", OP_BITAND, 6, false}, {"<", OP_LT, 8, false}, {">", OP_GT, 8, false},  {"+", OP_ADD, 10, false},
	{"-", OP_SUB, 10, false}, {"*", OP_MUL, 11, false}, {"/", OP_DIV, 11, false}, {"%", OP_MOD, 11, false},
	{"=", OP_NONE, 1, true},  {"and", OP_AND, 3, false}, {"or", OP_OR, 2, false},
};

static const struct infix *infix_find(struct str s, u32 at, u32 end)
{
	for (u32 i = 0; i < COUNT(infixes); i++)
		if (text_at(s, at, end, infixes[i].sign))
			return &infixes[i];
	return NULL;
}

static const struct infix *infix_at(struct recovery *r)
{
	r->at = text_skip(r->w->text, r->at, r->end);
	return infix_find(r->w->text, r->at, r->end);
}

struct node *clang_infix(struct clang_walk *w, struct part left, struct part right)
{
	u32 at = text_skip(w->text, left.end, right.begin);
	const struct infix *i = at < right.begin ? infix_find(w->text, at, right.begin) : NULL;
	if (!i || text_skip(w->text, at + (u32)strlen(i->sign), right.begin) < right.begin)
		return NULL;
	struct node *n = node_new(w->arena, i->assigns ? NODE_ASSIGN : NODE_BINARY, left.begin, right.end);
	n->at = at;
	n->op = i->op;
	return node_add(node_add(n, clang_expr(w, left)), clang_expr(w, right));
}

static struct node *ternary(struct recovery *r, struct node *condition)
{
	struct node *n = recovery_node(r, NODE_TERNARY, condition->begin);
	r->at++;
	u32 colon = text_find(r->w->text, r->at, r->end, ':');
	if (colon == NONE)
		return recovery_give_up(r);
	node_add(node_add(n, condition), clang_recover(r->w, r->at, colon));
	r->at = colon + 1;
	node_add(n, read_expr(r, 1));
	n->end = r->at;
	return n;
}

static struct node *read_expr(struct recovery *r, int lowest)
{
	if (!clang_enter(r->w))
		return recovery_give_up(r);
	struct node *left = recovery_prefix(r);
	for (const struct infix *i; (i = infix_at(r)) && i->level >= lowest;) {
		u32 at = r->at;
		r->at += (u32)strlen(i->sign);
		struct node *right = read_expr(r, i->assigns ? i->level : i->level + 1);
		struct node *n = recovery_node(r, i->assigns ? NODE_ASSIGN : NODE_BINARY, left->begin);
		n->at = at;
		n->op = i->op;
		left = node_add(node_add(n, left), right);
	}
	if (lowest <= 1 && recovery_is(r, "?"))
		left = ternary(r, left);
	clang_leave(r->w);
	return left;
}

struct node *clang_recover(struct clang_walk *w, u32 begin, u32 end)
{
	struct recovery r = {w, begin, end};
	struct node *n = read_expr(&r, 1);
	if (text_skip(w->text, r.at, end) >= end)
		return n;
	struct node *all = node_new(w->arena, NODE_OPAQUE, n->begin, max_u32(n->begin, end));
	all->flags = NF_ERROR;
	w->lost++;
	return node_add(all, n);
}

u32 clang_item_end(struct clang_walk *w, u32 at, u32 close, struct parts known)
{
	struct str s = w->text;
	for (at = text_skip(s, at, close); at < close; at = text_skip(s, at, close)) {
		u32 stop = text_token(s, at, close), inner = NONE;
		if (s.p[at] == ',')
			return at;
		for (u32 i = 0; i < known.n; i++)
			if (known.at[i].begin == at && known.at[i].end > stop)
				stop = known.at[i].end;
		if (text_in(s.p[at], "([{"))
			inner = text_close(s, at, close);
		else if (text_is_word(s.p[at]) && text_next_is(s, stop, close, "<"))
			inner = text_close_angle(s, text_skip(s, stop, close), close);
		at = inner == NONE || inner < stop ? stop : inner + 1;
	}
	return close;
}

void clang_recover_list(struct clang_walk *w, struct node_list *to, u32 open, u32 close, struct parts known)
{
	u32 next = 0;
	for (u32 at = open + 1; text_skip(w->text, at, close) < close;) {
		u32 end = clang_item_end(w, at, close, known);
		while (next < known.n && known.at[next].begin < at)
			next++;
		if (next >= known.n || known.at[next].begin >= end)
			node_list_add(to, clang_recover(w, at, end));
		for (; next < known.n && known.at[next].begin < end; next++) /* a macro may stand for several */
			node_list_add(to, clang_cast_before(w, at, known.at[next]));
		at = min_u32(end + 1, close);
	}
}
