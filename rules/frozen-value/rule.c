/* A number of the host that captured code reads is part of the graph as it was on the day of the capture. Whoever changes it afterwards
 * changes nothing for the graph. */
#include "frozen.h"

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

bool frozen_is_of_data(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	struct value v = value_of(capture_values(run->capture, b), row, cell);
	bool is_count = v.kind == VALUE_RESULT && b->rows[v.row].op == ROW_CALL && str_is(body_row_name(run->program, &b->rows[v.row]), "len");
	return is_count || is_of_data(run, b, row, cell, 0);
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

/* A maximum is a bound to the kernels that are launched with it: one that the capture takes from no data, the longest that there may be, holds for all replays. */
static bool is_bound_of_capture(const struct rule_run *run, fn_id fn, u32 name)
{
	const struct fn *of = &run->program->functions[fn];
	for (u32 i = 0; i < of->unit->n_functions && str_has(intern_get(&run->program->names, name), "max"); i++) {
		fn_id other = program_fn(run->program, of->file, i);
		if (run->program->functions[other].cls != of->cls || capture_part(run->capture, other) != PART_CAPTURE)
			continue;
		const struct body *b = capture_body(run->capture, other);
		struct field_write w;
		for (u32 row = 0; row < b->n; row++)
			if (field_write_at(b, row, &w) && w.name == name && is_of_data(run, b, row, b->rows[row].a, 0))
				return false;
	}
	return str_has(intern_get(&run->program->names, name), "max");
}

/* An object that is made anew: which of its numbers captured code reads is not known. */
static bool is_made_object(const struct rule_run *run, const struct body *b, u32 row)
{
	struct value v = value_of(capture_values(run->capture, b), row, b->rows[row].a);
	struct str name = v.kind == VALUE_RESULT && b->rows[v.row].op == ROW_CALL ? body_row_name(run->program, &b->rows[v.row]) : S("");
	return name.n && name.p[0] >= 'A' && name.p[0] <= 'Z';
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
		bool is_note = reads_field(b, row + 1, w.name) || is_made_object(run, b, row) || is_bound_of_capture(run, fn, w.name);
		struct finding *f = rule_report(run, is_note ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
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

/* ---- Python: a count on what is kept for graphs ---- */

static void look_at_counts(struct rule_run *run)
{
	kept_count_list found = {0};
	find_kept_counts(run->capture, run->shows, run->findings->arena, &found);
	for (u32 i = 0; i < found.n; i++) {
		const struct kept_count *k = &found.at[i];
		const struct body *b = capture_body(run->capture, k->fn);
		struct site launch = site_in(run->program, b, k->row), site = site_in(run->program, b, k->read);
		struct site set = site_in(run->program, capture_body(run->capture, k->set_fn), k->set_row);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is counted anew for each replay and given to a kernel by value: a graph keeps the count of the capture, and "
		                                                                   "replays with more leave the rest out", (int)k->field.n, k->field.p));
		rule_step(run, f, &set, "set from this call's data, on what is kept for graphs");
		if (run->capture->of[k->fn] != NONE)
			rule_way(run, f, run->capture->of[k->fn]);
		rule_step(run, f, &launch, "the kernel is given its value here");
		finding_param(run->findings, f, "form", S("argument"));
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

/* ---- C++: a counter of the host ---- */

/* It is guessed that somebody captures the function, which waits for the device or allocates, or is called only where that is done. */
static bool needs_host(const struct capture *c, const struct body *b)
{
	u32 at = c->of[b->fn];
	if (at == NONE)
		return sounds_like_life_cycle(fn_name(&c->program->functions[b->fn]));
	if (c->regions.at[c->reached.at[at].region].grade != GRADE_PROFILE)
		return false;
	for (u32 row = 0; row < b->n; row++) {
		struct hazard h = hazard_at(c, &c->reached.at[at], row);
		struct str held;
		if ((h.kind == HAZARD_ALLOCATE || h.kind == HAZARD_WAIT) && !is_first_use(c, b, row, &held) && !is_debug_only(c, b, row))
			return true;
	}
	return capture_takes_host(c, at, HOST_WAITS);
}

static void look_at_counters(struct rule_run *run)
{
	host_counter_list found = {0};
	find_host_counters(run->capture, run->shows, run->findings->arena, &found);
	for (u32 i = 0; i < found.n; i++) {
		const struct host_counter *h = &found.at[i];
		struct site site = site_in(run->program, h->body, h->row), at = site_in(run->program, h->body, h->launch);
		struct str name = body_cell_name(run->program, h->body, h->cell), held;
		/* An age or a count of turns decides what is kept, not what is computed; how full a table is grows with what is put there. */
		static const char *const ages[] = {"iter", "time", "tick", "age", "lru", "size"};
		bool is_note = h->is_on_legacy || needs_host(run->capture, h->body) || is_first_use(run->capture, h->body, h->row, &held) || str_has_any(name, ages, COUNT(ages));
		struct finding *f = rule_report(run, is_note ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is advanced on the host and given to a kernel by value: in a graph every replay gets the value of the capture",
		                                             (int)name.n, name.p));
		rule_step(run, f, &at, "the kernel is given its value here");
		rule_step(run, f, &site, "advanced here, on the host: a replay does not run it");
		finding_param(run->findings, f, "form", S("argument"));
	}
}

/* ---- Python: what an earlier call has noted for a buffer decides whether this one works on it ---- */

/* The cell holds the address of a tensor, as a key. */
static bool is_address(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	struct value v = value_of(capture_values(run->capture, b), row, cell);
	return v.kind == VALUE_RESULT && str_is(body_row_name(run->program, &b->rows[v.row]), "data_ptr");
}

/* NOTED.get(x.data_ptr()) or NOTED[x.data_ptr()]: the container that is read; NONE. */
static u32 noted_in(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	struct value v = value_of(capture_values(run->capture, b), row, cell);
	const struct body_row *made = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
	if (made && made->op == ROW_CALL && made->arg_count && made->a != NONE && b->cells[made->a].kind != CELL_LOCAL && b->cells[made->a].name && str_is(body_row_name(run->program, made), "get"))
		return is_address(run, b, v.row, b->args[made->first_arg]) ? made->a : NONE;
	return NONE;
}

/* Below the branch, and not on its other way, something is enqueued: a tensor is written. */
static u32 decided_work(const struct rule_run *run, const struct body *b, u32 branch)
{
	const struct dominators *d = capture_dominators(run->capture, b, false);
	for (u32 row = branch + 1; row < b->n; row++) {
		struct str name = b->rows[row].op == ROW_CALL && b->rows[row].flags & RF_MEMBER ? body_row_name(run->program, &b->rows[row]) : S("");
		bool is_work = str_is(name, "fill_") || str_is(name, "zero_") || str_is(name, "copy_");
		if (is_work && edge_stands_before(d, branch, b->rows[branch].target, row))
			return row;
	}
	return NONE;
}

static void look_at_notes(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		struct value v = asked_value(run->capture, b, row);
		const struct body_row *made = v.kind == VALUE_OPERATION ? &b->rows[v.row] : NULL;
		if (!made || made->op != ROW_BINARY)
			continue;
		u32 container = noted_in(run, b, v.row, made->a), work = decided_work(run, b, row);
		container = container == NONE ? noted_in(run, b, v.row, made->b) : container;
		bool is_noted = false;
		for (u32 i = 0; i < b->n && container != NONE; i++)
			is_noted = is_noted || (b->rows[i].op == ROW_MOVE && b->rows[i].dst != NONE && b->cells[b->rows[i].dst].is_element &&
			                         b->cells[b->rows[i].dst].parent != NONE && b->cells[b->cells[b->rows[i].dst].parent].name == b->cells[container].name);
		if (!is_noted || work == NONE)
			continue;
		struct site site = site_in(run->program, b, row), done = site_in(run->program, b, work);
		struct str name = body_cell_name(run->program, b, container);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "what '%.*s' has noted of an earlier call decides whether this one works on the buffer: a graph keeps the answer of its capture, and its replays note nothing",
		                                             (int)name.n, name.p));
		rule_step(run, f, &done, "decided: done or left out for good");
		finding_param(run->findings, f, "form", S("branch"));
	}
}

