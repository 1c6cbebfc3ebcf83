/* What a call may run. Names first, then classes, then stored function pointers; what is left is a runtime call, an
 * idiom of the models, or unknown. More than MOST candidates are none; those that the types of the arguments leave are
 * counted once more by the body (TARGETS). */
#include "discover/paths.h"
#include "graph/destroy.h"
#include "graph/link.h"
#include "graph/python.h"
#include "graph/special.h"

enum { MOST = 32, ANCESTORS = 64 };

struct candidates {
	fn_id at[MOST];
	u32 n;
	bool too_many;
};

static void add(struct candidates *c, fn_id f)
{
	for (u32 i = 0; i < c->n; i++)
		if (c->at[i] == f)
			return;
	if (c->n == MOST)
		c->too_many = true;
	else
		c->at[c->n++] = f;
}

/* The same name with as many parameters in two files: most likely copies, in a tree that holds several programs or a CUDA and
 * a HIP side. */
static bool are_copies(const struct fn *a, const struct fn *b)
{
	return a->file != b->file && a->f->param_count == b->f->param_count && str_eq(fn_name(a), fn_name(b));
}

/* Of copies the one that stands nearest to the caller is meant. */
static void drop_copies(const struct program *p, u32 file, struct candidates *c)
{
	u32 kept = 0;
	for (u32 i = 0; i < c->n; i++) {
		const struct fn *f = &p->functions[c->at[i]];
		size_t here = link_common_folder(p->files[file].path, p->files[f->file].path);
		bool is_far = false;
		for (u32 k = 0; k < c->n; k++) {
			const struct fn *other = &p->functions[c->at[k]];
			is_far = is_far || (k != i && are_copies(f, other) &&
			                    link_common_folder(p->files[file].path, p->files[other->file].path) > here);
		}
		if (!is_far)
			c->at[kept++] = c->at[i];
	}
	c->n = kept;
}

/* A build for one device holds no implementation for another, where it has one of its own. */
static void drop_other_back_ends(const struct program *p, u32 file, struct candidates *c)
{
	enum back_end own = path_back_end(p->files[file].path);
	u32 kept = 0;
	for (u32 i = 0; i < c->n && own != BACK_END_NONE; i++) {
		enum back_end is = path_back_end(p->files[p->functions[c->at[i]].file].path);
		if (is == own || is == BACK_END_NONE)
			c->at[kept++] = c->at[i];
	}
	c->n = kept ? kept : c->n;
}

static struct call_target finish(struct program *p, u32 file, struct candidates *c, bool is_complete)
{
	if (c->n > 1)
		drop_other_back_ends(p, file, c);
	if (c->n > 1)
		drop_copies(p, file, c);
	struct call_target t = {.is_complete = is_complete && !c->too_many};
	if (!c->n || c->too_many)
		return (struct call_target){0};
	fn_id *copy = arena_array(p->arena, fn_id, c->n);
	for (u32 i = 0; i < c->n; i++)
		copy[i] = c->at[i];
	t.at = copy;
	t.n = c->n;
	return t;
}

/* Definitions in the file itself win; then those it includes; else what the whole program has. */
static u32 nearness(const struct program *p, u32 file, fn_id f)
{
	u32 other = p->functions[f].file;
	return other == file ? 2 : program_includes(p, file, other) ? 1 : 0;
}

static void keep_nearest(const struct program *p, u32 file, struct candidates *c)
{
	u32 best = 0, kept = 0;
	for (u32 i = 0; i < c->n; i++)
		best = max_u32(best, nearness(p, file, c->at[i]));
	for (u32 i = 0; i < c->n; i++)
		if (nearness(p, file, c->at[i]) == best)
			c->at[kept++] = c->at[i];
	c->n = kept;
}

/* More than hand back what it was given. */
static bool does_anything(const struct fn *f)
{
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
		const struct row *r = &f->unit->rows[i];
		bool hands_back = r->op == ROW_RETURN && r->flags & RF_MACRO_VALUE;
		if (!hands_back && r->op != ROW_NOP && r->op != ROW_JUMP && r->op != ROW_EXIT)
			return true;
	}
	return false;
}

