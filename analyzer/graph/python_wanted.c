/* Rounds of reading Python: what the functions reached so far need that is not parsed. */
#include "graph/python_wanted.h"

#include "graph/python_link.h"
#include "graph/word_index.h"
#include "index/index.h"

#include <stdlib.h>

enum { DEFINERS = 6, USERS = 8, DERIVED = 40 };

struct python_reading {
	struct program program;
	struct arena arena;
	const struct python_words *words;
	struct word_index holds, defines; /* the files that are asked */
	bool *wanted;
	bool *is_added;          /* by file */
	bool *is_sized;          /* by file: whether it was wanted hung on its size */
	bool *is_reached;        /* by function */
	u32 reached_cap;
	VEC(fn_id) todo, open;   /* open: visited, and its answers may change with the files wanted */
	VEC(fn_id) kept, keeping;/* methods of keepers; those that were not visited or are open */
	struct idmap keepers;    /* class_key */
	struct idmap asked;      /* what files were looked for */
	VEC(u64) names;          /* hashes: what files without a unit were asked for */
	u32 round;               /* from 1 */
	u32 object_size;         /* of files that were wanted for objects of unknown classes */
	bool has_begun, is_sure;
};

/* Every name that a file without a unit is asked for. */
static u64 ask_for(struct python_reading *w, u64 name)
{
	vec_push(&w->arena, &w->names, name);
	return name;
}

static void ask_for_all(struct python_reading *w, const char *const *words, u32 n)
{
	for (u32 i = 0; i < n; i++)
		ask_for(w, str_hash(str_of(words[i])));
}

/* Wants the files that hold one name and define another, either of which may be 0, if they are few: a common name tells nothing. */
static bool want_named(struct python_reading *w, u64 holds_name, u64 defines, u32 most)
{
	const struct program *p = &w->program;
	u32 found[DERIVED + 1], n = 0, count;
	const u32 *files = defines ? word_index_find(&w->defines, defines, &count) : word_index_find(&w->holds, holds_name, &count);
	for (u32 i = 0; i < count && n <= most; i++) {
		const struct python_words *file = &w->words[files[i]];
		if ((i && files[i] == files[i - 1]) || (defines && !hashes_hold(file->defined, file->defined_count, defines)) ||
		    (holds_name && !hashes_hold(file->words, file->word_count, holds_name)))
			continue;
		found[n++] = files[i];
	}
	bool is_open = false;
	for (u32 i = 0; i < n && n <= most; i++) {
		w->wanted[found[i]] |= !p->units[found[i]].n_functions;
		is_open |= !p->units[found[i]].n_functions;
	}
	return is_open;
}

/* Words that a capture minds: of a class that only its shape leads to, the others have nothing to tell. */
static const char *const telling[] = {"item", "tolist", "nonzero", "synchronize", "masked_select", "unique", "numpy", "cpu", "is_nonzero"};

static bool may_tell(const struct python_words *file)
{
	for (u32 i = 0; i < COUNT(telling); i++)
		if (hashes_hold(file->words, file->word_count, str_hash(str_of(telling[i]))))
			return true;
	return false;
}

static const char *const of_models[] = {"forward", "Module"};

/* Models that a registry makes: most of a large tree, so no more than PYTHON_OBJECTS of them. */
static bool want_objects(struct python_reading *w, u64 argument, u64 other)
{
	const struct program *p = &w->program;
	bool is_open = false;
	ask_for_all(w, telling, COUNT(telling));
	ask_for_all(w, of_models, COUNT(of_models));
	u64 forward = str_hash(str_of(of_models[0])), module = str_hash(str_of(of_models[1]));
	for (u32 i = 0; i < p->file_count; i++) {
		const struct python_words *file = &w->words[i];
		if (!file->word_count || p->files[i].is_test || p->units[i].n_functions || !hashes_hold(file->defined, file->defined_count, forward) ||
		    !hashes_hold(file->words, file->word_count, module) || !hashes_hold(file->words, file->word_count, argument) ||
		    !hashes_hold(file->words, file->word_count, other) || !may_tell(file))
			continue;
		u32 size = source_kib(&p->files[i]);
		w->is_sized[i] = true;
		if (w->object_size + size > PYTHON_OBJECTS && !w->wanted[i])
			continue;
		w->object_size += w->wanted[i] ? 0 : size;
		w->wanted[i] = is_open = true;
	}
	return is_open;
}

