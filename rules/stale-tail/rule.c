/* A graph is captured for a size and replayed with less: the rows behind the live ones are whatever an earlier replay left there. Told
 * by the buffers beside it: where some are reset for the padded rows and one that is filled in the same way is not. */
#include "rule.h"

enum { BUFFERS = 64 };

/* A buffer that a function fills up to a bound. */
struct filled {
	u32 buffer; /* cell */
	u32 row;
	struct str bound;
	bool is_written_behind; /* perhaps */
	bool is_padded;         /* surely, with what padded rows may read */
	bool is_reset_whole;    /* and so for every bound */
};

struct fills {
	struct filled at[BUFFERS];
	u32 n;
};

/* `lens` of self.lens and of self.buffers["lens"]. */
static struct str buffer_name(const struct rule_run *run, const struct body *b, u32 buffer)
{
	struct str name = body_cell_name(run->program, b, buffer);
	bool is_quoted = name.n > 2 && (name.p[0] == '"' || name.p[0] == '\'');
	return is_quoted ? (struct str){name.p + 1, name.n - 2} : name;
}

static void add_fill(struct fills *fills, u32 buffer, u32 row, struct str bound)
{
	for (u32 i = 0; i < fills->n; i++)
		if (fills->at[i].buffer == buffer && str_eq(fills->at[i].bound, bound))
			return;
	if (buffer != NONE && fills->n < BUFFERS)
		fills->at[fills->n++] = (struct filled){buffer, row, bound, false, false, false};
}

/* `copy_all(dsts, srcs)`: the lists that take what their elements are copied into, by cell. */
static bool *lists_copied_into(const struct rule_run *run, const struct body *b, struct arena *a)
{
	bool *is = arena_array(a, bool, b->cell_count + 1), *is_given = arena_array(a, bool, b->cell_count + 1);
	for (u32 row = b->n; row-- > 0;) {
		const struct body_row *r = &b->rows[row];
		if (r->op == ROW_MOVE && r->dst != NONE && r->a != NONE && is_given[r->dst])
			is[r->a] = true;
		if (r->op != ROW_CALL || !r->arg_count || !str_has(body_row_name(run->program, r), "copy") || b->args[r->first_arg] == NONE)
			continue;
		u32 given = b->args[r->first_arg];
		struct value made = value_of(capture_values(run->capture, b), row, given);
		is[given] = is_given[given] = true;
		if (made.cell != NONE)
			is[made.cell] = true;
	}
	return is;
}

/* The slice that a row fills: x[:n].copy_(v), x[:n] = v, or x[:n] in a list that is copied into. */
static u32 filled_cell(const struct rule_run *run, const struct body *b, u32 row, const bool *is_copied)
{
	const struct body_row *r = &b->rows[row];
	if (r->op == ROW_CALL && r->flags & RF_MEMBER && str_is(body_row_name(run->program, r), "copy_"))
		return r->a;
	if (r->op == ROW_CALL && r->flags & RF_MEMBER && r->arg_count && str_is(body_row_name(run->program, r), "append"))
		return r->a != NONE && is_copied[r->a] ? b->args[r->first_arg] : NONE;
	if (r->op != ROW_MOVE || r->dst == NONE)
		return NONE;
	if (r->flags & RF_INPLACE && r->sub == OP_NONE)
		return r->dst;
	const struct cell *to = &b->cells[r->dst];
	return r->flags & RF_INITIALISER && to->is_element && to->parent != NONE && is_copied[to->parent] ? r->a : NONE;
}

/* Rows of length zero, or behind a sentinel, are not read at all: such a reset says nothing of the buffers beside it. */
static bool masks(struct str name, operand value, const struct unit *u)
{
	bool is_zero = operand_kind(value) == OPD_NONE || (operand_kind(value) == OPD_INT && u->ints[operand_index(value)] == 0);
	bool is_sentinel = operand_kind(value) == OPD_INT && u->ints[operand_index(value)] < 0;
	return is_sentinel || (is_zero && str_has(name, "len"));
}

