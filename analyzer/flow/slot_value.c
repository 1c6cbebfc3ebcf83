/* How values carry codes: assignments, comparisons, conversions to bool. Each one moves relations from its operands to
 * its result. */
#include "flow/slot_local.h"

enum value_class value_class_of(const struct walk *w, u32 cell)
{
	if (cell >= w->body->cell_count)
		return CLASS_ANY;
	u8 kind = w->body->cells[cell].kind;
	return kind == CELL_ZERO ? CLASS_ZERO : kind == CELL_NONZERO ? CLASS_NONZERO : CLASS_ANY;
}

static bool is_part_of(const struct walk *w, u32 cell, u32 whole)
{
	for (u32 depth = 0; depth < 8 && cell < w->body->cell_count; depth++) {
		if (cell == whole)
			return true;
		cell = w->body->cells[cell].parent;
	}
	return false;
}

/* Only named variables keep a code for later; a temp's one use is over. */
bool value_keeps_code(const struct walk *w, const struct fact *f)
{
	for (u32 i = 0; i < f->relations; i++) {
		u32 cell = f->rel[i].cell;
		if (!f->rel[i].back)
			continue;
		if (cell >= w->body->cell_count || w->body->cells[cell].name || w->body->cells[cell].parent != NONE)
			return true;
	}
	return false;
}

void value_forget(struct walk *w, struct state *s, u32 cell)
{
	if (cell == NONE)
		return;
	premise_forget(s, cell);
	u32 left = 0;
	for (u32 i = 0; i < s->n; i++) {
		struct fact *f = &s->at[i];
		bool is_tied = fact_relation(f, cell);
		bool kept = is_tied && value_keeps_code(w, f);
		if (is_tied)
			fact_forget(f, cell);
		struct origin *o = origin_at(w, f->producer);
		bool is_gone = kept && !value_keeps_code(w, f);
		if (is_gone && f->bits & FACT_UNTESTED && !(f->bits & FACT_ESCAPED) && w->is_recording && o) {
			o->is_overwritten = true;
			o->overwritten_at = w->row;
		}
		/* Out of the slot and in no variable: dealt with. */
		if (is_gone && !(f->bits & (FACT_IN_SLOT | FACT_UNTESTED)))
			continue;
		if (left != i)
			s->at[left] = *f;
		left++;
	}
	s->n = left;
}

/* Ties a fact to a cell, or says of CONSTANTS what the cell holds. */
static void tie(const struct walk *w, struct fact *f, struct relation r)
{
	if (f->producer == CONSTANTS && !value_is_followed(w, r.cell))
		return;
	fact_relate(f, r.cell, (enum value_class)r.fwd, (enum value_class)r.back);
	fact_relation(f, r.cell)->clears = r.clears;
	fact_relation(f, r.cell)->newer = r.newer;
	fact_relation(f, r.cell)->with = r.with;
}

static struct relation flipped(struct relation r, u32 cell)
{
	return (struct relation){.cell = cell, .with = r.with, .fwd = (u8)class_other((enum value_class)r.fwd), .back = (u8)class_other((enum value_class)r.back),
	                         .clears = (u8)class_other((enum value_class)r.clears), .newer = (u8)class_other((enum value_class)r.newer)};
}

static struct relation moved(struct relation r, u32 cell)
{
	r.cell = cell;
	return r;
}

static void value_constant(struct walk *w, struct state *s, u32 dst, enum value_class cls)
{
	value_forget(w, s, dst);
	for (u32 i = 0; i < s->n; i++)
		tie(w, &s->at[i], (struct relation){.cell = dst, .with = NONE, .fwd = (u8)cls});
}

/* A class that takes codes: its constructor or assignment may act on them. */
static bool is_plain_type(struct str type)
{
	static const char *const words[] = {"rror", "int", "bool", "long", "char", "auto", "esult", "tatus", "unsigned", "short", "size_t"};
	for (u32 i = 0; i < COUNT(words); i++)
		if (str_has(type, words[i]))
			return true;
	return !type.n;
}

