/* A number of the host that captured code reads is part of the graph as it was on the day of the capture. Whoever changes it afterwards
 * changes nothing for the graph. */
#include "rule.h"

/* ---- Python: numbers on the state of a captured function ---- */

enum { STEPS = 6 };

/* The number is computed from what this call was given: the greatest of its lengths, an element of a tensor. */
static bool is_of_data(const struct rule_run *run, const struct body *b, u32 row, u32 cell, u32 depth)
{
	struct value values[VALUES];
	u32 n = cell == NONE || depth > STEPS ? 0 : values_of(capture_values(run->capture, b), row, cell, values);
	for (u32 i = 0; i < n; i++) {
		const struct value *v = &values[i];
		if (v->kind != VALUE_RESULT && v->kind != VALUE_OPERATION)
			continue;
		const struct body_row *made = &b->rows[v->row];
		struct str name = made->op == ROW_CALL ? body_row_name(run->program, made) : S("");
		if (str_is(name, "item"))
			return true;
		bool is_fold = !(made->flags & RF_MEMBER) && made->arg_count == 1 && (str_is(name, "max") || str_is(name, "min") || str_is(name, "sum"));
		if (is_fold)
			return true;
		/* A tensor's `.max()` is a tensor, and of unknown calls only those are followed that are given numbers. */
		if (made->op == ROW_CALL && made->flags & RF_MEMBER && torch_at(run->capture, b, NONE, v->row))
			continue;
		for (u32 k = 0; k < made->arg_count; k++)
			if (is_of_data(run, b, v->row, b->args[made->first_arg + k], depth + 1))
				return true;
		if (v->kind == VALUE_OPERATION && (is_of_data(run, b, v->row, made->a, depth + 1) || is_of_data(run, b, v->row, made->b, depth + 1)))
			return true;
	}
	return false;
}

static bool reads_field(const struct body *b, u32 from, u32 name)
{
	for (u32 i = 0; i < b->cell_count; i++) {
		if (b->cells[i].name != name || b->cells[i].parent == NONE || b->cells[i].is_element)
			continue;
		for (u32 row = from; row < b->n; row++)
			if (rule_reads(b, row, i))
				return true;
	}
	return false;
}

static void look_at_replay(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	struct arena *a = run->findings->arena;
	for (u32 row = 0; row < b->n; row++) {
		struct field_write w;
		if (!field_write_at(b, row, &w) || !is_kept_object(run->capture, b, row, w.holder) || !is_of_data(run, b, row, b->rows[row].a, 0))
			continue;
		if (!is_set_for_capture(run->capture, fn, w.name))
			continue;
		struct site site = site_in(run->program, b, row);
		struct str name = intern_get(&run->program->names, w.name);
		struct finding *f = rule_report(run, reads_field(b, row + 1, w.name) ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
		                                arena_format(a, "'%.*s' is set from this call's data before a replay: the captured kernels keep the number that they were launched with at capture",
		                                             (int)name.n, name.p));
		finding_param(run->findings, f, "form", S("argument"));
	}
}

/* A view that is cut by a number read from the dummy inputs of the capture, and handed on to captured code. */
static void look_at_width(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	struct arena *a = run->findings->arena;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_MOVE || r->flags & RF_INPLACE || r->a == NONE || r->dst == NONE)
			continue;
		struct slice s = slice_of(run->program, b, r->a);
		if (s.kind == SLICE_NONE || attribute_of(run->capture, b, row, s.object) == NONE)
			continue;
		struct str key = body_cell_name(run->program, b, r->a);
		bool is_kept = b->cells[r->dst].parent != NONE || may_be_kept(run->capture, b, NULL, r->dst);
		for (u32 i = 0; i < b->cell_count && is_kept; i++) {
			struct str name = body_cell_name(run->program, b, i);
			if (b->cells[i].kind != CELL_LOCAL || b->cells[i].parent != NONE || !slice_names(key, name) || !is_of_data(run, b, row, i, 0))
				continue;
			struct site site = site_in(run->program, b, row);
			struct str buffer = body_cell_name(run->program, b, s.object);
			struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
			                                arena_format(a, "'%.*s' is cut to '%.*s', read from the inputs of the capture: the graph keeps this size when replays need more",
			                                             (int)buffer.n, buffer.p, (int)name.n, name.p));
			finding_param(run->findings, f, "form", S("extent"));
			break;
		}
	}
}

/* ---- Python: a count on what is kept for graphs, given to a kernel by value in another function ---- */

struct count {
	fn_id fn;
	u32 row; /* of its body: sets the field */
	struct str cls, field;
};
typedef VEC(struct count) count_list;

