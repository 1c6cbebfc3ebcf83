/* Who runs only to clean up: what destructors alone call can tell nobody either. */
#include "flow/slot_local.h"

/* One that may not throw has its status, true or false to tell a failure with, as functions of a C interface do. */
static bool has_answer(const struct fn *f)
{
	struct str result = unit_text(f->unit, f->f->result);
	return is_status_type(result) || str_is(result, "bool");
}

bool is_cleanup(const struct program *p, fn_id fn)
{
	const struct fn *f = &p->functions[fn];
	struct str name = unit_text(f->unit, f->f->name);
	if (program_is_python(p, fn) && (str_is(name, "__del__") || str_is(name, "__dealloc__")))
		return true;
	return f->f->flags & NF_DTOR || (f->f->flags & NF_NOEXCEPT && !(f->f->flags & NF_CTOR) && !has_answer(f));
}

/* A noexcept function may do any work; one that takes over another's things, or gives back by its name, calls what cleans up. */
static bool calls_to_clean(const struct program *p, fn_id fn)
{
	static const char *const words[] = {"free", "release", "destroy", "clear", "reset", "close", "shutdown", "teardown", "cleanup", "clean_up", "dispose"};
	struct str name = fn_name(&p->functions[fn]);
	return is_cleanup(p, fn) && (!(p->functions[fn].f->flags & NF_NOEXCEPT) || p->functions[fn].f->flags & NF_DTOR || str_ends(name, "operator=") || name_has(name, words, COUNT(words)));
}

/* What atexit() is given runs when the process ends. Who gives it need not use the runtime. */
static void mark_at_exit(const struct program *p, bool *runs_at_exit)
{
	static const char *const exits[] = {"atexit", "std::atexit", "at_quick_exit", "std::at_quick_exit", "Py_AtExit"};
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
			const struct row *r = &fn->unit->rows[i];
			if (r->op != ROW_CALL || r->arg_count != 1 || !str_is_any(unit_text(fn->unit, r->name), exits, COUNT(exits)))
				continue;
			fn_id given = program_function_value(p, f, r, fn->unit->args[r->first_arg]);
			if (given != NONE)
				runs_at_exit[given] = true;
		}
	}
}

struct reach {
	const struct slot_program *all;
	bool *cleans;    /* by fn_id: calls_to_clean */
	bool *is_plain;  /* by fn_id: some way leads there that is no clean-up */
	bool *is_any;    /* some way does, of whatever kind */
};

/* Along the calls, from what is marked. */
static void spread(struct reach *r)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (u32 i = 0; i < r->all->uses.n; i++) {
			const struct use_of *u = &r->all->uses.at[i];
			bool is_plain = !u->in_failure && r->is_plain[u->caller] && !r->cleans[u->callee];
			changed |= (is_plain && !r->is_plain[u->callee]) || (r->is_any[u->caller] && !r->is_any[u->callee]);
			r->is_plain[u->callee] |= is_plain;
			r->is_any[u->callee] |= r->is_any[u->caller];
		}
	}
}

void slot_cleanup(struct slot_program *all)
{
	const struct program *p = all->program;
	struct arena scratch = {0};
	struct reach r = {all, arena_array(&scratch, bool, p->function_count + 1), arena_array(&scratch, bool, p->function_count + 1), arena_array(&scratch, bool, p->function_count + 1)};
	bool *is_used = arena_array(&scratch, bool, p->function_count + 1);
	for (u32 i = 0; i < all->uses.n; i++)
		is_used[all->uses.at[i].callee] = true;
	bool *runs_at_exit = arena_array(&scratch, bool, p->function_count + 1);
	mark_at_exit(p, runs_at_exit);
	for (fn_id f = 0; f < p->function_count; f++) {
		bool is_entry = !is_used[f] || program_is_bound(p, f) || is_main(p, f);
		r.cleans[f] = calls_to_clean(p, f);
		r.is_plain[f] = is_entry && !r.cleans[f] && !runs_at_exit[f];
		r.is_any[f] = r.is_plain[f] || runs_at_exit[f] || r.cleans[f];
	}
	spread(&r);
	/* Functions that call each other, and nobody in sight calls one of them. */
	for (fn_id f = 0; f < p->function_count; f++)
		if (!r.is_any[f])
			r.is_any[f] = r.is_plain[f] = true;
	spread(&r);
	for (u32 i = 0; i < all->out->losses.n; i++) {
		struct code_loss *loss = &all->out->losses.at[i];
		loss->in_cleanup |= !r.is_plain[loss->producer.site.body];
	}
	for (u32 i = 0; i < all->out->unheard.n; i++)
		all->out->unheard.at[i].in_cleanup |= !r.is_plain[all->out->unheard.at[i].site.body];
	arena_release(&scratch);
}
