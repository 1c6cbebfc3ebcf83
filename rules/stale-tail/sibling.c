/* The tail is never reset, as that of a buffer beside it is, which is filled in the same way. */
#include "tail.h"

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
	return first || !tail_holds_places(tail_buffer(run, b, f->buffer)) || !tail_is_of_call(run, b, f->row, f->bound) || (beside && is_cared_for(run, b, f)) ? first : beside;
}

/* Positions and ids of tokens are the odd one out where several beside them are reset. */
static bool leads_astray(const struct rule_run *run, fn_id fn, struct str name, u32 siblings)
{
	return !tail_is_foreign(run, fn) && (tail_holds_places(name) || (tail_holds_rows(name) && siblings > 1));
}

static void report(struct rule_run *run, const struct body *b, const struct filled *f, const struct filled *sibling, u32 siblings)
{
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, b, f->row), beside = site_in(run->program, b, sibling->row);
	struct str name = tail_buffer(run, b, f->buffer), other = tail_buffer(run, b, sibling->buffer);
	bool is_places = leads_astray(run, b->fn, name, siblings);
	struct finding *found = rule_report(run, is_places ? SEVERITY_WARNING : SEVERITY_NOTE, &site,
	                                    arena_format(a, "'%.*s' is filled up to '%.*s' and its tail is never reset, as that of '%.*s' is: padded rows of a replay read what an "
	                                                    "earlier one left there", (int)name.n, name.p, (int)f->bound.n, f->bound.p, (int)other.n, other.p));
	finding_related(run->findings, found, rule_span(run, &beside), "'%.*s' is filled in the same way and reset", (int)other.n, other.p);
	finding_param(run->findings, found, "buffer", name);
	finding_param(run->findings, found, "form", is_places ? S("places") : S("values"));
}

void tail_beside(struct rule_run *run, const struct body *b, const struct fills *fills, const struct filled *f)
{
	u32 siblings;
	const struct filled *sibling = f->is_written_behind ? NULL : sibling_of(run, b, fills, f, &siblings);
	if (sibling)
		report(run, b, f, sibling, siblings);
}