/* Cheap, an upper bound: the function takes what an attribute that speaks of graphs keeps. */
static bool takes_kept(const struct fn *fn)
{
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		const struct place *place = row->op == ROW_MOVE && operand_kind(row->dst) == OPD_VAR && operand_kind(row->a) == OPD_PLACE
		                                ? &fn->unit->places[operand_index(row->a)] : NULL;
		for (u32 s = 0; place && s < PLACE_STEPS && place->kinds[s] == STEP_FIELD; s++)
			if (speaks_of_graphs(unit_text(fn->unit, place->names[s])))
				return true;
	}
	return false;
}

/* `len(x)` of a list that the function has made. */
static bool counts_own(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	struct value v = value_of(capture_values(run->capture, b), row, cell);
	const struct body_row *made = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
	if (!made || made->op != ROW_CALL || made->arg_count != 1 || !str_is(body_row_name(run->program, made), "len") || b->args[made->first_arg] == NONE)
		return false;
	u32 cell_of_list = b->args[made->first_arg];
	struct value list = value_of(capture_values(run->capture, b), v.row, cell_of_list);
	/* A part of what a call gave is nothing that is known, but the function's own. */
	return b->cells[cell_of_list].kind == CELL_LOCAL && list.kind != VALUE_PARAM && list.kind != VALUE_CONSTANT && list.kind != VALUE_PLACE;
}

/* `kept.x[:n].copy_(...)`: so much of the kept buffers is refreshed. */
static bool bounds_copy(const struct rule_run *run, const struct body *b, u32 holder, struct str name)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_CALL || !(r->flags & RF_MEMBER) || r->a == NONE || !str_is(body_row_name(run->program, r), "copy_"))
			continue;
		struct slice s = slice_of(run->program, b, r->a);
		if (s.kind == SLICE_PREFIX && b->cells[s.object].parent == holder && slice_names(s.bound, name))
			return true;
	}
	return false;
}

static void find_counts(const struct rule_run *run, fn_id fn, count_list *out)
{
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		struct field_write w;
		if (!field_write_at(b, row, &w) || b->rows[row].a == NONE || b->cells[w.holder].kind != CELL_LOCAL)
			continue;
		struct value kept = value_of(capture_values(run->capture, b), row, w.holder);
		if (kept.kind != VALUE_PLACE || !speaks_of_graphs(body_cell_name(run->program, b, kept.cell)))
			continue;
		struct str name = body_cell_name(run->program, b, b->rows[row].a), cls;
		if (!name.n || !bounds_copy(run, b, w.holder, name) || !counts_own(run, b, row, b->rows[row].a))
			continue;
		const struct unit *u = run->program->functions[b->rows[row].fn].unit;
		operand place = b->rows[row].row->dst;
		if (operand_kind(place) != OPD_PLACE || python_object(run->capture->program, b->rows[row].fn, u->places[operand_index(place)].base, &cls) != RECEIVER_OTHER || !cls.n)
			continue;
		struct count found = {fn, row, cls, intern_get(&run->program->names, w.name)};
		vec_push(run->findings->arena, out, found);
	}
}

static bool runs_kernel(const struct rule_run *run, const struct body_row *r)
{
	struct python_call call = python_resolve(run->capture->program, r->fn, r->row);
	for (u32 i = 0; i < call.n; i++)
		if (call.at[i].how & HOW_DEVICE)
			return true;
	return false;
}

/* The count that an argument is, as a field of a parameter of its class, whichever way leads there. */
static const struct count *count_given(const struct rule_run *run, const struct body *b, u32 row, u32 cell, const count_list *counts)
{
	struct value v = value_of(capture_values(run->capture, b), row, cell);
	u32 holder = v.kind == VALUE_PLACE ? b->cells[v.cell].parent : NONE;
	struct str name = holder == NONE ? S("") : body_cell_name(run->program, b, v.cell), cls;
	for (u32 i = 0; i < counts->n && holder != NONE && b->cells[holder].param != NONE; i++)
		if (str_eq(counts->at[i].field, name) && python_object(run->capture->program, b->fn, OPERAND(OPD_VAR, b->cells[holder].param), &cls) == RECEIVER_OTHER &&
		    str_eq(cls, counts->at[i].cls))
			return &counts->at[i];
	return NULL;
}

/* Cheap, an upper bound: the function reads a field of that name from what it was given. */
static bool reads_count(const struct fn *fn, const count_list *counts)
{
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		const struct place *place = row->op == ROW_MOVE && operand_kind(row->a) == OPD_PLACE ? &fn->unit->places[operand_index(row->a)] : NULL;
		bool is_given = place && operand_kind(place->base) == OPD_VAR && operand_index(place->base) < fn->f->param_count && place->kinds[0] == STEP_FIELD;
		for (u32 k = 0; is_given && k < counts->n; k++)
			if (str_eq(counts->at[k].field, unit_text(fn->unit, place->names[0])))
				return true;
	}
	return false;
}

