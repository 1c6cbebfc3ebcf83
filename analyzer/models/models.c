/* Reading the tables: cells to rows, with an error that names line and column. */
#include "models/models.h"

#include "models/tables.h"

#include <string.h>

enum { CELLS = 6 };

struct line;
struct table_form {
	const char *name;
	const char *columns[CELLS + 1]; /* NULL after the last */
	bool (*add)(struct models *m, struct line *line);
};

struct line {
	const struct table_form *form;
	struct str cells[CELLS];
	u32 number;
	struct strbuf *err;
};

static bool pick(struct line *line, u32 column, const char *const *words, u8 *out)
{
	for (u8 i = 0; words[i]; i++)
		if (str_is(line->cells[column], words[i])) {
			*out = i;
			return true;
		}
	strbuf_addf(line->err, "line %u, column '%s': '%.*s' is none of", line->number, line->form->columns[column],
	            (int)line->cells[column].n, line->cells[column].p);
	for (u32 i = 0; words[i]; i++)
		strbuf_addf(line->err, " %s", words[i]);
	return false;
}

/* Enters a row under its name. `DeviceScan::*` is kept as "DeviceScan::", a part of every name it is looked up by. */
static void name_row(struct models *m, struct model_names *names, struct str name, u32 row)
{
	bool is_class = str_ends(name, "::*");
	bool is_prefix = !is_class && str_ends(name, "*");
	if (is_class || is_prefix)
		name.n--;
	struct model_prefix prefix = {name, row};
	if (is_prefix)
		vec_push(m->arena, &names->prefixes, prefix);
	else
		idmap_put(m->arena, &names->rows, intern_put(&m->names, name), row);
}

static bool add_call(struct models *m, struct line *line)
{
	static const char *const returns[] = {"void", "value", "error", "driver", "status", NULL};
	static const char *const latches[] = {"no", "yes", "drains", "empties", NULL};
	static const char *const roles[ROLES + 1] = {"plain", "drain", "peek",  "text", "launch", "sync",  "query",
	                                             "cleanup", "alloc", "copy", "setup", "graph", "capture", "version", "device"};
	struct model_call row = {.name = line->cells[0], .design = line->cells[4], .evidence = line->cells[5]};
	if (str_starts(row.design, "!")) {
		row.is_routine = true;
		row.design = (struct str){row.design.p + 1, row.design.n - 1};
	}
	u8 latch = 0;
	if (!pick(line, 1, returns, &row.returns) || !pick(line, 2, latches, &latch) ||
	    !pick(line, 3, roles, &row.role))
		return false;
	row.latches = latch == 1 || latch == 3;
	row.empties = latch == 3;
	row.drains = latch == 2;
	row.is_hip = str_starts(row.name, "hip") || str_starts(row.name, "roc");
	name_row(m, &m->calls, row.name, m->call_rows.n);
	vec_push(m->arena, &m->call_rows, row);
	return true;
}

static bool add_check(struct models *m, struct line *line)
{
	static const char *const reads[] = {"nothing", "code", "condition", "slot", NULL};
	static const char *const fails[] = {"nothing", "abort", "throw", "return", "log", NULL};
	static const char *const yes_no[] = {"no", "yes", NULL};
	struct model_check row = {.name = line->cells[0], .evidence = line->cells[4]};
	u8 drains = 0;
	if (!pick(line, 1, reads, &row.reads) || !pick(line, 2, fails, &row.fails) ||
	    !pick(line, 3, yes_no, &drains))
		return false;
	row.drains = drains;
	name_row(m, &m->checks, row.name, m->check_rows.n);
	vec_push(m->arena, &m->check_rows, row);
	return true;
}

static bool add_noreturn(struct models *m, struct line *line)
{
	name_row(m, &m->noreturns, line->cells[0], m->noreturn_rows.n);
	vec_push(m->arena, &m->noreturn_rows, line->cells[0]);
	return true;
}

