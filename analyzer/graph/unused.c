#include "graph/unused.h"

#include "discover/paths.h"
#include "graph/link.h"
#include "graph/sight.h"
#include "graph/unused_class.h"
#include "graph/word_index.h"

enum { SHORT = 3 }; /* a name of so few letters is asked of no file that isn't read (read.c) */
enum { WIDE = 10 /* functions that a header declares, before what all of them have in common says something of one */ };
enum { MANY = NONE - 1, CALLERS = 4 /* up from the function that is asked about */ };

/* Who names what. */
struct usage {
	bool *is_named;       /* name id -> by a function that is not that one, or by a declaration */
	bool *is_run;         /* name id -> by a function that is not that one */
	bool *is_in_macro;    /* name id -> by the text of a macro */
	bool *is_in_code;     /* name id -> by a function that is none */
	bool *is_debugged;    /* name id -> by what only a debugging build has: an arm of #if, a macro */
	fn_id *user;          /* name id -> the function that names it; NONE: none; MANY: more */
	bool *is_declared;    /* name id -> of a function, without its body */
	bool *is_elsewhere;   /* name id -> named or declared in a file that doesn't define it */
	bool *has_neighbours; /* file -> one of its functions is named or declared elsewhere */
	bool *is_declaring;   /* file -> one of its functions is named elsewhere, and declared: what is declared of it is in sight */
	u32 *declared, *run;  /* file -> functions of other files that it declares, and how many of these are run; behind the last file those that speak of others by their own words: extern "C" */
	bool *is_worded;      /* file -> another source, no test, declares one of its functions by its own words */
	bool *is_included;    /* file -> by a source that is no test */
	struct idmap pasted;  /* hashes of what macros are given that make names of it */
	u32 binders[2];       /* two files whose functions the program gives to another language, NONE where there is no such: those are what it is for */
	u32 main;             /* a file that has main and is no test, or NONE */
	struct sight sight;
	bool has_users;       /* main, or a binding: what the program is for is in sight */
};

/* A function of C or C++ of that name, and whether one of them is the file's. */
static u32 find(const struct program *p, u32 file, struct str text, bool *is_own)
{
	const struct lists *l = &p->link->functions;
	u32 id = intern_find(&p->names, last_component(text));
	*is_own = false;
	if (id == NONE || id >= l->keys || l->start[id] == l->start[id + 1])
		return NONE;
	for (u32 i = l->start[id]; i < l->start[id + 1] && !*is_own; i++)
		*is_own = p->functions[l->at[i]].file == file;
	return id;
}

/* What only calls itself is run by nobody. One of the name in another class may have been meant. */
static bool is_itself(const struct program *p, u32 id, const struct fn *by)
{
	const struct lists *l = &p->link->functions;
	for (u32 i = l->start[id]; i < l->start[id + 1]; i++)
		if (p->functions[l->at[i]].cls != by->cls)
			return false;
	return by->name == id;
}

/* Who names something: the function, and whether there only a debugging build comes. */
struct namer {
	const struct fn *fn;
	bool is_debug;
};

static void note_name(struct program *p, struct usage *u, const struct namer *n, struct str text)
{
	const struct fn *by = n->fn;
	bool is_own;
	fn_id user = (fn_id)(by - p->functions);
	u32 id = find(p, by->file, text, &is_own);
	if (id == NONE)
		return;
	u->is_elsewhere[id] |= !is_own;
	u->is_debugged[id] |= n->is_debug;
	if (n->is_debug)
		return;
	sight_name(p, &u->sight, id, by);
	u->user[id] = u->user[id] == NONE || u->user[id] == user ? user : MANY;
	u->is_run[id] |= !is_itself(p, id, by);
	*(by->f->kind == FN_MACRO ? &u->is_in_macro[id] : &u->is_in_code[id]) |= !is_itself(p, id, by);
	u->is_named[id] |= u->is_run[id];
}

static void note_operand(struct program *p, struct usage *u, const struct namer *by, operand o)
{
	const struct unit *unit = by->fn->unit;
	if (operand_kind(o) == OPD_PLACE)
		o = unit->places[operand_index(o)].base;
	if (operand_kind(o) == OPD_GLOBAL)
		note_name(p, u, by, unit_text(unit, operand_index(o)));
}

