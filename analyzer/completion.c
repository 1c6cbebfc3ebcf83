/* Completion scripts. Each shell gets commands, options with their values, and files where a path is meant. */
#include "manual.h"

#include "options.h"

#include <string.h>

enum takes { TAKES_NOTHING, TAKES_WORD, TAKES_CHOICE, TAKES_RULE, TAKES_FOLDER, TAKES_FILE };

struct script {
	FILE *out;
	const struct rule *rules;
	u32 rule_count;
};

static enum takes takes(const struct option_row *row)
{
	if (!row->value)
		return TAKES_NOTHING;
	if (!strcmp(row->value, "DIR"))
		return TAKES_FOLDER;
	if (strstr(row->value, "FILE"))
		return TAKES_FILE;
	if (!strncmp(row->value, "RULE", 4)) /* of a list, RULE,..., zsh and fish complete the first */
		return TAKES_RULE;
	return row->choices ? TAKES_CHOICE : TAKES_WORD;
}

/* A command's operand, by the words of its usage. */
static enum takes operand(const struct command_row *c)
{
	return strstr(c->arguments, "PATH") || strstr(c->arguments, "SCRIPT") ? TAKES_FILE : strstr(c->arguments, "RULE") ? TAKES_RULE
	     : strstr(c->arguments, "SHELL") || strstr(c->arguments, "COMMAND") ? TAKES_CHOICE : TAKES_NOTHING;
}

static void write_words(FILE *out, const char *const *words, const char *suffix)
{
	for (u32 i = 0; words[i]; i++)
		fprintf(out, "%s%s%s", i ? " " : "", words[i], suffix);
}

static void write_rules(const struct script *s)
{
	for (u32 i = 0; i < s->rule_count; i++)
		fprintf(s->out, "%s%s", i ? " " : "", s->rules[i].name);
}

static void write_commands(FILE *out)
{
	for (u32 c = 0; c < COMMANDS; c++)
		fprintf(out, "%s%s", c ? " " : "", options_command((enum command)c).name);
}

/* The words that an operand can be. */
static void write_operands(const struct script *s, const struct command_row *c)
{
	if (operand(c) == TAKES_RULE)
		write_rules(s);
	else if (strstr(c->arguments, "SHELL"))
		fputs("bash zsh fish", s->out);
	else
		write_commands(s->out);
}

static void write_bash_option(const struct script *s, const struct option_row *row)
{
	enum takes kind = takes(row);
	if (kind == TAKES_NOTHING)
		return;
	fprintf(s->out, "\t\t--%s", row->name);
	if (row->letter)
		fprintf(s->out, " | -%c", row->letter);
	fputs(") ", s->out);
	if (kind == TAKES_FOLDER) {
		fputs("mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")", s->out);
	} else if (kind == TAKES_CHOICE || kind == TAKES_RULE || row->choices) {
		bool is_list = kind == TAKES_RULE && row->value[4];
		if (is_list)
			fputs("[[ $cur == *,* ]] && before=${cur%,*},; ", s->out);
		fputs("mapfile -t COMPREPLY < <(compgen ", s->out);
		fputs(is_list ? "-P \"$before\" -W '" : kind == TAKES_FILE ? "-f -W '" : "-W '", s->out);
		if (kind == TAKES_RULE)
			write_rules(s);
		else
			write_words(s->out, row->choices, kind == TAKES_FILE ? "=" : "");
		fputs(is_list ? "' -- \"${cur##*,}\")" : "' -- \"$cur\")", s->out);
		if (kind == TAKES_FILE)
			fputs("; compopt -o nospace -o filenames", s->out);
	}
	fputs(kind == TAKES_FOLDER || kind == TAKES_CHOICE || kind == TAKES_RULE || row->choices ? "; return ;;\n" : "return ;;\n", s->out);
}

