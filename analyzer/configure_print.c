/* The configuration as text: what is in effect, and what may be. */
#include "configure.h"
#include "report/json.h"
#include "rule.h"

#include <string.h>

static void add_text(struct strbuf *out, const char *text)
{
	strbuf_putc(out, '"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			strbuf_putc(out, '\\');
		strbuf_putc(out, *text);
	}
	strbuf_putc(out, '"');
}

static void add_origin(struct strbuf *line, const struct setup *setup, struct option_origin origin)
{
	while (line->n < 40)
		strbuf_putc(line, ' ');
	if (origin.from == ORIGIN_CONFIG)
		strbuf_addf(line, " # %s:%u:%u\n", setup->config.path, origin.line, origin.column);
	else
		strbuf_puts(line, origin.from == ORIGIN_DEFAULT ? " # default\n" : " # command line\n");
}

static void print_key(const struct options *o, const struct setup *setup, u32 index, const struct config_key *key, FILE *out)
{
	struct strbuf line = {0}, value = {0};
	bool is_list = key->type == CONFIG_NAMES || key->type == CONFIG_RULES;
	bool is_bare = key->type == CONFIG_FLAG || key->type == CONFIG_SIZE, is_set = is_list;
	strbuf_addf(&line, "%s = %s", key->name, is_list ? "[" : "");
	for (u32 i = 0; options_key_value(o, index, i, &value); i++, value.n = 0) {
		is_set = true;
		strbuf_puts(&line, i ? ", " : "");
		if (is_bare)
			strbuf_puts(&line, value.p);
		else
			add_text(&line, value.p);
	}
	strbuf_puts(&line, is_list ? "]" : "");
	if (!is_set) {
		line.n = 0;
		strbuf_addf(&line, "# %s is not set", key->name);
	}
	add_origin(&line, setup, options_key_origin(o, index));
	fputs(line.p, out);
	strbuf_release(&line);
	strbuf_release(&value);
}

static void end_line(struct strbuf *line, const struct setup *setup, u32 at, FILE *out)
{
	struct option_origin origin = {.from = ORIGIN_CONFIG};
	config_place(&setup->config, at, &origin.line, &origin.column);
	add_origin(line, setup, origin);
	fputs(line->p, out);
	line->n = 0;
}

static void print_sections(const struct setup *setup, FILE *out)
{
	const struct config *c = &setup->config;
	struct strbuf line = {0};
	strbuf_puts(&line, "entry-points = [");
	for (u32 i = 0; i < c->entry_points.list.n; i++) {
		strbuf_puts(&line, i ? ", " : "");
		add_text(&line, c->entry_points.list.at[i].text.p);
	}
	strbuf_putc(&line, ']');
	if (c->entry_points.list.n) {
		end_line(&line, setup, c->entry_points.list.at[0].at, out);
	} else {
		add_origin(&line, setup, (struct option_origin){0});
		fputs(line.p, out);
		line.n = 0;
	}
	if (c->ignores.n)
		fputs("\n[per-file-ignores]\n", out);
	for (u32 i = 0; i < c->ignores.n; i++) {
		const struct config_ignore *ignore = &c->ignores.at[i];
		add_text(&line, ignore->pattern.text.p);
		strbuf_puts(&line, " = [");
		for (u32 k = 0; k < ignore->rules.n; k++)
			strbuf_addf(&line, "%s\"%s\"", k ? ", " : "", rule_table[ignore->rules.at[k]].name);
		strbuf_putc(&line, ']');
		end_line(&line, setup, ignore->pattern.at, out);
	}
	for (u32 i = 0; i < c->severities.n; i++) {
		const struct config_severity *s = &c->severities.at[i];
		fprintf(out, "\n[rules.%s]\n", rule_table[s->rule].name);
		strbuf_addf(&line, "severity = \"%s\"", severity_name(s->severity));
		end_line(&line, setup, s->at, out);
	}
	for (u32 i = 0; i < c->rows.n; i++) {
		const struct config_row *row = &c->rows.at[i];
		struct model_column column;
		strbuf_addf(&line, "\n[[models.%s]]", models_table(row->table));
		end_line(&line, setup, row->at, out);
		for (u32 k = 0; models_column(row->table, k, &column); k++) {
			if (!row->cells[k].n)
				continue;
			strbuf_addf(&line, "%.*s = ", (int)column.name.n, column.name.p);
			add_text(&line, row->cells[k].p);
			fprintf(out, "%s\n", line.p);
			line.n = 0;
		}
	}
	strbuf_release(&line);
}

void configure_print(const struct options *o, const struct setup *setup, FILE *out)
{
	u32 n;
	const struct config_key *keys = options_keys(&n);
	if (setup->config.path)
		fprintf(out, "# read from %s\n\n", setup->config.path);
	else
		fputs("# no configuration file\n\n", out);
	for (u32 i = 0; i < n; i++)
		print_key(o, setup, i, &keys[i], out);
	print_sections(setup, out);
}

static void write_words(struct json *j, const char *const *words)
{
	json_open_member(j, "enum", '[');
	for (u32 i = 0; words[i]; i++)
		if (*words[i])
			json_text(j, str_of(words[i]));
	json_close(j, ']');
}

