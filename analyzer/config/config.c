/* From the tree to settings. One function a section; what has the wrong type or name is a fault, and the rest counts. */
#include "config/reading.h"

#include "discover/discover.h"
#include "discover/paths.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

const struct config_key config_sections[] = {
	{"per-file-ignores", CONFIG_RULES, NULL, "rules that say nothing about the files that a pattern names; an empty list means all rules"},
	{"rules", CONFIG_CHOICE, NULL, "a table a rule: severity is the level of its findings"},
	{"models", CONFIG_TEXT, NULL, "calls, check macros and functions without return that caplint can't see, as rows of rules/models/"},
	{"entry-points", CONFIG_NAMES, NULL, "functions in which a captured region begins"},
	{0},
};
static const char *const severities[] = {"note", "warning", "error", NULL};

static void take_words(struct reading *r, const struct toml *list, struct config_words *out)
{
	if (!reading_is(r, list, TOML_LIST))
		return;
	for (const struct toml *t = list->first; t; t = t->next) {
		struct config_word word = {t->text, t->at};
		if (reading_is(r, t, TOML_TEXT) && reading_is_clean(r, t))
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
	toml_fault(&r->c->faults, at, "unknown rule '%.*s'%s", MOST_NAME, name, s.best ? reading_guess(r->a, &s) : "; 'caplint rules' lists them");
	return NONE;
}

static void take_setting(struct reading *r, u32 index, const struct toml *t)
{
	const struct config_key *key = &r->known->keys[index];
	struct config_setting setting = {.key = index, .at = t->key_at};
	struct config_word word = {t->text, t->at};
	u32 chosen;
	bool is_good = false;
	switch (key->type) {
	case CONFIG_FLAG: is_good = reading_is(r, t, TOML_BOOLEAN); break;
	case CONFIG_TEXT:
	case CONFIG_PATH: is_good = reading_is(r, t, TOML_TEXT) && reading_is_clean(r, t); break;
	case CONFIG_CHOICE: is_good = reading_is(r, t, TOML_TEXT) && reading_choice(r, t, key->choices, &chosen); break;
	case CONFIG_SIZE: is_good = t->kind == TOML_INTEGER || reading_is(r, t, TOML_TEXT); break;
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
	if (!reading_is(r, table, TOML_TABLE))
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

/* In TOML what stands below a table belongs to it, also if it was appended to the file. */
static const char *of_whole_file(const struct reading *r, struct str key)
{
	bool is_known = str_is(key, "entry-points");
	for (u32 i = 0; i < r->known->key_count; i++)
		is_known |= str_is(key, r->known->keys[i].name);
	return is_known ? "; for the whole run it stands above the first table" : "";
}

/* Other tools turn a rule off by its level. */
static bool is_off(const struct toml *t)
{
	static const char *const words[] = {"off", "none", "ignore", "ignored", "disable", "disabled"};
	return t->kind == TOML_TEXT ? str_is_any(t->text, words, COUNT(words)) : t->kind == TOML_BOOLEAN;
}

static void take_rules(struct reading *r, const struct toml *table)
{
	if (!reading_is(r, table, TOML_TABLE))
		return;
	for (const struct toml *rule = table->first; rule; rule = rule->next) {
		u32 index = rule_at(r, rule->key.p, rule->key_at);
		if (!reading_is(r, rule, TOML_TABLE))
			continue;
		for (const struct toml *t = rule->first; t; t = t->next) {
			struct config_severity severity = {.rule = index, .at = t->key_at};
			u32 chosen = 0;
			if (!str_is(t->key, "severity"))
				toml_fault(&r->c->faults, t->key_at, "'%.*s' is no setting of a rule: there is severity%s", MOST_NAME, t->key.p, of_whole_file(r, t->key));
			else if (is_off(t))
				toml_fault(&r->c->faults, t->at, "'%.*s' is no level: note, warning or error; a rule is turned off by ignore = [\"%.*s\"] above the first table", MOST_NAME, t->text.p, MOST_NAME, rule->key.p);
			else if (reading_is(r, t, TOML_TEXT) && reading_choice(r, t, severities, &chosen) && index != NONE) {
				severity.severity = (enum severity)chosen;
				vec_push(r->a, &r->c->severities, severity);
			}
		}
	}
}

static void unknown_key(struct reading *r, const struct toml *t)
{
	struct spelling s = {.wrong = t->key.p};
	for (u32 i = 0; i < r->known->key_count; i++)
		spelling_offer(&s, r->known->keys[i].name);
	for (u32 i = 0; config_sections[i].name; i++)
		spelling_offer(&s, config_sections[i].name);
	const char *hint = str_is(t->key, "tool") || str_is(t->key, "caplint") ? "; only a pyproject.toml has the table [tool.caplint], here its keys stand by themselves"
	                   : s.best                                           ? reading_guess(r->a, &s)
	                                                                      : "; 'caplint config' shows the keys";
	toml_fault(&r->c->faults, t->key_at, "unknown key '%.*s'%s", MOST_NAME, t->key.p, hint);
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
		reading_models(r, t);
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
	if (table && reading_is(&r, table, TOML_TABLE))
		for (const struct toml *t = table->first; t; t = t->next)
			take_member(&r, t);
	if (out->rows.n)
		reading_try_rows(&r);
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
