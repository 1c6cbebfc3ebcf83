/* The tables of the Python resolver as a whole: making them, adding files, and what all of its parts ask: names, units, decorators. */
#include "graph/python_link.h"

#include <string.h>

void chain_put(struct arena *a, struct chains *c, u32 key, u32 value)
{
	struct chain_link link = {value, idmap_get(&c->heads, key)};
	vec_push(a, &c->links, link);
	idmap_put(a, &c->heads, key, c->links.n - 1);
}

u32 text_id(struct python *y, struct str text) { return intern_put(&y->program->names, text); }

struct str text_of(const struct python *y, u32 id) { return intern_get(&y->program->names, id); }

u32 name_id(struct python *y, u32 file, u32 offset)
{
	u32 id = idmap_get(&y->ids[file], offset);
	if (id == NONE) {
		id = text_id(y, unit_text(&y->program->units[file], offset));
		idmap_put(y->arena, &y->ids[file], offset, id);
	}
	return id;
}

const struct unit *unit_of(const struct python *y, fn_id fn) { return y->program->functions[fn].unit; }

bool python_has_unit(const struct python *y, u32 file) { return y->program->units[file].n_functions; }

fn_id method_around(const struct python *y, fn_id fn)
{
	const struct fn *f = &y->program->functions[fn];
	while (f->f->kind != FN_METHOD && f->f->parent != NONE) {
		fn = program_fn(y->program, f->file, f->f->parent);
		f = &y->program->functions[fn];
	}
	return f->f->kind == FN_METHOD ? fn : NONE;
}

struct python *python_begin(struct program *p)
{
	struct python *y = p->link->python = arena_new(p->arena, struct python);
	*y = (struct python){.program = p, .arena = p->arena};
	y->ids = arena_array(p->arena, struct idmap, p->file_count + 1);
	python_modules(y);
	return y;
}

static void *grown(struct python *y, const void *old, size_t bytes, size_t before)
{
	void *larger = arena_alloc(y->arena, bytes);
	if (before)
		memcpy(larger, old, before);
	return larger;
}

void python_add(struct python *y, u32 file)
{
	u32 count = y->program->function_count, old = y->function_cap;
	if (count > old) {
		u32 cap = max_u32(count, 2 * old);
		y->define_row = grown(y, y->define_row, cap * sizeof(u32), old * sizeof(u32));
		y->define_in = grown(y, y->define_in, cap * sizeof(fn_id), old * sizeof(fn_id));
		y->writes = grown(y, y->writes, cap * sizeof(struct writes *), old * sizeof(struct writes *));
		y->function_cap = cap;
	}
	collect_file(y, file);
}

void python_forget(struct python *y)
{
	y->memo = y->results_of = y->members_of = y->own_memo = y->own_results_of = y->own_members_of = y->calls_of = y->getters_of = y->devices = y->objects_of = (struct idmap){0};
	y->forgets++;
}

void python_link(struct program *p)
{
	struct python *y = python_begin(p);
	for (u32 i = 0; i < p->file_count; i++)
		if (p->files[i].language == LANG_PYTHON && p->units[i].n_functions)
			python_add(y, i);
	classes_derive(y);
}

bool has_decorator(struct python *y, fn_id fn, const char *last)
{
	if (!y->define_row[fn] || !unit_of(y, fn)->rows[y->define_row[fn] - 1].arg_count)
		return false;
	const struct unit *u = unit_of(y, fn);
	const struct row *row = &u->rows[y->define_row[fn] - 1];
	u32 first = y->program->functions[y->define_in[fn]].f->first_row;
	for (u32 i = 0; i < row->arg_count; i++) {
		u32 name = operand_last_name(u, first, y->define_row[fn] - 1, arg_of(u, row, i));
		if (name && str_is(unit_text(u, name), last))
			return true;
	}
	return false;
}

bool is_static(struct python *y, fn_id method) { return has_decorator(y, method, "staticmethod"); }
