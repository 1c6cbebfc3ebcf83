/* Which files of C and its kin the next round parses: the names that carry codes, end paths or open captures, and who has them. */
#include "read_local.h"

#include "index/ending.h"

#include <string.h>

bool is_c_family(const struct source *s)
{
	return s->language != LANG_NONE && s->language != LANG_PYTHON;
}

/* A macro over runtime calls or launches, or over another such macro. */
static bool is_hot_macro(const struct reading *r, const struct unit *u, const struct function *f, const struct idmap *hot)
{
	if (f->kind != FN_MACRO)
		return false;
	for (u32 i = f->first_row; i < f->first_row + f->row_count; i++) {
		struct str name = u->rows[i].op == ROW_CALL ? unit_text(u, u->rows[i].name) : S("");
		if (u->rows[i].op == ROW_LAUNCH || (name.n && (models_call(r->o->models, name) || idmap_get(hot, str_hash(name)) != NONE)))
			return true;
	}
	return false;
}

static bool is_error_type(struct str type)
{
	return str_has(type, "cudaError") || str_has(type, "hipError");
}

/* A function that launches and does not read the slot: its callers may. */
static bool leaves_launch(const struct unit *u, const struct function *f)
{
	bool launches = false;
	for (u32 i = f->first_row; i < f->first_row + f->row_count; i++) {
		struct str name = u->rows[i].op == ROW_CALL ? unit_text(u, u->rows[i].name) : S("");
		launches |= u->rows[i].op == ROW_LAUNCH;
		if (str_ends(name, "GetLastError") || str_ends(name, "PeekAtLastError"))
			launches = false;
	}
	return launches && f->kind != FN_LAMBDA && unit_text(u, f->name).n > 3;
}

/* Hashes of the names that carry codes out of the files parsed so far, sorted. */
static u64 *carriers(struct reading *r, u32 count, u32 *n, struct arena *scratch)
{
	VEC(u64) names = {0};
	struct idmap seen = {0};
	for (u32 i = 0; i < r->o->models->added.n; i++) /* wrappers that the user has told of */
		vec_push(scratch, &names, str_hash(r->o->models->added.at[i]));
	for (u32 before = NONE; before != names.n;) {
		before = names.n;
		for (u32 file = 0; file < count; file++)
			for (u32 i = 0; i < r->units[file].n_functions; i++) {
				const struct unit *u = &r->units[file];
				const struct function *f = &u->functions[i];
				u64 hash = str_hash(unit_text(u, f->name));
				bool carries = is_error_type(unit_text(u, f->result)) || is_hot_macro(r, u, f, &seen) || leaves_launch(u, f);
				if (!carries || idmap_get(&seen, hash) != NONE)
					continue;
				idmap_put(scratch, &seen, hash, 1);
				vec_push(scratch, &names, hash);
			}
	}
	*n = names.n;
	return names.at;
}

/* Names that may end a failure path: throw_on_error, FATAL, die, ... Macros shout them. */
static bool sounds_final(struct str name)
{
	static const char *const words[] = {"throw", "abort", "error", "fail", "fatal", "exit", "terminate", "panic", "assert", "raise", "die", "unreachable",
	                                    "enforce", "require", "verify", "ensure", "critical", "bail", "quit", "crash", "halt", "_err"};
	char lower[128];
	size_t n = name.n < sizeof lower ? name.n : sizeof lower;
	for (size_t i = 0; i < n; i++)
		lower[i] = name.p[i] >= 'A' && name.p[i] <= 'Z' ? (char)(name.p[i] + 32) : name.p[i];
	for (u32 i = 0; i < COUNT(words); i++)
		if (str_has((struct str){lower, n}, words[i]))
			return true;
	return false;
}

static u64 *finals(struct reading *r, u32 count, u32 *n, struct arena *scratch)
{
	VEC(u64) names = {0};
	struct idmap seen = {0}, read = {0};
	for (u32 file = 0; file < count; file++) {
		const struct unit *u = &r->units[file];
		for (u32 i = 0; i < u->n_rows; i++) {
			struct str name = u->rows[i].op == ROW_CALL ? unit_text(u, u->rows[i].name) : S("");
			u64 text = str_hash(name);
			if (!name.n || idmap_get(&read, text) != NONE)
				continue;
			idmap_put(scratch, &read, text, 1);
			while (str_has(name, "::"))
				name = (struct str){name.p + 1, name.n - 1};
			if (name.n && name.p[0] == ':')
				name = (struct str){name.p + 1, name.n - 1};
			u64 hash = str_hash(name);
			if (!sounds_final(name) || idmap_get(&seen, hash) != NONE)
				continue;
			idmap_put(scratch, &seen, hash, 1);
			vec_push(scratch, &names, hash);
		}
	}
	*n = names.n;
	return names.at;
}