static const struct table_form forms[] = {
	{"runtime", {"name", "returns", "latches", "role", "design", "evidence"}, add_call},
	{"checks", {"name", "reads", "fails", "drains", "evidence"}, add_check},
	{"noreturn", {"name", "evidence"}, add_noreturn},
};

static bool split(struct str text, struct line *line)
{
	const char *const *names = line->form->columns;
	u32 n = 0, columns = 0;
	while (names[columns])
		columns++;
	for (size_t begin = 0, i = 0; i <= text.n; i++) {
		if (i < text.n && text.p[i] != '\t')
			continue;
		if (n < columns)
			line->cells[n] = (struct str){text.p + begin, i - begin};
		n++;
		begin = i + 1;
	}
	if (n == columns)
		return true;
	strbuf_addf(line->err, "line %u: %u cells where the table has %u:", line->number, n, columns);
	for (u32 i = 0; i < columns; i++)
		strbuf_addf(line->err, " %s", names[i]);
	return false;
}

static bool is_header(const struct line *line)
{
	for (u32 i = 0; line->form->columns[i]; i++)
		if (!str_is(line->cells[i], line->form->columns[i]))
			return false;
	return true;
}

/* Everything but `design` must be filled, and a name comes once in one text. */
static bool line_is_whole(struct models *m, struct line *line, struct idmap *seen)
{
	const char *const *names = line->form->columns;
	for (u32 i = 0; names[i]; i++)
		if (!line->cells[i].n && strcmp(names[i], "design") != 0) {
			strbuf_addf(line->err, "line %u, column '%s': empty", line->number, names[i]);
			return false;
		}
	u32 id = intern_put(&m->names, line->cells[0]);
	u32 before = idmap_get(seen, id);
	if (before != NONE) {
		strbuf_addf(line->err, "line %u: '%.*s' is on line %u already", line->number, (int)line->cells[0].n,
		            line->cells[0].p, before);
		return false;
	}
	idmap_put(m->arena, seen, id, line->number);
	return true;
}

static bool add_lines(struct models *m, const struct table_form *form, struct str text, struct strbuf *err)
{
	struct idmap seen = {0};
	struct line line = {.form = form, .err = err};
	for (size_t begin = 0, end; begin < text.n; begin = end + 1) {
		for (end = begin; end < text.n && text.p[end] != '\n';)
			end++;
		struct str row = {text.p + begin, end - begin};
		line.number++;
		if (row.n && row.p[row.n - 1] == '\r')
			row.n--;
		if (!row.n || row.p[0] == '#')
			continue;
		if (!split(row, &line))
			return false;
		if (is_header(&line))
			continue;
		if (!line_is_whole(m, &line, &seen) || !form->add(m, &line))
			return false;
	}
	return true;
}

bool models_add(struct models *m, const char *table, struct str text, struct strbuf *err)
{
	for (u32 i = 0; i < COUNT(forms); i++)
		if (!strcmp(forms[i].name, table)) {
			struct str own = {arena_text(m->arena, text.p, text.n), text.n};
			return add_lines(m, &forms[i], own, err);
		}
	strbuf_addf(err, "'%s' is no table: runtime, checks or noreturn", table);
	return false;
}

void models_load(struct models *m, struct arena *a)
{
	struct strbuf err = {0};
	*m = (struct models){.arena = a};
	intern_init(&m->names, a);
	for (u32 i = 0; i < model_table_count; i++) {
		const struct model_table *t = &model_tables[i];
		if (!models_add(m, t->name, (struct str){t->text, t->size}, &err))
			bug("rules/models/%s.tsv: %s", t->name, err.p);
	}
}

u64 models_version(void)
{
	u64 hash = 0;
	for (u32 i = 0; i < model_table_count; i++)
		hash = hash * 31 + str_hash((struct str){model_tables[i].text, model_tables[i].size});
	return hash;
}