/* Cheap, an upper bound. Who asks whether something is captured knows of graphs. */
static bool takes_addresses(const struct fn *fn)
{
	bool takes = false, asks = false;
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		struct str name = row->op == ROW_CALL ? unit_text(fn->unit, row->name) : S("");
		takes = takes || str_is(name, "data_ptr");
		asks = asks || (str_has(name, "is_") && str_has(name, "capturing"));
	}
	return takes && !asks;
}

/* ---- Python: a learning rate that a scheduler changes, in a step that is captured ---- */

/* The row that makes the object of a method, by its canonical name; NONE. */
static u32 maker_of(const struct rule_run *run, const struct body *b, u32 row, const char *module)
{
	struct value v = value_of(capture_values(run->capture, b), row, b->rows[row].a);
	bool is_made = v.kind == VALUE_RESULT && b->rows[v.row].op == ROW_CALL && str_starts(python_callee(run->capture->program, b->rows[v.row].fn, b->rows[v.row].row), module);
	return is_made ? v.row : NONE;
}

/* lr=torch.tensor(...): a scheduler fills it, and the graph reads it again. */
static bool has_tensor_rate(const struct rule_run *run, const struct body *b, u32 made)
{
	struct str text;
	u32 rate = torch_argument(run->capture, b, made, (struct model_arg){.position = -1, .keyword = S("lr")}, &text);
	return rate != NONE && tensor_at(run->capture, b, NONE, made, rate).is_tensor;
}