/* Host code is meant, so definitions for devices are not; nor is the form of a switched-off macro, which does nothing. */
static bool drop_idle_macros(const struct program *p, struct candidates *c)
{
	u32 kept = 0, all = c->n;
	for (u32 i = 0; i < c->n; i++) {
		const struct fn *f = &p->functions[c->at[i]];
		if (!(f->f->flags & NF_DEVICE) && does_anything(f))
			c->at[kept++] = c->at[i];
	}
	c->n = kept ? kept : c->n;
	return c->n < all;
}

struct call_target program_macro(struct program *p, u32 file, struct str name)
{
	struct candidates c = {0};
	u32 id = intern_find(&p->names, name);
	const struct lists *l = &p->link->macros;
	if (id == NONE || id >= l->keys)
		return (struct call_target){0};
	u32 near = 0, files = 0, last_file = NONE;
	for (u32 i = l->start[id]; i < l->start[id + 1]; i++) {
		near = max_u32(near, nearness(p, file, l->at[i]));
		files += p->functions[l->at[i]].file != last_file;
		last_file = p->functions[l->at[i]].file;
	}
	/* Out of sight in several files: which one is meant can't be known. */
	if (!near && files > 1)
		return (struct call_target){0};
	for (u32 i = l->start[id]; i < l->start[id + 1]; i++)
		if (nearness(p, file, l->at[i]) == near)
			add(&c, l->at[i]);
	bool has_idle_forms = drop_idle_macros(p, &c);
	struct call_target t = finish(p, file, &c, true);
	t.has_idle_forms = has_idle_forms;
	return t;
}

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
static bool is_derived(const struct program *p, u32 cls, u32 base)
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

/* Methods of a class, of its bases, and of what derives from it (virtual calls). */
static void add_methods(struct program *p, u32 name, u32 cls, u32 args, struct candidates *c)
{
	const struct lists *l = &p->link->functions;
	if (name >= l->keys)
		return;
	for (u32 i = l->start[name]; i < l->start[name + 1]; i++) {
		const struct fn *f = &p->functions[l->at[i]];
		if (f->cls && takes(f->f, f->unit, args) &&
		    (is_derived(p, cls, f->cls) || (f->f->flags & NF_VIRTUAL && is_derived(p, f->cls, cls))))
			add(c, l->at[i]);
	}
	bool is_open = !c->n;
	/* Nobody defines it for the class itself, so it is purely virtual, and what overrides it need not say so. */
	for (u32 i = l->start[name]; i < l->start[name + 1] && is_open; i++) {
		const struct fn *f = &p->functions[l->at[i]];
		if (f->cls && takes(f->f, f->unit, args) && is_derived(p, f->cls, cls))
			add(c, l->at[i]);
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

static void add_functions(struct program *p, fn_id in, u32 name, struct str wanted, u32 args, struct candidates *c)
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
		    !is_derived(p, p->functions[in].cls, f->cls))
			continue;
		if (!is_qualified && is_of_c_library(p, in, f, wanted))
			continue;
		add(c, l->at[i]);
	}
	prefer_others(in, c);
	keep_nearest(p, file, c);
}

static void add_assigned(struct program *p, u32 field, struct candidates *c)
{
	const struct lists *l = &p->link->assigned;
	if (field < l->keys)
		for (u32 i = l->start[field]; i < l->start[field + 1]; i++)
			add(c, l->at[i]);
}

/* The class of a member of the class, or of its bases; 0 if none shows. */
static u32 member_class(const struct program *p, u32 cls, struct str field)
{
	u32 id = cls ? intern_find(&p->names, field) : NONE;
	const struct lists *l = &p->link->bases;
	u32 seen[ANCESTORS] = {cls}, n = 1;
	for (u32 at = 0; at < n && id != NONE; at++) {
		u32 type = idmap_get(&p->link->members, (u64)seen[at] << 32 | id);
		if (type != NONE)
			return type;
		for (u32 i = seen[at] < l->keys ? l->start[seen[at]] : 0; seen[at] < l->keys && i < l->start[seen[at] + 1] && n < ANCESTORS; i++)
			seen[n++] = l->at[i];
	}
	return 0;
}

