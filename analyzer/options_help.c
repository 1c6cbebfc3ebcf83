/* Help for a command, and the overview. */
#include "options_local.h"

static void write_overview(FILE *out)
{
	fprintf(out, "usage: caplint COMMAND ...\n\n%s\ncommands:\n", options_about);
	for (u32 i = 0; i < COMMANDS; i++)
		fprintf(out, "  %-10s %s\n", command_table[i].name, command_table[i].summary);
	fprintf(out, "\n'caplint help COMMAND' tells its options. %s", options_statuses);
}

static void write_option(FILE *out, const struct option *option)
{
	char left[64];
	const char *value = option->value ? option->value : "";
	snprintf(left, sizeof left, "--%s%s%s", option->name, *value ? " " : "", value);
	if (option->letter)
		fprintf(out, "  -%c, %-24s %s\n", option->letter, left, option->help);
	else
		fprintf(out, "      %-24s %s\n", left, option->help);
}

/* What 1 means, most of all. */
static const char *statuses(enum command command)
{
	switch (command) {
	case COMMAND_CONFIRM: return "Exit status: 0, 1 if something was not reproduced, 2 if a program broke or the job could not be done.\n";
	case COMMAND_BASELINE: return "Exit status: 0, 1 if there are new findings and no --grow, 2 if the job could not be done.\n";
	case COMMAND_CONFIG: return "Exit status: 0, 2 if something in it is wrong.\n";
	default: return options_statuses;
	}
}

bool options_help(FILE *out, const char *name, struct strbuf *err)
{
	enum command command;
	if (!name) {
		write_overview(out);
		return true;
	}
	if (!command_find(name, &command, err))
		return false;
	fprintf(out, "usage: caplint %s%s%s\n\n%s\n", name, *command_table[command].arguments ? " " : "",
	        command_table[command].arguments, command_table[command].summary);
	if (command == COMMAND_PROBE)
		fputs("\nIt is a Python program: 'caplint probe --help' tells its options, docs/confirmation.md how to use it.\n", out);
	if (!command_has_findings(command))
		return true;
	fprintf(out, "\nA folder stands for the files that git knows below it; no PATH is %s.\n\noptions:\n",
	        command == COMMAND_CONFIRM ? "every rule's program with default parameters" : "the working folder");
	for (size_t i = 0; i < option_count; i++)
		if (option_belongs(command, &option_table[i]))
			write_option(out, &option_table[i]);
	fprintf(out, "\n%s", statuses(command));
	return true;
}
