/* A graph keeps the addresses that it captured. Whoever points a name of the captured state at new memory afterwards changes nothing for
 * the graph, which goes on reading the old. Each form has a file of its own; here stands who is looked at. */
#include "rebound.h"

/* Cheap, an upper bound: the class of the function opens a capture. */
static bool has_region_of_class(const struct rule_run *run, const struct fn *f)
{
	for (u32 i = 0; i < run->capture->regions.n && f->cls; i++) {
		const struct fn *fn = &run->program->functions[run->capture->regions.at[i].fn];
		if (run->capture->regions.at[i].grade == GRADE_CODE && fn->cls == f->cls && fn->file == f->file)
			return true;
	}
	return false;
}

/* Cheap, an upper bound: data of the host becomes a tensor. */
static bool uploads(const struct fn *fn)
{
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
		struct str name = fn->unit->rows[i].op == ROW_CALL ? unit_text(fn->unit, fn->unit->rows[i].name) : S("");
		if (str_ends(name, "tensor") || str_is(name, "to") || str_is(name, "cuda"))
			return true;
	}
	return false;
}

/* Cheap, an upper bound: it has to do with a module's parameters as a whole. */
static bool names_parameters(const struct fn *fn)
{
	return fn_calls_name(fn, S("load_state_dict")) || fn_calls_name(fn, S("parameters")) || fn_calls_name(fn, S("named_parameters"));
}

void rule_rebound_buffer(struct rule_run *run)
{
	u32 *seen = arena_array(run->findings->arena, u32, run->program->function_count + 1);
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		if (!rule_is_python(run, fn) || program_is_test(run->program, fn) || capture_part(run->capture, fn) != PART_REPLAY)
			continue;
		if (run->shows[fn]) {
			rebound_at_replay(run, fn);
			rebound_given(run, fn);
		}
		rebound_before_replay(run, fn, seen);
	}
	for (u32 i = 0; i < run->capture->regions.n; i++) {
		fn_id fn = run->capture->regions.at[i].fn;
		if (!rule_is_first_capture(run, i) || !run->shows[fn] || !rule_is_python(run, fn))
			continue;
		rebound_gradients(run, fn);
		if (!program_is_test(run->program, fn))
			rebound_local(run, fn);
	}
	for (fn_id fn = 0; fn < run->program->function_count; fn++)
		if (run->shows[fn] && rule_is_python(run, fn) && !program_is_test(run->program, fn) && run->program->functions[fn].cls &&
		    capture_part(run->capture, fn) == PART_NONE && uploads(&run->program->functions[fn]))
			rebound_beside(run, fn);
	for (fn_id fn = 0; fn < run->program->function_count; fn++)
		if (run->shows[fn] && rule_is_python(run, fn) && !program_is_test(run->program, fn) && names_parameters(&run->program->functions[fn]))
			rebound_assigned(run, fn);
	bool has_backward = rebound_captures_backward(run);
	for (fn_id fn = 0; fn < run->program->function_count && has_backward; fn++)
		if (run->shows[fn] && rule_is_python(run, fn) && !run->program->files[run->program->functions[fn].file].is_test)
			rebound_function(run, fn);
	for (fn_id fn = 0; fn < run->program->function_count; fn++)
		if (run->shows[fn] && rule_is_python(run, fn) && !program_is_test(run->program, fn) && has_region_of_class(run, &run->program->functions[fn]))
			rebound_by_growth(run, fn);
	for (u32 at = 0; at < run->capture->reached.n; at++) {
		fn_id fn = run->capture->reached.at[at].fn;
		if (!run->shows[fn] || !rule_is_python(run, fn))
			continue;
		rebound_by_swap(run, at); /* simulations capture in examples most of all */
		if (program_is_test(run->program, fn))
			continue;
		rebound_state(run, at);
		rebound_address(run, at);
		rebound_by_resize(run, at);
		rebound_slot(run, at);
	}
	rebound_weights(run);
	rebound_by_holder(run);
	for (u32 at = 0; at < run->capture->reached.n && captures_in_code(run->capture); at++)
		if (run->shows[run->capture->reached.at[at].fn] && !rule_is_python(run, run->capture->reached.at[at].fn))
			rebound_by_free(run, at);
	for (fn_id fn = 0; fn < run->program->function_count && run->capture->captures_itself; fn++)
		if (!rule_is_python(run, fn) && !program_is_test(run->program, fn))
			rebound_by_remaking(run, fn);
}