static void behind(const struct rule_run *run, const struct body *b, struct fills *fills, u32 row, u32 cell, bool is_fill, operand value)
{
	struct slice s = slice_of(run->program, b, cell);
	u32 buffer = s.kind != SLICE_PREFIX ? attribute_of(run->capture, b, row, s.object) : NONE;
	for (u32 i = 0; buffer != NONE && i < fills->n; i++) {
		if (fills->at[i].buffer != buffer)
			continue;
		fills->at[i].is_written_behind = true;
		/* `if x is not None: buf[:n] = x; else: buf.zero_()`: one or the other, so no tail. */
		bool is_other_arm = !body_reaches(b, fills->at[i].row, row) && !body_reaches(b, row, fills->at[i].row);
		bool is_padded = is_fill && !is_other_arm && !masks(buffer_name(run, b, buffer), value, run->program->functions[b->rows[row].fn].unit);
		fills->at[i].is_padded = fills->at[i].is_padded || is_padded;
		fills->at[i].is_reset_whole = fills->at[i].is_reset_whole || (is_padded && s.kind == SLICE_NONE);
	}
}

static struct filled *given_whole(const struct rule_run *run, const struct body *b, struct fills *fills, u32 row, u32 cell)
{
	struct slice s = slice_of(run->program, b, cell);
	u32 buffer = s.kind != SLICE_PREFIX ? attribute_of(run->capture, b, row, s.object) : NONE;
	for (u32 i = 0; buffer != NONE && i < fills->n; i++)
		if (fills->at[i].buffer == buffer)
			return &fills->at[i];
	return NULL;
}

/* Making an object of a dataclass writes nothing into what it is given. */
static bool only_keeps(const struct rule_run *run, const struct body_row *r)
{
	struct str name = body_row_name(run->program, r);
	return name.n && name.p[0] >= 'A' && name.p[0] <= 'Z';
}

/* Whoever is given the whole buffer may write what is behind the bound; not one that is given buffers as well whose tails are reset here: it
 * leaves tails to this function. */
static void find_writers(const struct rule_run *run, const struct body *b, struct fills *fills)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		bool resets_none = false;
		for (u32 i = 0; i < r->arg_count && r->op == ROW_CALL; i++) {
			const struct filled *f = given_whole(run, b, fills, row, b->args[r->first_arg + i]);
			resets_none |= f && f->is_padded;
		}
		for (u32 i = 0; i < r->arg_count && r->op == ROW_CALL && !resets_none && !only_keeps(run, r); i++)
			behind(run, b, fills, row, b->args[r->first_arg + i], false, OPERAND(OPD_NONE, 0));
	}
}

/* `x[:padded] = 0` and then x[:live]: the tail is of this call. */
static void reset_up_to(const struct rule_run *run, const struct body *b, struct fills *fills, u32 row, u32 cell)
{
	struct slice s = slice_of(run->program, b, cell);
	u32 buffer = attribute_of(run->capture, b, row, s.object);
	for (u32 i = 0; buffer != NONE && i < fills->n; i++)
		if (fills->at[i].buffer == buffer && !str_eq(fills->at[i].bound, s.bound))
			fills->at[i].is_written_behind = true;
}

/* `tail = slice(live, padded); x[tail] = 0`. */
static void reset_by_slice(const struct rule_run *run, const struct body *b, struct fills *fills, u32 row, u32 cell)
{
	if (!b->cells[cell].is_element || b->cells[cell].parent == NONE)
		return;
	struct str key = body_cell_name(run->program, b, cell);
	bool is_slice = false;
	for (u32 i = 0; i < b->cell_count && key.n && !is_slice; i++) {
		bool is_key = b->cells[i].kind == CELL_LOCAL && b->cells[i].parent == NONE && str_eq(body_cell_name(run->program, b, i), key);
		struct value v = is_key ? value_of(capture_values(run->capture, b), row, i) : (struct value){VALUE_UNKNOWN, NONE, NONE};
		is_slice = v.kind == VALUE_RESULT && str_is(body_row_name(run->program, &b->rows[v.row]), "slice");
	}
	u32 buffer = is_slice ? attribute_of(run->capture, b, row, b->cells[cell].parent) : NONE;
	for (u32 i = 0; buffer != NONE && i < fills->n; i++)
		if (fills->at[i].buffer == buffer)
			fills->at[i].is_written_behind = true;
}

