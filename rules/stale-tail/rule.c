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
};

struct fills {
	struct filled at[BUFFERS];
	u32 n;
};

static void add_fill(struct fills *fills, u32 buffer, u32 row, struct str bound)
{
	for (u32 i = 0; i < fills->n; i++)
		if (fills->at[i].buffer == buffer && str_eq(fills->at[i].bound, bound))
			return;
	if (buffer != NONE && fills->n < BUFFERS)
		fills->at[fills->n++] = (struct filled){buffer, row, bound, false, false};
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
		fills->at[i].is_padded = fills->at[i].is_padded || (is_fill && !masks(body_cell_name(run->program, b, buffer), value, run->program->functions[b->rows[row].fn].unit));
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
		for (u32 i = 0; i < r->arg_count && r->op == ROW_CALL && !resets_none; i++)
			behind(run, b, fills, row, b->args[r->first_arg + i], false, OPERAND(OPD_NONE, 0));
	}
}

static void find_resets(const struct rule_run *run, const struct body *b, struct fills *fills)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct unit *u = run->program->functions[r->fn].unit;
		if (r->op == ROW_MOVE && r->dst != NONE) {
			u32 kind = slice_of(run->program, b, r->dst).kind;
			if (kind != SLICE_NONE)
				behind(run, b, fills, row, r->dst, kind == SLICE_OTHER, r->row->a);
		}
		if (r->op != ROW_CALL)
			continue;
		struct str name = body_row_name(run->program, r);
		bool is_zero = str_is(name, "zero_"), is_fill = is_zero || ((str_is(name, "fill_") || str_is(name, "fill")) && r->arg_count == 1);
		if (r->flags & RF_MEMBER && (is_fill || str_ends(name, "_")))
			behind(run, b, fills, row, r->a, is_fill, is_zero || !is_fill ? OPERAND(OPD_NONE, 0) : u->args[r->row->first_arg]);
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

static const struct filled *sibling_of(const struct fills *fills, const struct filled *f, u32 *count)
{
	const struct filled *first = NULL;
	*count = 0;
	for (u32 i = 0; i < fills->n; i++) {
		if (!fills->at[i].is_padded || !str_eq(fills->at[i].bound, f->bound))
			continue;
		first = first ? first : &fills->at[i];
		(*count)++;
	}
	return first;
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
	struct str name = body_cell_name(run->program, b, f->buffer), other = body_cell_name(run->program, b, sibling->buffer);
	bool is_places = leads_astray(run, b->fn, name, siblings);
	struct finding *found = rule_report(run, is_places ? SEVERITY_WARNING : SEVERITY_NOTE, &site,
	                                    arena_format(a, "'%.*s' is filled up to '%.*s' and its tail is never reset, as that of '%.*s' is: padded rows of a replay read what an "
	                                                    "earlier one left there", (int)name.n, name.p, (int)f->bound.n, f->bound.p, (int)other.n, other.p));
	finding_related(run->findings, found, rule_span(run, &beside), "'%.*s' is filled in the same way and reset", (int)other.n, other.p);
	finding_param(run->findings, found, "buffer", name);
	finding_param(run->findings, found, "form", is_places ? S("places") : S("values"));
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
			struct site site = site_in(run->program, b, row), at = site_in(run->program, b, use);
			struct str name = body_cell_name(run->program, b, v.cell);
			struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
			                                arena_format(run->findings->arena, "'%.*s' is refreshed up to '%.*s' and handed on whole: behind that it holds what an earlier call left there",
			                                             (int)name.n, name.p, (int)s.bound.n, s.bound.p));
			rule_step(run, f, &site, "refreshed here");
			rule_step(run, f, &at, "handed on here");
			finding_param(run->findings, f, "buffer", name);
			finding_param(run->findings, f, "form", S("places"));
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
	if (fills.n < 2)
		return;
	find_resets(run, b, &fills);
	for (u32 i = 0; i < fills.n; i++) {
		u32 siblings;
		const struct filled *sibling = fills.at[i].is_written_behind ? NULL : sibling_of(&fills, &fills.at[i], &siblings);
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
