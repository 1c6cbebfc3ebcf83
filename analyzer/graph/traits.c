/* What a name alone tells: that nothing of that name ever returns, or that what is only declared returns a code. */
#include "graph/link.h"

struct traits {
	struct program *program;
	struct arena scratch;
	u32 *bodies, *endless, *throwing; /* by name: how many definitions, how many of them never return, may throw for that */
	bool *is_endless;      /* by function */
	struct idmap promised; /* hashes of qualified names that some declaration says never return */
};

static bool stops(const struct traits *t, const struct unit *u, const struct row *row)
{
	if (row->op == ROW_THROW || row->op == ROW_RESUME)
		return true;
	if (row->op != ROW_CALL || !row->name)
		return false;
	struct str name = unit_text(u, row->name);
	return (!(row->flags & RF_MEMBER) && models_noreturn(t->program->models, name)) || program_never_returns(t->program, name) ||
	       (!(row->flags & (RF_MEMBER | RF_CONSTRUCT)) && program_ends_as_temporary(t->program, name));
}

/* Whether some way through the rows reaches the end. Loops without end count as reaching it: they are not errors. */
static bool can_return(struct traits *t, const struct fn *fn)
{
	u32 first = fn->f->first_row, n = fn->f->row_count;
	struct arena scratch = {0};
	bool *seen = arena_array(&scratch, bool, n + 1), found = false;
	VEC(u32) todo = {0};
	vec_push(&scratch, &todo, first);
	while (todo.n && !found) {
		u32 at = todo.at[--todo.n];
		if (at < first || at >= first + n || seen[at - first])
			continue;
		seen[at - first] = true;
		const struct row *row = &fn->unit->rows[at];
		found = row->op == ROW_EXIT || row->op == ROW_RETURN || (row->op == ROW_JUMP && row->flags & RF_LOOP && row->target <= at);
		if (found || stops(t, fn->unit, row))
			continue;
		vec_push(&scratch, &todo, row->target);
		vec_push(&scratch, &todo, row->other);
		if (row->op != ROW_JUMP && row->op != ROW_BRANCH && row->op != ROW_ALT)
			vec_push(&scratch, &todo, at + 1);
	}
	arena_release(&scratch);
	return found;
}

/* Said at the definition, or at a declaration that need not repeat itself there. */
static bool is_promised(const struct traits *t, const struct fn *fn)
{
	return fn->f->flags & NF_NORETURN || idmap_get(&t->promised, str_hash(fn_name(fn))) != NONE;
}

static bool may_be_endless(const struct traits *t, const struct fn *fn)
{
	if (is_promised(t, fn))
		return true;
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++)
		if (stops(t, fn->unit, &fn->unit->rows[i]))
			return true;
	return false;
}

/* A destructor ends the process if it throws, unless it says so itself. */
static bool may_throw(const struct traits *t, const struct fn *fn)
{
	bool is_destructor = str_starts(intern_get(&t->program->names, fn->name), "~");
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[i];
		struct str name = row->op == ROW_CALL && row->name ? unit_text(fn->unit, row->name) : S("");
		if (row->op == ROW_THROW)
			return true;
		if (!is_destructor && name.n && !models_noreturn(t->program->models, name) && program_never_returns(t->program, name) &&
		    !program_ends_process(t->program, name))
			return true;
	}
	return false;
}

/* Fatal() << text: the end of the temporary ends more. Fatal() = Message() << text: so does the assignment, for which alone one makes
 * such an object; of the many functions of that name each is its own class's. */
static bool ends_its_object(const struct traits *t, const struct fn *fn)
{
	struct str name = intern_get(&t->program->names, fn->name);
	return fn->cls && (str_is(name, "operator=") || (str_starts(name, "~") && t->endless[fn->name] == t->bodies[fn->name]));
}

static bool mark_names(struct traits *t)
{
	struct program *p = t->program;
	bool changed = false;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		u32 kind = fn->f->kind;
		if (t->is_endless[f] || program_is_python(p, f) || kind == FN_FILE || kind == FN_LAMBDA || !may_be_endless(t, fn))
			continue;
		if (!is_promised(t, fn) && can_return(t, fn))
			continue;
		t->is_endless[f] = true;
		t->endless[fn->name]++;
		t->throwing[fn->name] += may_throw(t, fn);
		if (ends_its_object(t, fn) && !(p->link->traits[fn->cls] & NAME_ENDS_AS_TEMPORARY)) {
			p->link->traits[fn->cls] |= NAME_ENDS_AS_TEMPORARY | (may_throw(t, fn) ? 0 : NAME_ENDS_PROCESS);
			changed = true;
		}
		if (t->endless[fn->name] == t->bodies[fn->name]) {
			u8 end = t->throwing[fn->name] ? 0 : NAME_ENDS_PROCESS;
			p->link->traits[fn->name] |= NAME_NEVER_RETURNS | end;
			changed = true;
		}
	}
	return changed;
}

