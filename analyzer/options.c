/* Commands and options as rows of tables: a row says where the value goes and which commands take it. */
#include "options_local.h"

#include <assert.h>

const struct command_text command_table[COMMANDS] = {
	[COMMAND_CHECK] = {"check", "[OPTIONS] [PATH...]", "find what breaks CUDA graph capture or misreports CUDA errors"},
	[COMMAND_AUDIT] = {"audit", "[OPTIONS] [PATH...]", "the same down to notes, and how much of the code was understood"},
	[COMMAND_CONFIRM] = {"confirm", "[OPTIONS] [PATH... | FINDINGS.sarif]", "show findings happen on a device, beside a repaired twin"},
	[COMMAND_PROBE] = {"probe", "[OPTIONS] SCRIPT [-- ARGUMENTS...]", "compare graph replays with eager execution, where something was found"},
	[COMMAND_BASELINE] = {"baseline", "[OPTIONS] [PATH...]", "record today's findings, so that check --baseline tells of new ones only"},
	[COMMAND_CONFIG] = {"config", "[OPTIONS] [PATH...]", "print the configuration of a run, and where each value comes from"},
	[COMMAND_EXPLAIN] = {"explain", "RULE", "print a rule's page"},
	[COMMAND_RULES] = {"rules", "", "list the rules"},
	[COMMAND_COMPLETION] = {"completion", "SHELL", "print completions for bash, zsh or fish"},
	[COMMAND_MANUAL] = {"manual", "", "print the manual page, for man -l -"},
	[COMMAND_HELP] = {"help", "[COMMAND]", "print help for a command"},
	[COMMAND_VERSION] = {"version", "", "print the versions of what takes part"},
};

/* The order of each list is the order of its enum. */
static const char *const formats[] = {"text",   "sarif", "jsonl",    "github", "gitlab", "rdjson",
                                      "rdjsonl", "junit", "markdown", "html",   NULL};
static const char *const levels[] = {"note", "warning", "error", NULL};
static const char *const colors[] = {"auto", "always", "never", NULL};
static const char *const semantics[] = {"rocm7", "legacy", NULL};
static const char *const stages[] = {"files", "facts", "program", "flow", "capture", NULL};

/* Which command has which: belongs(). check has all that audit has. */
const struct option option_table[] = {
	{"format", 0, CHOICE, AT(format), "FORMAT", formats, "text, sarif, jsonl, github, gitlab, rdjson, rdjsonl, junit, markdown or html"},
	{"level", 0, CHOICE, AT(level), "LEVEL", levels, "show and count findings from this level up: note, warning or error"},
	{"output", 'o', OUTPUT, AT(outputs), "[FORMAT=]FILE", formats, "write the findings to a file, '-' for standard output; may be given again"},
	{"html", 0, OUTPUT, AT(outputs), "FILE", NULL, "the same as --output html=FILE: one page that needs no network"},
	{"color", 0, CHOICE, AT(color), "WHEN", colors, "auto, always or never"},
	{"strict", 0, FLAG, AT(is_strict), NULL, NULL, "exit with 2 if any file was not understood"},
	{"exit-zero", 0, FLAG, AT(exit_zero), NULL, NULL, "exit with 0 even if there are findings"},
	{"all", 0, FLAG, AT(report_vendored), NULL, NULL, "report vendored code too"},
	{"jobs", 'j', NUMBER, AT(jobs), "N", NULL, "worker processes; 0, the default, is one for each CPU"},
	{"compile-commands", 'p', TEXT, AT(compile_commands), "DIR", NULL, "folder that holds compile_commands.json"},
	{"cuda-path", 0, TEXT, AT(cuda_path), "DIR", NULL, "CUDA toolkit; none is needed"},
	{"hip-semantics", 0, CHOICE, AT(hip_semantics), "WHICH", semantics, "rocm7: an error stays until read; legacy: a success clears it"},
	{"max-file-size", 0, BYTES, AT(max_file_bytes), "BYTES", NULL, "do not read larger files; 8M by default, suffixes k, M, G"},
	{"cache", 0, TEXT, AT(cache), "DIR", NULL, "keep there what is read of each file; $XDG_CACHE_HOME/caplint by default, none in CI"},
	{"no-cache", 0, FLAG, AT(no_cache), NULL, NULL, "keep nothing, and read every file anew"},
	{"dump", 0, STAGE, AT(dump), "STAGE", stages, "print a stage instead: files, facts, program, flow or capture"},
	{"quiet", 'q', FLAG, AT(is_quiet), NULL, NULL, "no summary and no notices that do not change the exit status"},
	{"verbose", 'v', FLAG, AT(is_verbose), NULL, NULL, "every notice"},
	{"rule", 0, TEXT, AT(rule), "RULE", NULL, "this rule alone; without PATH its program with default parameters"},
	{"emit", 0, TEXT, AT(emit), "DIR", NULL, "write a bundle that builds and runs elsewhere, with nvcc alone"},
	{"import", 0, TEXT, AT(import), "FILE", NULL, "take the verdicts from a bundle's results.jsonl"},
	{"select", 0, WORDS, AT(select), "RULE,...", NULL, "only these rules"},
	{"ignore", 0, WORDS, AT(ignore), "RULE,...", NULL, "not these rules"},
	{"fail-on", 0, CHOICE, AT(fail_on), "LEVEL", levels, "exit with 1 for findings from this level up; by default for all that are shown"},
	{"exclude", 0, WORDS, AT(exclude), "PATTERN,...", NULL, "report nothing in these files and folders, unless they are named as a PATH"},
	{"force-exclude", 0, FLAG, AT(force_exclude), NULL, NULL, "leave them out even then, and files that are no source: for tools that name many"},
	{"baseline", 0, TEXT, AT(baseline), "FILE", NULL, "the file of known findings: 'caplint baseline' writes it, the others leave out what it records"},
	{"diff", 0, TEXT, AT(diff), "BASE", NULL, "only findings on lines that changed since the branch left this revision"},
	{"show-silenced", 0, FLAG, AT(show_silenced), NULL, NULL, "show what comments and the baseline silence as well, marked; it does not count"},
	{"config", 0, TEXT, AT(config), "FILE", NULL, "the configuration; by default caplint.toml in the folder of PATH or above it"},
	{"no-config", 0, FLAG, AT(no_config), NULL, NULL, "read no configuration file"},
	{"watch", 0, FLAG, AT(watches), NULL, NULL, "check again after each change, until Ctrl-C; a commit's question is answered by then"},
	{"poll", 0, FLAG, AT(polls), NULL, NULL, "with --watch: look at all files each second, where nobody tells of changes (shared folders)"},
	{"grow", 0, FLAG, AT(grow), NULL, NULL, "take new findings into a baseline that is there; without, it only shrinks"},
	{"schema", 0, FLAG, AT(wants_schema), NULL, NULL, "print the JSON schema of configuration files, for editors"},
	{"help", 'h', HELP, 0, NULL, NULL, "print this help"},
};
const u32 option_count = COUNT(option_table);

