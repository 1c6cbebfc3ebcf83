/* From the tree to settings. One function a section; what has the wrong type or name is a fault, and the rest counts. */
#include "config/config.h"

#include "base/spelling.h"
#include "discover/discover.h"
#include "discover/paths.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { TOML_NAMES = 64, MOST_ROWS_TOLD = 30 };

const struct config_key config_sections[] = {
	{"per-file-ignores", CONFIG_RULES, NULL, "rules that say nothing about the files that a pattern names; an empty list means all rules"},
	{"rules", CONFIG_CHOICE, NULL, "a table a rule: severity is the level of its findings"},
	{"models", CONFIG_TEXT, NULL, "calls, check macros and functions without return that caplint can't see, as rows of rules/models/"},
	{"entry-points", CONFIG_NAMES, NULL, "functions in which a captured region begins"},
	{0},
};
static const char *const severities[] = {"note", "warning", "error", NULL};

struct reading {
	struct arena *a;
	const struct config_known *known;
	struct config *c;
};

static struct toml_faults *faults(struct reading *r) { return &r->c->faults; }

static const char *guess(struct arena *a, const struct spelling *s)
{
	return s->best ? arena_format(a, "; did you mean '%s'?", s->best) : "";
}

static bool has_kind(struct reading *r, const struct toml *t, enum toml_kind kind)
{
	if (t->kind != kind)
		toml_fault(faults(r), t->at, "%s%.*s%s%s where %s belongs", t->key.n ? "'" : "", TOML_NAMES, t->key.p, t->key.n ? "' is " : "",
		           toml_kind_name(t->kind), toml_kind_name(kind));
	return t->kind == kind;
}

static bool is_clean(struct reading *r, const struct toml *t)
{
	bool is_clean = t->text.n;
	for (size_t i = 0; i < t->text.n; i++)
		is_clean &= (u8)t->text.p[i] >= ' ' && t->text.p[i] != 0x7f;
	if (!is_clean)
		toml_fault(faults(r), t->at, t->text.n ? "the text holds a control character" : "the text is empty");
	return is_clean;
}

static void take_words(struct reading *r, const struct toml *list, struct config_words *out)
{
	if (!has_kind(r, list, TOML_LIST))
		return;
	for (const struct toml *t = list->first; t; t = t->next) {
		struct config_word word = {t->text, t->at};
		if (has_kind(r, t, TOML_TEXT) && is_clean(r, t))
			vec_push(r->a, &out->list, word);
	}
}

static u32 rule_at(struct reading *r, const char *name, u32 at)
{
	struct spelling s = {.wrong = name};
	for (u32 i = 0; i < r->known->rule_count; i++) {
		if (!strcmp(r->known->rules[i].name, name))
			return i;
		spelling_offer(&s, r->known->rules[i].name);
	}
	toml_fault(faults(r), at, "unknown rule '%.*s'%s", TOML_NAMES, name, guess(r->a, &s));
	return NONE;
}

static bool is_choice(struct reading *r, const struct toml *t, const char *const *choices, u32 *chosen)
{
	struct spelling s = {.wrong = t->text.p};
	struct strbuf words = {0};
	for (u32 i = 0; choices[i]; i++) {
		if (!*choices[i])
			continue;
		if (!strcmp(choices[i], t->text.p)) {
			*chosen = i;
			strbuf_release(&words);
			return true;
		}
		spelling_offer(&s, choices[i]);
		strbuf_addf(&words, "%s%s", words.n ? ", " : "", choices[i]);
	}
	toml_fault(faults(r), t->at, "'%.*s' is not one of: %s%s", TOML_NAMES, t->text.p, words.p, guess(r->a, &s));
	strbuf_release(&words);
	return false;
}