/* What is kept for graphs says that its readers are captured, so the way of a capture to here need not be known. */
static void look_at_kernels(struct rule_run *run, fn_id fn, const count_list *counts)
{
	u32 at = run->capture->of[fn];
	const struct reached *r = at == NONE ? NULL : &run->capture->reached.at[at];
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *call = &b->rows[row];
		const struct count *count = NULL;
		u32 given = NONE;
		for (u32 i = 0; i < call->arg_count && call->op == ROW_CALL && (!r || capture_has(r, row)) && !count; i++) {
			given = b->args[call->first_arg + i];
			count = given == NONE ? NULL : count_given(run, b, row, given, counts);
		}
		if (!count || !runs_kernel(run, call))
			continue;
		u32 read = capture_values(run->capture, b)->only[given];
		struct site launch = site_in(run->program, b, row), site = read < b->n ? site_in(run->program, b, read) : launch;
		struct site set = site_in(run->program, capture_body(run->capture, count->fn), count->row);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is counted anew for each replay and given to a kernel by value: a graph keeps the count of the capture, and "
		                                                                   "replays with more leave the rest out", (int)count->field.n, count->field.p));
		rule_step(run, f, &set, "set from this call's data, on what is kept for graphs");
		if (r)
			rule_way(run, f, at);
		rule_step(run, f, &launch, "the kernel is given its value here");
		finding_param(run->findings, f, "form", S("argument"));
		return;
	}
}

/* ---- Python: a switch that is set when the capture is over ---- */

static void look_at_switches(struct rule_run *run)
{
	late_list found = {0};
	find_late(run->capture, run->shows, run->findings->arena, &found);
	for (u32 i = 0; i < found.n; i++) {
		const struct late_switch *l = &found.at[i];
		const struct body *b = capture_body(run->capture, l->fn);
		struct site site = site_in(run->program, b, l->row), captured = site_in(run->program, b, l->capture);
		struct str name = intern_get(&run->program->names, l->name), setter = fn_name(&run->program->functions[l->setter]);
		struct str forward = fn_name(&run->program->functions[l->forward]);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' sets '%.*s', on which '%.*s' branches, when graphs are captured already: they keep the branch of the capture",
		                                             (int)setter.n, setter.p, (int)name.n, name.p, (int)forward.n, forward.p));
		rule_step(run, f, &captured, "captures below this call");
		rule_step(run, f, &site, "set here, and nothing captures again");
		finding_param(run->findings, f, "form", S("branch"));
	}
}

/* ---- a counter of the host that a kernel is given by value ---- */

static bool is_number_type(struct str type)
{
	static const char *const others[] = {"*", "&", "[", "<", "ptr", "Ptr", "iterator", "string"};
	static const char *const numbers[] = {"int", "unsigned", "long", "short", "char", "float", "double", "_t", "size_type"};
	for (u32 i = 0; i < COUNT(others); i++)
		if (str_has(type, others[i]))
			return false;
	for (u32 i = 0; i < COUNT(numbers); i++)
		if (str_has(type, numbers[i]))
			return true;
	return false; /* a struct of which a part is advanced and another part given */
}

/* Declared as a number, in any file of the program. Asked of candidates only. O(fields). */
static bool is_number(const struct rule_run *run, const struct body *b, u32 cell)
{
	struct str name = body_cell_name(run->program, b, cell);
	bool is_seen = false;
	for (u32 file = 0; file < run->program->file_count; file++) {
		const struct unit *u = &run->program->units[file];
		for (u32 i = 0; u->n_functions && i < u->n_fields && run->program->files[file].language != LANG_PYTHON; i++) {
			if (!str_eq(unit_text(u, u->fields[i].name), name))
				continue;
			is_seen = true;
			if (!is_number_type(unit_text(u, u->fields[i].type)))
				return false;
		}
	}
	return is_seen;
}

/* In a macro the member has no object. */
static bool is_same(const struct body *b, u32 arg, u32 cell)
{
	return arg == cell || (arg != NONE && b->cells[arg].kind == CELL_OUTER && b->cells[arg].parent == NONE && b->cells[arg].name == b->cells[cell].name);
}