static_assert(COUNT(option_table) <= MOST_OPTIONS, "options.h has too few places for origins");

bool command_has_findings(enum command c) { return c == COMMAND_CHECK || c == COMMAND_AUDIT || c == COMMAND_CONFIRM || c == COMMAND_BASELINE || c == COMMAND_CONFIG; }

bool option_belongs(enum command command, const struct option *option)
{
	static const struct { size_t offset; enum command command; } own[] = {
		{AT(rule), COMMAND_CONFIRM}, {AT(emit), COMMAND_CONFIRM}, {AT(import), COMMAND_CONFIRM},
		{AT(grow), COMMAND_BASELINE}, {AT(watches), COMMAND_CHECK}, {AT(polls), COMMAND_CHECK}, {AT(wants_schema), COMMAND_CONFIG},
	};
	/* Of a report, which these two don't write. */
	static const size_t of_reports[] = {AT(format), AT(outputs), AT(color), AT(dump), AT(diff), AT(show_silenced)};
	for (size_t i = 0; i < COUNT(own); i++)
		if (own[i].offset == option->offset && option->kind != HELP)
			return command == own[i].command;
	for (size_t i = 0; i < COUNT(of_reports); i++)
		if (of_reports[i] == option->offset && option->kind != HELP)
			return command != COMMAND_BASELINE && command != COMMAND_CONFIG;
	return true;
}

u32 option_row(const struct option *option) { return (u32)(option - option_table); }

const char *options_format_name(u32 format) { return formats[format]; }

const char options_about[] = "Finds, without building or running anything, code that breaks CUDA graph capture, and code that\n"
                             "misreports CUDA and HIP errors, in CUDA, HIP, C++, Python and Cython.\n";
const char options_statuses[] = "Exit status: 0 nothing found at or above the level,\n"
                                "1 findings, 2 usage or internal error, or a file that was named could not be understood or is no source.\n";

struct command_row options_command(enum command c)
{
	return (struct command_row){command_table[c].name, command_table[c].arguments, command_table[c].summary, command_has_findings(c)};
}

bool options_row(enum command command, u32 n, struct option_row *row)
{
	for (size_t i = 0; i < option_count && command_has_findings(command); i++)
		if (option_belongs(command, &option_table[i]) && !n--) {
			*row = (struct option_row){option_table[i].name, option_table[i].letter, option_table[i].value, option_table[i].choices, option_table[i].help};
			return true;
		}
	return false;
}

void options_release(struct options *o) { arena_release(&o->arena); }