static void find_resets(const struct rule_run *run, const struct body *b, struct fills *fills)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct unit *u = run->program->functions[r->fn].unit;
		if (r->op == ROW_MOVE && r->dst != NONE) {
			u32 kind = slice_of(run->program, b, r->dst).kind;
			if (kind == SLICE_PREFIX && r->a != NONE && (b->cells[r->a].kind == CELL_ZERO || b->cells[r->a].kind == CELL_NONZERO))
				reset_up_to(run, b, fills, row, r->dst);
			if (kind == SLICE_NONE && r->flags & RF_INPLACE)
				reset_by_slice(run, b, fills, row, r->dst);
			if (kind != SLICE_NONE)
				behind(run, b, fills, row, r->dst, kind == SLICE_OTHER, r->row->a);
		}
		if (r->op != ROW_CALL)
			continue;
		struct str name = body_row_name(run->program, r);
		bool is_zero = str_is(name, "zero_"), is_value = (str_is(name, "fill_") || str_is(name, "fill")) && r->arg_count == 1, is_random = str_is(name, "random_");
		if (r->flags & RF_MEMBER && (is_zero || is_value) && r->a != NONE)
			reset_by_slice(run, b, fills, row, r->a);
		if (r->flags & RF_MEMBER && (is_zero || is_value) && slice_of(run->program, b, r->a).kind == SLICE_PREFIX)
			reset_up_to(run, b, fills, row, r->a);
		if (r->flags & RF_MEMBER && (is_value || is_random || str_ends(name, "_")))
			behind(run, b, fills, row, r->a, is_zero || is_value || is_random,
			       is_random ? OPERAND(OPD_UNKNOWN, 0) : is_value ? u->args[r->row->first_arg] : OPERAND(OPD_NONE, 0));
	}
	find_writers(run, b, fills);
}

static bool is_on_host(struct str name) { return str_ends(name, "_cpu") || str_ends(name, "_host") || str_ends(name, "_np"); }

/* A stale row of these leads somewhere: to a slot of memory, a page, another request. Stale values only make results that nobody reads. */
static bool holds_places(struct str name)
{
	static const char *const words[] = {"indices", "index", "_idx", "slot", "_loc", "page_table", "block_table", "block_id", "indptr", "offsets", "mapping"};
	return !is_on_host(name) && str_has_any(name, words, COUNT(words));
}

/* Rows of tables too (embeddings, rotary caches, key-value pages), but mostly in range whoever left them. */
static bool holds_rows(struct str name)
{
	return !is_on_host(name) && (str_ends(name, "positions") || str_ends(name, "position_ids") || str_is(name, "input_ids") || str_is(name, "token_ids"));
}

/* Graphs of another device than CUDA's. */
static bool is_foreign(const struct rule_run *run, fn_id fn)
{
	static const char *const devices[] = {"CPU", "NPU", "XPU", "HPU", "MLU", "Ascend"};
	u32 cls = run->program->functions[fn].cls;
	return cls && str_has_any(intern_get(&run->program->names, cls), devices, COUNT(devices));
}

/* The variable that a bound begins with; NONE. */
static u32 bound_variable(const struct rule_run *run, const struct body *b, struct str bound)
{
	size_t n = 0;
	while (n < bound.n && (bound.p[n] == '_' || (bound.p[n] >= '0' && bound.p[n] <= '9') || (bound.p[n] >= 'a' && bound.p[n] <= 'z') || (bound.p[n] >= 'A' && bound.p[n] <= 'Z')))
		n++;
	bool is_more = n < bound.n && (bound.p[n] == '.' || bound.p[n] == '(' || bound.p[n] == '[');
	for (u32 i = 0; i < b->cell_count && n && !is_more; i++)
		if (b->cells[i].kind == CELL_LOCAL && b->cells[i].parent == NONE && str_eq(body_cell_name(run->program, b, i), (struct str){bound.p, n}))
			return i;
	return NONE;
}