static void take_setting(struct reading *r, u32 index, const struct toml *t)
{
	const struct config_key *key = &r->known->keys[index];
	struct config_setting setting = {.key = index, .at = t->key_at};
	struct config_word word = {t->text, t->at};
	u32 chosen;
	bool is_good = false;
	switch (key->type) {
	case CONFIG_FLAG: is_good = has_kind(r, t, TOML_BOOLEAN); break;
	case CONFIG_TEXT:
	case CONFIG_PATH: is_good = has_kind(r, t, TOML_TEXT) && is_clean(r, t); break;
	case CONFIG_CHOICE: is_good = has_kind(r, t, TOML_TEXT) && is_choice(r, t, key->choices, &chosen); break;
	case CONFIG_SIZE: is_good = t->kind == TOML_INTEGER || has_kind(r, t, TOML_TEXT); break;
	case CONFIG_NAMES:
	case CONFIG_RULES:
		take_words(r, t, &setting.words);
		for (u32 i = 0; i < setting.words.list.n && key->type == CONFIG_RULES; i++)
			rule_at(r, setting.words.list.at[i].text.p, setting.words.list.at[i].at);
		vec_push(r->a, &r->c->settings, setting);
		return;
	}
	if (t->kind == TOML_INTEGER)
		word.text = str_of(arena_format(r->a, "%lld", (long long)t->integer));
	if (!is_good)
		return;
	vec_push(r->a, &setting.words.list, word);
	vec_push(r->a, &r->c->settings, setting);
}

static void take_ignores(struct reading *r, const struct toml *table)
{
	if (!has_kind(r, table, TOML_TABLE))
		return;
	for (const struct toml *t = table->first; t; t = t->next) {
		struct config_ignore ignore = {.pattern = {t->key, t->key_at}};
		struct config_words names = {0};
		take_words(r, t, &names);
		for (u32 i = 0; i < names.list.n; i++) {
			u32 rule = rule_at(r, names.list.at[i].text.p, names.list.at[i].at);
			if (rule != NONE)
				vec_push(r->a, &ignore.rules, rule);
		}
		if (!names.list.n || ignore.rules.n)
			vec_push(r->a, &r->c->ignores, ignore);
	}
}

static void take_rules(struct reading *r, const struct toml *table)
{
	if (!has_kind(r, table, TOML_TABLE))
		return;
	for (const struct toml *rule = table->first; rule; rule = rule->next) {
		u32 index = rule_at(r, rule->key.p, rule->key_at);
		if (!has_kind(r, rule, TOML_TABLE))
			continue;
		for (const struct toml *t = rule->first; t; t = t->next) {
			struct config_severity severity = {.rule = index, .at = t->key_at};
			u32 chosen = 0;
			if (!str_is(t->key, "severity"))
				toml_fault(faults(r), t->key_at, "'%.*s' is no setting of a rule: there is severity", TOML_NAMES, t->key.p);
			else if (has_kind(r, t, TOML_TEXT) && is_choice(r, t, severities, &chosen) && index != NONE) {
				severity.severity = (enum severity)chosen;
				vec_push(r->a, &r->c->severities, severity);
			}
		}
	}
}

static u32 column_at(struct reading *r, u32 table, const struct toml *t, struct model_column *column)
{
	struct spelling s = {.wrong = t->key.p};
	for (u32 i = 0; models_column(table, i, column); i++) {
		if (str_eq(t->key, column->name))
			return i;
		spelling_offer(&s, arena_text(r->a, column->name.p, column->name.n));
	}
	toml_fault(faults(r), t->key_at, "'%.*s' is no column of %s%s", TOML_NAMES, t->key.p, models_table(table), guess(r->a, &s));
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
		else if (has_kind(r, t, TOML_TEXT) && is_clean(r, t) && (!column.choices || is_choice(r, t, column.choices, &chosen)))
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
			toml_fault(faults(r), from->at, "the row of %s has no '%.*s'", models_table(table), (int)column.name.n, column.name.p);
	}
	if (r->c->faults.list.n == before)
		vec_push(r->a, &r->c->rows, row);
}

