/* Rows, labels, operands: how the lowering writes. */
#include "facts/lower_state.h"

#include <string.h>

enum { MAX_INDEX = 1 << 27, MAX_TEXT = 1 << 16 };

u32 string_put(struct lower *l, struct str text)
{
	if (text.n > MAX_TEXT)
		text.n = MAX_TEXT;
	return intern_put(&l->b->strings, text);
}

struct str string_get(const struct lower *l, u32 id) { return intern_get(&l->b->strings, id); }

u32 string_join(struct lower *l, u32 prefix, struct str name)
{
	struct str before = string_get(l, prefix);
	if (!before.n || before.n > MAX_TEXT / 2)
		return string_put(l, name);
	if (!name.n)
		return prefix;
	struct strbuf text = {0};
	strbuf_add(&text, before.p, before.n);
	strbuf_puts(&text, l->is_python ? "." : "::");
	strbuf_add(&text, name.p, name.n);
	u32 id = string_put(l, strbuf_str(&text));
	strbuf_release(&text);
	return id;
}

operand int_operand(struct lower *l, i64 value)
{
	u32 i = idmap_get(&l->ints, (u64)value);
	if (i == NONE) {
		if (l->b->ints.n >= MAX_INDEX)
			return OPERAND(OPD_UNKNOWN, 0);
		i = l->b->ints.n;
		vec_push(l->arena, &l->b->ints, value);
		idmap_put(l->arena, &l->ints, (u64)value, i);
	}
	return OPERAND(OPD_INT, i);
}

static operand place_put(struct lower *l, struct place p)
{
	u64 key = str_hash((struct str){(const char *)&p, sizeof p});
	for (;; key++) {
		u32 i = idmap_get(&l->places, key);
		if (i != NONE && memcmp(&l->b->places.at[i], &p, sizeof p))
			continue;
		if (i == NONE) {
			if (l->b->places.n >= MAX_INDEX)
				return OPERAND(OPD_UNKNOWN, 0);
			i = l->b->places.n;
			vec_push(l->arena, &l->b->places, p);
			idmap_put(l->arena, &l->places, key, i);
		}
		return OPERAND(OPD_PLACE, i);
	}
}

operand place_step(struct lower *l, operand base, enum step_kind kind, u32 name)
{
	struct place p = {.base = base};
	u32 n = 0;
	if (operand_kind(base) == OPD_PLACE) {
		p = l->b->places.at[operand_index(base)];
		while (n < PLACE_STEPS && p.kinds[n] != STEP_END)
			n++;
	}
	p.key = OPERAND(OPD_NONE, 0);
	if (kind == STEP_FIELD && n && p.kinds[n - 1] == STEP_DEREF && p.kinds[PLACE_STEPS] == STEP_END)
		n--;
	p.kinds[n] = (u8)(n == PLACE_STEPS ? STEP_MORE : kind);
	if (n < PLACE_STEPS)
		p.names[n] = name;
	return place_put(l, p);
}

operand place_keyed(struct lower *l, operand element, operand key)
{
	enum operand_kind kind = operand_kind(key);
	bool is_plain = kind == OPD_TEMP || kind == OPD_VAR || kind == OPD_CAPTURED || kind == OPD_GLOBAL ||
	                (kind == OPD_PLACE && operand_kind(l->b->places.at[operand_index(key)].key) == OPD_NONE);
	if (operand_kind(element) != OPD_PLACE || !is_plain)
		return element;
	struct place p = l->b->places.at[operand_index(element)];
	p.key = p.kinds[PLACE_STEPS] == STEP_END ? key : OPERAND(OPD_NONE, 0);
	return place_put(l, p);
}

operand temp_new(struct lower *l)
{
	struct function *f = &l->b->functions.at[l->fn->index];
	if (f->temp_count >= MAX_INDEX)
		return OPERAND(OPD_UNKNOWN, 0);
	return OPERAND(OPD_TEMP, f->temp_count++);
}

struct row *row_add(struct lower *l, enum row_op op, const struct node *n)
{
	struct building *fn = l->fn;
	struct row r = {.op = (u8)op, .begin = n->begin, .end = n->end, .at = n->at};
	r.target = r.other = r.unwind = NONE;
	if (fn->rows.n >= FUNCTION_ROWS || l->b->rows.n + fn->rows.n >= UNIT_ROWS) {
		l->b->functions.at[fn->index].is_cut = true;
		l->spill = r;
		return &l->spill;
	}
	vec_push(l->arena, &fn->rows, r);
	fn->is_dead = op == ROW_JUMP || op == ROW_RETURN || op == ROW_THROW || op == ROW_RESUME || op == ROW_BRANCH ||
	              op == ROW_ALT || op == ROW_ITER;
	return &fn->rows.at[fn->rows.n - 1];
}

