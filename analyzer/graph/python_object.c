/* Objects of which only a class outside the program is known: `def get_model(...) -> nn.Module`. A registry or a factory has made them, so a
 * call may run any class of the program that derives from it; the call's arguments tell which of them can be meant. */
#include "graph/python_link.h"

enum { FEW = 6, EVIDENCE = 2, STRONG = 4, SITES = 32, NEAR = 8 };

bool is_module_class(struct str name) { return str_ends(name, ".Module"); }

static bool derives_from(const struct python *y, u32 cls, u32 outside, bool is_direct)
{
	const struct class *c = &y->classes.at[cls];
	for (u32 i = 0; i < c->base_count; i++)
		if (c->bases[i].kind == THING_EXTERNAL && c->bases[i].at == outside)
			return true;
	u32 list[ANCESTORS], last, n = is_direct ? 0 : class_ancestors(y, cls, list, &last);
	for (u32 i = 1; i < n; i++)
		if (derives_from(y, list[i], outside, true))
			return true;
	return false;
}

/* Somebody calls the class by its name: whoever holds such an object is known to hold it. Tests make everything. */
static bool is_made_by_name(const struct python *y, u32 cls)
{
	for (u32 i = chain_first(&y->sites, y->classes.at[cls].name); i != NONE; i = chain_next(&y->sites, i)) {
		const struct site *s = &y->all_sites.at[y->sites.links.at[i].value];
		if (!program_is_test(y->program, s->fn))
			return true;
	}
	return false;
}

static const struct objects *objects_of(struct python *y, u32 outside)
{
	u32 known = idmap_get(&y->objects_of, outside);
	if (known != NONE)
		return &y->objects.at[known];
	u32 forward = text_id(y, S("forward"));
	struct objects found = {0};
	for (u32 i = 0; i < y->classes.n; i++) {
		u32 b = idmap_get(&y->scopes, SCOPE_KEY(SCOPE_CLASS, i, forward));
		if (b == NONE || y->bindings.at[b].kind != BIND_FUNCTION || y->program->files[y->classes.at[i].file].is_test)
			continue;
		if (derives_from(y, i, outside, true))
			vec_push(y->arena, &found.direct, y->bindings.at[b].a);
		if (derives_from(y, i, outside, false)) {
			if (is_made_by_name(y, i))
				vec_push(y->arena, &found.made, y->bindings.at[b].a);
			else
				vec_push(y->arena, &found.unmade, y->bindings.at[b].a);
		}
	}
	vec_push(y->arena, &y->objects, found);
	idmap_put(y->arena, &y->objects_of, outside, y->objects.n - 1);
	return &y->objects.at[y->objects.n - 1];
}

/* The name of what is given: `positions` of `batch.positions`, or the keyword. */
static struct str given_name(const struct unit *u, const struct function *f, const struct row *row, u32 i)
{
	struct str keyword = unit_text(u, u->arg_names[row->first_arg + i]);
	operand o = u->args[row->first_arg + i];
	u32 at = operand_index(o);
	if (keyword.n)
		return keyword;
	if (operand_kind(o) == OPD_VAR)
		return unit_text(u, u->vars[f->first_var + at].name);
	if (operand_kind(o) == OPD_GLOBAL || operand_kind(o) == OPD_CAPTURED)
		return unit_text(u, at);
	struct str last = S("");
	for (u32 s = 0; operand_kind(o) == OPD_PLACE && s < PLACE_STEPS && u->places[at].kinds[s] == STEP_FIELD; s++)
		last = unit_text(u, u->places[at].names[s]);
	return last;
}

static bool is_star(struct str keyword) { return keyword.n && keyword.p[0] == '*'; }

bool passes_all_on(const struct unit *u, const struct row *row)
{
	for (u32 i = 0; i < row->arg_count; i++)
		if (!is_star(unit_text(u, u->arg_names[row->first_arg + i])))
			return false;
	return row->arg_count;
}

static u32 param_named(const struct fn *f, struct str name)
{
	for (u32 i = 1; i < f->f->param_count; i++)
		if (str_eq(unit_text(f->unit, f->unit->vars[f->f->first_var + i].name), name))
			return i;
	return NONE;
}

/* The call can be one of the method: it gives what has no default, and nothing that the method does not take. Returns how many arguments are
 * called as the parameters are, or 0. */
static u32 alike_in_call(const struct python *y, fn_id from, const struct row *row, fn_id method)
{
	const struct fn *f = &y->program->functions[method], *in = &y->program->functions[from];
	u64 given = 0;
	u32 alike = 0, position = 1;
	bool has_star = false, takes_more = false;
	for (u32 i = 1; i < f->f->param_count; i++)
		takes_more |= f->unit->vars[f->f->first_var + i].flags & NF_VARIADIC;
	for (u32 i = 0; i < row->arg_count; i++) {
		struct str keyword = unit_text(in->unit, in->unit->arg_names[row->first_arg + i]);
		if (is_star(keyword)) {
			has_star = true;
			continue;
		}
		u32 named = param_named(f, given_name(in->unit, in->f, row, i)), param = keyword.n ? named : position++;
		bool is_taken = param < f->f->param_count && !(f->unit->vars[f->f->first_var + param].flags & NF_VARIADIC);
		if (!is_taken && !takes_more)
			return 0;
		alike += is_taken && named == param;
		given |= is_taken && param < 64 ? 1ull << param : 0;
	}
	for (u32 i = 1; i < f->f->param_count && i < 64 && !has_star; i++) {
		const struct var *v = &f->unit->vars[f->f->first_var + i];
		if (!v->value && !(v->flags & NF_VARIADIC) && !(given >> i & 1))
			return 0;
	}
	return alike;
}

