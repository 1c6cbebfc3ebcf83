/* Reading the tables: cells to rows, with an error that names line and column. */
#include "models/rows.h"

#include "models/tables.h"

#include <string.h>

static const struct table_form forms[] = {
	{"runtime", {"name", "returns", "latches", "role", "design?", "evidence"}, add_call, false, {NULL, returns_words, latches_words, role_words}},
	{"checks", {"name", "reads", "fails", "drains", "evidence"}, add_check, false, {NULL, reads_words, fails_words, no_yes}},
	{"noreturn", {"name", "evidence"}, add_noreturn, false, {NULL}},
	{"capture", {"name", "does", "arguments", "here", "other", "legacy", "evidence"}, add_capture, false, {NULL, does_words}},
	{"regions", {"name", "language", "kind", "argument", "graph", "when", "mode", "sure", "evidence"}, add_region, true,
	 {NULL, language_words, region_words, NULL, NULL, NULL, NULL, no_yes}},
	{"torch", {"name", "when", "capture", "waits", "gives", "writes", "role", "traits", "evidence"}, add_torch, true,
	 {NULL, NULL, torch_capture_words, no_yes, gives_words, NULL, torch_role_words}},
};

const char *models_table(u32 table) { return table < COUNT(forms) ? forms[table].name : NULL; }

/* A column's name without the mark of those that may be empty. */
static struct str column_name(const struct table_form *form, u32 column)
{
	struct str name = str_of(form->columns[column]);
	if (str_ends(name, "?"))
		name.n--;
	return name;
}

bool models_column(u32 table, u32 column, struct model_column *out)
{
	if (table >= COUNT(forms) || column >= CELLS || !forms[table].columns[column])
		return false;
	*out = (struct model_column){column_name(&forms[table], column), forms[table].choices[column], str_ends(str_of(forms[table].columns[column]), "?")};
	return true;
}

bool line_fails(struct line *line, u32 column, const char *format, ...)
{
	struct str name = column_name(line->form, column);
	struct arena scratch = {0};
	va_list list;
	va_start(list, format);
	strbuf_addf(line->err, "line %u, column '%.*s': %s", line->number, (int)name.n, name.p,
	            arena_format_list(&scratch, format, list));
	va_end(list);
	arena_release(&scratch);
	return false;
}

static u32 column_count(const struct table_form *form)
{
	u32 n = 0;
	while (form->columns[n])
		n++;
	return n;
}

static bool split(struct str text, struct line *line)
{
	u32 n = 0, columns = column_count(line->form);
	struct str rest = text, cell;
	for (bool more = true; more; n++) {
		more = split_at(rest, '\t', &cell, &rest);
		if (n < columns)
			line->cells[n] = cell;
	}
	if (n == columns)
		return true;
	strbuf_addf(line->err, "line %u: %u cells where the table has %u:", line->number, n, columns);
	for (u32 i = 0; i < columns; i++) {
		struct str name = column_name(line->form, i);
		strbuf_addf(line->err, " %.*s", (int)name.n, name.p);
	}
	return false;
}

static bool is_header(const struct line *line)
{
	for (u32 i = 0; line->form->columns[i]; i++)
		if (!str_eq(line->cells[i], column_name(line->form, i)))
			return false;
	return true;
}

/* No cell is empty that must not be, and a name comes once in one text, or in rows one below the other. `last`: the row above. */
static bool line_is_whole(struct models *m, struct line *line, struct idmap *seen, struct str last)
{
	for (u32 i = 0; line->form->columns[i]; i++)
		if (!line->cells[i].n && !str_ends(str_of(line->form->columns[i]), "?"))
			return line_fails(line, i, "empty");
	struct str name = line->cells[0];
	line->repeats = line->form->names_repeat && str_eq(name, last);
	u32 id = intern_put(&m->names, name);
	u32 before = idmap_get(seen, id);
	if (before != NONE && !line->repeats) {
		strbuf_addf(line->err, "line %u: '%.*s' is on line %u already", line->number, (int)name.n, name.p, before);
		return false;
	}
	idmap_put(m->arena, seen, id, line->number);
	return true;
}

static bool add_lines(struct models *m, const struct table_form *form, struct str text, struct strbuf *err)
{
	struct idmap seen = {0};
	struct line line = {.form = form, .err = err};
	struct str last = {0};
	while (text.n) {
		struct str row;
		split_at(text, '\n', &row, &text);
		line.number++;
		if (row.n && row.p[row.n - 1] == '\r')
			row.n--;
		if (!row.n || row.p[0] == '#')
			continue;
		if (!split(row, &line))
			return false;
		if (is_header(&line))
			continue;
		if (!line_is_whole(m, &line, &seen, last) || !form->add(m, &line))
			return false;
		last = line.cells[0];
		if (m->is_loaded)
			vec_push(m->arena, &m->added, line.cells[0]);
	}
	return true;
}

static const struct table_form *form_of(const char *table)
{
	for (u32 i = 0; i < COUNT(forms); i++)
		if (!strcmp(forms[i].name, table))
			return &forms[i];
	return NULL;
}

bool models_add(struct models *m, const char *table, struct str text, struct strbuf *err)
{
	m->user_rows = m->user_rows * 31 + str_hash(text) + str_hash(str_of(table));
	const struct table_form *form = form_of(table);
	if (form)
		return add_lines(m, form, (struct str){arena_text(m->arena, text.p, text.n), text.n}, err);
	strbuf_addf(err, "'%s' is no table:", table);
	for (u32 i = 0; i < COUNT(forms); i++)
		strbuf_addf(err, " %s", forms[i].name);
	return false;
}

void models_load(struct models *m, struct arena *a)
{
	struct strbuf err = {0};
	*m = (struct models){.arena = a};
	intern_init(&m->names, a);
	for (u32 i = 0; i < model_table_count; i++) {
		const struct model_table *t = &model_tables[i];
		const struct table_form *form = form_of(t->name);
		if (!form)
			bug("rules/models/%s.tsv has no reader", t->name);
		if (!add_lines(m, form, (struct str){t->text, t->size}, &err))
			bug("rules/models/%s.tsv: %s", t->name, err.p);
	}
	m->is_loaded = true;
}

u64 models_version(void)
{
	u64 hash = 0;
	for (u32 i = 0; i < model_table_count; i++)
		hash = hash * 31 + str_hash((struct str){model_tables[i].text, model_tables[i].size});
	return hash;
}
