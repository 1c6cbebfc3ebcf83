/* A graph or plan is built once for a key and used again for every call with that key: what it was built from and the key does not hold
 * is that of the first call. */
#include "key.h"

static u32 param_of(const struct fn *fn, struct str name)
{
	for (u32 i = 0; i < fn->f->param_count; i++)
		if (str_eq(key_param_name(fn, i), name))
			return i;
	return NONE;
}

u32 key_param_cell(const struct body *b, u32 param)
{
	for (u32 i = 0; i < b->cell_count; i++)
		if (b->cells[i].param == param && b->cells[i].parent == NONE && b->cells[i].kind == CELL_LOCAL)
			return i;
	return NONE;
}

bool key_is_number_type(struct str type)
{
	return str_is(type, "float") || str_is(type, "int") || str_is(type, "bool") || str_is(type, "str") || str_is(type, "Optional[float]") || str_is(type, "Optional[int]") ||
	       str_is(type, "Optional[bool]") || str_is(type, "Optional[str]");
}

/* What the confirmation program makes of it. */
static struct str form_of_type(struct str type)
{
	return str_has(type, "bool") ? S("flag") : str_has(type, "str") ? S("name") : S("number");
}

static bool is_of(const struct fn *fn, operand o, u32 param)
{
	if (operand_kind(o) == OPD_PLACE)
		o = fn->unit->places[operand_index(o)].base;
	return o == OPERAND(OPD_VAR, param);
}

/* The row as written that reads the parameter first, as its caller gave it; NULL. */
static const struct row *first_read(const struct fn *fn, u32 param)
{
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		if (is_of(fn, row->a, param) || (row->op != ROW_DEFINE && is_of(fn, row->b, param)))
			return row;
		for (u32 k = 0; k < row->arg_count; k++)
			if (is_of(fn, fn->unit->args[row->first_arg + k], param))
				return row;
		if (row->dst == OPERAND(OPD_VAR, param))
			return NULL;
	}
	return NULL;
}

/* ---- a key function beside the function that builds ---- */

static struct span span_of(const struct fn *fn, const struct row *row) { return (struct span){fn->file, row->begin, row->end}; }

static void look_at_key_function(struct rule_run *run, fn_id key, fn_id build)
{
	const struct fn *k = &run->program->functions[key], *f = &run->program->functions[build];
	const struct row *read = NULL, *given = NULL;
	u32 missing = NONE;
	for (u32 i = 0; i < f->f->param_count && missing == NONE; i++) {
		u32 same = param_of(k, key_param_name(f, i));
		if (same == NONE || !key_is_number_type(key_param_type(f, i)) || first_read(k, same))
			continue;
		read = first_read(f, i);
		missing = read ? i : NONE;
	}
	for (u32 i = 0; i < k->f->row_count && !given; i++)
		given = k->unit->rows[k->f->first_row + i].op == ROW_RETURN ? &k->unit->rows[k->f->first_row + i] : NULL;
	if (missing == NONE || !given)
		return;
	struct str name = key_param_name(f, missing), built = fn_name(f);
	struct finding *found = finding_add(run->findings, run->rule, SEVERITY_WARNING, span_of(k, given),
	                                    "the key leaves out '%.*s', which '%.*s' builds in: a later call with another '%.*s' gets what the first one built", (int)name.n, name.p,
	                                    (int)built.n, built.p, (int)name.n, name.p);
	found->function = fn_name(k);
	finding_step(run->findings, found, span_of(k, given), "the key");
	finding_step(run->findings, found, span_of(f, read), "read here, while it is built");
	finding_param(run->findings, found, "value", name);
	finding_param(run->findings, found, "form", form_of_type(key_param_type(f, missing)));
}

/* @cache(key_fn=K) above a function. */
static void look_at_decorators(struct rule_run *run, u32 file)
{
	const struct unit *u = &run->program->units[file];
	for (u32 i = 0; i < u->n_rows; i++) {
		const struct row *define = &u->rows[i];
		if (define->op != ROW_DEFINE || operand_kind(define->a) != OPD_FUNCTION)
			continue;
		for (u32 k = 0; k < define->arg_count; k++) {
			operand o = u->args[define->first_arg + k];
			const struct row *call = NULL;
			for (u32 back = i; operand_kind(o) == OPD_TEMP && back-- > 0 && !call;)
				call = u->rows[back].dst == o && u->rows[back].op == ROW_CALL ? &u->rows[back] : NULL;
			for (u32 j = 0; call && j < call->arg_count; j++) {
				operand given = u->args[call->first_arg + j];
				struct str word = unit_text(u, u->arg_names[call->first_arg + j]);
				if ((!str_is(word, "key_fn") && !str_is(word, "key") && !str_is(word, "key_func")) || operand_kind(given) != OPD_GLOBAL)
					continue;
				for (u32 f = 0; f < u->n_functions; f++)
					if (u->functions[f].parent == NONE && str_eq(unit_text(u, u->functions[f].name), unit_text(u, operand_index(given))))
						look_at_key_function(run, program_fn(run->program, file, f), program_fn(run->program, file, operand_index(define->a)));
			}
		}
	}
}

