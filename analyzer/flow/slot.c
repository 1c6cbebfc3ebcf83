/* The driver: which functions matter, their bodies, the order, the fixpoints. */
#include "flow/slot_local.h"
#include "graph/order.h"
#include "graph/relevant.h"

#include <string.h>

enum { ROUNDS = 8 };

static void make_bodies(struct slot_program *all, const bool *is_relevant)
{
	struct program *p = all->program;
	bool *is_unfolded = arena_array(all->arena, bool, p->function_count);
	/* Functions first: what they unfold needs no body of its own. */
	for (u32 pass = 0; pass < 2; pass++)
		for (fn_id f = 0; f < p->function_count; f++) {
			u32 kind = p->functions[f].f->kind;
			bool is_unfoldable = kind == FN_LAMBDA || kind == FN_MACRO;
			if (!is_relevant[f] || is_unfoldable != pass || is_unfolded[f])
				continue;
			struct body *b = &all->bodies[f];
			body_build(p, all->arena, f, b);
			if (program_is_python(p, f))
				python_prepare(p, all->arena, b);
			for (u32 i = 0; i < b->use_count; i++)
				is_unfolded[b->uses[i].fn] = true;
		}
}

/* Those that others may read as well: Python's have been changed. */
static const struct body *shared_bodies(const struct slot_program *all)
{
	struct body *shared = arena_array(all->arena, struct body, all->program->function_count);
	for (fn_id f = 0; f < all->program->function_count; f++)
		if (!program_is_python(all->program, f))
			shared[f] = all->bodies[f];
	return shared;
}

/* By fn_id: the number of its recursive group, NONE where it is alone. */
static u32 *groups_of(struct arena *a, const struct order *order, u32 count)
{
	u32 *group = arena_array(a, u32, count + 1);
	memset(group, 0xff, sizeof *group * count);
	for (u32 i = 0; i < order->group_count; i++)
		for (u32 k = 0; k < order->groups[i].n && order->groups[i].n > 1; k++)
			group[order->fns[order->groups[i].first + k]] = i;
	return group;
}

/* A group that nobody outside calls has no root by itself: all of it is one. */
static void free_groups(struct slot_program *all, const struct order *order)
{
	for (u32 i = 0; i < order->group_count; i++) {
		const struct order_group *g = &order->groups[i];
		bool is_called = g->n < 2;
		for (u32 k = 0; k < g->n && !is_called; k++)
			is_called = all->has_callers[order->fns[g->first + k]];
		for (u32 k = 0; k < g->n && g->n > 1 && is_called; k++)
			all->has_callers[order->fns[g->first + k]] = true;
	}
}

static void note_callers(struct slot_program *all, const u32 *group)
{
	struct program *p = all->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct body *b = &all->bodies[f];
		if (program_is_test(p, f))
			continue;
		for (u32 row = 0; row < b->n; row++)
			for (u32 i = 0; i < b->rows[row].callee.n; i++)
				if (b->rows[row].callee.at[i] != f && (group[f] == NONE || group[b->rows[row].callee.at[i]] != group[f]))
					all->has_callers[b->rows[row].callee.at[i]] = true;
	}
}

/* What an interpreter loads, beside other extensions. */
static bool has_bindings(const struct program *p)
{
	static const char *const bindings[] = {"torch/", "ATen/", "c10/", "pybind11/", "nanobind/", "Python.h", "boost/python", "jni.h", "paddle/", "tensorflow/", "mex.h"};
	for (u32 i = 0; i < p->file_count; i++)
		if (is_cython(p->files[i].path))
			return true;
	return program_uses(p, bindings, COUNT(bindings));
}

/* An exception out of the function: does somebody catch it? Where callers are out of sight, the interpreter that the program is bound to does; of others nobody knows. Callers come first, so that a program without recursion needs one round. */
static void note_survived(struct slot_program *all, const struct order *order)
{
	struct program *p = all->program;
	bool is_extension = has_bindings(p);
	for (fn_id f = 0; f < p->function_count; f++)
		all->is_survived[f] = program_is_bound(p, f) || (is_extension && !is_main(p, f) && !program_is_thread(p, f) && (!all->has_callers[f] || program_is_stored(p, f)));
	bool changed = true;
	for (u32 round = 0; changed && round < ROUNDS; round++) {
		changed = false;
		for (u32 g = order->group_count; g-- > 0;)
			for (u32 k = order->groups[g].n; k-- > 0;) {
				fn_id f = order->fns[order->groups[g].first + k];
				const struct body *b = &all->bodies[f];
				for (u32 row = 0; row < b->n; row++)
					for (u32 i = 0; i < b->rows[row].callee.n; i++) {
						fn_id to = b->rows[row].callee.at[i];
						if (all->is_survived[to] || !(all->is_survived[f] || handler_of(b, row) != NONE))
							continue;
						all->is_survived[to] = changed = true;
					}
			}
	}
}

/* Calls that give a parameter another value than its default, if the function asks for it on a failure's path. */
static bool walk_explicit(struct slot_program *all, struct walk *w, struct arena *scratch, fn_id fn)
{
	if (!w->leans_on_default)
		return false;
	if (!all->explicit[fn])
		all->explicit[fn] = arena_new(all->arena, struct summary);
	arena_release(scratch);
	walk_run(w, all, scratch, &all->bodies[fn], WALK_EXPLICIT);
	return summary_update(w, all->explicit[fn]);
}