/* The class of a variable outside of functions: as the file declares it, else as the program's only one of the name. */
static u32 global_class(const struct program *p, u32 file, struct str name)
{
	u32 id = intern_find(&p->names, last_component(name)), own = id == NONE ? NONE : idmap_get(&p->link->globals, ((u64)file + 1) << 32 | id);
	u32 any = own == NONE && id != NONE ? idmap_get(&p->link->globals, id) : own;
	return any == NONE ? 0 : any;
}

/* The class of the object of a member call, or 0. */
static u32 object_class(struct program *p, fn_id in, operand object)
{
	const struct fn *f = &p->functions[in];
	const struct unit *u = f->unit;
	u32 i = operand_index(object);
	switch (operand_kind(object)) {
	case OPD_THIS:
		return f->cls;
	case OPD_VAR:
		return link_type(p, unit_text(u, u->vars[f->f->first_var + i].type), false);
	case OPD_PLACE: {
		const struct place *place = &u->places[i];
		u32 field = 0;
		for (u32 s = 0; s < PLACE_STEPS && place->kinds[s] != STEP_END; s++)
			if (place->kinds[s] == STEP_FIELD)
				field = place->names[s];
		if (!field)
			return object_class(p, in, place->base);
		bool is_own = operand_kind(place->base) == OPD_THIS && place->kinds[0] == STEP_FIELD && place->kinds[1] != STEP_FIELD && place->kinds[2] != STEP_FIELD;
		u32 id = intern_find(&p->names, unit_text(u, field)), own = is_own ? member_class(p, f->cls, unit_text(u, field)) : 0;
		const struct lists *l = &p->link->fields;
		if (own)
			return own;
		if (id == NONE || id >= l->keys || l->start[id + 1] - l->start[id] != 1)
			return 0;
		return l->at[l->start[id]];
	}
	case OPD_GLOBAL: { /* Of a method that is defined apart from its class it may be a member; else it is the file's, or one that all files share. */
		u32 member = member_class(p, f->cls, unit_text(u, i));
		return member ? member : global_class(p, f->file, unit_text(u, i));
	}
	case OPD_NONE: case OPD_TEMP: case OPD_CAPTURED: case OPD_INT: case OPD_STRING: case OPD_NULL:
	case OPD_FUNCTION: case OPD_UNKNOWN:
		break;
	}
	return 0;
}

fn_id program_lambda(const struct program *p, fn_id in, operand callee)
{
	const struct fn *f = &p->functions[in];
	fn_id found = NONE;
	if (operand_kind(callee) == OPD_FUNCTION)
		return program_fn(p, f->file, operand_index(callee));
	if (operand_kind(callee) != OPD_VAR)
		return NONE;
	for (u32 r = f->f->first_row; r < f->f->first_row + f->f->row_count; r++) {
		const struct row *row = &f->unit->rows[r];
		if (row->op != ROW_MOVE || row->dst != callee)
			continue;
		if (operand_kind(row->a) != OPD_FUNCTION || found != NONE)
			return NONE;
		found = program_fn(p, f->file, operand_index(row->a));
	}
	return found;
}