/* The bound is a length of this call's data: no parameter, which may be a padded one, and nothing that the object keeps. */
static bool is_of_call(const struct rule_run *run, const struct body *b, u32 row, struct str bound)
{
	if (str_starts(bound, "len(") || str_has(bound, ".shape[") || str_has(bound, ".size("))
		return true;
	u32 variable = bound_variable(run, b, bound);
	struct value v = variable == NONE ? (struct value){VALUE_UNKNOWN, NONE, NONE} : value_of(capture_values(run->capture, b), row, variable);
	u32 root = v.kind == VALUE_RESULT ? NONE : v.cell;
	while (root != NONE && b->cells[root].parent != NONE)
		root = b->cells[root].parent;
	if (root != NONE && b->cells[root].kind == CELL_LOCAL && b->cells[root].param == NONE)
		v = value_of(capture_values(run->capture, b), row, root); /* `n, k = x.size()` */
	else if (v.kind == VALUE_PLACE)
		return root != v.cell && b->cells[root].param != 0;
	/* The size of a kept buffer is that of the capture. */
	const struct body_row *made = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
	u32 of = made ? (made->flags & RF_MEMBER ? made->a : made->arg_count ? b->args[made->first_arg] : NONE) : NONE;
	struct str name = made ? body_row_name(run->program, made) : S("");
	u32 kept = of == NONE ? NONE : attribute_of(run->capture, b, v.row, of);
	bool is_buffer = kept != NONE && (b->cells[kept].is_element || b->cells[b->cells[kept].parent].param == 0);
	return (str_is(name, "len") || str_is(name, "size")) && !is_buffer;
}

/* The front alone is read here, up to the bound that it is filled to; or the buffer is one that there need not be, and whoever has it pads it. */
static bool is_cared_for(const struct rule_run *run, const struct body *b, const struct filled *f)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		bool is_none = r->op == ROW_BINARY && (r->sub == OP_IS || r->sub == OP_IS_NOT) && r->a != NONE && attribute_of(run->capture, b, row, r->a) == f->buffer;
		if (is_none)
			return true;
		for (u32 i = 0; i <= r->arg_count && row != f->row; i++) {
			bool is_call = r->op == ROW_CALL && i < r->arg_count, is_view = (r->op == ROW_MOVE || r->op == ROW_RETURN) && i == r->arg_count;
			struct slice s = slice_of(run->program, b, is_call ? b->args[r->first_arg + i] : is_view ? r->a : NONE);
			if (s.kind == SLICE_PREFIX && str_eq(s.bound, f->bound) && attribute_of(run->capture, b, row, s.object) == f->buffer)
				return true;
		}
	}
	return false;
}

/* `self.rows = rows`: the same number by two names. */
static bool is_alias(const struct rule_run *run, const struct body *b, struct str own, struct str other)
{
	struct str name = {own.p + 5, own.n - 5};
	for (u32 row = 0; row < b->n && str_starts(own, "self."); row++) {
		const struct body_row *r = &b->rows[row];
		struct field_write w;
		if (field_write_at(b, row, &w) && b->cells[w.holder].param == 0 && r->a != NONE && b->cells[r->a].parent == NONE && str_eq(body_cell_name(run->program, b, r->dst), name) &&
		    str_eq(body_cell_name(run->program, b, r->a), other))
			return true;
	}
	return false;
}

static bool is_same_bound(const struct rule_run *run, const struct body *b, struct str x, struct str y)
{
	return str_eq(x, y) || (x.n > 5 && is_alias(run, b, x, y)) || (y.n > 5 && is_alias(run, b, y, x));
}

