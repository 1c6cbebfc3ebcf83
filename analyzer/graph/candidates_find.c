/* Functions by their name, methods by their class, what a table or a pointer was filled with. */
#include "graph/candidates.h"
#include "graph/link.h"

/* CUB_NS_QUALIFIER::f: a macro stands for the namespace. */
static struct str without_macro(struct str wanted)
{
	for (size_t i = 0; i + 1 < wanted.n; i++)
		if (wanted.p[i] == ':' && wanted.p[i + 1] == ':')
			return str_is_shouted((struct str){wanted.p, i}) ? (struct str){wanted.p + i + 2, wanted.n - i - 2} : wanted;
	return wanted;
}

/* `wanted` is `a::f` as written: every component must close the qualified name. */
static bool ends_qualified(struct str qualified, struct str wanted)
{
	if (str_starts(wanted, "::"))
		wanted = (struct str){wanted.p + 2, wanted.n - 2};
	wanted = without_macro(wanted);
	if (wanted.n > qualified.n)
		return false;
	struct str tail = {qualified.p + (qualified.n - wanted.n), wanted.n};
	return str_eq(tail, wanted) && (tail.p == qualified.p || tail.p[-1] == ':');
}

static bool is_variadic(const struct function *f, const struct unit *u)
{
	return f->param_count && u->vars[f->first_var + f->param_count - 1].flags & NF_VARIADIC;
}

static bool takes(const struct function *f, const struct unit *u, u32 args) { return args <= f->param_count || is_variadic(f, u); }

/* Arguments may be left out where a declaration says so that both files see; definitions don't repeat the defaults. */
static bool may_leave_out(const struct program *p, u32 file, const struct fn *f, u32 args)
{
	return args >= f->f->param_count || is_variadic(f->f, f->unit) || f->cls || link_share_header(p, file, f->file);
}

/* Nearest first, each ancestor once: hierarchies have diamonds. */
bool class_derives(const struct program *p, u32 cls, u32 base)
{
	const struct lists *l = &p->link->bases;
	u32 seen[ANCESTORS] = {cls}, n = 1;
	for (u32 at = 0; at < n; at++) {
		if (seen[at] == base)
			return true;
		if (seen[at] >= l->keys)
			continue;
		for (u32 i = l->start[seen[at]]; i < l->start[seen[at] + 1]; i++) {
			bool is_known = n == ANCESTORS;
			for (u32 k = 0; k < n; k++)
				is_known = is_known || seen[k] == l->at[i];
			if (!is_known)
				seen[n++] = l->at[i];
		}
	}
	return false;
}

void candidates_methods(struct program *p, u32 name, u32 cls, u32 args, struct candidates *c)
{
	const struct lists *l = &p->link->functions;
	if (name >= l->keys)
		return;
	for (u32 i = l->start[name]; i < l->start[name + 1]; i++) {
		const struct fn *f = &p->functions[l->at[i]];
		if (f->cls && takes(f->f, f->unit, args) &&
		    (class_derives(p, cls, f->cls) || (f->f->flags & NF_VIRTUAL && class_derives(p, f->cls, cls))))
			candidates_add(c, l->at[i]);
	}
	bool is_open = !c->n;
	/* Nobody defines it for the class itself, so it is purely virtual, and what overrides it need not say so. */
	for (u32 i = l->start[name]; i < l->start[name + 1] && is_open; i++) {
		const struct fn *f = &p->functions[l->at[i]];
		if (f->cls && takes(f->f, f->unit, args) && class_derives(p, f->cls, cls))
			candidates_add(c, l->at[i]);
	}
}

/* An overload that calls its name with a cast means the other one. */
static void prefer_others(fn_id self, struct candidates *c)
{
	u32 kept = 0;
	if (c->n < 2)
		return;
	for (u32 i = 0; i < c->n; i++)
		if (c->at[i] != self)
			c->at[kept++] = c->at[i];
	c->n = kept;
}