static void write_bash(const struct script *s)
{
	struct option_row row;
	fputs("# bash completion for caplint; made by 'caplint completion bash'\n"
	      "_caplint()\n{\n"
	      "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} before=\n"
	      "\t[[ $cur == = ]] && cur=\n"
	      "\t[[ $prev == = && $COMP_CWORD -gt 2 && ${COMP_WORDS[COMP_CWORD - 2]} == -* ]] && prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
	      "\tCOMPREPLY=()\n"
	      "\tif [[ $COMP_CWORD -eq 1 ]]; then\n\t\tmapfile -t COMPREPLY < <(compgen -W '", s->out);
	write_commands(s->out);
	fputs("' -- \"$cur\")\n\t\treturn\n\tfi\n\tcase ${COMP_WORDS[1]} in\n", s->out);
	for (u32 c = 0; c < COMMANDS; c++) {
		struct command_row command = options_command((enum command)c);
		if (!command.has_options && operand(&command) == TAKES_NOTHING)
			continue;
		fprintf(s->out, "\t%s)\n", command.name);
		if (command.has_options) {
			fputs("\t\tcase $prev in\n", s->out);
			for (u32 i = 0; options_row((enum command)c, i, &row); i++)
				write_bash_option(s, &row);
			fputs("\t\tesac\n\t\tif [[ $cur == -* ]]; then\n\t\t\tmapfile -t COMPREPLY < <(compgen -W '", s->out);
			for (u32 i = 0; options_row((enum command)c, i, &row); i++)
				fprintf(s->out, "%s--%s", i ? " " : "", row.name);
			fputs("' -- \"$cur\")\n\t\tfi\n", s->out);
		} else {
			fputs("\t\tmapfile -t COMPREPLY < <(compgen -W '", s->out);
			write_operands(s, &command);
			fputs("' -- \"$cur\")\n", s->out);
		}
		fputs("\t\t;;\n", s->out);
	}
	fputs("\tesac\n}\ncomplete -o bashdefault -o default -F _caplint caplint\n", s->out);
}

/* Inside '...' of a description of zsh's _arguments and _describe. */
static void write_zsh_text(FILE *out, const char *text)
{
	for (; *text; text++)
		if (*text == '\'')
			fputs("'\\''", out);
		else if (strchr("[]:\\", *text))
			fprintf(out, "\\%c", *text);
		else
			fputc(*text, out);
}

static void write_zsh_option(const struct script *s, const struct option_row *row)
{
	enum takes kind = takes(row);
	const char *equals = kind == TAKES_NOTHING ? "" : "=";
	bool repeats = kind == TAKES_FILE && row->choices;
	fputs("\t\t\t", s->out);
	if (row->letter)
		fprintf(s->out, repeats ? "'*'{-%c+,--%s%s}'[" : "'(-%c --%s)'{", row->letter, row->name, equals);
	if (row->letter && !repeats)
		fprintf(s->out, "-%c%s,--%s%s}'[", row->letter, kind == TAKES_NOTHING ? "" : "+", row->name, equals);
	if (!row->letter)
		fprintf(s->out, "'--%s%s[", row->name, equals);
	write_zsh_text(s->out, row->help);
	fputc(']', s->out);
	if (kind != TAKES_NOTHING) {
		fputc(':', s->out);
		write_zsh_text(s->out, row->value);
		fputc(':', s->out);
	}
	if (kind == TAKES_FOLDER)
		fputs("_files -/", s->out);
	else if (kind == TAKES_FILE)
		fputs("_files", s->out);
	else if (kind == TAKES_CHOICE || kind == TAKES_RULE) {
		fputc('(', s->out);
		if (kind == TAKES_RULE)
			write_rules(s);
		else
			write_words(s->out, row->choices, "");
		fputc(')', s->out);
	}
	fputs("' \\\n", s->out);
}