/* RUN(float), RUN(8) */
static void note_pasted(const struct program *p, struct usage *u, const struct unit *unit, const struct row *row)
{
	for (u32 i = 0; i < row->arg_count; i++) {
		operand o = unit->args[row->first_arg + i];
		bool is_int = operand_kind(o) == OPD_INT;
		if (is_int || operand_kind(o) == OPD_GLOBAL)
			idmap_put(p->arena, &u->pasted, str_hash(is_int ? str_of(arena_format(p->arena, "%lld", (long long)unit->ints[operand_index(o)])) : last_component(unit_text(unit, operand_index(o)))), 1);
	}
}

/* #define RUN(T) run_##T(p): what it calls is read as a parameter. */
static bool calls_parameter(const struct unit *u, const struct function *f)
{
	for (u32 i = f->first_row; i < f->first_row + f->row_count; i++)
		if (u->rows[i].op == ROW_CALL && operand_kind(u->rows[i].a) == OPD_VAR && operand_index(u->rows[i].a) < f->param_count)
			return true;
	return false;
}

static bool is_pasting(struct program *p, u32 file, const struct row *row)
{
	struct call_target macro = row->flags & RF_MACRO_LIKE ? program_macro(p, file, last_component(unit_text(&p->units[file], row->name)), NONE) : (struct call_target){0};
	for (u32 i = 0; i < macro.n; i++)
		if (calls_parameter(p->functions[macro.at[i]].unit, p->functions[macro.at[i]].f))
			return true;
	return false;
}

static void note_function(struct program *p, struct usage *u, const struct fn *fn)
{
	const struct unit *unit = fn->unit;
	bool is_debug = fn->f->kind == FN_MACRO && fn->f->flags & NF_DEBUG;
	u32 debug_end = 0;
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
		const struct row *row = &unit->rows[i];
		struct namer by = {fn, is_debug || i < debug_end};
		if (row->op == ROW_ALT && row->flags & RF_DEBUG && row->other != NONE)
			debug_end = max_u32(debug_end, row->other);
		if (row->name)
			note_name(p, u, &by, unit_text(unit, row->name));
		note_operand(p, u, &by, row->a);
		note_operand(p, u, &by, row->b);
		for (u32 k = 0; k < row->arg_count; k++)
			note_operand(p, u, &by, unit->args[row->first_arg + k]);
		if (row->op == ROW_CALL && row->name && is_pasting(p, fn->file, row)) {
			note_pasted(p, u, unit, row);
			u->sight.pastes[fn->file] = true;
		}
	}
}

static void note_file(struct program *p, struct usage *u, u32 file)
{
	const struct source *s = &p->files[file];
	const struct unit *unit = &p->units[file];
	bool is_c = s->language != LANG_PYTHON && s->language != LANG_NONE, is_own;
	for (u32 i = 0; i < unit->n_prototypes; i++) {
		u32 id = find(p, file, unit_text(unit, unit->prototypes[i].name), &is_own);
		if (id == NONE)
			continue;
		u->is_declared[id] = true;
		u->is_in_macro[id] |= !unit->prototypes[i].at; /* macro_names.c */
		sight_declare(p, &u->sight, id, file);
		u->is_elsewhere[id] |= !is_own;
		if (unit->prototypes[i].qualified == unit->prototypes[i].name) /* also what a macro's text names */
			u->is_named[id] = true;
	}
	for (u32 other = 0; is_c && !s->is_test && path_is_source(s->path) && unit->n_functions && other < p->file_count; other++)
		u->is_included[other] |= other != file && program_includes(p, file, other);
}

static void note_worded(const struct program *p, struct usage *u, u32 file, u32 name)
{
	const struct lists *l = &p->link->functions;
	for (u32 i = l->start[name]; i < l->start[name + 1] && path_is_source(p->files[file].path) && !p->files[file].is_test; i++)
		u->is_worded[p->functions[l->at[i]].file] = true;
}

/* Once it is known who runs what. */
static void count_declared(struct program *p, struct usage *u)
{
	for (u32 file = 0; file < p->file_count; file++) {
		const struct unit *unit = &p->units[file];
		bool is_own;
		for (u32 i = 0; i < unit->n_prototypes; i++) {
			u32 id = find(p, file, unit_text(unit, unit->prototypes[i].name), &is_own);
			if (id == NONE || !unit->prototypes[i].at)
				continue;
			u32 to = is_own ? p->file_count : file;
			u->declared[to]++;
			u->run[to] += u->is_run[id];
			if (!is_own)
				note_worded(p, u, file, id);
		}
	}
}