/* A buffer that is reset and filled up to the same bound; or, for places, one of the same object that is reset as a whole, where the bound is a length of
 * this call's data. */
static const struct filled *sibling_of(const struct rule_run *run, const struct body *b, const struct fills *fills, const struct filled *f, u32 *count)
{
	const struct filled *first = NULL, *beside = NULL;
	*count = 0;
	for (u32 i = 0; i < fills->n; i++) {
		const struct filled *other = &fills->at[i];
		if (other->is_reset_whole && other != f && b->cells[other->buffer].parent == b->cells[f->buffer].parent)
			beside = beside ? beside : other;
		if (!other->is_padded || !is_same_bound(run, b, other->bound, f->bound))
			continue;
		first = first ? first : other;
		(*count)++;
	}
	return first || !holds_places(buffer_name(run, b, f->buffer)) || !is_of_call(run, b, f->row, f->bound) || (beside && is_cared_for(run, b, f)) ? first : beside;
}

/* Positions and ids of tokens are the odd one out where several beside them are reset. */
static bool leads_astray(const struct rule_run *run, fn_id fn, struct str name, u32 siblings)
{
	return !is_foreign(run, fn) && (holds_places(name) || (holds_rows(name) && siblings > 1));
}

static void report(struct rule_run *run, const struct body *b, const struct filled *f, const struct filled *sibling, u32 siblings)
{
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, b, f->row), beside = site_in(run->program, b, sibling->row);
	struct str name = buffer_name(run, b, f->buffer), other = buffer_name(run, b, sibling->buffer);
	bool is_places = leads_astray(run, b->fn, name, siblings);
	struct finding *found = rule_report(run, is_places ? SEVERITY_WARNING : SEVERITY_NOTE, &site,
	                                    arena_format(a, "'%.*s' is filled up to '%.*s' and its tail is never reset, as that of '%.*s' is: padded rows of a replay read what an "
	                                                    "earlier one left there", (int)name.n, name.p, (int)f->bound.n, f->bound.p, (int)other.n, other.p));
	finding_related(run->findings, found, rule_span(run, &beside), "'%.*s' is filled in the same way and reset", (int)other.n, other.p);
	finding_param(run->findings, found, "buffer", name);
	finding_param(run->findings, found, "form", is_places ? S("places") : S("values"));
}

/* ---- the front is refreshed, and more than that handed on ---- */

/* A sum over rows is a place as well: where a row's part begins. */
static bool leads_to_places(struct str name)
{
	static const char *const sums[] = {"splits", "cu_seq", "start_loc"};
	return holds_places(name) || (!is_on_host(name) && str_has_any(name, sums, COUNT(sums)));
}

/* x.name[n:] = 0, x.name.zero_() and the like, anywhere in the program: whoever does so keeps its tail clean. */
static bool resets(const struct unit *u, const struct row *row, struct str name)
{
	struct str called = row->op == ROW_CALL ? unit_text(u, row->name) : S("");
	bool is_call = str_is(called, "zero_") || str_is(called, "fill_") || str_is(called, "fill");
	operand o = is_call ? row->a : row->op == ROW_MOVE && row->flags & RF_INPLACE ? row->dst : 0;
	const struct place *place = operand_kind(o) == OPD_PLACE ? &u->places[operand_index(o)] : NULL;
	bool is_named = false, is_tail = is_call;
	for (u32 i = 0; place && i < PLACE_STEPS && place->kinds[i] != STEP_END; i++) {
		struct str step = unit_text(u, place->names[i]);
		is_named = is_named || slice_names(step, name);
		is_tail = is_tail || (place->kinds[i] == STEP_ELEMENT && key_is_slice(step) && !str_starts(step, ":"));
	}
	return is_named && is_tail;
}

static bool is_reset_somewhere(const struct rule_run *run, struct str name)
{
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct fn *f = &run->program->functions[fn];
		for (u32 i = 0; i < f->f->row_count && rule_is_python(run, fn); i++)
			if (resets(f->unit, &f->unit->rows[f->f->first_row + i], name))
				return true;
	}
	return false;
}