static void take_models(struct reading *r, const struct toml *models)
{
	if (!has_kind(r, models, TOML_TABLE))
		return;
	for (const struct toml *table = models->first; table; table = table->next) {
		struct spelling s = {.wrong = table->key.p};
		u32 index = 0;
		for (; models_table(index) && !str_is(table->key, models_table(index)); index++)
			spelling_offer(&s, models_table(index));
		if (!models_table(index)) {
			toml_fault(faults(r), table->key_at, "'%.*s' is no table of the models%s", TOML_NAMES, table->key.p, guess(r->a, &s));
			continue;
		}
		if (!has_kind(r, table, TOML_LIST))
			continue;
		for (const struct toml *row = table->first; row; row = row->next)
			if (has_kind(r, row, TOML_TABLE))
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
		toml_fault(faults(r), row->cell_at[0], "'%.*s' is given twice", TOML_NAMES, row->cells[0].p);
	else
		toml_fault(faults(r), at, "the cell %s", reason ? reason + 2 : message);
	for (r->c->rows.n--; i < r->c->rows.n; i++)
		r->c->rows.at[i] = r->c->rows.at[i + 1];
}

/* What only the reader of the tables knows: the forms of cells that are more than words. It stops at a mistake; the rest is read
 * again without that row, so that each is told. */
static void try_rows(struct reading *r)
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

static void unknown_key(struct reading *r, const struct toml *t)
{
	struct spelling s = {.wrong = t->key.p};
	for (u32 i = 0; i < r->known->key_count; i++)
		spelling_offer(&s, r->known->keys[i].name);
	for (u32 i = 0; config_sections[i].name; i++)
		spelling_offer(&s, config_sections[i].name);
	toml_fault(faults(r), t->key_at, "unknown key '%.*s'%s", TOML_NAMES, t->key.p, guess(r->a, &s));
}

static void take_member(struct reading *r, const struct toml *t)
{
	for (u32 i = 0; i < r->known->key_count; i++)
		if (str_is(t->key, r->known->keys[i].name)) {
			take_setting(r, i, t);
			return;
		}
	if (str_is(t->key, "per-file-ignores"))
		take_ignores(r, t);
	else if (str_is(t->key, "rules"))
		take_rules(r, t);
	else if (str_is(t->key, "models"))
		take_models(r, t);
	else if (str_is(t->key, "entry-points"))
		take_words(r, t, &r->c->entry_points);
	else
		unknown_key(r, t);
}

bool config_read(struct arena *a, const struct config_known *known, const char *path, struct config *out, struct strbuf *err)
{
	char room[PATH_MAX];
	struct reading r = {.a = a, .known = known, .c = out};
	*out = (struct config){.path = path, .faults.arena = a};
	if (!file_read(a, path, CONFIG_BYTES, &out->text, err))
		return false;
	struct str full = realpath(path, room) ? str_of(arena_text(a, room, strlen(room))) : S("");
	out->folder = path_dir(full);
	struct toml *table = toml_read(a, out->text, &out->faults);
	if (str_is(path_name(str_of(path)), "pyproject.toml"))
		table = toml_get(toml_get(table, "tool"), "caplint");
	if (table && has_kind(&r, table, TOML_TABLE))
		for (const struct toml *t = table->first; t; t = t->next)
			take_member(&r, t);
	if (out->rows.n)
		try_rows(&r);
	toml_faults_sort(&out->faults);
	return true;
}

void config_place(const struct config *c, u32 at, u32 *line, u32 *column)
{
	*line = 1;
	*column = 1;
	for (u32 i = 0; i < at && i < c->text.n; i++) {
		bool is_bom = i < 3 && str_starts(c->text, "\xef\xbb\xbf");
		*column = c->text.p[i] == '\n' ? 1 : *column + !is_bom;
		*line += c->text.p[i] == '\n';
	}
}