/* table[i](...), where the table is a local variable that is filled with functions here. */
static void add_table(struct program *p, fn_id in, operand callee, u32 args, struct candidates *c)
{
	const struct fn *f = &p->functions[in];
	const struct place *place = operand_kind(callee) == OPD_PLACE ? &f->unit->places[operand_index(callee)] : NULL;
	if (!place || place->kinds[0] != STEP_ELEMENT || operand_kind(place->base) != OPD_VAR)
		return;
	for (u32 r = f->f->first_row; r < f->f->first_row + f->f->row_count; r++) {
		const struct row *row = &f->unit->rows[r];
		const struct place *to = row->op == ROW_MOVE && operand_kind(row->dst) == OPD_PLACE ? &f->unit->places[operand_index(row->dst)] : NULL;
		if (!to || to->base != place->base || to->kinds[0] != STEP_ELEMENT || operand_kind(row->a) != OPD_GLOBAL)
			continue;
		struct str wanted = unit_text(f->unit, operand_index(row->a));
		u32 name = intern_find(&p->names, last_component(wanted));
		struct candidates of = {0};
		if (name != NONE)
			add_functions(p, in, name, wanted, args, &of);
		for (u32 i = 0; i < of.n; i++)
			add(c, of.at[i]);
	}
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

/* K::f, where K is no class of the program but a parameter of a template, or an alias of one: any class's f, if there are few. */
static void add_of_parameter(struct program *p, u32 file, u32 name, struct str wanted, u32 args, struct candidates *c)
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
			add(c, l->at[i]);
	prefer_exact(p, args, c);
	keep_nearest(p, file, c);
}

/* The declared type of a variable, or of a name of the file; empty if it doesn't show. */
static struct str declared_type(const struct program *p, fn_id in, operand object)
{
	const struct fn *f = &p->functions[in];
	if (operand_kind(object) == OPD_VAR)
		return unit_text(f->unit, f->unit->vars[f->f->first_var + operand_index(object)].type);
	const struct function *file = &f->unit->functions[0];
	for (u32 i = 0; operand_kind(object) == OPD_GLOBAL && i < file->var_count; i++) {
		const struct var *v = &f->unit->vars[file->first_var + i];
		if (str_eq(unit_text(f->unit, v->name), unit_text(f->unit, operand_index(object))))
			return unit_text(f->unit, v->type);
	}
	return S("");
}

/* An object of the standard library that holds none of the program's: its methods are none of theirs, whatever they are called. */
static bool is_standard(struct str type)
{
	static const char *const types[] = {"std::atomic", "std::mutex", "std::recursive_mutex", "std::shared_mutex", "std::condition_variable", "std::string",
	                                    "std::thread", "std::ostringstream", "std::istringstream", "std::stringstream", "std::ifstream", "std::ofstream", "std::fstream"};
	if (str_starts(type, "static "))
		type = (struct str){type.p + 7, type.n - 7};
	if (str_starts(type, "const "))
		type = (struct str){type.p + 6, type.n - 6};
	for (u32 i = 0; i < COUNT(types); i++)
		if (str_starts(type, types[i]))
			return true;
	return false;
}

/* x.store(v, std::memory_order_release): an atomic's. */
static bool is_given_memory_order(const struct unit *u, const struct row *row)
{
	for (u32 i = 0; i < row->arg_count; i++) {
		operand o = u->args[row->first_arg + i];
		if (operand_kind(o) == OPD_GLOBAL && str_has(unit_text(u, operand_index(o)), "memory_order"))
			return true;
	}
	return false;
}

/* Without a type a method is taken by its name only where that name belongs to one class of the program. */
static void add_only_method(struct program *p, u32 name, u32 args, struct candidates *c)
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
		add_methods(p, name, cls, args, c);
}

static void keep_special(const struct program *p, const struct special *s, struct candidates *c)
{
	u32 kept = 0;
	for (u32 i = 0; i < c->n; i++)
		if (!special_excludes(p, s, c->at[i]))
			c->at[kept++] = c->at[i];
	c->n = kept;
}

struct call_target program_destructor(struct program *p, fn_id in, const struct row *row, u32 cls)
{
	struct candidates c = {0};
	u32 name = destructor_name(p, cls);
	if (name != NONE)
		add_methods(p, name, cls, 0, &c);
	struct special s = special_of(p, in, row, cls, unit_text(p->functions[in].unit, row->name));
	keep_special(p, &s, &c);
	return finish(p, p->functions[in].file, &c, true);
}