bool call_fits(const struct python *y, fn_id from, const struct row *row, fn_id method) { return alike_in_call(y, from, row, method) >= EVIDENCE; }

u32 object_names(const struct python *y, fn_id method, u32 *names)
{
	const struct fn *f = &y->program->functions[method];
	struct str own = text_of(y, f->name);
	u32 cls = idmap_get(&y->class_of, (u64)f->file << 32 | f->f->cls), n = 0;
	if (cls == NONE || (!str_is(own, "__call__") && !str_is(own, "forward")))
		return 0;
	for (u32 i = chain_first(&y->sites, y->classes.at[cls].name), seen = 0; i != NONE && n < HOLDERS && seen < SITES; i = chain_next(&y->sites, i), seen++) {
		const struct site *s = &y->all_sites.at[y->sites.links.at[i].value];
		const struct unit *u = unit_of(y, s->fn);
		const struct function *in = y->program->functions[s->fn].f;
		operand made = s->decorator == NONE ? u->rows[s->row].dst : 0;
		for (u32 r = s->row + 1; operand_kind(made) == OPD_TEMP && r < in->first_row + in->row_count && r <= s->row + NEAR; r++) {
			const struct row *row = &u->rows[r];
			if (row->op != ROW_MOVE || row->a != made)
				continue;
			u32 at = operand_index(row->dst), name = 0;
			for (u32 k = 0; operand_kind(row->dst) == OPD_PLACE && k < PLACE_STEPS && u->places[at].kinds[k] == STEP_FIELD; k++)
				name = u->places[at].names[k];
			u32 id = name ? intern_find(&y->program->names, unit_text(u, name)) : NONE;
			if (id != NONE && (!n || names[0] != id))
				names[n++] = id;
			break;
		}
	}
	return n;
}

/* What a call that hands on all that it was given may look like: the calls of the method around it. */
static u32 calls_around(struct python *y, fn_id fn, const struct row *row, struct site *out)
{
	fn_id method = method_around(y, fn);
	u32 names[HOLDERS], n = 0;
	if (!passes_all_on(unit_of(y, fn), row) || method == NONE) {
		out[0] = (struct site){fn, (u32)(row - unit_of(y, fn)->rows), NONE};
		return 1;
	}
	for (u32 k = 0, count = object_names(y, method, names); k < count; k++)
		for (u32 i = chain_first(&y->sites, names[k]), seen = 0; i != NONE && seen < SITES && n < SITES; i = chain_next(&y->sites, i), seen++) {
			const struct site *s = &y->all_sites.at[y->sites.links.at[i].value];
			const struct row *call = &unit_of(y, s->fn)->rows[s->row];
			struct things callees = {0};
			bool is_bound, is_one = false;
			if (s->decorator != NONE || passes_all_on(unit_of(y, s->fn), call))
				continue;
			callees_of(y, s->fn, call, &callees);
			for (u32 c = 0; c < callees.n; c++)
				is_one |= is_meant(y, callees.at[c], method, &is_bound);
			if (is_one)
				out[n++] = *s;
		}
	return n;
}

/* Files that may hold such classes, by two names of arguments. */
static void miss_objects(struct python *y, const struct site *s)
{
	const struct fn *in = &y->program->functions[s->fn];
	const struct row *row = &in->unit->rows[s->row];
	u32 names[EVIDENCE], n = 0;
	for (u32 i = 0; i < row->arg_count && n < EVIDENCE; i++) {
		struct str name = given_name(in->unit, in->f, row, i);
		if (name.n && !is_star(name))
			names[n++] = text_id(y, name);
	}
	if (n == EVIDENCE)
		python_miss(y, MISS_OBJECTS, names[0], names[1]);
}

u32 derived_calls(struct python *y, u32 outside, fn_id fn, const struct row *row, fn_id *out, bool *is_cut)
{
	struct site calls[SITES];
	u32 n = 0;
	if (!is_module_class(text_of(y, outside)))
		return 0;
	python_miss(y, MISS_DERIVED, text_id(y, S("Module")), text_id(y, S("forward")));
	const struct objects *o = objects_of(y, outside);
	if (o->direct.n <= FEW) {
		for (; n < o->direct.n; n++)
			out[n] = o->direct.at[n];
		return n;
	}
	*is_cut = true;
	u32 count = row ? calls_around(y, fn, row, calls) : 0;
	for (u32 k = 0; k < count; k++)
		miss_objects(y, &calls[k]);
	o = objects_of(y, outside);
	for (u32 i = 0; i < o->unmade.n && n < DERIVED_CALLS; i++) {
		bool is_any = false;
		for (u32 k = 0; k < count && !is_any; k++)
			is_any = call_fits(y, calls[k].fn, &unit_of(y, calls[k].fn)->rows[calls[k].row], o->unmade.at[i]);
		if (is_any)
			out[n++] = o->unmade.at[i];
	}
	/* A factory out of sight may have been handed the class: if nothing else can be meant, and the call looks like its very own. */
	bool is_open = !n;
	for (u32 i = 0; i < o->made.n && is_open && n < DERIVED_CALLS; i++) {
		u32 alike = 0;
		for (u32 k = 0; k < count; k++) {
			u32 one = alike_in_call(y, calls[k].fn, &unit_of(y, calls[k].fn)->rows[calls[k].row], o->made.at[i]);
			alike = one > alike ? one : alike;
		}
		if (alike >= STRONG)
			out[n++] = o->made.at[i];
	}
	return n;
}
