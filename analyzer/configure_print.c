/* The configuration in effect, as text. */
#include "configure.h"
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
		fputc('\n', out);
		strbuf_addf(&line, "[[models.%s]]", models_table(row->table));
		end_line(&line, setup, row->at, out);
		for (u32 k = 0; models_column(row->table, k, &column); k++) {
			if (!row->cells[k].n)
				continue;
			bool is_flag = column.choices && column.choices[1] && !column.choices[2] && !strcmp(column.choices[1], "yes"); /* as the page writes it */
			strbuf_addf(&line, "%.*s = ", (int)column.name.n, column.name.p);
			if (is_flag)
				strbuf_puts(&line, str_is(row->cells[k], "yes") ? "true" : "false");
			else
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