static bool is_given_to_launch(const struct body *b, u32 cell, u32 *launch)
{
	for (*launch = 0; *launch < b->n; ++*launch) {
		const struct body_row *r = &b->rows[*launch];
		for (u32 i = 4; r->op == ROW_LAUNCH && i < r->arg_count; i++)
			if (is_same(b, b->args[r->first_arg + i], cell))
				return true;
	}
	return false;
}

/* x++, x += n on a member or global. */
static u32 advanced(const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	u32 cell = r->op == ROW_UNARY && (r->sub == OP_PRE_INC || r->sub == OP_POST_INC) ? r->a : r->op == ROW_MOVE && r->sub == OP_ADD ? r->dst : NONE;
	return cell != NONE && b->cells[cell].kind == CELL_OUTER && b->cells[cell].name && !b->cells[cell].is_element && b->cells[cell].param == NONE ? cell : NONE;
}

/* `rows = 0; for (...) rows += n;`: computed anew by each call, so it counts no calls. */
static bool is_computed_here(const struct rule_run *run, const struct body *b, u32 advanced_at, u32 cell)
{
	const struct dominators *d = capture_dominators(run->capture, b, false);
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		bool is_set = r->op == ROW_MOVE && r->dst == cell && r->sub == OP_NONE && !(r->flags & RF_INPLACE);
		if (is_set && row != advanced_at && stands_before(d, row, advanced_at))
			return true;
	}
	return false;
}

/* A launch on the legacy stream is in no capture: who captures this function has to mend that first. */
static bool is_on_legacy_stream(const struct rule_run *run, const struct body *b, u32 launch)
{
	struct values *v = capture_values(run->capture, b);
	struct stream_use use;
	return stream_use_at(run->capture, v, launch, &use) && stream_of_use(run->capture, v, launch, &use).kind == STREAM_LEGACY;
}

static void look_at_counter(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	struct arena *a = run->findings->arena;
	for (u32 row = 0; row < b->n; row++) {
		u32 cell = advanced(b, row), launch;
		if (cell == NONE || !is_given_to_launch(b, cell, &launch) || is_computed_here(run, b, row, cell) || !is_number(run, b, cell))
			continue;
		struct site site = site_in(run->program, b, row), at = site_in(run->program, b, launch);
		struct str name = body_cell_name(run->program, b, cell);
		/* An age or a count of turns decides what is kept, not what is computed; how full a table is grows with what is put there. */
		bool is_age = str_has(name, "iter") || str_has(name, "time") || str_has(name, "tick") || str_has(name, "age") || str_has(name, "lru") || str_has(name, "size");
		struct finding *f = rule_report(run, is_age || is_on_legacy_stream(run, b, launch) ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
		                                arena_format(a, "'%.*s' is advanced on the host and given to a kernel by value: in a graph every replay gets the value of the capture",
		                                             (int)name.n, name.p));
		rule_step(run, f, &at, "the kernel is given its value here");
		rule_step(run, f, &site, "advanced here, on the host: a replay does not run it");
		finding_param(run->findings, f, "form", S("argument"));
	}
}

static bool launches(const struct fn *fn)
{
	return fn->f->kind != FN_MACRO && fn->f->kind != FN_FILE && !(fn->f->flags & (NF_CTOR | NF_DTOR)) && fn->f->row_count > 2;
}

/* Cheap, an upper bound: something is counted on. */
static bool counts(const struct fn *fn)
{
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		operand o = row->op == ROW_UNARY && (row->sub == OP_PRE_INC || row->sub == OP_POST_INC) ? row->a : row->op == ROW_MOVE && row->sub == OP_ADD ? row->dst : 0;
		if (operand_kind(o) == OPD_PLACE || operand_kind(o) == OPD_GLOBAL)
			return true;
	}
	return false;
}

void rule_frozen_value(struct rule_run *run)
{
	count_list found = {0};
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct fn *f = &run->program->functions[fn];
		if (run->program->files[f->file].is_test)
			continue;
		if (!rule_is_python(run, fn)) {
			if (run->shows[fn] && launches(f) && counts(f))
				look_at_counter(run, fn);
			continue;
		}
		if (takes_kept(f))
			find_counts(run, fn, &found);
		if (!run->shows[fn])
			continue;
		enum part part = capture_part(run->capture, fn);
		if (part == PART_REPLAY)
			look_at_replay(run, fn);
		if (part == PART_CAPTURE)
			look_at_width(run, fn);
	}
	for (fn_id fn = 0; fn < run->program->function_count && found.n; fn++)
		if (run->shows[fn] && rule_is_python(run, fn) && !run->program->files[run->program->functions[fn].file].is_test && reads_count(&run->program->functions[fn], &found))
			look_at_kernels(run, fn, &found);
	look_at_switches(run);
}