static struct call_target resolve_python(struct program *p, fn_id in, const struct row *row)
{
	struct python_call c = python_resolve(p, in, row);
	struct call_target t = {.is_complete = c.is_complete};
	fn_id *at = arena_array(p->arena, fn_id, c.n + 1);
	for (u32 i = 0; i < c.n; i++) {
		if (c.at[i].how & HOW_DEVICE)
			continue;
		at[t.n++] = c.at[i].fn;
		t.by_name |= (c.at[i].how & HOW_BY_NAME) != 0;
	}
	t.at = at;
	return t;
}

/* #define cuMemCreate(...) hipMemCreate(__VA_ARGS__): for the other platform. What is written is what is meant, and the driver's calls do not enter the slot. */
static bool is_port(const struct program *p, const struct call_target *macro, struct str wanted)
{
	if (macro->n != 1 || !str_starts(wanted, "cu") || !models_call(p->models, wanted))
		return false;
	const struct fn *f = &p->functions[macro->at[0]];
	bool is_renamed = false;
	for (u32 i = 0; i < f->f->row_count; i++) {
		const struct row *r = &f->unit->rows[f->f->first_row + i];
		if (r->op != ROW_CALL)
			continue;
		if (is_renamed || !str_starts(unit_text(f->unit, r->name), "hip"))
			return false;
		is_renamed = true;
	}
	return is_renamed;
}

struct call_target program_resolve(struct program *p, fn_id in, const struct row *row, struct str wanted)
{
	const struct fn *f = &p->functions[in];
	struct candidates c = {0};
	if (program_is_python(p, in))
		return resolve_python(p, in, row);
	if (row->op == ROW_DESTROY)
		return program_destructor(p, in, row, link_type(p, wanted, false));
	fn_id lambda = row->flags & RF_MEMBER ? NONE : program_lambda(p, in, row->a);
	if (lambda != NONE) {
		add(&c, lambda);
		return finish(p, f->file, &c, true);
	}
	if (!(row->flags & RF_MEMBER))
		add_table(p, in, row->a, row->arg_count, &c);
	if (c.n)
		return finish(p, f->file, &c, false);
	struct str last = last_component(wanted);
	if (!last.n)
		return (struct call_target){0};
	bool is_plain = !(row->flags & RF_MEMBER);
	/* ns::check(x): of a macro `ns` qualifies what it expands to. */
	struct call_target t = is_plain ? program_macro(p, f->file, last) : (struct call_target){0};
	if (t.n && !is_port(p, &t, wanted))
		return t;
	t = (struct call_target){0};
	u32 name = intern_find(&p->names, last);
	t.call = is_plain ? models_call(p->models, wanted) : NULL;
	/* gpuMemcpy and its like are no API's names: the program's own go first. */
	if ((!t.call || models_is_family(t.call) || str_starts(last, "gpu")) && name != NONE) {
		u32 cls = is_plain ? 0 : object_class(p, in, row->a);
		if (is_plain && row->flags & RF_CONSTRUCT)
			add_methods(p, name, link_type(p, wanted, false), row->arg_count, &c);
		else if (is_plain)
			add_functions(p, in, name, wanted, row->arg_count, &c);
		else if (cls)
			add_methods(p, name, cls, row->arg_count, &c);
		if (is_plain && !c.n && !t.call)
			add_of_parameter(p, f->file, name, wanted, row->arg_count, &c);
		if (!is_plain && !c.n)
			add_assigned(p, name, &c);
		bool is_others = !is_plain && !c.n && !cls && (is_standard(declared_type(p, in, row->a)) || is_given_memory_order(f->unit, row));
		if (!is_plain && !c.n && !cls && !is_others)
			add_only_method(p, name, row->arg_count, &c);
		struct special s = special_of(p, in, row, row->flags & RF_CONSTRUCT ? link_type(p, wanted, false) : cls, S(""));
		keep_special(p, &s, &c);
		if (c.n)
			return finish(p, f->file, &c, is_plain);
	}
	if (!t.call)
		t.check = models_check(p->models, wanted);
	if (!t.call && !t.check && link_returns_error(p, wanted))
		t.call = &p->link->declared;
	return t;
}