/* What a file may be asked for by the round. */
struct wanted {
	const u64 *at;
	u32 n;
};

/* The names of all functions and macros that are there. */
static struct idmap defined_names(const struct reading *r, struct arena *scratch)
{
	struct idmap names = {0};
	for (u32 file = 0; file < r->count; file++)
		for (u32 i = 0; i < r->units[file].n_functions; i++)
			idmap_put(scratch, &names, str_hash(unit_text(&r->units[file], r->units[file].functions[i].name)), 1);
	return names;
}

/* Functions that are named after an end and called: what they do may stand in a file that need not name the runtime. By the hash with which the files say that they define them
 * (index/ending.h). */
struct called_ends {
	struct wanted all, unmet; /* unmet: none of that name is there */
};

static struct called_ends called_ends(const struct reading *r, struct arena *scratch)
{
	VEC(u64) all = {0}, unmet = {0};
	struct idmap seen = {0}, met = defined_names(r, scratch);
	for (u32 file = 0; file < r->count; file++) {
		const struct unit *u = &r->units[file];
		for (u32 i = 0; i < u->n_rows && is_c_family(&r->sources[file]); i++) {
			struct str name = u->rows[i].op == ROW_CALL ? str_behind_scope(str_behind(unit_text(u, u->rows[i].name), '.')) : S("");
			u64 hash = str_hash(name);
			if (!name.n || idmap_get(&seen, hash) != NONE)
				continue;
			idmap_put(scratch, &seen, hash, 1);
			if (!ending_name(name) || (u->rows[i].flags & RF_MEMBER && !ending_method(name)))
				continue;
			vec_push(scratch, &all, ending_hash(name));
			if (idmap_get(&met, hash) == NONE)
				vec_push(scratch, &unmet, ending_hash(name));
		}
	}
	return (struct called_ends){{all.at, all.n}, {unmet.at, unmet.n}};
}

static bool has_any(const u64 *hashes, u32 count, const u64 *names, u32 n)
{
	for (u32 i = 0; count && i < n; i++)
		if (hashes_hold(hashes, count, names[i]))
			return true;
	return false;
}

bool uses_any(const struct file_state *s, const u64 *names, u32 n)
{
	return has_any(s->known.words, s->known.word_count, names, n);
}

/* Where others learn that a function never returns. */
bool is_header(const struct source *s)
{
	static const char *const ends[] = {".h", ".hpp", ".hh", ".hxx", ".cuh", ".inl", ".H"};
	return str_ends_any(s->path, ends, COUNT(ends));
}

/* Nobody's answer depends on the callers in tests. */
static bool may_call(const struct source *s) { return is_c_family(s) && !s->is_test; }

enum {
	ENDS_SHARED = 24, /* a name in more files tells nothing: start, begin */
	ENDS_ROUNDS = 3,  /* wrappers of wrappers */
};

/* What the rows of a function do to a capture, by the names of what they call. */
static void ends_of(const struct reading *r, const struct unit *u, const struct function *f, const struct idmap opened, const struct idmap closed, bool *opens, bool *closes)
{
	*opens = *closes = false;
	for (u32 i = f->first_row; i < f->first_row + f->row_count; i++) {
		struct str name = u->rows[i].op == ROW_CALL ? unit_text(u, u->rows[i].name) : S("");
		if (!name.n)
			continue;
		for (const struct region_api *api = models_region(r->o->models, name, u->rows[i].flags & RF_MEMBER); api; api = api->has_more ? api + 1 : NULL) {
			*opens |= api->kind == REGION_BEGIN && api->language & REGION_NATIVE;
			*closes |= api->kind == REGION_END && api->language & REGION_NATIVE;
		}
		u64 hash = str_hash(str_behind(str_behind(name, '.'), ':'));
		*opens |= idmap_get(&opened, hash) != NONE;
		*closes |= idmap_get(&closed, hash) != NONE;
	}
}

/* Hashes of the names of functions that open a capture and leave it so, or end what they did not begin, and of their classes: the functions'
 * callers have the name, the headers that say what an object is the class's. */