/* An outer place or a part of it keeps the code beyond this body: whoever reads it there looks at it. */
static void escape_if_outer(struct walk *w, struct fact *f, u32 dst)
{
	if (dst >= w->body->cell_count)
		return;
	const struct cell *c = &w->body->cells[dst];
	if (c->kind == CELL_OUTER || !is_plain_type(intern_get(&w->program->names, c->type)))
		f->bits |= FACT_ESCAPED;
}

/* std::ignore = f(): thrown away on purpose, in words. */
static bool is_ignore(const struct walk *w, u32 cell)
{
	return cell < w->body->cell_count && w->body->cells[cell].kind == CELL_OUTER &&
	       str_is(body_cell_name(w->program, w->body, cell), "std::ignore");
}

static void ignore(struct walk *w, struct state *s, u32 a)
{
	for (u32 i = 0; i < s->n; i++) {
		struct origin *o = origin_at(w, s->at[i].producer);
		if (!fact_code(&s->at[i], a) || !o)
			continue;
		o->is_ignored = true;
		s->at[i].relations = 0;
	}
}

static bool is_outer(const struct walk *w, u32 cell) { return cell < w->body->cell_count && w->body->cells[cell].kind == CELL_OUTER; }

/* x->is_usable = err == cudaSuccess: the code ends as an answer, the failure is tolerated. */
static void settle_as_answer(const struct walk *w, struct fact *f)
{
	f->bits = (u16)((f->bits & ~FACT_UNTESTED) | FACT_FAILED);
	f->decided = min_u32(f->decided, w->row);
}

static void copy_relations(struct walk *w, struct state *s, u32 dst, u32 a, bool flips)
{
	for (u32 i = 0; i < s->n; i++) {
		struct fact *f = &s->at[i];
		const struct relation *r = fact_relation(f, a);
		if (r) {
			struct relation copy = *r;
			tie(w, f, flips ? flipped(copy, dst) : moved(copy, dst));
			if (copy.back == CLASS_ZERO && is_outer(w, dst))
				settle_as_answer(w, f);
			else if (copy.back)
				escape_if_outer(w, f, dst);
			continue;
		}
		/* A struct that holds the code, or what was set because of it, is copied as a whole: its parts are not followed. */
		for (u32 k = 0; k < f->relations; k++)
			if (f->rel[k].cell != a && (f->rel[k].back || !(f->bits & FACT_SHARED)) && is_part_of(w, f->rel[k].cell, a))
				f->bits |= FACT_ESCAPED;
	}
}

/* x |= y: failure of either makes it not zero. x &= y: makes it zero. Other operators tell nothing. */
static void accumulate(struct walk *w, struct state *s, u32 dst, u32 a, enum op op)
{
	premise_forget(s, dst);
	enum value_class kept = op == OP_BITOR || op == OP_ADD ? CLASS_NONZERO : op == OP_BITAND ? CLASS_ZERO : CLASS_ANY;
	for (u32 i = 0; i < s->n; i++) {
		struct fact *f = &s->at[i];
		const struct relation *from = fact_relation(f, a);
		const struct relation *old = fact_relation(f, dst);
		/* A constant is there whether it failed or not. */
		bool is_given = kept == CLASS_NONZERO && value_class_of(w, a) == kept;
		bool holds = kept && (is_given || (from && from->fwd == kept) || (old && old->fwd == kept));
		bool is_code = (from && from->back) || (old && old->back);
		if (!from && !old)
			continue;
		struct relation made = {.cell = dst, .fwd = (u8)(holds ? kept : CLASS_ANY), .back = (u8)(is_code && !is_given ? kept : CLASS_ANY)};
		tie(w, f, made);
		if (!kept && is_code)
			f->bits |= FACT_ESCAPED;
		if (is_code)
			escape_if_outer(w, f, dst);
	}
}