static bool holds_unread(const struct program *p, u32 file, u64 name)
{
	return p->words && p->words[file].n && hashes_hold(p->words[file].at, p->words[file].n, name);
}

/* A file that was not parsed holds the name: it may call it. */
static bool is_named_unread(const struct program *p, const struct fn *fn)
{
	u64 name = str_hash(unit_text(fn->unit, fn->f->name));
	for (u32 file = 0; file < p->file_count; file++)
		if (holds_unread(p, file, name))
			return true;
	return false;
}

/* Also in a file that knows nothing of the runtime, and isn't parsed. */
static void find_main(const struct program *p, struct usage *u)
{
	u64 name = str_hash(S("main"));
	for (u32 file = 0; file < p->file_count && u->main == NONE; file++)
		if (path_is_source(p->files[file].path) && !p->files[file].is_test && (u->sight.has_main[file] || holds_unread(p, file, name)))
			u->main = file;
	u->has_users |= u->main != NONE;
}

static struct usage *usage_of(struct program *p)
{
	u32 names = p->names.texts.n;
	struct usage *u = arena_new(p->arena, struct usage);
	*u = (struct usage){
		.is_named = arena_array(p->arena, bool, names + 1), .is_run = arena_array(p->arena, bool, names + 1),
		.is_in_macro = arena_array(p->arena, bool, names + 1), .is_in_code = arena_array(p->arena, bool, names + 1),
		.is_debugged = arena_array(p->arena, bool, names + 1), .binders = {NONE, NONE}, .main = NONE, .user = arena_array(p->arena, fn_id, names + 1),
		.is_declared = arena_array(p->arena, bool, names + 1), .is_elsewhere = arena_array(p->arena, bool, names + 1),
		.has_neighbours = arena_array(p->arena, bool, p->file_count + 1), .is_declaring = arena_array(p->arena, bool, p->file_count + 1),
		.declared = arena_array(p->arena, u32, p->file_count + 1), .run = arena_array(p->arena, u32, p->file_count + 1),
		.is_included = arena_array(p->arena, bool, p->file_count + 1), .is_worded = arena_array(p->arena, bool, p->file_count + 1),
	};
	for (u32 i = 0; i < names; i++)
		u->user[i] = NONE;
	sight_open(p, &u->sight);
	for (u32 file = 0; file < p->file_count; file++)
		note_file(p, u, file);
	for (fn_id f = 0; f < p->function_count; f++)
		note_function(p, u, &p->functions[f]);
	sight_close(p, &u->sight);
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		u->has_neighbours[fn->file] |= u->is_elsewhere[fn->name];
		u->is_declaring[fn->file] |= fn->f->kind == FN_FUNCTION && !(fn->f->flags & NF_STATIC) && u->is_elsewhere[fn->name] && u->is_declared[fn->name];
		u->has_users |= !p->files[fn->file].is_test && program_is_bound(p, f);
		if (program_is_bound(p, f) && fn->file != u->binders[0] && u->binders[1] == NONE)
			u->binders[u->binders[0] != NONE] = fn->file;
	}
	find_main(p, u);
	count_declared(p, u);
	return u;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* A number is pasted whole: 2 makes no run_102. */
static bool is_pasted(const struct usage *u, struct str part, char beside)
{
	bool is_number = is_digit(beside);
	for (size_t i = 0; i < part.n && is_number; i++)
		is_number = is_digit(part.p[i]);
	return !is_number && idmap_get(&u->pasted, str_hash(part)) != NONE;
}

static bool may_be_pasted(const struct usage *u, struct str name)
{
	for (size_t n = 1; n < name.n; n++)
		if (is_pasted(u, (struct str){name.p, n}, name.p[n]) || is_pasted(u, (struct str){name.p + name.n - n, n}, name.p[name.n - n - 1]))
			return true;
	return false;
}