static void look_at_rates(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		bool is_step = b->rows[row].op == ROW_CALL && b->rows[row].flags & RF_MEMBER && str_is(body_row_name(run->program, &b->rows[row]), "step");
		u32 scheduler = is_step && !capture_has_in_code(run->capture, b, row) ? maker_of(run, b, row, "torch.optim.lr_scheduler.") : NONE;
		if (scheduler == NONE || !b->rows[scheduler].arg_count)
			continue;
		u32 optimizer = b->args[b->rows[scheduler].first_arg];
		for (u32 step = 0; step < b->n; step++) {
			bool is_captured = b->rows[step].op == ROW_CALL && b->rows[step].a == optimizer && str_is(body_row_name(run->program, &b->rows[step]), "step") && capture_has_in_code(run->capture, b, step);
			u32 made = is_captured ? maker_of(run, b, step, "torch.optim.") : NONE;
			if (made == NONE || has_tensor_rate(run, b, made) || !body_reaches(b, step, row))
				continue;
			struct site site = site_in(run->program, b, row), use = site_in(run->program, b, step), from = site_in(run->program, b, made);
			struct finding *f = rule_report(run, SEVERITY_WARNING, &site, "changes a learning rate that the captured step has taken as a number: the replays go on with the one of the capture; give the optimizer a tensor as its rate");
			rule_step(run, f, &from, "the rate is a number here");
			rule_step(run, f, &use, "the step is captured here");
			finding_param(run->findings, f, "form", S("argument"));
			break;
		}
	}
}

static bool captures_here(const struct rule_run *run, fn_id fn)
{
	for (u32 i = 0; i < run->capture->regions.n; i++)
		if (run->capture->regions.at[i].fn == fn && run->capture->regions.at[i].grade == GRADE_CODE)
			return true;
	return false;
}

void rule_frozen_value(struct rule_run *run)
{
	u32 *seen = arena_array(run->findings->arena, u32, run->program->function_count + 1);
	look_at_counters(run);
	for (fn_id fn = 0; fn < run->program->function_count && run->capture->captures_itself; fn++)
		if (run->shows[fn] && !rule_is_python(run, fn) && !program_is_test(run->program, fn))
			frozen_counter(run, fn);
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		if (!rule_is_python(run, fn) || program_is_test(run->program, fn))
			continue;
		if (run->program->functions[fn].cls && captures_in_code(run->capture) && capture_part(run->capture, fn) == PART_REPLAY)
			frozen_attribute(run, fn, seen);
		if (!run->shows[fn])
			continue;
		if (takes_addresses(&run->program->functions[fn]))
			look_at_notes(run, fn);
		enum part part = capture_part(run->capture, fn);
		if (part == PART_REPLAY)
			look_at_replay(run, fn);
		if (captures_in_code(run->capture) && fn_calls_name(&run->program->functions[fn], S("replay")))
			frozen_turn(run, fn);
		if (part == PART_CAPTURE)
			look_at_width(run, fn);
		if (part == PART_CAPTURE || captures_here(run, fn))
			frozen_input(run, fn);
	}
	for (u32 at = 0; at < run->capture->reached.n; at++) {
		fn_id fn = run->capture->reached.at[at].fn;
		if (run->shows[fn] && rule_is_python(run, fn) && !program_is_test(run->program, fn))
			frozen_advance(run, at);
	}
	look_at_counts(run);
	for (u32 i = 0; i < run->capture->regions.n; i++) {
		fn_id fn = run->capture->regions.at[i].fn;
		if (!rule_is_first_capture(run, i) || !run->shows[fn] || !rule_is_python(run, fn))
			continue;
		look_at_rates(run, fn);
		if (!program_is_test(run->program, fn))
			frozen_closure(run, fn);
	}
	look_at_switches(run);
}