static u64 *open_ends(struct reading *r, u32 count, u32 *n, struct arena *scratch)
{
	VEC(u64) names = {0};
	struct idmap opened = {0}, closed = {0}, seen = {0};
	for (u32 round = 0, before = NONE; round < ENDS_ROUNDS && before != names.n; round++) {
		before = names.n;
		for (u32 file = 0; file < count; file++) {
			const struct unit *u = &r->units[file];
			for (u32 i = 0; i < u->n_functions && may_call(&r->sources[file]); i++) {
				const struct function *f = &u->functions[i];
				struct str name = unit_text(u, f->name), cls = str_behind(unit_text(u, f->cls), ':');
				bool opens, closes;
				if ((f->kind != FN_FUNCTION && f->kind != FN_METHOD) || !name.n)
					continue;
				ends_of(r, u, f, opened, closed, &opens, &closes);
				if (opens == closes)
					continue;
				idmap_put(scratch, opens ? &opened : &closed, str_hash(name), 1);
				struct str both[] = {name, cls};
				for (u32 k = 0; k < COUNT(both); k++) {
					u64 hash = str_hash(both[k]);
					if (both[k].n <= 3 || idmap_get(&seen, hash) != NONE)
						continue;
					idmap_put(scratch, &seen, hash, 1);
					vec_push(scratch, &names, hash);
				}
			}
		}
	}
	/* Names that half the tree has. */
	u32 kept = 0;
	for (u32 i = 0; i < names.n; i++) {
		u32 files = 0;
		for (u32 file = 0; file < count && files <= ENDS_SHARED; file++)
			files += may_call(&r->sources[file]) && r->state[file].is_indexed && uses_any(&r->state[file], &names.at[i], 1);
		if (files <= ENDS_SHARED)
			names.at[kept++] = names.at[i];
	}
	*n = kept;
	return names.at;
}

/* What is left of a small tree is parsed as well, where some of it was: who calls the functions that use the runtime, up to main, is seen. */
static bool is_small(struct reading *r)
{
	bool has_some = false;
	u64 rest = 0;
	for (u32 i = 0; i < r->count; i++) {
		has_some |= r->state[i].is_parsed;
		if (may_call(&r->sources[i]) && !r->state[i].is_parsed)
			rest += source_kib(&r->sources[i]);
	}
	if (!r->is_small)
		r->rest = rest;
	r->is_small |= has_some && rest <= NATIVE_SMALL;
	return has_some && rest <= NATIVE_SMALL;
}

/* Hashes of the names of functions: who of the others may call them, and has main, is asked when all is read (read_words). */
static u64 *functions(const struct reading *r, u32 *n, struct arena *scratch)
{
	VEC(u64) names = {0};
	vec_push(scratch, &names, str_hash(S("main")));
	for (u32 file = 0; file < r->count; file++)
		for (u32 i = 0; i < r->units[file].n_functions && may_call(&r->sources[file]); i++) {
			const struct function *f = &r->units[file].functions[i];
			if (f->kind == FN_FUNCTION || f->kind == FN_METHOD)
				vec_push(scratch, &names, str_hash(unit_text(&r->units[file], f->name)));
		}
	*n = names.n;
	return names.at;
}

/* All that the files which are not parsed are asked for. */
static struct asked all_asked(struct arena *a, const struct wanted *lists, u32 count)
{
	u32 n = 0;
	for (u32 i = 0; i < count; i++)
		n += lists[i].n;
	u64 *names = arena_array(a, u64, (size_t)n + 1);
	n = 0;
	for (u32 i = 0; i < count; i++)
		for (u32 k = 0; k < lists[i].n; k++)
			names[n++] = lists[i].at[k];
	return asked_make(names, n);
}

u32 read_wanted(struct reading *r, u32 *files)
{
	enum { CARRIERS, ENDS, NORETURN, FUNCTIONS, DEFINED_ENDS, LISTS };
	struct arena scratch = {0};
	struct wanted lists[LISTS], open;
	u64 noreturn[] = {str_hash(S("noreturn")), str_hash(S("__noreturn__")), str_hash(S("_Noreturn"))};
	struct called_ends called = called_ends(r, &scratch);
	u32 n = 0;
	lists[CARRIERS].at = carriers(r, r->count, &lists[CARRIERS].n, &scratch);
	lists[ENDS].at = finals(r, r->count, &lists[ENDS].n, &scratch);
	lists[NORETURN] = (struct wanted){noreturn, COUNT(noreturn)};
	lists[FUNCTIONS].at = functions(r, &lists[FUNCTIONS].n, &scratch);
	lists[DEFINED_ENDS] = called.all;
	open.at = open_ends(r, r->count, &open.n, &scratch);
	bool takes_all = is_small(r);
	r->asked = all_asked(r->arena, lists, LISTS);
	for (u32 i = 0; i < r->count; i++) {
		const struct file_state *s = &r->state[i];
		const struct source *source = &r->sources[i];
		if (!is_c_family(source) || !s->is_indexed || s->is_parsed || s->is_failed)
			continue;
		if ((may_call(source) && (takes_all || uses_any(s, open.at, open.n) || has_any(s->known.defined, s->known.defined_count, called.unmet.at, called.unmet.n))) ||
		    uses_any(s, lists[CARRIERS].at, lists[CARRIERS].n) || has_any(s->known.defined, s->known.defined_count, lists[ENDS].at, lists[ENDS].n) ||
		    (is_header(source) && uses_any(s, noreturn, COUNT(noreturn)) && uses_any(s, lists[ENDS].at, lists[ENDS].n)))
			files[n++] = i;
	}
	arena_release(&scratch);
	return n;
}
