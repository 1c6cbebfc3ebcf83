/* Rounds of reading Python: what the functions reached so far need that is not parsed. */
#include "graph/python_wanted.h"

#include "graph/python_link.h"
#include "index/index.h"

#include <stdlib.h>

enum { DEFINERS = 6, USERS = 12, DERIVED = 40 };

struct wanting {
	struct program *program;
	struct arena scratch;
	const struct python_words *words;
	bool *wanted;
	bool *is_reached;
	VEC(fn_id) todo;
	struct idmap asked; /* name ids that were looked for */
};

static int by_hash(const void *left, const void *right)
{
	u64 a = *(const u64 *)left, b = *(const u64 *)right;
	return a < b ? -1 : a > b;
}

static bool holds(const u64 *list, u32 n, u64 hash) { return n && bsearch(&hash, list, n, sizeof hash, by_hash); }

/* Wants the files that hold one name and define another, either of which may be 0, if they are few: a common name tells nothing. */
static void want_named(struct wanting *w, u64 holds_name, u64 defines, u32 most)
{
	const struct program *p = w->program;
	u32 found[DERIVED + 1], n = 0;
	for (u32 i = 0; i < p->file_count && n <= most; i++) {
		const struct python_words *file = &w->words[i];
		if (!file->word_count || (p->files[i].is_test && !file->is_hot))
			continue;
		if ((!defines || holds(file->defined, file->defined_count, defines)) &&
		    (!holds_name || holds(file->words, file->word_count, holds_name)))
			found[n++] = i;
	}
	for (u32 i = 0; i < n && n <= most; i++)
		w->wanted[found[i]] |= !p->units[found[i]].n_functions;
}

static void missed(void *with, enum miss what, u32 name, u32 other)
{
	struct wanting *w = with;
	u64 key = (u64)other << 32 | name << 2 | what;
	if (idmap_get(&w->asked, key) != NONE)
		return;
	idmap_put(&w->scratch, &w->asked, key, 1);
	u64 hash = str_hash(intern_get(&w->program->names, name)), method = str_hash(intern_get(&w->program->names, other));
	switch (what) {
	case MISS_METHOD: want_named(w, 0, hash, DEFINERS); break;
	case MISS_CALLERS: want_named(w, hash, 0, USERS); break;
	case MISS_OVERRIDES: want_named(w, hash, method, DERIVED); break;
	case MISS_DERIVED: want_named(w, hash, method, DEFINERS); break;
	}
}

static void reach(struct wanting *w, fn_id fn)
{
	if (w->is_reached[fn])
		return;
	w->is_reached[fn] = true;
	vec_push(&w->scratch, &w->todo, fn);
}

static void reach_all(struct wanting *w, const struct python_call *c)
{
	for (u32 i = 0; i < c->n; i++)
		reach(w, c->at[i].fn);
}

static void getters(struct wanting *w, fn_id fn, operand o)
{
	if (operand_kind(o) != OPD_PLACE)
		return;
	struct python_call c = python_getters(w->program, fn, o);
	reach_all(w, &c);
}

static void visit(struct wanting *w, fn_id fn)
{
	struct program *p = w->program;
	const struct fn *f = &p->functions[fn];
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[i];
		getters(w, fn, row->a);
		getters(w, fn, row->b);
		for (u32 k = 0; k < row->arg_count; k++)
			getters(w, fn, f->unit->args[row->first_arg + k]);
		if (row->op != ROW_CALL && row->op != ROW_ENTER && row->op != ROW_LEAVE && row->op != ROW_DEFINE)
			continue;
		struct python_call c = python_resolve(p, fn, row);
		reach_all(w, &c);
	}
	/* Functions and lambdas inside. */
	for (u32 i = f->index + 1; i < f->unit->n_functions && f->unit->functions[i].begin < f->f->end; i++)
		if (f->unit->functions[i].parent == f->index && f->index)
			reach(w, program_fn(p, f->file, i));
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

/* Where reach begins, and who uses it. */
static void begin(struct wanting *w)
{
	struct program *p = w->program;
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
			want_named(w, str_hash(cls.n ? cls : name), 0, USERS);
	}
}

void python_wanted(const struct models *models, const struct source *files, const struct unit *units,
                   const struct python_words *words, u32 count, bool *wanted)
{
	struct arena a = {0};
	struct program p;
	struct unit *python = arena_array(&a, struct unit, count + 1);
	for (u32 i = 0; i < count; i++)
		if (files[i].language == LANG_PYTHON)
			python[i] = units[i];
	program_link_python(&p, &a, models, files, python, count);
	struct wanting w = {.program = &p, .words = words, .wanted = wanted, .is_reached = arena_array(&a, bool, p.function_count + 1)};
	p.link->python->wanted = wanted;
	p.link->python->miss = missed;
	p.link->python->miss_with = &w;
	begin(&w);
	while (w.todo.n)
		visit(&w, w.todo.at[--w.todo.n]);
	arena_release(&w.scratch);
	arena_release(&a);
}
