/* Rows of the models in a configuration. */
#include "config/reading.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS_TOLD = 30 };

static u32 column_at(struct reading *r, u32 table, const struct toml *t, struct model_column *column)
{
	struct spelling s = {.wrong = t->key.p};
	for (u32 i = 0; models_column(table, i, column); i++) {
		if (str_eq(t->key, column->name))
			return i;
		spelling_offer(&s, arena_text(r->a, column->name.p, column->name.n));
	}
	toml_fault(&r->c->faults, t->key_at, "'%.*s' is no column of %s%s", MOST_NAME, t->key.p, models_table(table), reading_guess(r->a, &s));
	return NONE;
}

/* A row as a table. Of the evidence a user is spared, the file is the evidence; what a table writes as `-` may be left out. */
static void take_row(struct reading *r, u32 table, const struct toml *from)
{
	struct config_row row = {.table = table, .at = from->at};
	struct model_column column;
	u32 before = r->c->faults.list.n, chosen;
	for (const struct toml *t = from->first; t; t = t->next) {
		u32 i = column_at(r, table, t, &column);
		if (i == NONE)
			continue;
		row.cell_at[i] = t->at;
		bool is_no_yes = t->kind == TOML_BOOLEAN && column.choices && !strcmp(column.choices[1], "yes");
		if (is_no_yes)
			row.cells[i] = t->boolean ? S("yes") : S("no");
		else if (t->kind == TOML_INTEGER && i && !column.choices && !str_is(column.name, "evidence"))
			row.cells[i] = t->text; /* a position */
		else if (reading_is(r, t, TOML_TEXT) && reading_is_clean(r, t) && (!column.choices || reading_choice(r, t, column.choices, &chosen)))
			row.cells[i] = t->text;
	}
	if (r->c->faults.list.n != before)
		return;
	for (u32 i = 0; models_column(table, i, &column); i++) {
		if (row.cells[i].n || column.is_optional)
			continue;
		row.cell_at[i] = from->at;
		if (str_is(column.name, "evidence"))
			row.cells[i] = str_of(r->c->path);
		else if (i && !column.choices)
			row.cells[i] = S("-");
		else
			toml_fault(&r->c->faults, from->at, "the row of %s has no '%.*s'", models_table(table), (int)column.name.n, column.name.p);
	}
	if (r->c->faults.list.n == before)
		vec_push(r->a, &r->c->rows, row);
}

void reading_models(struct reading *r, const struct toml *models)
{
	if (!reading_is(r, models, TOML_TABLE))
		return;
	for (const struct toml *table = models->first; table; table = table->next) {
		struct spelling s = {.wrong = table->key.p};
		u32 index = 0;
		for (; models_table(index) && !str_is(table->key, models_table(index)); index++)
			spelling_offer(&s, models_table(index));
		if (!models_table(index)) {
			toml_fault(&r->c->faults, table->key_at, "'%.*s' is no table of the models%s", MOST_NAME, table->key.p, reading_guess(r->a, &s));
			continue;
		}
		if (table->kind == TOML_TABLE) {
			toml_fault(&r->c->faults, table->key_at, "'%s' is a list of rows, each below brackets of its own: [[models.%s]]", models_table(index), models_table(index));
			continue;
		}
		if (!reading_is(r, table, TOML_LIST))
			continue;
		for (const struct toml *row = table->first; row; row = row->next)
			if (reading_is(r, row, TOML_TABLE))
				take_row(r, index, row);
	}
}

void config_rows_text(const struct config *c, u32 table, struct strbuf *text)
{
	struct model_column column;
	for (u32 i = 0; i < c->rows.n; i++) {
		const struct config_row *row = &c->rows.at[i];
		for (u32 k = 0; row->table == table && models_column(table, k, &column); k++) {
			if (k)
				strbuf_putc(text, '\t');
			strbuf_add(text, row->cells[k].p ? row->cells[k].p : "", row->cells[k].n);
		}
		if (row->table == table)
			strbuf_putc(text, '\n');
	}
}

/* "line 2, column 'here': reason" of a table's text: the row, and the cell. */
static void tell_row(struct reading *r, u32 table, const char *message)
{
	u32 line = (u32)strtoul(message + strlen("line "), NULL, 10), i = 0;
	struct model_column column;
	while (i < r->c->rows.n && (r->c->rows.at[i].table != table || --line))
		i++;
	if (i == r->c->rows.n)
		bug("no row for '%s'", message);
	struct config_row *row = &r->c->rows.at[i];
	const char *quote = strstr(message, ", column '"), *reason = strstr(message, ": ");
	u32 at = row->at;
	for (u32 k = 0; quote && models_column(table, k, &column); k++)
		if (!strncmp(quote + 10, column.name.p, column.name.n) && quote[10 + column.name.n] == '\'')
			at = row->cell_at[k];
	if (!quote) /* the one fault of a whole row: its name */
		toml_fault(&r->c->faults, row->cell_at[0], "'%.*s' is given twice", MOST_NAME, row->cells[0].p);
	else
		toml_fault(&r->c->faults, at, "the cell %s", reason ? reason + 2 : message);
	for (r->c->rows.n--; i < r->c->rows.n; i++)
		r->c->rows.at[i] = r->c->rows.at[i + 1];
}

/* What only the reader of the tables knows: the forms of cells that are more than words. It stops at a mistake; the rest is read
 * again without that row, so that each is told. */
void reading_try_rows(struct reading *r)
{
	struct arena scratch = {0};
	struct models models;
	struct strbuf text = {0}, err = {0};
	models_load(&models, &scratch);
	for (u32 table = 0, told = 0; models_table(table); table++)
		for (bool is_good = false; !is_good && told < MOST_ROWS_TOLD; told += !is_good) {
			text.n = err.n = 0;
			config_rows_text(r->c, table, &text);
			is_good = models_add(&models, models_table(table), strbuf_str(&text), &err);
			if (!is_good)
				tell_row(r, table, err.p);
		}
	strbuf_release(&text);
	strbuf_release(&err);
	arena_release(&scratch);
}