/* Nothing that we know tells who may come to it. */
static bool is_judged(const struct program *p, fn_id f)
{
	const struct fn *fn = &p->functions[f];
	static const u32 others = NF_VIRTUAL | NF_GLOBAL | NF_DEVICE;
	bool is_function = fn->f->kind == FN_FUNCTION || fn->f->kind == FN_METHOD;
	struct str name = unit_text(fn->unit, fn->f->name);
	const struct source *s = &p->files[fn->file];
	bool is_stored = !(fn->f->flags & (NF_CTOR | NF_DTOR)) && program_is_stored(p, f); /* nobody can take their address: a namesake's it is */
	return is_function && !(fn->f->flags & others) && name.n > SHORT && !str_starts(name, "operator") && !str_is(name, "main") && !program_is_bound(p, f) && !is_stored &&
	       s->language != LANG_PYTHON && s->language != LANG_C && !s->is_test && !s->is_vendored;
}

/* Declared, but what the program gives to another language runs others. One file by itself may be a part of something. */
static bool is_beside_bindings(const struct program *p, const struct usage *u, const struct fn *fn)
{
	bool binds = u->binders[1] != NONE || (u->binders[0] != NONE && u->binders[0] != fn->file);
	return binds && fn->f->kind == FN_FUNCTION && !fn->cls && path_is_source(p->files[fn->file].path) && !u->is_run[fn->name] && !program_file_is_public(p, fn->file);
}

/* No function of the file is named or declared elsewhere, but those of other sources in its folder are, and main is in sight. */
static bool is_beside_used(const struct program *p, const struct usage *u, u32 file)
{
	struct str folder = path_dir(p->files[file].path);
	for (u32 i = 0; u->main != NONE && u->main != file && folder.n && i < p->file_count; i++) {
		struct str other = p->files[i].path;
		if (i != file && u->has_neighbours[i] && path_is_source(other) && !p->files[i].is_test && str_eq(folder, path_dir(other)))
			return true;
	}
	return false;
}

static bool is_unused(const struct program *p, const struct usage *u, fn_id f, u32 depth);

/* The function itself, or that around a lambda. */
static fn_id around(const struct program *p, fn_id f)
{
	while (p->functions[f].f->kind == FN_LAMBDA && p->functions[f].f->parent != NONE)
		f = program_fn(p, p->functions[f].file, p->functions[f].f->parent);
	return f;
}

/* Of its file alone, and named there by one function alone, that nobody runs. */
static bool is_of_unused(const struct program *p, const struct usage *u, const struct fn *fn, u32 depth)
{
	if (!depth || !path_is_source(p->files[fn->file].path) || !(fn->f->flags & NF_STATIC) || fn->f->kind != FN_FUNCTION || u->user[fn->name] >= MANY)
		return false;
	fn_id user = around(p, u->user[fn->name]);
	return p->functions[user].file == fn->file && is_judged(p, user) && is_unused(p, u, user, depth - 1);
}

/* Whoever calls it does so in a debugging build alone. A template is used by whoever includes it. */
static bool is_of_debug(const struct program *p, const struct usage *u, const struct fn *fn)
{
	return u->is_debugged[fn->name] && !u->is_run[fn->name] && !u->is_in_macro[fn->name] && !(fn->f->flags & NF_TEMPLATE) && !path_is_public(p->files[fn->file].path) && !program_file_is_public(p, fn->file);
}

/* Declared in headers of a program, nine tenths of whose many functions are run, or by the words extern "C", as most are that the program runs itself: this one was left when its
 * last caller went. So was what no header declares, but only a source that doesn't call it, or its own, of whose functions others declare by their own words what they want. */
static bool is_left_over(const struct program *p, const struct usage *u, const struct fn *fn)
{
	bool is_declared = false, is_private = true;
	if (fn->f->kind != FN_FUNCTION || fn->cls || u->is_run[fn->name] || u->is_in_macro[fn->name] || !path_is_source(p->files[fn->file].path))
		return false;
	for (u32 file = 0; file < p->file_count; file++) {
		const struct unit *unit = &p->units[file];
		for (u32 i = 0; i < unit->n_prototypes; i++) {
			u32 of = file == fn->file ? p->file_count : file;
			if (!str_eq(unit_text(unit, unit->prototypes[i].name), unit_text(fn->unit, fn->f->name)))
				continue;
			is_declared = true;
			is_private &= path_is_source(p->files[file].path) && (file != fn->file || (u->main != NONE && u->is_worded[file] && !program_file_is_public(p, file)));
			if (is_private)
				continue;
			if (u->main == NONE || path_is_public(p->files[file].path) || u->declared[of] < WIDE || u->run[of] * 10 < u->declared[of] * (of == file ? 9u : 7u))
				return false;
		}
	}
	return is_declared;
}

