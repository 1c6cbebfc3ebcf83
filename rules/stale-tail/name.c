/* What a buffer's name and its bound tell. */
#include "tail.h"

struct str tail_buffer(const struct rule_run *run, const struct body *b, u32 buffer)
{
	struct str name = body_cell_name(run->program, b, buffer);
	bool is_quoted = name.n > 2 && (name.p[0] == '"' || name.p[0] == '\'');
	return is_quoted ? (struct str){name.p + 1, name.n - 2} : name;
}

bool tail_only_keeps(const struct rule_run *run, const struct body_row *r)
{
	struct str name = body_row_name(run->program, r);
	bool is_copy = str_is(name, "replace") || str_is(name, "_replace") || str_is(name, "dataclasses.replace");
	return is_copy || (name.n && name.p[0] >= 'A' && name.p[0] <= 'Z');
}

bool tail_holds_places(struct str name)
{
	static const char *const words[] = {"indices", "index", "_idx", "slot", "_loc", "page_table", "block_table", "block_id", "indptr", "offsets", "mapping"};
	return !says_host(name) && str_has_any(name, words, COUNT(words));
}

bool tail_holds_rows(struct str name)
{
	return !says_host(name) && (str_ends(name, "positions") || str_ends(name, "position_ids"));
}

bool tail_is_foreign(const struct rule_run *run, fn_id fn)
{
	u32 cls = run->program->functions[fn].cls;
	return capture_is_foreign(run->capture, fn) || (cls && str_has(intern_get(&run->program->names, cls), "CPU"));
}

u32 tail_bound_variable(const struct rule_run *run, const struct body *b, struct str bound)
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

bool tail_is_of_call(const struct rule_run *run, const struct body *b, u32 row, struct str bound)
{
	if (str_starts(bound, "len(") || str_has(bound, ".shape[") || str_has(bound, ".size("))
		return true;
	u32 variable = tail_bound_variable(run, b, bound);
	struct value v = value_of(capture_values(run->capture, b), row, variable);
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

bool tail_leads_to_places(struct str name)
{
	static const char *const sums[] = {"splits", "cu_seq", "start_loc"};
	return tail_holds_places(name) || (!says_host(name) && str_has_any(name, sums, COUNT(sums)));
}

bool tail_is_running_sum(struct str name)
{
	static const char *const sums[] = {"indptr", "cu_seq", "cu_len", "cu_q", "cu_k", "cum_", "cumsum", "start_loc"};
	return str_has_any(name, sums, COUNT(sums));
}

bool tail_sounds_padded(struct str bound) { return str_has(bound, "pad") || says_capture(bound); }