/* g_status = kFailed: who asks for it later is told. */
static void leave_status(const struct walk *w, struct state *s, u32 dst, u32 a)
{
	struct intern *names = &w->program->names;
	bool is_status = is_outer(w, dst) && (is_status_type(intern_get(names, w->body->cells[dst].type)) ||
	                 (a < w->body->cell_count && (is_status_type(intern_get(names, w->body->cells[a].type)) ||
	                                              (w->body->cells[a].kind == CELL_NONZERO && is_status_type(intern_get(names, w->body->cells[a].name))))));
	for (u32 i = 0; is_status && i < s->n; i++) {
		const struct relation *r = fact_relation(&s->at[i], dst);
		if (s->at[i].bits & FACT_FAILED && r && r->fwd == CLASS_NONZERO)
			s->at[i].bits |= FACT_STATUS;
	}
}

void value_move(struct walk *w, struct state *s, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	if (r->dst == NONE || r->a == NONE || r->dst == r->a)
		return;
	if (r->sub != OP_NONE) {
		accumulate(w, s, r->dst, r->a, (enum op)r->sub);
		return;
	}
	if (is_ignore(w, r->dst)) {
		ignore(w, s, r->a);
		return;
	}
	enum value_class cls = value_class_of(w, r->a);
	if (cls) {
		value_constant(w, s, r->dst, cls);
	} else {
		value_forget(w, s, r->dst);
		copy_relations(w, s, r->dst, r->a, false);
	}
	leave_status(w, s, r->dst, r->a);
}

void value_unary(struct walk *w, struct state *s, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	enum op op = (enum op)r->sub;
	if (r->dst == NONE || r->a == NONE)
		return;
	value_forget(w, s, r->dst);
	if (op == OP_PRE_INC || op == OP_POST_INC || op == OP_PRE_DEC || op == OP_POST_DEC)
		value_count(s, r->a, op == OP_PRE_INC || op == OP_POST_INC);
	/* OP_NONE: a conversion that the front end could not name. */
	if (op != OP_NOT && op != OP_NEG && op != OP_PLUS && op != OP_NONE)
		return;
	/* -EINVAL */
	enum value_class cls = op == OP_NONE ? CLASS_ANY : value_class_of(w, r->a);
	if (cls) {
		value_constant(w, s, r->dst, op == OP_NOT ? class_other(cls) : cls);
		return;
	}
	for (u32 i = 0; i < s->n; i++) {
		const struct relation *known = fact_relation(&s->at[i], r->a);
		if (!known)
			continue;
		struct relation copy = *known;
		tie(w, &s->at[i], op == OP_NOT ? flipped(copy, r->dst) : moved(copy, r->dst));
	}
}

/* Codes that are no failure: not ready (which never enters the slot), NCCL's "in progress", and the runtime's unloading, after which nobody asks. */
static bool is_no_failure(const struct walk *w, u32 cell)
{
	static const char *const ends[] = {"ErrorNotReady", "ERROR_NOT_READY", "InProgress", "IN_PROGRESS", "ErrorCudartUnloading", "ErrorDeinitialized", "ERROR_DEINITIALIZED"};
	struct str name = body_cell_name(w->program, w->body, cell);
	return str_ends_any(name, ends, COUNT(ends));
}

/* dst = (a == constant that is not zero), or !=. True means failed, false tells nothing. */
static void compare_with_code(struct walk *w, struct state *s, u32 dst, u32 a, u32 constant, bool is_equal)
{
	enum value_class hit = is_equal ? CLASS_NONZERO : CLASS_ZERO;
	for (u32 i = 0; i < s->n; i++) {
		struct fact *f = &s->at[i];
		const struct relation *r = fact_relation(f, a);
		if (!r)
			continue;
		if (w->is_recording && r->back == CLASS_NONZERO)
			record_sticky(w, f, constant, is_equal);
		struct relation copy = *r;
		/* An answer of several values is asked for one of them: who asks knows which of them are failures. */
		if (!copy.back && copy.fwd == CLASS_NONZERO && f->bits & FACT_FAILED)
			f->bits |= FACT_ESCAPED;
		bool clears = copy.back == CLASS_NONZERO && is_no_failure(w, constant);
		struct relation made = {.cell = dst, .fwd = (u8)(copy.fwd == CLASS_ZERO ? class_other(hit) : CLASS_ANY)};
		if (copy.back == CLASS_NONZERO && !clears)
			made.back = (u8)hit;
		/* Asked before: if it failed, it is this code. */
		if (made.back && f->bits & FACT_FAILED && f->code == constant)
			made.fwd = (u8)hit;
		made.with = made.back ? constant : NONE;
		made.clears = (u8)(clears ? hit : CLASS_ANY);
		made.newer = (u8)(copy.newer == CLASS_NONZERO ? hit : CLASS_ANY);
		tie(w, f, made);
	}
}