static void write_type(struct json *j, const char *type) { json_member(j, "type", str_of(type)); }

static void write_types(struct json *j, const char *one, const char *other)
{
	json_open_member(j, "type", '[');
	json_text(j, str_of(one));
	json_text(j, str_of(other));
	json_close(j, ']');
}

/* A list of texts, or of rules' names. */
static void write_list(struct json *j, bool of_rules)
{
	write_type(j, "array");
	json_open_member(j, "items", '{');
	if (of_rules)
		json_member(j, "$ref", S("#/definitions/rule"));
	else
		write_type(j, "string");
	json_close(j, '}');
}

static void write_key(struct json *j, const struct config_key *key)
{
	json_open_member(j, key->name, '{');
	json_member(j, "description", str_of(key->help));
	switch (key->type) {
	case CONFIG_FLAG: write_type(j, "boolean"); break;
	case CONFIG_TEXT:
	case CONFIG_PATH: write_type(j, "string"); break;
	case CONFIG_CHOICE: write_words(j, key->choices); break;
	case CONFIG_SIZE:
		write_types(j, "integer", "string");
		break;
	case CONFIG_NAMES: write_list(j, false); break;
	case CONFIG_RULES: write_list(j, true); break;
	}
	json_close(j, '}');
}

static void open_closed_object(struct json *j)
{
	write_type(j, "object");
	json_key(j, "additionalProperties");
	json_bool(j, false);
	json_open_member(j, "properties", '{');
}

static void write_rules(struct json *j)
{
	static const char *const levels[] = {"note", "warning", "error", NULL};
	open_closed_object(j);
	for (u32 i = 0; i < rule_count; i++) {
		json_open_member(j, rule_table[i].name, '{');
		json_member(j, "description", str_of(rule_table[i].summary));
		open_closed_object(j);
		json_open_member(j, "severity", '{');
		write_words(j, levels);
		json_close(j, '}');
		json_close(j, '}');
		json_close(j, '}');
	}
	json_close(j, '}');
}

/* A column of yes and no takes true and false as well, one that is not words alone the number of an argument. */
static void write_column(struct json *j, const struct model_column *column)
{
	struct arena scratch = {0};
	json_open_member(j, arena_text(&scratch, column->name.p, column->name.n), '{');
	if (column->choices && !strcmp(column->choices[1], "yes")) {
		json_open_member(j, "enum", '[');
		for (u32 i = 0; column->choices[i]; i++)
			json_text(j, str_of(column->choices[i]));
		json_bool(j, true);
		json_bool(j, false);
		json_close(j, ']');
	} else if (column->choices) {
		write_words(j, column->choices);
	} else if (str_is(column->name, "name") || str_is(column->name, "evidence") || column->is_optional) {
		write_type(j, "string");
	} else {
		write_types(j, "string", "integer");
	}
	json_close(j, '}');
	arena_release(&scratch);
}

static void write_models(struct json *j)
{
	struct model_column column;
	open_closed_object(j);
	for (u32 i = 0; models_table(i); i++) {
		json_open_member(j, models_table(i), '{');
		write_type(j, "array");
		json_open_member(j, "items", '{');
		open_closed_object(j);
		for (u32 k = 0; models_column(i, k, &column); k++)
			write_column(j, &column);
		json_close(j, '}');
		json_open_member(j, "required", '[');
		for (u32 k = 0; models_column(i, k, &column); k++)
			if (!k || column.choices)
				json_text(j, column.name);
		json_close(j, ']');
		json_close(j, '}');
		json_close(j, '}');
	}
	json_close(j, '}');
}

static void write_section(struct json *j, const struct config_key *section)
{
	json_open_member(j, section->name, '{');
	json_member(j, "description", str_of(section->help));
	if (!strcmp(section->name, "per-file-ignores")) {
		write_type(j, "object");
		json_open_member(j, "additionalProperties", '{');
		write_list(j, true);
		json_close(j, '}');
	} else if (!strcmp(section->name, "rules")) {
		write_rules(j);
	} else if (!strcmp(section->name, "models")) {
		write_models(j);
	} else {
		write_list(j, false);
	}
	json_close(j, '}');
}

void configure_schema(FILE *out)
{
	struct json j = {.out = out};
	u32 n;
	const struct config_key *keys = options_keys(&n);
	json_open(&j, '{');
	json_member(&j, "$schema", S("http://json-schema.org/draft-07/schema#"));
	json_member(&j, "title", S("configuration of caplint: .caplint.toml, caplint.toml, or [tool.caplint] in pyproject.toml"));
	json_open_member(&j, "definitions", '{');
	json_open_member(&j, "rule", '{');
	json_open_member(&j, "enum", '[');
	for (u32 i = 0; i < rule_count; i++)
		json_text(&j, str_of(rule_table[i].name));
	json_close(&j, ']');
	json_close(&j, '}');
	json_close(&j, '}');
	open_closed_object(&j);
	for (u32 i = 0; i < n; i++)
		write_key(&j, &keys[i]);
	for (u32 i = 0; config_sections[i].name; i++)
		write_section(&j, &config_sections[i]);
	json_close(&j, '}');
	json_close(&j, '}');
	json_end(&j);
}