static bool sounds_padded(struct str bound) { return str_has(bound, "pad") || str_has(bound, "captur"); }

/* The row hands on the buffer as a whole, or up to a padded size: as a field of an object, or to one that is made. */
static bool hands_on(const struct rule_run *run, const struct body *b, u32 row, const struct filled *f)
{
	const struct body_row *r = &b->rows[row];
	bool is_field = r->op == ROW_MOVE && !(r->flags & RF_INPLACE) && r->dst != NONE && b->cells[r->dst].parent != NONE && !b->cells[r->dst].is_element;
	for (u32 i = 0; i <= r->arg_count; i++) {
		u32 cell = i < r->arg_count ? (r->op == ROW_CALL && only_keeps(run, r) ? b->args[r->first_arg + i] : NONE) : is_field ? r->a : NONE;
		if (cell == NONE)
			continue;
		struct value v = b->cells[cell].parent == NONE ? value_of(capture_values(run->capture, b), row, cell) : (struct value){VALUE_PLACE, NONE, cell};
		struct slice s = slice_of(run->program, b, v.kind == VALUE_PLACE ? v.cell : NONE);
		bool is_more = s.kind == SLICE_NONE || s.kind == SLICE_WHOLE || (s.kind == SLICE_PREFIX && sounds_padded(s.bound) && !str_eq(s.bound, f->bound));
		if (v.kind == VALUE_PLACE && is_more && s.object != NONE && attribute_of(run->capture, b, row, s.object) == f->buffer)
			return true;
	}
	return false;
}

static void report_whole(struct rule_run *run, const struct body *b, u32 row, u32 use, struct str name, struct str bound)
{
	struct site site = site_in(run->program, b, row), at = site_in(run->program, b, use);
	struct finding *f = rule_report(run, is_foreign(run, b->fn) ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
	                                arena_format(run->findings->arena, "'%.*s' is refreshed up to '%.*s' and handed on whole: behind that it holds what an earlier call left there",
	                                             (int)name.n, name.p, (int)bound.n, bound.p));
	rule_step(run, f, &site, "refreshed here");
	rule_step(run, f, &at, "handed on here");
	finding_param(run->findings, f, "buffer", name);
	finding_param(run->findings, f, "form", S("places"));
}

static bool look_at_handing(struct rule_run *run, const struct body *b, const struct filled *f)
{
	struct str name = buffer_name(run, b, f->buffer);
	if (f->is_written_behind || !leads_to_places(name) || !is_of_call(run, b, f->row, f->bound))
		return false;
	for (u32 use = f->row + 1; use < b->n; use++) {
		if (!hands_on(run, b, use, f) || !body_reaches(b, f->row, use))
			continue;
		if (is_reset_somewhere(run, name))
			return false;
		report_whole(run, b, f->row, use, name, f->bound);
		return true;
	}
	return false;
}

/* ---- a class that resets the tail of a field behind a length, and is given a slice of just that length ---- */

static u32 named_argument(const struct rule_run *run, const struct body *b, u32 row, struct str name)
{
	const struct body_row *r = &b->rows[row];
	const struct unit *u = run->program->functions[r->fn].unit;
	for (u32 i = 0; i < r->arg_count && i < r->row->arg_count; i++)
		if (str_eq(unit_text(u, u->arg_names[r->row->first_arg + i]), name))
			return b->args[r->first_arg + i];
	return NONE;
}

/* A call that makes an object gives for the field a slice up to what it gives for the length. */
static bool is_cut_at(const struct rule_run *run, const struct body *b, u32 row, struct str field, struct str length)
{
	u32 given = named_argument(run, b, row, field), count = named_argument(run, b, row, length);
	if (given == NONE || count == NONE)
		return false;
	struct value v = b->cells[given].parent == NONE ? value_of(capture_values(run->capture, b), row, given) : (struct value){VALUE_PLACE, NONE, given};
	struct slice s = slice_of(run->program, b, v.kind == VALUE_PLACE ? v.cell : NONE);
	return s.kind == SLICE_PREFIX && str_eq(s.bound, body_cell_name(run->program, b, count));
}

