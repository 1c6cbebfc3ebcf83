/* Parameters: what call sites hand over, and which argument of a call a parameter gets. */
#include "graph/python_link.h"

enum { SITES = 32 };

bool is_meant(struct python *y, struct thing callee, fn_id fn, bool *is_bound)
{
	if (callee.kind == THING_FUNCTION) {
		*is_bound = callee.flags & THING_BOUND;
		return callee.at == fn;
	}
	if (callee.kind != THING_CLASS && callee.kind != THING_INSTANCE)
		return false;
	struct things runs = {0};
	struct thing object = thing_make(THING_INSTANCE, callee.at, 0, THING_EXACT);
	if (callee.kind == THING_CLASS)
		class_member(y, callee.at, text_id(y, S("__init__")), object, &runs);
	else
		object_call(y, callee, &runs);
	*is_bound = true;
	for (u32 i = 0; i < runs.n; i++)
		if (runs.at[i].kind == THING_FUNCTION && runs.at[i].at == fn)
			return true;
	return false;
}

static operand argument_of(const struct unit *u, const struct row *row, u32 param, u32 shift)
{
	for (u32 i = 0; i < row->arg_count; i++) {
		struct str keyword = unit_text(u, u->arg_names[row->first_arg + i]);
		if (keyword.n && str_is(keyword, "*"))
			return 0;
		if (!keyword.n && i + shift == param)
			return u->args[row->first_arg + i];
	}
	return 0;
}

static operand keyword_of(const struct unit *u, const struct row *row, struct str name)
{
	for (u32 i = 0; i < row->arg_count; i++)
		if (str_eq(unit_text(u, u->arg_names[row->first_arg + i]), name))
			return u->args[row->first_arg + i];
	return 0;
}

static void site_value(struct python *y, const struct site *s, fn_id fn, u32 param, struct things *out)
{
	const struct unit *u = unit_of(y, s->fn);
	const struct row *row = &u->rows[s->row];
	const struct fn *f = &y->program->functions[fn];
	struct things callees = {0};
	if (s->decorator != NONE)
		python_values(y, s->fn, arg_of(u, row, s->decorator), &callees);
	else
		callees_of(y, s->fn, row, &callees);
	for (u32 i = 0; i < callees.n; i++) {
		bool is_bound = false;
		if (!is_meant(y, callees.at[i], fn, &is_bound))
			continue;
		if (s->decorator != NONE) {
			if (param == (is_bound ? 1u : 0u))
				python_values(y, s->fn, row->a, out);
			continue;
		}
		operand o = keyword_of(u, row, unit_text(f->unit, f->unit->vars[f->f->first_var + param].name));
		if (!o)
			o = argument_of(u, row, param, is_bound);
		struct things given = {0};
		if (o)
			python_values(y, s->fn, o, &given);
		/* One caller's int or None is not every caller's; a tensor, a module, a function, an object is worth following. */
		for (u32 k = 0; k < given.n; k++) {
			struct str cls = given.at[k].kind == THING_OBJECT ? text_of(y, given.at[k].at) : S("");
			if (given.at[k].kind != THING_OBJECT || str_is(cls, "torch.Tensor") || is_module_class(cls))
				thing_add(out, given.at[k]);
		}
	}
}

void param_value(struct python *y, fn_id fn, u32 param, struct things *out)
{
	const struct program *p = y->program;
	u32 names[4 + HOLDERS], n = 0;
	const struct fn *f = &p->functions[fn];
	struct str own = text_of(y, f->name);
	u32 holders = n = f->f->kind == FN_METHOD ? object_names(y, fn, names) : 0;
	if (f->f->kind == FN_METHOD && (str_is(own, "__init__") || str_is(own, "__call__") || str_is(own, "forward"))) {
		u32 cls = idmap_get(&y->class_of, (u64)f->file << 32 | f->f->cls);
		names[n++] = cls != NONE && str_is(own, "__init__") ? y->classes.at[cls].name : f->name;
	}
	names[n++] = f->name;
	for (const struct fn *at = f; at->f->parent != NONE && n < COUNT(names);) {
		at = &p->functions[program_fn(p, at->file, at->f->parent)];
		names[n++] = at->name;
	}
	u32 seen = 0;
	struct things decorated = {0};
	for (u32 k = 0; k < n; k++) {
		if (k && names[k] == names[k - 1])
			continue;
		if (k >= holders && (f->f->kind != FN_METHOD || !is_common_method(y, names[k])))
			python_miss(y, MISS_CALLERS, names[k], 0);
		for (u32 i = chain_first(&y->sites, names[k]); i != NONE; i = chain_next(&y->sites, i)) {
			if (seen++ >= SITES) {
				out->is_cut = true;
				return;
			}
			const struct site *s = &y->all_sites.at[y->sites.links.at[i].value];
			site_value(y, s, fn, param, s->decorator != NONE ? &decorated : out);
		}
	}
	/* What many functions are decorated with may run any of them, and whoever calls one is known to run that one. */
	if (decorated.n <= SAME_NAME)
		things_add(out, &decorated);
	out->is_cut |= decorated.n > SAME_NAME;
}

operand python_argument(const struct program *p, fn_id in, const struct row *row, const struct python_target *target, u32 param)
{
	const struct fn *f = &p->functions[target->fn];
	const struct unit *u = p->functions[in].unit;
	if (param >= f->f->param_count || target->how & (HOW_CALLBACK | HOW_PARTIAL | HOW_PROPERTY))
		return 0;
	operand o = keyword_of(u, row, unit_text(f->unit, f->unit->vars[f->f->first_var + param].name));
	if (o)
		return o;
	if (target->how & HOW_BOUND && !param)
		return row->flags & RF_MEMBER && !(target->how & HOW_CONSTRUCT) ? row->a : 0;
	return argument_of(u, row, param, target->how & HOW_BOUND ? 1 : 0);
}