static void write_zsh(const struct script *s)
{
	struct option_row row;
	fputs("#compdef caplint\n# zsh completion for caplint; made by 'caplint completion zsh'\n_caplint()\n{\n"
	      "\tlocal -a commands\n\tcommands=(\n", s->out);
	for (u32 c = 0; c < COMMANDS; c++) {
		fprintf(s->out, "\t\t'%s:", options_command((enum command)c).name);
		write_zsh_text(s->out, options_command((enum command)c).summary);
		fputs("'\n", s->out);
	}
	fputs("\t)\n\tif (( CURRENT == 2 )); then\n\t\t_describe -t commands command commands\n\t\treturn\n\tfi\n"
	      "\tshift words\n\t(( CURRENT-- ))\n\tcase $words[1] in\n", s->out);
	for (u32 c = 0; c < COMMANDS; c++) {
		struct command_row command = options_command((enum command)c);
		if (!command.has_options && operand(&command) == TAKES_NOTHING)
			continue;
		fprintf(s->out, "\t%s)\n\t\t_arguments -s -S \\\n", command.name);
		for (u32 i = 0; options_row((enum command)c, i, &row); i++)
			write_zsh_option(s, &row);
		if (operand(&command) == TAKES_FILE) {
			fputs("\t\t\t'*:path:_files'\n", s->out);
		} else {
			fputs("\t\t\t'1:word:(", s->out);
			write_operands(s, &command);
			fputs(")'\n", s->out);
		}
		fputs("\t\t;;\n", s->out);
	}
	fputs("\tesac\n}\n_caplint \"$@\"\n", s->out);
}

static void write_fish_text(FILE *out, const char *text)
{
	fputc('\'', out);
	for (; *text; text++) {
		if (*text == '\'' || *text == '\\')
			fputc('\\', out);
		fputc(*text, out);
	}
	fputc('\'', out);
}

static void write_fish_option(const struct script *s, const char *command, const struct option_row *row)
{
	enum takes kind = takes(row);
	fprintf(s->out, "complete -c caplint -n '__fish_seen_subcommand_from %s' -l %s", command, row->name);
	if (row->letter)
		fprintf(s->out, " -s %c", row->letter);
	if (kind == TAKES_FILE)
		fputs(" -r -F", s->out);
	else if (kind == TAKES_FOLDER)
		fputs(" -x -a '(__fish_complete_directories)'", s->out);
	else if (kind != TAKES_NOTHING)
		fputs(" -x", s->out);
	if (kind == TAKES_RULE || row->choices) {
		fputs(" -a '", s->out);
		if (kind == TAKES_RULE)
			write_rules(s);
		else
			write_words(s->out, row->choices, kind == TAKES_FILE ? "=" : "");
		fputc('\'', s->out);
	}
	fputs(" -d ", s->out);
	write_fish_text(s->out, row->help);
	fputc('\n', s->out);
}

static void write_fish(const struct script *s)
{
	struct option_row row;
	fputs("# fish completion for caplint; made by 'caplint completion fish'\ncomplete -c caplint -f\n", s->out);
	for (u32 c = 0; c < COMMANDS; c++) {
		fprintf(s->out, "complete -c caplint -n __fish_use_subcommand -a %s -d ", options_command((enum command)c).name);
		write_fish_text(s->out, options_command((enum command)c).summary);
		fputc('\n', s->out);
	}
	for (u32 c = 0; c < COMMANDS; c++) {
		struct command_row command = options_command((enum command)c);
		for (u32 i = 0; options_row((enum command)c, i, &row); i++)
			write_fish_option(s, command.name, &row);
		if (operand(&command) == TAKES_NOTHING)
			continue;
		fprintf(s->out, "complete -c caplint -n '__fish_seen_subcommand_from %s'", command.name);
		if (operand(&command) == TAKES_FILE) {
			fputs(" -F\n", s->out);
			continue;
		}
		fputs(" -a '", s->out);
		write_operands(s, &command);
		fputs("'\n", s->out);
	}
}

bool completion_print(FILE *out, const char *shell, const struct rule *rules, u32 rule_count, struct strbuf *err)
{
	static const struct { const char *name; void (*write)(const struct script *); } shells[] = {
		{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish},
	};
	struct script s = {out, rules, rule_count};
	for (u32 i = 0; i < COUNT(shells); i++)
		if (!strcmp(shells[i].name, shell)) {
			shells[i].write(&s);
			return true;
		}
	strbuf_addf(err, "no completions for '%s': bash, zsh or fish", shell);
	return false;
}