/* A call outside of tests that makes an object so. */
static bool is_cut_by(const struct rule_run *run, struct str cls, struct str field, struct str length, struct site *maker)
{
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct fn *f = &run->program->functions[fn];
		const struct body *b = NULL;
		for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count && rule_is_python(run, fn) && !run->program->files[f->file].is_test; i++) {
			if (f->unit->rows[i].op != ROW_CALL || !str_eq(unit_text(f->unit, f->unit->rows[i].name), cls))
				continue;
			b = b ? b : capture_body(run->capture, fn);
			for (u32 row = 0; row < b->n; row++) {
				if (b->rows[row].row != &f->unit->rows[i] || !is_cut_at(run, b, row, field, length))
					continue;
				*maker = site_in(run->program, b, row);
				return true;
			}
		}
	}
	return false;
}

static void look_at_maker(struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	bool is_reset = r->op == ROW_CALL && r->flags & RF_MEMBER && (str_is(body_row_name(run->program, r), "fill_") || str_is(body_row_name(run->program, r), "zero_"));
	struct slice tail = slice_of(run->program, b, is_reset ? r->a : NONE);
	if (!str_starts(tail.from, "self.") || b->cells[tail.object].parent == NONE || b->cells[tail.object].is_element || b->cells[b->cells[tail.object].parent].param != 0)
		return;
	struct str cls = intern_get(&run->program->names, run->program->functions[b->fn].cls), field = body_cell_name(run->program, b, tail.object);
	struct str length = {tail.from.p + 5, tail.from.n - 5};
	struct site maker;
	if (!is_cut_by(run, cls, field, length, &maker))
		return;
	struct site site = site_in(run->program, b, row);
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                arena_format(run->findings->arena, "a '%.*s' is given '%.*s' as a slice that ends at its '%.*s', so this resets nothing: behind it the buffer holds what an earlier call left there",
	                                             (int)cls.n, cls.p, (int)field.n, field.p, (int)length.n, length.p));
	rule_step(run, f, &maker, "made here, with such a slice");
	finding_param(run->findings, f, "buffer", field);
	finding_param(run->findings, f, "form", S("places"));
}

/* ---- `x = buf[:n]; x[n:].fill_(0)`: nothing is behind the end of a slice ---- */

static void look_at_empty(struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	bool is_call = r->op == ROW_CALL && r->flags & RF_MEMBER && (str_is(body_row_name(run->program, r), "fill_") || str_is(body_row_name(run->program, r), "zero_"));
	bool is_move = r->op == ROW_MOVE && r->flags & RF_INPLACE && r->sub == OP_NONE && r->a != NONE && (b->cells[r->a].kind == CELL_ZERO || b->cells[r->a].kind == CELL_NONZERO);
	struct slice tail = slice_of(run->program, b, is_call ? r->a : is_move ? r->dst : NONE);
	if (!tail.from.n || b->cells[tail.object].parent != NONE || b->cells[tail.object].kind != CELL_LOCAL)
		return;
	struct value v = value_of(capture_values(run->capture, b), row, tail.object);
	struct slice whole = slice_of(run->program, b, v.kind == VALUE_PLACE ? v.cell : NONE);
	if (whole.kind != SLICE_PREFIX || !str_eq(whole.bound, tail.from))
		return;
	u32 variable = bound_variable(run, b, tail.from), cut = NONE;
	for (u32 i = 0; i < row; i++) {
		if (b->rows[i].dst == tail.object)
			cut = i;
		if (cut != NONE && variable != NONE && i > cut && b->rows[i].dst == variable)
			return; /* it is another number by now */
	}
	struct site site = site_in(run->program, b, row);
	struct str name = buffer_name(run, b, tail.object), bound = tail.from;
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                arena_format(run->findings->arena, "'%.*s' is a slice that ends at '%.*s', so this resets nothing: behind it the buffer holds what an earlier call left there",
	                                             (int)name.n, name.p, (int)bound.n, bound.p));
	finding_param(run->findings, f, "buffer", name);
	finding_param(run->findings, f, "form", S("places"));
}