static bool missed(void *with, enum miss what, u32 name, u32 other)
{
	struct python_reading *w = with;
	u64 key = (u64)other << 32 | name << 3 | what;
	u32 known = idmap_get(&w->asked, key);
	if (known != NONE)
		return known == w->round; /* those it found then are parsed by now */
	bool is_open = false;
	u64 hash = ask_for(w, str_hash(intern_get(&w->program.names, name))), method = ask_for(w, str_hash(intern_get(&w->program.names, other)));
	switch (what) {
	case MISS_METHOD: is_open = want_named(w, 0, hash, DEFINERS); break;
	case MISS_CALLERS: is_open = want_named(w, hash, 0, USERS); break;
	case MISS_OVERRIDES: is_open = want_named(w, hash, method, DERIVED); break;
	case MISS_DERIVED: is_open = want_named(w, hash, method, DEFINERS); break;
	case MISS_OBJECTS: is_open = want_objects(w, hash, method); break;
	}
	idmap_put(&w->arena, &w->asked, key, is_open ? w->round : 0);
	return is_open;
}

static void reach(struct python_reading *w, fn_id fn)
{
	if (w->is_reached[fn])
		return;
	w->is_reached[fn] = true;
	vec_push(&w->arena, &w->todo, fn);
}

static void reach_all(struct python_reading *w, const struct python_call *c, bool goes_on)
{
	for (u32 i = 0; i < c->n && goes_on; i++)
		reach(w, c->at[i].fn);
}

static void getters(struct python_reading *w, fn_id fn, operand o, bool goes_on)
{
	if (operand_kind(o) != OPD_PLACE)
		return;
	struct python_call c = python_getters(&w->program, fn, o);
	reach_all(w, &c, goes_on);
}

/* Resolves what a function calls; true if files without a unit may change the answers. What runs is taken on to be visited if `goes_on`. */
static bool visit(struct python_reading *w, fn_id fn, bool goes_on)
{
	struct program *p = &w->program;
	const struct fn *f = &p->functions[fn];
	if (python_is_device(p, fn))
		return false;
	u32 opens = p->link->python->opens;
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[i];
		getters(w, fn, row->a, goes_on);
		getters(w, fn, row->b, goes_on);
		for (u32 k = 0; k < row->arg_count; k++)
			getters(w, fn, f->unit->args[row->first_arg + k], goes_on);
		if (row->op != ROW_CALL && row->op != ROW_ENTER && row->op != ROW_LEAVE && row->op != ROW_DEFINE)
			continue;
		struct python_call c = python_resolve(p, fn, row);
		reach_all(w, &c, goes_on);
	}
	bool is_open = p->link->python->opens != opens;
	if (is_open && goes_on)
		vec_push(&w->arena, &w->open, fn);
	/* Functions and lambdas inside. */
	for (u32 i = f->index + 1; goes_on && i < f->unit->n_functions && f->unit->functions[i].begin < f->f->end; i++)
		if (f->unit->functions[i].parent == f->index && f->index)
			reach(w, program_fn(p, f->file, i));
	return is_open;
}

bool python_captures(struct program *p, fn_id fn)
{
	const struct fn *f = &p->functions[fn];
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[i];
		if (row->op != ROW_CALL)
			continue;
		struct str name = unit_text(f->unit, row->name);
		if (index_is_capture_word(name) || (str_is(name, "graph") && str_ends(python_callee(p, fn, row), "cuda.graph")))
			return true;
		for (u32 k = 0; k < row->arg_count; k++) {
			operand o = f->unit->args[row->first_arg + k];
			if (operand_kind(o) == OPD_STRING && index_is_capture_mode(unit_text(f->unit, operand_index(o))))
				return true;
		}
	}
	return false;
}

static u64 class_key(const struct fn *fn) { return (u64)fn->file << 32 | fn->cls; }