/* true and 1 in a comparison: a condition, not a code. */
static bool is_plain_true(const struct walk *w, u32 cell)
{
	const struct cell *c = &w->body->cells[cell];
	return c->kind == CELL_NONZERO && !c->name;
}

/* `code in (0, 704)`: what is asked for besides success is tolerated. The list is written right before. */
static bool tolerates(const struct walk *w, u32 row, u32 list)
{
	for (u32 i = row; i-- > 0 && w->body->rows[i].flags & RF_INITIALISER;) {
		const struct body_row *r = &w->body->rows[i];
		bool is_its = r->op == ROW_MOVE && r->dst != NONE && (r->dst == list || w->body->cells[r->dst].parent == list);
		if (is_its && value_class_of(w, r->a) != CLASS_ZERO)
			return true;
	}
	return false;
}

static void value_member(struct walk *w, struct state *s, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	bool is_tolerant = tolerates(w, row, r->b);
	for (u32 i = 0; i < s->n; i++) {
		struct fact *f = &s->at[i];
		const struct relation *code = fact_code(f, r->a);
		if (!code)
			continue;
		if (is_tolerant)
			settle_as_answer(w, f);
		else
			tie(w, f, (struct relation){.cell = r->dst, .with = NONE, .fwd = r->sub == OP_IN ? CLASS_ZERO : CLASS_NONZERO, .back = r->sub == OP_IN ? CLASS_ZERO : CLASS_NONZERO});
	}
}

void value_binary(struct walk *w, struct state *s, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	enum op op = (enum op)r->sub;
	u32 a = r->a, b = r->b, dst = r->dst;
	if (dst == NONE || a == NONE || b == NONE)
		return;
	value_forget(w, s, dst);
	if (value_class_of(w, a)) {
		u32 other = a;
		a = b;
		b = other;
		op = op == OP_LT ? OP_GT : op == OP_GT ? OP_LT : op == OP_LE ? OP_GE : op == OP_GE ? OP_LE : op;
	}
	enum value_class cls = value_class_of(w, b);
	if (op == OP_IN || op == OP_NOT_IN) {
		value_member(w, s, row);
		return;
	}
	bool is_equal = op == OP_EQ || op == OP_IS || op == OP_GE || op == OP_LE;
	bool is_order = op_is_order((u8)op), is_compare = op_is_comparison((u8)op) || op == OP_IS || op == OP_IS_NOT;
	if (!is_compare) {
		if (op == OP_BITOR || op == OP_BITAND || op == OP_ADD) {
			copy_relations(w, s, dst, a, false);
			accumulate(w, s, dst, b, op);
		}
		if (op == OP_SHR)
			value_unknown(w, s, b); /* a stream gives */
		/* A stream takes the code: a log if it failed already, else somebody's operator<<. */
		for (u32 i = 0; i < s->n && op == OP_SHL; i++)
			if (fact_code(&s->at[i], b))
				s->at[i].bits |= s->at[i].bits & FACT_FAILED ? FACT_TOLD : FACT_ESCAPED;
		return;
	}
	if (cls == CLASS_ZERO || (cls == CLASS_NONZERO && is_plain_true(w, b) && !is_order))
		copy_relations(w, s, dst, a, is_equal == (cls == CLASS_ZERO));
	else if (cls == CLASS_NONZERO && !is_order)
		compare_with_code(w, s, dst, a, b, is_equal);
	else if (!cls)
		/* Compared with something unknown: somebody looks, we can't say at what. */
		for (u32 i = 0; i < s->n; i++)
			if (fact_code(&s->at[i], a) || fact_code(&s->at[i], b))
				s->at[i].bits |= FACT_ESCAPED;
}
