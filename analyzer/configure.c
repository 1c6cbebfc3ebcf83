#include "configure.h"

#include "discover/paths.h"
#include "report/visible.h"
#include "rule.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_TOLD = 50 };

/* Faults quote the file, which may hold anything. */
static void tell_faults(const struct config *c)
{
	u32 line, column;
	struct strbuf shown = {0};
	for (u32 i = 0; i < c->faults.list.n && i < MOST_TOLD; i++) {
		const struct toml_fault *fault = &c->faults.list.at[i];
		config_place(c, fault->at, &line, &column);
		shown.n = 0;
		visible_add(&shown, str_of(c->path));
		strbuf_addf(&shown, ":%u:%u: error: ", line, column);
		visible_add(&shown, fault->text);
		fprintf(stderr, "%s\n", shown.p);
	}
	strbuf_release(&shown);
	if (c->faults.list.n > MOST_TOLD)
		fprintf(stderr, "caplint: and %u more mistakes in '%s'\n", c->faults.list.n - MOST_TOLD, c->path);
}

/* Relative to the folder of the file that says it; as seen from here. */
static const char *from_folder(struct arena *a, const struct config *c, const char *path)
{
	char *here = path[0] == '/' ? NULL : getcwd(NULL, 0);
	if (!here)
		return path;
	struct str seen = path_seen_from(a, str_of(arena_format(a, "%.*s/%s", (int)c->folder.n, c->folder.p, path)), str_of(here));
	free(here);
	return arena_text(a, seen.p, seen.n);
}

static void take_setting(struct arena *a, struct options *o, struct config *c, const struct config_setting *s)
{
	u32 n, line, column;
	const struct config_key *key = &options_keys(&n)[s->key];
	struct strbuf err = {0};
	bool is_list = key->type == CONFIG_NAMES || key->type == CONFIG_RULES;
	config_place(c, s->at, &line, &column);
	if (is_list && !options_configure(o, s->key, NULL, true, line, column, &err))
		bug("a list can't be emptied");
	for (u32 i = 0; i < s->words.list.n; i++) {
		const char *value = s->words.list.at[i].text.p;
		if (key->type == CONFIG_PATH)
			value = from_folder(a, c, value);
		if (!options_configure(o, s->key, value, false, line, column, &err))
			toml_fault(&c->faults, s->words.list.at[i].at, "%s", err.p);
		err.n = 0;
	}
	strbuf_release(&err);
}

static bool read_file(struct arena *a, struct options *o, struct config *c)
{
	struct strbuf err = {0};
	struct config_known known = {.rules = rule_table, .rule_count = rule_count};
	known.keys = options_keys(&known.key_count);
	const char *path = o->config ? o->config : o->no_config ? NULL : config_find(a, o->paths, o->path_count);
	*c = (struct config){0};
	if (!path)
		return true;
	if (!config_read(a, &known, path, c, &err)) {
		fprintf(stderr, "caplint: error: %s: %s\n", path, err.p);
		strbuf_release(&err);
		return false;
	}
	for (u32 i = 0; i < c->settings.n; i++)
		take_setting(a, o, c, &c->settings.at[i]);
	toml_faults_sort(&c->faults);
	tell_faults(c);
	return !c->faults.list.n;
}

/* Names from the command line; the file's are known to be good. */
static bool take_rules(const struct words *names, u32 *rules)
{
	struct strbuf err = {0};
	bool is_good = true;
	for (u32 i = 0; i < names->list.n; i++) {
		rules[i] = filter_rule(rule_table, rule_count, str_of(names->list.at[i]), &err);
		if (rules[i] != NONE)
			continue;
		fprintf(stderr, "caplint: error: %s\n", err.p);
		is_good = false;
		err.n = 0;
	}
	strbuf_release(&err);
	return is_good;
}

static bool choose_rules(struct arena *a, const struct options *o, struct setup *setup)
{
	struct rule_filter *f = &setup->filter;
	u32 *selected = arena_array(a, u32, o->select.list.n + 1), *ignored = arena_array(a, u32, o->ignore.list.n + 1);
	filter_init(f, a, rule_table, rule_count);
	bool is_good = take_rules(&o->select, selected);
	if (!take_rules(&o->ignore, ignored) || !is_good)
		return false;
	filter_choose(f, selected, o->select.list.n, ignored, o->ignore.list.n);
	for (u32 i = 0; i < setup->config.ignores.n; i++) {
		const struct config_ignore *from = &setup->config.ignores.at[i];
		struct rule_ignore ignore = {.glob = {setup->config.folder, from->pattern.text}};
		ignore.rules.at = from->rules.at;
		ignore.rules.n = ignore.rules.cap = from->rules.n;
		vec_push(a, &f->ignores, ignore);
	}
	for (u32 i = 0; i < setup->config.severities.n; i++)
		f->severity[setup->config.severities.at[i].rule] = (u8)setup->config.severities.at[i].severity;
	return true;
}

static enum origin origin_of(const struct options *o, const char *name, u32 *key)
{
	u32 n;
	const struct config_key *keys = options_keys(&n);
	for (*key = 0; *key < n && strcmp(keys[*key].name, name) != 0;)
		++*key;
	return options_key_origin(o, *key).from;
}

bool configure(struct arena *a, struct options *o, struct setup *setup)
{
	u32 key;
	char *here = getcwd(NULL, 0);
	*setup = (struct setup){0};
	bool is_good = read_file(a, o, &setup->config) && choose_rules(a, o, setup);
	bool is_given = origin_of(o, "exclude", &key) == ORIGIN_COMMAND_LINE;
	struct str base = is_given && here ? str_of(arena_format(a, "%s", here)) : setup->config.folder;
	for (u32 i = 0; i < o->exclude.list.n; i++) {
		struct glob glob = {base, str_of(o->exclude.list.at[i])};
		vec_push(a, &setup->exclude.list, glob);
	}
	/* What is to fail the run must be shown. */
	if (origin_of(o, "fail-on", &key) != ORIGIN_DEFAULT && origin_of(o, "level", &key) == ORIGIN_DEFAULT)
		o->level = min_u32(o->level, o->fail_on);
	free(here);
	return is_good;
}

void configure_models(const struct setup *setup, struct models *models)
{
	struct strbuf text = {0}, err = {0};
	for (u32 table = 0; models_table(table); table++) {
		text.n = 0;
		config_rows_text(&setup->config, table, &text);
		if (!models_add(models, models_table(table), strbuf_str(&text), &err))
			bug("%s: %s", setup->config.path, err.p);
	}
	for (u32 i = 0; i < setup->config.entry_points.list.n; i++)
		vec_push(models->arena, &models->entry_points, setup->config.entry_points.list.at[i].text.p);
	strbuf_release(&text);
}