/* Classes that keep something for graphs, by its name: some graph reads it, in what their methods call. Only that is wanted, and not what
 * runs below, which would be most of a program. */
static void find_keepers(struct python_reading *w, fn_id first)
{
	const struct program *p = &w->program;
	for (fn_id fn = first; fn < p->function_count; fn++) {
		const struct fn *f = &p->functions[fn];
		bool is_kept = !f->cls || f->f->kind != FN_METHOD || !w->words[f->file].is_hot || p->files[f->file].is_test;
		for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count && !is_kept; i++) {
			operand dst = f->unit->rows[i].op == ROW_MOVE ? f->unit->rows[i].dst : 0;
			const struct place *place = operand_kind(dst) == OPD_PLACE ? &f->unit->places[operand_index(dst)] : NULL;
			is_kept = place && place->base == OPERAND(OPD_VAR, 0) && place->kinds[0] == STEP_FIELD && index_speaks_of_graphs(unit_text(f->unit, place->names[0]));
			if (is_kept)
				idmap_put(&w->arena, &w->keepers, class_key(f), fn);
		}
	}
	for (fn_id fn = first; fn < p->function_count && w->keepers.n; fn++)
		if (p->functions[fn].cls && idmap_get(&w->keepers, class_key(&p->functions[fn])) != NONE) {
			vec_push(&w->arena, &w->kept, fn);
			vec_push(&w->arena, &w->keeping, fn);
		}
}

static void look_at_keepers(struct python_reading *w)
{
	VEC(fn_id) now = {w->keeping.at, w->keeping.n, w->keeping.cap};
	w->keeping.at = NULL;
	w->keeping.n = w->keeping.cap = 0;
	for (u32 i = 0; i < now.n; i++)
		if (!w->is_reached[now.at[i]] && visit(w, now.at[i], false))
			vec_push(&w->arena, &w->keeping, now.at[i]);
}

static bool holds_all(const struct python_words *file, const char *const *words, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (!hashes_hold(file->words, file->word_count, str_hash(str_of(words[i]))))
			return false;
	return file->word_count;
}

static const char *const of_streams[] = {"cuda", "Stream", "stream"}, *const of_addresses[] = {"data_ptr", "get"};
static const char *const of_copies[][2] = {{"non_blocking", "tolist"}, {"non_blocking", "item"}, {"non_blocking", "numpy"}};

/* What is told of a file alone, whoever captures: streams that it makes and goes to, what it looks up by the address of a tensor, what it reads of copies that
 * nothing waits for. */
static void want_alone(struct python_reading *w)
{
	for (u32 i = 0; i < w->program.file_count; i++) {
		bool is_told = holds_all(&w->words[i], of_streams, COUNT(of_streams)) || holds_all(&w->words[i], of_addresses, COUNT(of_addresses));
		for (u32 k = 0; k < COUNT(of_copies) && !is_told; k++)
			is_told = holds_all(&w->words[i], of_copies[k], COUNT(of_copies[k]));
		if (is_told && !w->program.files[i].is_test && !w->program.units[i].n_functions)
			w->wanted[i] = true;
	}
}

/* Where reach begins, and who uses it. */
static void begin(struct python_reading *w)
{
	struct program *p = &w->program;
	want_alone(w);
	for (fn_id fn = 0; fn < p->function_count; fn++) {
		const struct fn *f = &p->functions[fn];
		if (!w->words[f->file].is_hot || !python_captures(p, fn))
			continue;
		reach(w, fn);
		struct str cls = unit_text(f->unit, f->f->cls), name = unit_text(f->unit, f->f->name);
		for (size_t i = cls.n; i-- > 0;)
			if (cls.p[i] == '.') {
				cls = (struct str){cls.p + i + 1, cls.n - i - 1};
				break;
			}
		if (f->f->kind == FN_METHOD || f->f->kind == FN_FUNCTION)
			want_named(w, ask_for(w, str_hash(cls.n ? cls : name)), 0, USERS);
	}
}