/* A header that nothing includes, none of whose functions is named outside of it; of constructors the names, which are those of all that is of the class, say nothing. */
static bool is_left_alone(const struct program *p, const struct usage *u, u32 file)
{
	struct str path = p->files[file].path;
	bool has_functions = false;
	if (path_is_source(path) || path_is_public(path) || !u->has_users || sight_may_be_included(p, file))
		return false;
	for (u32 i = 0; i < p->units[file].n_functions; i++) {
		const struct fn *fn = &p->functions[program_fn(p, file, i)];
		bool is_known = (fn->f->kind != FN_FUNCTION && fn->f->kind != FN_METHOD) || fn->f->flags & (NF_CTOR | NF_DTOR);
		if (!is_known && (u->is_elsewhere[fn->name] || u->is_in_macro[fn->name] || is_named_unread(p, fn) || may_be_pasted(u, unit_text(fn->unit, fn->f->name))))
			return false;
		has_functions |= !is_known;
	}
	return has_functions;
}

static bool is_unused(const struct program *p, const struct usage *u, fn_id f, u32 depth)
{
	const struct fn *fn = &p->functions[f];
	if (is_left_alone(p, u, fn->file))
		return true;
	if (fn->f->flags & (NF_CTOR | NF_DTOR))
		return false;
	struct str path = p->files[fn->file].path;
	bool is_whole = !is_named_unread(p, fn), is_own = path_is_source(path);
	bool is_pasted = may_be_pasted(u, unit_text(fn->unit, fn->f->name));
	if (is_whole && sight_is_hidden(p, &u->sight, f, is_pasted))
		return true;
	if (is_pasted)
		return false;
	if (fn->f->kind == FN_METHOD && u->has_users && class_is_unnamed(p, f))
		return true;
	if (is_of_unused(p, u, fn, depth) || (is_whole && (is_of_debug(p, u, fn) || is_left_over(p, u, fn))))
		return true;
	if (u->is_named[fn->name])
		return is_beside_bindings(p, u, fn);
	if (fn->f->kind == FN_METHOD)
		return is_whole && !(fn->f->flags & NF_TEMPLATE) && u->has_users && u->has_neighbours[fn->file] && !path_is_public(path) && (is_own || u->is_included[fn->file]);
	if (u->is_declared[fn->name])
		return is_beside_bindings(p, u, fn);
	if (is_own && fn->f->flags & NF_STATIC)
		return true;
	if (is_own)
		return is_whole && (u->has_neighbours[fn->file] ? u->is_declaring[fn->file] : is_beside_used(p, u, fn->file));
	return is_whole && (u->main != NONE || (fn->f->flags & NF_TEMPLATE && u->is_included[fn->file])) && !path_is_public(path);
}

static const struct usage *usage(struct program *p)
{
	if (!p->link->usage)
		p->link->usage = usage_of(p);
	return p->link->usage;
}

bool program_is_unused(struct program *p, fn_id f)
{
	f = around(p, f);
	if (!is_judged(p, f))
		return false;
	return is_unused(p, usage(p), f, CALLERS);
}

bool program_has_main(struct program *p) { return usage(p)->main != NONE; }

bool program_is_named_by_macro(struct program *p, fn_id fn)
{
	const struct usage *u = usage(p);
	u32 name = p->functions[around(p, fn)].name;
	return u->is_in_macro[name] && !u->is_in_code[name];
}

bool program_is_for_others(const struct program *p, fn_id fn)
{
	return program_is_bound(p, fn) || program_is_stored(p, fn) || path_is_public(p->files[p->functions[fn].file].path);
}

bool program_file_is_public(const struct program *p, u32 file)
{
	struct str stem = path_stem(p->files[file].path);
	for (u32 i = 0; i < p->file_count; i++)
		if (path_is_public(p->files[i].path) && str_eq(path_stem(p->files[i].path), stem))
			return true;
	return false;
}

bool program_is_unlisted(const struct program *p, u32 file)
{
	const struct unit *unit = &p->units[file];
	bool is_unlisted = p->files[file].is_unlisted;
	for (u32 i = 0; is_unlisted && i < unit->n_functions; i++)
		is_unlisted = !str_is(unit_text(unit, unit->functions[i].name), "main");
	for (u32 i = 0; is_unlisted && i < p->file_count; i++)
		is_unlisted = i == file || !program_includes(p, i, file);
	return is_unlisted;
}