struct row *move_add(struct lower *l, const struct node *n, operand dst, operand value, u32 flags)
{
	if (operand_kind(value) == OPD_NONE)
		value = OPERAND(OPD_UNKNOWN, 0);
	struct row *r = row_add(l, ROW_MOVE, n);
	r->dst = dst;
	r->a = value;
	r->flags = (u16)flags;
	return r;
}

u32 label_new(struct lower *l)
{
	struct label label = {.row = NONE};
	vec_push(l->arena, &l->fn->labels, label);
	return l->fn->labels.n - 1;
}

void label_place(struct lower *l, u32 label)
{
	struct label *at = &l->fn->labels.at[label];
	at->row = l->fn->rows.n;
	if (at->used)
		l->fn->is_dead = false;
}

u32 label_use(struct lower *l, u32 label)
{
	l->fn->labels.at[label].used = true;
	return label;
}

void jump_add(struct lower *l, const struct node *n, u32 label)
{
	if (!l->fn->is_dead)
		row_add(l, ROW_JUMP, n)->target = label_use(l, label);
}

void branch_add(struct lower *l, const struct node *n, operand value, u32 yes, u32 no)
{
	struct row *r = row_add(l, ROW_BRANCH, n);
	r->a = value;
	r->target = label_use(l, yes);
	r->other = label_use(l, no);
}

struct row *alt_add(struct lower *l, const struct node *n, u32 one, u32 other)
{
	struct row *r = row_add(l, ROW_ALT, n);
	r->target = label_use(l, one);
	r->other = label_use(l, other);
	return r;
}

struct function *function_begin(struct lower *l, enum function_kind kind, const struct node *n)
{
	struct building *fn = arena_new(l->arena, struct building);
	struct function f = {.kind = (u16)kind, .flags = n->flags, .begin = n->begin, .end = n->end, .at = n->at};
	f.parent = NONE;
	if (kind == FN_LAMBDA)
		f.reader = l->b->functions.at[l->fn->index].reader;
	else if (n->kind == NODE_FUNCTION && n->op == READ_CLANG)
		f.reader = READ_CLANG;
	struct binding none = {0};
	vec_push(l->arena, &fn->bindings, none);
	fn->block_start = 1;
	fn->index = l->b->functions.n;
	fn->outer = l->fn;
	vec_push(l->arena, &l->b->functions, f);
	l->fn = fn;
	fn->exit = label_new(l);
	return &l->b->functions.at[fn->index];
}

static u32 label_row(const struct building *fn, u32 label, u32 first)
{
	if (label == NONE)
		return NONE;
	u32 row = fn->labels.at[label].row;
	return first + min_u32(row, fn->rows.n - 1);
}

static void rows_flush(struct lower *l, struct function *f)
{
	struct building *fn = l->fn;
	f->first_row = l->b->rows.n;
	f->row_count = fn->rows.n;
	for (u32 i = 0; i < fn->rows.n; i++) {
		struct row *r = &fn->rows.at[i];
		r->target = label_row(fn, r->target, f->first_row);
		r->other = label_row(fn, r->other, f->first_row);
		r->unwind = label_row(fn, r->unwind, f->first_row);
		u32 own = f->first_row + i;
		bool back = (r->target != NONE && r->target <= own) || (r->other != NONE && r->other <= own);
		if ((r->op == ROW_JUMP || r->op == ROW_BRANCH) && back)
			r->flags |= RF_LOOP;
		vec_push(l->arena, &l->b->rows, *r);
	}
}

void function_end(struct lower *l, const struct node *n)
{
	struct building *fn = l->fn;
	struct node end = {.begin = n->end, .end = n->end, .at = n->end};
	if (fn->pending.n)
		jump_add(l, &end, fn->exit);
	pending_flush(l);
	label_place(l, fn->exit);
	struct row exit = {.op = ROW_EXIT, .begin = n->end, .end = n->end, .at = n->end};
	exit.target = exit.other = exit.unwind = NONE;
	vec_push(l->arena, &fn->rows, exit);
	struct function *f = &l->b->functions.at[fn->index];
	rows_flush(l, f);
	f->first_var = l->b->vars.n;
	f->var_count = fn->vars.n;
	for (u32 i = 0; i < fn->vars.n; i++)
		vec_push(l->arena, &l->b->vars, fn->vars.at[i]);
	l->fn = fn->outer;
}