static bool is_error_type(struct str type)
{
	return (str_has(type, "cudaError") || str_has(type, "hipError")) && !str_has(type, "*");
}

static u64 default_key(struct str qualified, u32 param) { return str_hash(qualified) + 0x9e3779b97f4a7c15u * (param + 1); }

static void put_defaults(struct program *p, const struct unit *u, const struct prototype *d)
{
	for (u32 i = 0; i < 32 && (d->zeros | d->others) >> i; i++)
		if ((d->zeros | d->others) >> i & 1)
			idmap_put(p->arena, &p->link->defaults, default_key(unit_text(u, d->qualified), i), d->zeros >> i & 1 ? 1 : 2);
}

u32 program_default(const struct program *p, fn_id f, u32 param)
{
	u32 found = idmap_get(&p->link->defaults, default_key(fn_name(&p->functions[f]), param));
	return found == NONE ? 0 : found;
}

/* A name that is declared in several ways keeps only what all declarations say. */
static void mark_declared(struct traits *t)
{
	struct program *p = t->program;
	u8 *other = arena_array(&t->scratch, u8, p->link->trait_count);
	for (u32 file = 0; file < p->file_count; file++)
		for (u32 i = 0; i < p->units[file].n_prototypes; i++) {
			const struct prototype *d = &p->units[file].prototypes[i];
			put_defaults(p, &p->units[file], d);
			if (d->flags & NF_NORETURN)
				idmap_put(&t->scratch, &t->promised, str_hash(unit_text(&p->units[file], d->qualified)), 1);
			u32 id = intern_find(&p->names, unit_text(&p->units[file], d->name));
			if (id == NONE || id >= p->link->trait_count || t->bodies[id])
				continue;
			u8 here = (u8)((d->flags & NF_NORETURN ? NAME_NEVER_RETURNS : 0) |
			               (is_error_type(unit_text(&p->units[file], d->result)) ? NAME_RETURNS_ERROR : 0));
			p->link->traits[id] |= here;
			other[id] |= (u8)~here;
		}
	for (u32 id = 0; id < p->link->trait_count; id++)
		if (other[id] & NAME_RETURNS_ERROR)
			p->link->traits[id] &= (u8)~NAME_RETURNS_ERROR;
}

void link_traits(struct program *p)
{
	for (u32 file = 0; file < p->file_count; file++)
		for (u32 i = 0; i < p->units[file].n_prototypes; i++)
			intern_put(&p->names, unit_text(&p->units[file], p->units[file].prototypes[i].name));
	struct traits t = {.program = p};
	p->link->trait_count = p->names.texts.n;
	p->link->traits = arena_array(p->arena, u8, p->link->trait_count);
	p->link->declared = (struct model_call){.name = S("a function that is only declared"), .returns = RETURNS_ERROR, .latches = true};
	t.bodies = arena_array(&t.scratch, u32, p->link->trait_count);
	t.throwing = arena_array(&t.scratch, u32, p->link->trait_count);
	t.endless = arena_array(&t.scratch, u32, p->link->trait_count);
	t.is_endless = arena_array(&t.scratch, bool, p->function_count + 1);
	for (fn_id f = 0; f < p->function_count; f++)
		if (p->functions[f].f->kind != FN_FILE && p->functions[f].f->kind != FN_LAMBDA && !program_is_python(p, f))
			t.bodies[p->functions[f].name]++;
	mark_declared(&t);
	/* Each round adds at least one name; a chain of throwing helpers is rarely longer than this. */
	for (u32 round = 0; round < 12 && mark_names(&t); round++)
		;
	arena_release(&t.scratch);
}

static bool has_trait(const struct program *p, struct str name, enum name_trait trait)
{
	u32 id = intern_find(&p->names, last_component(name));
	return id != NONE && id < p->link->trait_count && p->link->traits[id] & trait;
}

bool program_never_returns(const struct program *p, struct str name) { return has_trait(p, name, NAME_NEVER_RETURNS); }

bool program_ends_process(const struct program *p, struct str name) { return has_trait(p, name, NAME_ENDS_PROCESS); }

bool program_ends_as_temporary(const struct program *p, struct str name) { return has_trait(p, name, NAME_ENDS_AS_TEMPORARY); }

bool link_returns_error(const struct program *p, struct str name) { return has_trait(p, name, NAME_RETURNS_ERROR); }