/* Tests are asked only where they are hot. */
static void index_words(struct python_reading *w, u32 count)
{
	struct arena scratch = {0};
	struct word_list *holds = arena_array(&scratch, struct word_list, count + 1), *defines = arena_array(&scratch, struct word_list, count + 1);
	for (u32 i = 0; i < count; i++) {
		const struct python_words *file = &w->words[i];
		if (w->program.files[i].is_test && !file->is_hot)
			continue;
		holds[i] = (struct word_list){file->words, file->word_count};
		defines[i] = (struct word_list){file->defined, file->word_count ? file->defined_count : 0};
	}
	word_index_make(&w->arena, &w->holds, holds, count);
	word_index_make(&w->arena, &w->defines, defines, count);
	arena_release(&scratch);
}

struct python_reading *python_reading_begin(const struct models *models, const struct source *files, const struct unit *units,
                                           const struct python_words *words, u32 count)
{
	struct python_reading *w = calloc(1, sizeof *w);
	if (!w)
		die("out of memory");
	w->words = words;
	program_begin_python(&w->program, &w->arena, models, files, units, count);
	w->is_added = arena_array(&w->arena, bool, count + 1);
	w->is_sized = arena_array(&w->arena, bool, count + 1);
	index_words(w, count);
	return w;
}

u64 *python_asked(struct python_reading *w, u32 *n)
{
	ask_for_all(w, of_streams, COUNT(of_streams));
	ask_for_all(w, of_addresses, COUNT(of_addresses));
	*n = w->names.n;
	return w->names.at;
}

const bool *python_sized(const struct python_reading *w) { return w->is_sized; }

void python_reading_end(struct python_reading *w)
{
	arena_release(&w->arena);
	free(w);
}

/* The units that came since the last round. */
static void add_units(struct python_reading *w)
{
	struct program *p = &w->program;
	for (u32 i = 0; i < p->file_count; i++)
		if (p->files[i].language == LANG_PYTHON && p->units[i].n_functions && !w->is_added[i]) {
			w->is_added[i] = true;
			program_add_python(p, i);
			python_add(p->link->python, i);
		}
	classes_derive(p->link->python);
	if (p->function_count > w->reached_cap) {
		bool *larger = arena_array(&w->arena, bool, 2 * p->function_count);
		for (u32 i = 0; i < w->reached_cap; i++)
			larger[i] = w->is_reached[i];
		w->is_reached = larger;
		w->reached_cap = 2 * p->function_count;
	}
}

static void visit_all(struct python_reading *w)
{
	while (w->todo.n)
		(void)visit(w, w->todo.at[--w->todo.n], true);
}

bool python_wanted(struct python_reading *w, bool *wanted)
{
	struct program *p = &w->program;
	fn_id first = p->function_count;
	add_units(w);
	find_keepers(w, first);
	w->round++;
	w->wanted = wanted;
	struct python *y = p->link->python;
	y->wanted = wanted;
	y->miss = missed;
	y->miss_with = w;
	if (!w->has_begun)
		begin(w);
	w->has_begun = true;
	look_at_keepers(w);
	VEC(fn_id) again = {w->open.at, w->open.n, w->open.cap};
	w->open.at = NULL;
	w->open.n = w->open.cap = 0;
	for (u32 i = 0; i < again.n; i++)
		vec_push(&w->arena, &w->todo, again.at[i]);
	visit_all(w);
	bool is_any = false;
	for (u32 i = 0; i < p->file_count && !is_any; i++)
		is_any = wanted[i] && !p->units[i].n_functions;
	if (is_any || w->is_sure)
		return is_any;
	/* Callers and overrides in files that came late may have changed answers that were thought final: once more, from the start. What comes of that is followed as
	 * before, and not looked at a third time: it would cost as much as all the rounds, and finds next to nothing. */
	w->is_sure = true;
	for (u32 i = 0; i < w->reached_cap; i++)
		w->is_reached[i] = false;
	begin(w);
	visit_all(w);
	w->keeping.n = 0;
	for (u32 i = 0; i < w->kept.n; i++)
		vec_push(&w->arena, &w->keeping, w->kept.at[i]);
	look_at_keepers(w);
	for (u32 i = 0; i < p->file_count && !is_any; i++)
		is_any = wanted[i] && !p->units[i].n_functions;
	return is_any;
}
