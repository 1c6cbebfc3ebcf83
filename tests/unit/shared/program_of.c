#include "shared/program_of.h"

#include <check.h>
#include <stdarg.h>
#include <stdlib.h>

#include "parse/front.h"

enum { MOST_FILES = 16 };

struct text_file {
	const char *path, *text;
};

static int by_path(const void *left, const void *right)
{
	const struct text_file *a = left, *b = right;
	return str_cmp(str_of(a->path), str_of(b->path));
}

static void parse(struct made *m, u32 i)
{
	struct source *s = &m->sources[i];
	struct index_file *index = arena_new(&m->arena, struct index_file);
	struct strbuf err = {0};
	struct str block;
	struct parse_told told;
	index_file(&m->arena, m->texts[i], (enum language)s->language, index);
	s->language = index->language;
	struct front_input in = {.path = s->path, .bytes = m->texts[i], .language = (enum language)s->language, .index = index};
	ck_assert_msg(parse_file(&m->arena, &in, false, &block, &told, &err), "%s", err.p);
	ck_assert_msg(unit_open(&m->units[i], block, &err), "%s", err.p);
	strbuf_release(&err);
}

void made_of(struct made *m, const char *path, const char *text, ...)
{
	struct text_file files[MOST_FILES] = {{path, text}};
	u32 n = 1;
	va_list list;
	va_start(list, text);
	for (const char *next; (next = va_arg(list, const char *)) && n < MOST_FILES; n++)
		files[n] = (struct text_file){next, va_arg(list, const char *)};
	va_end(list);
	qsort(files, n, sizeof *files, by_path);
	*m = (struct made){0};
	m->sources = arena_array(&m->arena, struct source, n);
	m->texts = arena_array(&m->arena, struct str, n);
	m->units = arena_array(&m->arena, struct unit, n);
	models_load(&m->models, &m->arena);
	for (u32 i = 0; i < n; i++) {
		struct str name = str_of(files[i].path);
		m->texts[i] = str_of(files[i].text);
		m->sources[i] = (struct source){.path = name, .shown = name, .language = (u8)language_of_path(name),
		                                .is_reported = true, .is_test = str_starts(name, "tests/")};
		parse(m, i);
	}
	program_link(&m->program, &m->arena, &m->models, m->sources, m->units, n);
}

void made_forget(struct made *m) { arena_release(&m->arena); }

fn_id made_fn(const struct made *m, const char *name)
{
	for (fn_id f = 0; f < m->program.function_count; f++)
		if (str_is(fn_name(&m->program.functions[f]), name))
			return f;
	ck_abort_msg("no function %s", name);
}

u32 made_line(const struct made *m, fn_id fn, u32 offset)
{
	u32 line, column;
	unit_position(m->program.functions[fn].unit, offset, &line, &column);
	return line;
}
