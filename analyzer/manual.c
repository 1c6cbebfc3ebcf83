/* The manual page. */
#include "manual.h"

#include "options.h"

#include <string.h>

/* Text of the tables, in which `-` is a minus and a line must not begin with a dot or an apostrophe. */
static void write_text(FILE *out, const char *text)
{
	for (const char *p = text; *p; p++) {
		if ((p == text || p[-1] == '\n') && (*p == '.' || *p == '\''))
			fputs("\\&", out);
		if (*p == '-')
			fputs("\\-", out);
		else if (*p == '\\')
			fputs("\\e", out);
		else if (*p == '\'')
			fputs("\\(aq", out);
		else
			fputc(*p, out);
	}
}

static void write_bold(FILE *out, const char *text)
{
	fputs("\\fB", out);
	write_text(out, text);
	fputs("\\fR", out);
}

static void write_commands(FILE *out)
{
	fputs(".SH COMMANDS\n", out);
	for (u32 c = 0; c < COMMANDS; c++) {
		struct command_row row = options_command((enum command)c);
		fputs(".TP\n", out);
		write_bold(out, row.name);
		fprintf(out, "%s%s\n", *row.arguments ? " " : "", row.arguments);
		write_text(out, row.summary);
		fputs(".\n", out);
	}
}

static bool takes(enum command command, const char *name)
{
	struct option_row row;
	for (u32 i = 0; options_row(command, i, &row); i++)
		if (!strcmp(row.name, name))
			return true;
	return false;
}

/* "Not of baseline and config": those with options that lack this one. */
static void write_lacking(FILE *out, const char *name)
{
	struct option_row row;
	const char *lacking[COMMANDS];
	u32 n = 0;
	for (u32 c = 0; c < COMMANDS; c++)
		if (options_row((enum command)c, 0, &row) && !takes((enum command)c, name))
			lacking[n++] = options_command((enum command)c).name;
	for (u32 i = 0; i < n; i++)
		fprintf(out, "%s%s%s", i ? i + 1 == n ? " and " : ", " : "Not of ", lacking[i], i + 1 == n ? ".\n" : "");
}

static void write_option(FILE *out, const struct option_row *row)
{
	char name[64];
	fputs(".TP\n", out);
	if (row->letter) {
		write_bold(out, (char[]){'-', row->letter, 0});
		fputs(", ", out);
	}
	snprintf(name, sizeof name, "--%s", row->name);
	write_bold(out, name);
	if (row->value)
		fprintf(out, " \\fI%s\\fR", row->value);
	fputc('\n', out);
	write_text(out, row->help);
	fputs(".\n", out);
}

/* All options once: those of check, then those that other commands have besides. */
static void write_options(FILE *out)
{
	struct option_row row;
	fputs(".SH OPTIONS\n", out);
	for (u32 i = 0; options_row(COMMAND_CHECK, i, &row); i++) {
		write_option(out, &row);
		write_lacking(out, row.name);
	}
	for (u32 c = 0; c < COMMANDS; c++) {
		bool has_title = false;
		for (u32 i = 0; c != COMMAND_CHECK && options_row((enum command)c, i, &row); i++) {
			if (takes(COMMAND_CHECK, row.name))
				continue;
			if (!has_title)
				fprintf(out, ".SS Only of %s\n", options_command((enum command)c).name);
			has_title = true;
			write_option(out, &row);
		}
	}
}

static const char before[] =
	".TH CAPLINT 1 \"\" \"caplint " CAPLINT_VERSION "\" \"User Commands\"\n"
	".SH NAME\ncaplint \\- finds code that breaks CUDA graph capture or misreports CUDA errors\n"
	".SH SYNOPSIS\n.B caplint\n.I COMMAND\n[\\fIOPTIONS\\fR] [\\fIPATH\\fR...]\n"
	".SH DESCRIPTION\n";

static const char after[] =
	".SH OUTPUTS\n"
	"Results go to standard output, all about the run to standard error.\n"
	"Each \\fB\\-\\-output\\fR adds an output in a format of its own; without a format it has that of \\fB\\-\\-format\\fR.\n"
	"A file is there in full or not at all.\n"
	".TP\ntext\nfor people and for editors, as compilers print it\n"
	".TP\nsarif\nSARIF 2.1.0 within the limits of GitHub code scanning\n"
	".TP\njsonl\nan object a finding and line, by a published schema\n"
	".TP\ngithub\nannotations of a GitHub workflow\n"
	".TP\ngitlab\na GitLab code quality report\n"
	".TP\nrdjson, rdjsonl\nreviewdog's diagnostic formats\n"
	".TP\njunit\na test suite a file, a failed test a finding\n"
	".TP\nmarkdown\na summary that fits into an issue\n"
	".TP\nhtml\nthe audit: one page that needs no network\n"
	".SH EXIT STATUS\n"
	".TP\n0\nnothing at or above the level, or \\fB\\-\\-exit\\-zero\\fR; \\fB\\-\\-watch\\fR that was told to stop\n"
	".TP\n1\nfindings; of \\fBconfirm\\fR: something was not reproduced; of \\fBbaseline\\fR: there are new findings and no \\fB\\-\\-grow\\fR\n"
	".TP\n2\nwrong usage, output that could not be written, or a file named on the command line that could not be understood or is no source; with "
	"\\fB\\-\\-strict\\fR any file that could not be understood\n"
	".SH ENVIRONMENT\n"
	".TP\nCAPLINT_LIBCLANG\nthe libclang to load, and no other\n"
	".TP\nCAPLINT_PYTHON\nthe Python that runs the probe, and the programs of \\fBcaplint confirm\\fR that need PyTorch\n"
	".TP\nNO_COLOR, CLICOLOR_FORCE, FORCE_COLOR\nif not empty: no colours; colours also where standard output is no terminal\n"
	".TP\nCI\nif not empty: nothing is kept between runs, and no line of progress\n"
	".TP\nPRE_COMMIT\nif not empty: no line of progress\n"
	".SH FILES\n"
	".TP\n\\&.caplint.toml, caplint.toml, pyproject.toml\nthe configuration, the first of these in the folder of PATH or above it\n"
	".TP\n\\&.caplint\\-baseline.tsv\nwhat \\fBcaplint baseline\\fR writes, at the top of the repository\n"
	".TP\n$XDG_CACHE_HOME/caplint, ~/.cache/caplint\nwhat was read of each file\n"
	".SH EXAMPLES\n"
	".nf\n"
	"caplint check .\n"
	"caplint check \\-\\-output sarif=caplint.sarif \\-\\-output text=\\- .\n"
	"caplint audit . \\-\\-html audit.html\n"
	"caplint check \\-\\-watch\n"
	"caplint explain latched\\-error\n"
	".fi\n";

void manual_print(FILE *out)
{
	fputs(before, out);
	write_text(out, options_about);
	fputs("A folder stands for the files that git knows below it.\n", out);
	write_commands(out);
	write_options(out);
	fputs(after, out);
}