/* ---- `if key not in self.graphs: ... self.graphs[key] = ...` ---- */

enum { WAYS = 6 };

/* The cell is the parameter, or the variable, or a part of it. */
static bool is_named(const struct body *b, u32 cell, u32 param, u32 of)
{
	for (u32 c = cell; c != NONE; c = b->cells[c].parent)
		if (param == NONE ? c == of : b->cells[c].param == param)
			return true;
	return false;
}

bool key_is_from(const struct rule_run *run, const struct body *b, u32 row, u32 cell, u32 param, u32 of, u32 depth)
{
	if (cell == NONE || depth > WAYS)
		return depth > WAYS; /* perhaps */
	if (is_named(b, cell, param, of))
		return true;
	struct value values[VALUES];
	u32 n = values_of(capture_values(run->capture, b), row, cell, values);
	for (u32 i = 0; i < n; i++) {
		if (is_named(b, values[i].cell, param, of) || values[i].kind == VALUE_UNKNOWN || values[i].kind == VALUE_WRITTEN)
			return true;
		if (values[i].row == NONE)
			continue;
		const struct body_row *made = &b->rows[values[i].row];
		if (key_is_from(run, b, values[i].row, made->a, param, of, depth + 1) || key_is_from(run, b, values[i].row, made->b, param, of, depth + 1))
			return true;
		for (u32 k = 0; k < made->arg_count; k++)
			if (key_is_from(run, b, values[i].row, b->args[made->first_arg + k], param, of, depth + 1))
				return true;
	}
	/* The elements of a tuple that is written here. */
	for (u32 i = 0; i < b->n; i++) {
		const struct body_row *r = &b->rows[i];
		bool is_part = r->op == ROW_MOVE && r->dst != NONE && b->cells[r->dst].is_element && b->cells[r->dst].parent == cell;
		bool is_it = r->op == ROW_MOVE && r->dst == cell && r->a != NONE && b->cells[r->a].name == 0;
		if ((is_part || is_it) && key_is_from(run, b, i, r->a, param, of, depth + 1))
			return true;
	}
	return false;
}

static bool is_of_graphs(struct str name)
{
	return says_graph(name) || str_has(name, "plan") || str_has(name, "_compiled");
}

bool key_sounds_kept(struct str name)
{
	static const char *const kept[] = {"cache", "weight", "pool", "buffer", "workspace", "static", "scratch", "param"};
	static const char *const others[] = {"model", "module", "func", "fn", "callable", "stream", "graph", "config", "cfg", "options"};
	return str_has_any(name, kept, COUNT(kept)) || str_has_any(name, others, COUNT(others));
}

/* A tensor of this call: not one that is kept for all of them. */
static bool is_tensor_of_call(struct str type, struct str name) { return str_has(type, "Tensor") && !key_sounds_kept(name); }

/* A tensor is given to what captures, and a call that finds the graph does nothing with it: neither copies it nor keys by it. */
static void look_at_tensors(struct rule_run *run, const struct body *b, u32 branch, u32 to, u32 asked)
{
	const struct fn *fn = &run->program->functions[b->fn];
	const struct dominators *d = capture_dominators(run->capture, b, true);
	struct str cache = body_cell_name(run->program, b, b->rows[asked].b);
	for (u32 i = 1; i < fn->f->param_count; i++) {
		u32 cell = key_param_cell(b, i), read = NONE;
		bool is_used = cell == NONE || !is_tensor_of_call(key_param_type(fn, i), key_param_name(fn, i));
		for (u32 row = 0; row < b->n && !is_used; row++) {
			if (!rule_reads(b, row, cell))
				continue;
			bool is_given = b->rows[row].op == ROW_CALL && edge_stands_before(d, branch, to, row);
			is_used = !is_given;
			read = read == NONE ? row : read;
		}
		if (is_used || read == NONE || key_is_from(run, b, asked, b->rows[asked].a, i, NONE, 0))
			continue;
		struct site site = site_in(run->program, b, asked), use = site_in(run->program, b, read);
		struct str name = key_param_name(fn, i);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' goes into what is captured and kept in '%.*s', and a call that finds its graph there does nothing with it: the replay reads what the first "
		                                             "call gave", (int)name.n, name.p, (int)cache.n, cache.p));
		rule_step(run, f, &site, "looked up here");
		rule_step(run, f, &use, "given here, where it is captured");
		finding_param(run->findings, f, "value", name);
		finding_param(run->findings, f, "form", S("tensor"));
		return;
	}
}