/* `buf = self.index; buf[:len(x)].copy_(x); use(buf)`: the front is refreshed, and all of it is handed on. Only lengths of this call's data
 * are looked at: what is filled up to a size that the capture knows is full. */
static void look_at_whole(struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		bool is_copy = r->op == ROW_CALL && r->flags & RF_MEMBER && str_is(body_row_name(run->program, r), "copy_");
		struct slice s = slice_of(run->program, b, is_copy ? r->a : NONE);
		if (s.kind != SLICE_PREFIX || !str_starts(s.bound, "len(") || b->cells[s.object].parent != NONE || b->cells[s.object].kind != CELL_LOCAL)
			continue;
		struct value v = value_of(capture_values(run->capture, b), row, s.object);
		if (v.kind != VALUE_PLACE || b->cells[v.cell].is_element || b->cells[v.cell].parent == NONE || !holds_places(body_cell_name(run->program, b, v.cell)))
			continue;
		for (u32 use = row + 1; use < b->n; use++) {
			const struct body_row *u = &b->rows[use];
			bool is_given = u->op == ROW_RETURN && u->a == s.object;
			for (u32 i = 0; i < u->arg_count && u->op == ROW_CALL; i++)
				is_given = is_given || b->args[u->first_arg + i] == s.object;
			if (!is_given)
				continue;
			report_whole(run, b, row, use, body_cell_name(run->program, b, v.cell), s.bound);
			break;
		}
	}
}

/* Cheap, an upper bound. */
static bool resets_some(const struct rule_run *run, fn_id fn)
{
	const struct fn *f = &run->program->functions[fn];
	u32 writes = 0;
	for (u32 i = 0; i < f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[f->f->first_row + i];
		writes += row->op == ROW_CALL && (str_is(unit_text(f->unit, row->name), "zero_") || str_is(unit_text(f->unit, row->name), "fill_"));
		writes += row->op == ROW_MOVE && row->flags & RF_INPLACE;
		writes += row->op == ROW_CALL && operand_kind(row->a) == OPD_PLACE && str_is(unit_text(f->unit, row->name), "copy_");
	}
	return writes;
}

static void look_at(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	struct fills fills = {.n = 0};
	struct arena scratch = {0};
	const bool *is_copied = lists_copied_into(run, b, &scratch);
	for (u32 row = 0; row < b->n; row++) {
		u32 cell = filled_cell(run, b, row, is_copied);
		struct slice s = slice_of(run->program, b, cell);
		if (s.kind == SLICE_PREFIX)
			add_fill(&fills, attribute_of(run->capture, b, row, s.object), row, s.bound);
	}
	arena_release(&scratch);
	look_at_whole(run, b);
	bool makes = str_is(unit_text(run->program->functions[fn].unit, run->program->functions[fn].f->name), "__post_init__");
	for (u32 row = 0; row < b->n; row++) {
		look_at_empty(run, b, row);
		if (makes)
			look_at_maker(run, b, row);
	}
	find_resets(run, b, &fills);
	for (u32 i = 0; i < fills.n; i++) {
		u32 siblings;
		if (look_at_handing(run, b, &fills.at[i]))
			continue;
		const struct filled *sibling = fills.at[i].is_written_behind ? NULL : sibling_of(run, b, &fills, &fills.at[i], &siblings);
		if (sibling)
			report(run, b, &fills.at[i], sibling, siblings);
	}
}

void rule_stale_tail(struct rule_run *run)
{
	for (fn_id fn = 0; fn < run->program->function_count; fn++)
		if (run->shows[fn] && rule_is_python(run, fn) && !run->program->files[run->program->functions[fn].file].is_test && resets_some(run, fn))
			look_at(run, fn);
}
