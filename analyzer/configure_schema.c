/* What a configuration may hold, for editors. */
#include "configure.h"
#include "report/json.h"
#include "rule.h"

#include <string.h>

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