static bool captures_at(const struct rule_run *run, struct below *below, const struct body *b, u32 branch, u32 to)
{
	const struct dominators *d = capture_dominators(run->capture, b, true);
	for (u32 row = branch + 1; row < b->n; row++) {
		below->left = 200;
		if (b->rows[row].op == ROW_CALL && edge_stands_before(d, branch, to, row) && row_captures(below, &b->rows[row]))
			return true;
	}
	return false;
}

static void look_at_cache(struct rule_run *run, struct below *below, const struct body *b, u32 branch, u32 asked)
{
	const struct body_row *ask = &b->rows[asked];
	const struct fn *fn = &run->program->functions[b->fn];
	struct str cache = body_cell_name(run->program, b, ask->b);
	const struct dominators *d = capture_dominators(run->capture, b, true);
	u32 to = ask->sub == OP_NOT_IN ? b->rows[branch].target : b->rows[branch].other;
	bool stores = false;
	for (u32 row = 0; row < b->n; row++)
		stores = stores || (edge_stands_before(d, branch, to, row) && b->rows[row].dst != NONE && b->cells[b->rows[row].dst].is_element && b->cells[b->rows[row].dst].parent == ask->b);
	if (captures_at(run, below, b, branch, to))
		look_at_tensors(run, b, branch, to, asked);
	for (u32 i = 0; i < fn->f->param_count && stores; i++) {
		u32 cell = key_param_cell(b, i), read = NONE;
		if (cell == NONE || !key_is_number_type(key_param_type(fn, i)))
			continue;
		for (u32 row = 0; row < b->n && read == NONE; row++)
			if (edge_stands_before(d, branch, to, row) && b->rows[row].op != ROW_BRANCH && rule_reads(b, row, cell))
				read = row;
		if (read == NONE || key_is_from(run, b, asked, ask->a, i, NONE, 0))
			continue;
		struct site site = site_in(run->program, b, asked), use = site_in(run->program, b, read);
		struct str name = key_param_name(fn, i);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "the key of '%.*s' leaves out '%.*s', which what is kept there is built with: a later call with another one gets "
		                                                                   "what the first one built", (int)cache.n, cache.p, (int)name.n, name.p));
		rule_step(run, f, &site, "looked up here");
		rule_step(run, f, &use, "read here, while it is built");
		finding_param(run->findings, f, "value", name);
		finding_param(run->findings, f, "form", form_of_type(key_param_type(fn, i)));
		break;
	}
}

static void look_at_function(struct rule_run *run, struct below *below, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_BRANCH || r->a == NONE)
			continue;
		u32 asked = row;
		while (asked-- > 0 && b->rows[asked].dst != r->a)
			;
		if (asked == NONE || b->rows[asked].op != ROW_BINARY || (b->rows[asked].sub != OP_NOT_IN && b->rows[asked].sub != OP_IN) || b->rows[asked].b == NONE)
			continue;
		if (is_of_graphs(body_cell_name(run->program, b, b->rows[asked].b)))
			look_at_cache(run, below, b, row, asked);
	}
}

/* Cheap, an upper bound: `in` something that speaks of graphs. */
static bool asks_for_graph(const struct fn *fn)
{
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		if (row->op == ROW_BINARY && (row->sub == OP_IN || row->sub == OP_NOT_IN))
			return true;
	}
	return false;
}

/* Cheap, an upper bound: it calls something that replays. */
static bool may_replay(const struct fn *fn)
{
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		if (row->op == ROW_CALL && (str_has(unit_text(fn->unit, row->name), "replay") || str_has(unit_text(fn->unit, row->name), "graph")))
			return true;
	}
	return false;
}

void rule_graph_key(struct rule_run *run)
{
	for (u32 file = 0; file < run->program->file_count; file++)
		if (run->program->files[file].is_reported && run->program->files[file].language == LANG_PYTHON && !run->program->files[file].is_test)
			look_at_decorators(run, file);
	struct arena scratch = {0};
	struct below below;
	below_open(&below, run->capture, &scratch, 4, true);
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct fn *f = &run->program->functions[fn];
		if (!run->shows[fn] || run->program->files[f->file].is_test || !f->f->param_count)
			continue;
		if (!rule_is_python(run, fn)) {
			if (run->capture->captures_itself)
				key_first_native(run, fn);
			continue;
		}
		if (asks_for_graph(f))
			look_at_function(run, &below, fn);
		if (asks_for_graph(f) || may_replay(f))
			key_of_step(run, &below, capture_body(run->capture, fn));
		if (may_replay(f))
			key_first_call(run, &below, fn);
		if (f->cls && capture_part(run->capture, fn) == PART_REPLAY)
			key_ignored(run, fn);
	}
	arena_release(&scratch);
}