/* free(p): of the C library, unless the caller's own namespace, or its file, has one that is called so. */
static bool is_of_c_library(const struct program *p, fn_id in, const struct fn *f, struct str name)
{
	static const char *const names[] = {"free", "malloc", "calloc", "realloc", "memcpy", "memset", "memmove", "exit", "abort", "printf", "fprintf", "read", "write"};
	struct str qualified = fn_name(f), own = fn_name(&p->functions[in]);
	size_t space = qualified.n - last_component(qualified).n;
	bool is_own = f->file == p->functions[in].file || (space <= own.n && str_eq((struct str){qualified.p, space}, (struct str){own.p, space}));
	return str_is_any(name, names, COUNT(names)) && !is_own;
}

void candidates_functions(struct program *p, fn_id in, u32 name, struct str wanted, u32 args, struct candidates *c)
{
	const struct lists *l = &p->link->functions;
	u32 file = p->functions[in].file;
	bool is_qualified = str_has(wanted, "::");
	if (name >= l->keys)
		return;
	for (u32 i = l->start[name]; i < l->start[name + 1]; i++) {
		const struct fn *f = &p->functions[l->at[i]];
		if (f->f->flags & NF_GLOBAL || !takes(f->f, f->unit, args) || !may_leave_out(p, file, f, args))
			continue;
		if (f->f->flags & NF_STATIC && !f->cls && f->file != file && !program_includes(p, file, f->file))
			continue;
		if (is_qualified ? !ends_qualified(fn_name(f), wanted) : f->cls && f->cls != p->functions[in].cls &&
		    !class_derives(p, p->functions[in].cls, f->cls))
			continue;
		if (!is_qualified && is_of_c_library(p, in, f, wanted))
			continue;
		candidates_add(c, l->at[i]);
	}
	prefer_others(in, c);
	candidates_keep_nearest(p, file, c);
}

void candidates_assigned(struct program *p, u32 field, struct candidates *c)
{
	const struct lists *l = &p->link->assigned;
	if (field < l->keys)
		for (u32 i = l->start[field]; i < l->start[field + 1]; i++)
			candidates_add(c, l->at[i]);
}

/* The element of a table that the place is, and whose rows fill it: a variable of the function, or one of its file. */
static const struct fn *filler_of(const struct program *p, fn_id in, const struct place *place)
{
	const struct fn *f = &p->functions[in];
	if (place->kinds[0] != STEP_ELEMENT)
		return NULL;
	return operand_kind(place->base) == OPD_VAR ? f : operand_kind(place->base) == OPD_GLOBAL ? &p->functions[program_fn(p, f->file, 0)] : NULL;
}

enum {
	STORES = 3, /* from a name to what is called: f = t[i], of t = {a, b}, or of a choice */
	LOOKS = 64  /* at the rows, for one call */
};

struct held {
	fn_id in;
	u32 args, looks;
	bool is_open; /* something else may be there as well */
};

static void add_function(struct program *p, struct held *h, struct str wanted, struct candidates *c)
{
	u32 name = intern_find(&p->names, last_component(wanted));
	struct candidates of = {0};
	if (name != NONE)
		candidates_functions(p, h->in, name, wanted, h->args, &of);
	h->is_open |= !of.n;
	for (u32 i = 0; i < of.n; i++)
		candidates_add(c, of.at[i]);
}