/* check(err, __FILE__, __LINE__, true), where `if (abort)` ends the path: calls that give a constant. */
static bool walk_given(struct slot_program *all, struct walk *w, struct arena *scratch, fn_id fn, u16 leaning)
{
	bool changed = false;
	all->leaning[fn] |= leaning;
	if (!all->leaning[fn])
		return false;
	for (u32 i = 0; i < 2; i++) {
		if (!all->given[i][fn])
			all->given[i][fn] = arena_new(all->arena, struct summary);
		arena_release(scratch);
		walk_run(w, all, scratch, &all->bodies[fn], i ? WALK_FALSE : WALK_TRUE);
		changed |= summary_update(w, all->given[i][fn]);
	}
	return changed;
}

/* The summaries for calls that give parameters what the usual call does not. */
static bool walk_others(struct slot_program *all, struct walk *w, struct arena *scratch, fn_id fn)
{
	u16 leaning = w->leaning; /* of the walk before */
	bool changed = walk_explicit(all, w, scratch, fn);
	return walk_given(all, w, scratch, fn, leaning) || changed;
}

static void walk_group(struct slot_program *all, const fn_id *group, u32 n, bool is_recursive)
{
	struct arena scratch = {0};
	struct walk w;
	bool changed = is_recursive;
	for (u32 round = 0; changed && round < ROUNDS; round++) {
		changed = false;
		for (u32 i = 0; i < n; i++) {
			walk_run(&w, all, &scratch, &all->bodies[group[i]], WALK_SUMMARY);
			changed |= summary_update(&w, &all->summaries[group[i]]);
			changed |= walk_others(all, &w, &scratch, group[i]);
			arena_release(&scratch);
		}
	}
	for (u32 i = 0; i < n; i++) {
		walk_run(&w, all, &scratch, &all->bodies[group[i]], WALK_RECORD);
		summary_update(&w, &all->summaries[group[i]]);
		walk_others(all, &w, &scratch, group[i]);
		arena_release(&scratch);
	}
}

static bool is_built_with_reader(const struct program *p)
{
	for (u32 file = 0; file < p->file_count; file++)
		if (file_brings_reader(p, file))
			return true;
	return false;
}

/* Windows are opened by applications, whose main may use nothing of the runtime and is not read then. */
static bool has_windows(const struct program *p)
{
	static const char *const toolkits[] = {"GLFW/", "GL/glut", "GL/freeglut", "SDL2/", "SDL3/", "QApplication"};
	return program_uses(p, toolkits, COUNT(toolkits));
}

/* Functions that launch, tests aside: who launches in so many of them and reads nowhere shows that nobody here reads. */
static u32 count_launching(const struct slot_program *all)
{
	u32 n = 0;
	for (fn_id f = 0; f < all->program->function_count; f++) {
		const struct body *b = &all->bodies[f];
		u32 row = 0;
		while (row < b->n && b->rows[row].op != ROW_LAUNCH)
			row++;
		n += row < b->n && !program_is_test(all->program, f);
	}
	return n;
}

static void note_readers(struct slot_program *all)
{
	enum { FEW_FILES = 8, MANY_LAUNCHING = 8 };
	const struct program *p = all->program;
	struct slot_flow *out = all->out;
	u32 files = 0, last = NONE;
	bool has_main = false;
	for (fn_id f = 0; f < p->function_count; f++) {
		bool is_new = all->bodies[f].n && p->functions[f].file != last && !program_is_test(p, f);
		files += is_new;
		has_main |= is_main(p, f) && !program_is_test(p, f);
		last = is_new ? p->functions[f].file : last;
	}
	out->is_whole = files >= FEW_FILES || has_main || count_launching(all) >= MANY_LAUNCHING;
	out->is_alone = has_windows(p) && !has_bindings(p); /* a main alone may be a tool beside a library */
	out->is_read = is_built_with_reader(p);
	for (u32 i = 0; i < out->reads.n && !out->is_read; i++)
		out->is_read = !out->reads.at[i].is_discarded && !program_is_test(p, out->reads.at[i].site.fn);
}

/* A row of some body stands in a file that is reported: whatever the flow tells is told of such a row. */
static bool is_any_shown(const struct slot_program *all)
{
	const struct program *p = all->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct body *b = &all->bodies[f];
		if (b->n && p->files[p->functions[f].file].is_reported)
			return true;
		for (u32 i = 0; i < b->use_count; i++)
			if (p->files[p->functions[b->uses[i].fn].file].is_reported)
				return true;
	}
	return false;
}

void slot_run(struct program *p, struct arena *a, struct slot_flow *out)
{
	struct slot_program all = {.program = p, .arena = a, .out = out};
	*out = (struct slot_flow){0};
	all.summaries = arena_array(a, struct summary, p->function_count);
	all.explicit = arena_array(a, struct summary *, p->function_count);
	for (u32 i = 0; i < 2; i++)
		all.given[i] = arena_array(a, struct summary *, p->function_count);
	all.leaning = arena_array(a, u16, p->function_count);
	all.bodies = arena_array(a, struct body, p->function_count);
	all.is_survived = arena_array(a, bool, p->function_count);
	all.has_callers = arena_array(a, bool, p->function_count);
	make_bodies(&all, relevant_functions(p, a));
	out->bodies = shared_bodies(&all);
	if (!is_any_shown(&all))
		return;
	struct order order;
	order_bodies(a, all.bodies, p->function_count, &order);
	note_callers(&all, groups_of(a, &order, p->function_count));
	free_groups(&all, &order);
	note_survived(&all, &order);
	for (u32 i = 0; i < order.group_count; i++) {
		const struct order_group *g = &order.groups[i];
		walk_group(&all, order.fns + g->first, g->n, g->is_recursive);
	}
	slot_merge(a, out);
	slot_told(&all);
	slot_unheard(&all);
	slot_cleanup(&all);
	slot_thread(&all);
	slot_readers(&all);
	note_readers(&all);
}