/* What moves put where the operand is read from. */
static void add_held(struct program *p, struct held *h, operand o, u32 depth, struct candidates *c)
{
	const struct fn *f = &p->functions[h->in];
	bool is_own = operand_kind(o) == OPD_TEMP || (operand_kind(o) == OPD_VAR && operand_index(o) >= f->f->param_count);
	const struct place *from = operand_kind(o) == OPD_PLACE ? &f->unit->places[operand_index(o)] : NULL;
	if (operand_kind(o) == OPD_GLOBAL && depth)
		add_function(p, h, unit_text(f->unit, operand_index(o)), c);
	const struct fn *filler = from ? filler_of(p, h->in, from) : is_own ? f : NULL;
	if (!filler || depth == STORES || ++h->looks > LOOKS) {
		h->is_open |= operand_kind(o) == OPD_VAR || operand_kind(o) == OPD_TEMP || from;
		return;
	}
	for (u32 r = filler->f->first_row; r < filler->f->first_row + filler->f->row_count; r++) {
		const struct row *row = &filler->unit->rows[r];
		const struct place *to = operand_kind(row->dst) == OPD_PLACE ? &f->unit->places[operand_index(row->dst)] : NULL;
		bool is_it = from ? to && to->base == from->base && to->kinds[0] == STEP_ELEMENT : row->dst == o;
		bool is_handed = row->op == ROW_UNARY && row->sub == OP_ADDR && row->a == o;
		h->is_open |= is_handed || (is_it && (row->op != ROW_MOVE || operand_kind(row->a) == OPD_FUNCTION));
		if (is_it && row->op == ROW_MOVE)
			add_held(p, h, row->a, depth + 1, c);
	}
}

void candidates_of_table(struct program *p, fn_id in, operand callee, u32 args, struct candidates *c)
{
	struct held h = {.in = in, .args = args};
	struct candidates found = {0};
	if (operand_kind(callee) == OPD_PLACE || operand_kind(callee) == OPD_VAR)
		add_held(p, &h, callee, 0, &found);
	/* A table may be filled elsewhere too; what a variable is given is seen whole, or it says nothing. */
	for (u32 i = 0; i < found.n && (operand_kind(callee) == OPD_PLACE || !h.is_open); i++)
		candidates_add(c, found.at[i]);
}

/* Parameters of templates and aliases are written Policy, POLICY, policy_t; torch, at and thrust are namespaces. */
static bool is_written_as_type(struct str name)
{
	return (name.p[0] >= 'A' && name.p[0] <= 'Z') || str_ends(name, "_t") || str_ends(name, "_type");
}

/* Of functions that are taken by their name alone, those that take just what is given, if there are any. */
static void prefer_exact(const struct program *p, u32 args, struct candidates *c)
{
	u32 kept = 0;
	for (u32 i = 0; i < c->n; i++)
		if (p->functions[c->at[i]].f->param_count == args)
			c->at[kept++] = c->at[i];
	c->n = kept ? kept : c->n;
}

void candidates_of_parameter(struct program *p, u32 file, u32 name, struct str wanted, u32 args, struct candidates *c)
{
	const struct lists *l = &p->link->functions;
	size_t prefix = wanted.n - last_component(wanted).n;
	struct str cls = prefix > 2 ? (struct str){wanted.p, prefix - 2} : S("");
	if (!cls.n || str_has(cls, "::") || !is_written_as_type(cls) || name >= l->keys)
		return;
	u32 id = intern_find(&p->names, cls);
	for (fn_id f = 0; id != NONE && f < p->function_count; f++)
		if (p->functions[f].cls == id)
			return;
	for (u32 i = l->start[name]; i < l->start[name + 1]; i++)
		if (p->functions[l->at[i]].cls && takes(p->functions[l->at[i]].f, p->functions[l->at[i]].unit, args))
			candidates_add(c, l->at[i]);
	prefer_exact(p, args, c);
	candidates_keep_nearest(p, file, c);
}

void candidates_only_method(struct program *p, u32 name, u32 args, struct candidates *c)
{
	const struct lists *l = &p->link->functions;
	u32 cls = 0;
	if (name >= l->keys)
		return;
	for (u32 i = l->start[name]; i < l->start[name + 1]; i++) {
		const struct fn *f = &p->functions[l->at[i]];
		if (!f->cls || (cls && f->cls != cls))
			return;
		cls = f->cls;
	}
	if (cls)
		candidates_methods(p, name, cls, args, c);
}
