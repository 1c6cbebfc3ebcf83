/* Options are rows of one table: a row says where the value goes and which commands take it. */
#include "options.h"

#include "base/spelling.h"
#include "finding/finding.h"
#include "report/output.h"
#include "report/report.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT_FILE_BYTES = 8 << 20 };
static const u64 MAX_JOBS = 1024, MAX_FILE_BYTES = 1 << 30;

static const struct { const char *name, *arguments, *summary; } commands[COMMANDS] = {
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

enum kind { FLAG, TEXT, CHOICE, STAGE, NUMBER, BYTES, OUTPUT, WORDS, HELP };

struct option {
	const char *name;
	char letter;
	enum kind kind;
	size_t offset; /* of the value in struct options: bool, const char *, u32 (CHOICE), u64 or struct words */
	const char *value;
	const char *const *choices;
	const char *help;
};

#define AT(field) offsetof(struct options, field)
/* Which command has which: belongs(). check and audit have the same ones. */
static const struct option table[] = {
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
	{"baseline", 0, TEXT, AT(baseline), "FILE", NULL, "leave out the findings that this file records ('caplint baseline' writes it)"},
	{"diff", 0, TEXT, AT(diff), "BASE", NULL, "only findings on lines that changed since the branch left this revision"},
	{"show-silenced", 0, FLAG, AT(show_silenced), NULL, NULL, "show what comments and the baseline silence as well, marked; it does not count"},
	{"config", 0, TEXT, AT(config), "FILE", NULL, "the configuration; by default caplint.toml in the folder of PATH or above it"},
	{"no-config", 0, FLAG, AT(no_config), NULL, NULL, "read no configuration file"},
	{"grow", 0, FLAG, AT(grow), NULL, NULL, "take new findings into a baseline that is there; without, it only shrinks"},
	{"schema", 0, FLAG, AT(wants_schema), NULL, NULL, "print the JSON schema of configuration files, for editors"},
	{"help", 'h', HELP, 0, NULL, NULL, "print this help"},
};

static_assert(COUNT(table) <= MOST_OPTIONS, "options.h has too few places for origins");

/* Those that a configuration file may set, in the order in which they are documented. */
static const struct {
	const char *name;
	enum config_type type;
} in_config[] = {
	{"select", CONFIG_RULES},       {"ignore", CONFIG_RULES},          {"level", CONFIG_CHOICE},      {"fail-on", CONFIG_CHOICE},
	{"exclude", CONFIG_NAMES},      {"all", CONFIG_FLAG},              {"baseline", CONFIG_PATH},     {"strict", CONFIG_FLAG},
	{"exit-zero", CONFIG_FLAG},     {"compile-commands", CONFIG_PATH}, {"cuda-path", CONFIG_PATH},
	{"hip-semantics", CONFIG_CHOICE}, {"max-file-size", CONFIG_SIZE},
};

/* Where parsing stands: argv from `next` on is still to be read. */
struct parser {
	struct options *o;
	char **argv;
	int argc, next;
	bool wants_help;
	const char *dashes; /* before an option's name in messages */
	struct strbuf *err;
};

static void suggest(struct strbuf *err, const struct spelling *s)
{
	if (s->best)
		strbuf_addf(err, "; did you mean '%s'?", s->best);
}

static bool read_number(const char *text, bool has_suffix, u64 max, u64 *number)
{
	static const char suffixes[] = "kMG";
	char *end;
	errno = 0;
	if (text[0] < '0' || text[0] > '9')
		return false;
	*number = strtoull(text, &end, 10);
	const char *suffix = has_suffix && *end ? strchr(suffixes, *end == 'K' ? 'k' : *end) : NULL;
	if (errno || *number > max || (*end && (!suffix || end[1])))
		return false;
	if (suffix)
		*number <<= 10 * (suffix - suffixes + 1);
	return *number <= max;
}

static bool set_choice(const struct parser *p, const struct option *option, const char *value, u32 *chosen)
{
	struct spelling s = {.wrong = value};
	for (u32 i = 0; option->choices[i]; i++) {
		if (!strcmp(option->choices[i], value)) {
			*chosen = i;
			return true;
		}
		spelling_offer(&s, option->choices[i]);
	}
	strbuf_addf(p->err, "'%s' is no value for %s%s (", value, p->dashes, option->name);
	for (u32 i = 0; option->choices[i]; i++)
		strbuf_addf(p->err, "%s%s", i ? ", " : "", option->choices[i]);
	strbuf_putc(p->err, ')');
	suggest(p->err, &s);
	return false;
}

/* `FILE`, `FORMAT=FILE`; --html means its format. What stands before `=` and is a plain word must be a format: './a=b' is a file. */
static bool add_output(const struct parser *p, const struct option *option, const char *value)
{
	struct output_wish wish = {option->choices ? NONE : FORMAT_HTML, value};
	size_t word = option->choices ? strspn(value, "abcdefghijklmnopqrstuvwxyz") : 0;
	if (word && value[word] == '=') {
		char name[32];
		snprintf(name, sizeof name, "%.*s", (int)word, value);
		if (!set_choice(p, option, name, &wish.format))
			return false;
		wish.path = value + word + 1;
	}
	if (!*wish.path)
		strbuf_addf(p->err, "option '--%s' names no file", option->name);
	else if (p->o->output_count == MAX_OUTPUTS)
		strbuf_addf(p->err, "more than %d outputs", MAX_OUTPUTS);
	if (p->err->n)
		return false;
	if (!strcmp(wish.path, "-"))
		wish.path = NULL;
	p->o->outputs[p->o->output_count++] = wish;
	return true;
}

static bool add_words(const struct parser *p, const struct option *option, const char *value, struct words *words)
{
	u32 before = words->list.n;
	for (const char *from = value; *from; from += strspn(from, ",")) {
		size_t n = strcspn(from, ",");
		const char *word = n ? arena_text(&p->o->arena, from, n) : NULL;
		if (word)
			vec_push(&p->o->arena, &words->list, word);
		from += n;
	}
	if (words->list.n == before)
		strbuf_addf(p->err, "option '--%s' has an empty value", option->name);
	return words->list.n > before;
}

static bool set_value(struct parser *p, const struct option *option, const char *value)
{
	char *at = (char *)p->o + option->offset;
	u32 chosen = 0;
	u64 number = 0;
	switch (option->kind) {
	case FLAG:
		memcpy(at, &(bool){true}, sizeof(bool));
		return true;
	case HELP:
		p->wants_help = true;
		return true;
	case TEXT:
		if (!*value) {
			strbuf_addf(p->err, "option '--%s' has an empty value", option->name);
			return false;
		}
		memcpy(at, &value, sizeof value);
		return true;
	case CHOICE:
	case STAGE:
		if (!set_choice(p, option, value, &chosen))
			return false;
		if (option->kind == STAGE)
			memcpy(at, &value, sizeof value);
		else
			memcpy(at, &chosen, sizeof chosen);
		p->o->has_format |= option->offset == AT(format);
		return true;
	case OUTPUT:
		return add_output(p, option, value);
	case WORDS:
		return add_words(p, option, value, (struct words *)(void *)at);
	case NUMBER:
	case BYTES:
		if (!read_number(value, option->kind == BYTES, option->kind == BYTES ? MAX_FILE_BYTES : MAX_JOBS, &number)) {
			strbuf_addf(p->err, "'%s' is no value for %s%s (at most %s)", value, p->dashes, option->name,
			            option->kind == BYTES ? "1G" : "1024");
			return false;
		}
		memcpy(at, &number, sizeof number);
		return true;
	}
	bug("option of no kind");
}

static u32 row_of(const struct option *option) { return (u32)(option - table); }

/* An option and its value: given behind `=` or the letter (`attached`), or as the next argument. */
static bool take_value(struct parser *p, const struct option *option, const char *attached)
{
	p->o->origins[row_of(option)].from = ORIGIN_COMMAND_LINE;
	if (option->kind == FLAG || option->kind == HELP) {
		if (attached) {
			strbuf_addf(p->err, "option '--%s' takes no value", option->name);
			return false;
		}
		return set_value(p, option, NULL);
	}
	if (!attached && p->next >= p->argc) {
		strbuf_addf(p->err, "option '--%s' needs a value: %s", option->name, option->value);
		return false;
	}
	return set_value(p, option, attached ? attached : p->argv[p->next++]);
}

static bool belongs(enum command command, const struct option *option)
{
	static const struct { size_t offset; enum command command; } own[] = {
		{AT(rule), COMMAND_CONFIRM}, {AT(emit), COMMAND_CONFIRM}, {AT(import), COMMAND_CONFIRM},
		{AT(grow), COMMAND_BASELINE}, {AT(wants_schema), COMMAND_CONFIG},
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

static bool parse_long(struct parser *p, const char *arg)
{
	struct arena scratch = {0};
	const char *value = strchr(arg, '=');
	const char *name = arena_text(&scratch, arg, value ? (size_t)(value - arg) : strlen(arg));
	struct spelling s = {.wrong = name};
	const struct option *found = NULL;
	for (size_t i = 0; i < COUNT(table); i++) {
		if (!belongs(p->o->command, &table[i]))
			continue;
		if (!strcmp(table[i].name, name))
			found = &table[i];
		spelling_offer(&s, table[i].name);
	}
	bool is_good = found && take_value(p, found, value ? value + 1 : NULL);
	if (!found) {
		strbuf_addf(p->err, "unknown option '--%s'", name);
		if (s.best)
			strbuf_addf(p->err, "; did you mean '--%s'?", s.best);
	}
	arena_release(&scratch);
	return is_good;
}

/* `-q`, `-qv`, `-j4`, `-j 4`. */
static bool parse_letters(struct parser *p, const char *letters)
{
	for (; *letters; letters++) {
		const struct option *found = NULL;
		for (size_t i = 0; i < COUNT(table); i++)
			if (table[i].letter == *letters && belongs(p->o->command, &table[i]))
				found = &table[i];
		if (!found) {
			strbuf_addf(p->err, "unknown option '-%c'", *letters);
			return false;
		}
		bool takes_rest = found->kind != FLAG && found->kind != HELP;
		if (!take_value(p, found, takes_rest && letters[1] ? letters + 1 : NULL))
			return false;
		if (takes_rest)
			break;
	}
	return true;
}

/* Options, and operands moved to the front of argv in their order. */
static bool parse_arguments(struct parser *p, char **operands, u32 *operand_count)
{
	while (p->next < p->argc) {
		char *arg = p->argv[p->next++];
		if (!strcmp(arg, "--"))
			break;
		if (arg[0] != '-' || !arg[1]) {
			operands[(*operand_count)++] = arg;
			continue;
		}
		if (!(arg[1] == '-' ? parse_long(p, arg + 2) : parse_letters(p, arg + 1)))
			return false;
	}
	while (p->next < p->argc)
		operands[(*operand_count)++] = p->argv[p->next++];
	return true;
}

static bool find_command(const char *name, enum command *command, struct strbuf *err)
{
	struct spelling s = {.wrong = name};
	for (u32 i = 0; i < COMMANDS; i++) {
		if (!strcmp(commands[i].name, name)) {
			*command = (enum command)i;
			return true;
		}
		spelling_offer(&s, commands[i].name);
	}
	strbuf_addf(err, "unknown command '%s'", name);
	suggest(err, &s);
	return false;
}

/* The first argument; options stand behind the command, but for those that are commands themselves. */
static bool parse_command(struct parser *p)
{
	const char *first = p->argc > 1 ? p->argv[1] : NULL;
	p->next = 2;
	if (!first) {
		strbuf_puts(p->err, "no command; 'caplint check PATH...' finds bugs, 'caplint --help' tells more");
		return false;
	}
	p->o->command = !strcmp(first, "--version") ? COMMAND_VERSION : COMMAND_HELP;
	if (!strcmp(first, "--version") || !strcmp(first, "--help") || !strcmp(first, "-h"))
		return true;
	if (first[0] == '-') {
		strbuf_addf(p->err, "'%s' stands before a command; did you mean 'caplint check %s'?", first, first);
		return false;
	}
	if (find_command(first, &p->o->command, p->err))
		return true;
	if (!access(first, F_OK) || strpbrk(first, "./")) {
		p->err->n = 0;
		strbuf_addf(p->err, "'%s' is no command; did you mean 'caplint check %s'?", first, first);
	}
	return false;
}

/* --format is the format of outputs that name none; of standard output if there are no such. */
static bool settle_outputs(struct options *o, struct strbuf *err)
{
	bool is_used = false;
	for (u32 i = 0; i < o->output_count; i++)
		if (o->outputs[i].format == NONE) {
			o->outputs[i].format = o->format;
			is_used = true;
		}
	if (!o->output_count || (o->has_format && !is_used && o->output_count < MAX_OUTPUTS))
		o->outputs[o->output_count++] = (struct output_wish){o->format, NULL};
	for (u32 i = 0; i < o->output_count; i++)
		for (u32 k = 0; k < i; k++) {
			const char *a = o->outputs[i].path, *b = o->outputs[k].path;
			if (a && b ? strcmp(a, b) : a != b)
				continue;
			strbuf_addf(err, "two outputs go to %s", a ? a : "standard output");
			return false;
		}
	return true;
}

static bool has_findings(enum command c) { return c == COMMAND_CHECK || c == COMMAND_AUDIT || c == COMMAND_CONFIRM || c == COMMAND_BASELINE || c == COMMAND_CONFIG; }

static bool take_operands(struct options *o, char **operands, u32 n, struct strbuf *err)
{
	static const char *const here[] = {"."};
	bool has_subject = o->command == COMMAND_EXPLAIN || o->command == COMMAND_COMPLETION || o->command == COMMAND_HELP;
	if (o->command == COMMAND_CONFIRM) {
		o->paths = (const char *const *)operands;
		o->path_count = n;
		if (o->emit && o->import)
			strbuf_puts(err, "--emit writes a bundle and --import reads what it gave: one or the other");
		return !(o->emit && o->import);
	}
	if (has_findings(o->command)) {
		o->paths = n ? (const char *const *)operands : here;
		o->path_count = n ? n : 1;
		return true;
	}
	if (o->command == COMMAND_EXPLAIN && !n) {
		strbuf_puts(err, "explain needs the name of a rule; 'caplint rules' lists them");
		return false;
	}
	if (o->command == COMMAND_COMPLETION && !n) {
		strbuf_puts(err, "completion needs the name of a shell: bash, zsh or fish");
		return false;
	}
	if (n > has_subject) {
		strbuf_addf(err, "'%s' is one argument too many for '%s'", operands[has_subject], commands[o->command].name);
		return false;
	}
	o->subject = n ? operands[0] : NULL;
	return true;
}

bool options_parse(struct options *o, int argc, char **argv, struct strbuf *err)
{
	*o = (struct options){.level = SEVERITY_WARNING, .color = COLOR_AUTO, .max_file_bytes = DEFAULT_FILE_BYTES};
	struct parser p = {.o = o, .argv = argv, .argc = argc, .dashes = "--", .err = err};
	if (!parse_command(&p))
		return false;
	if (o->command == COMMAND_AUDIT)
		o->level = SEVERITY_NOTE;
	if (o->command == COMMAND_PROBE) {
		o->rest = argv + p.next;
		return true;
	}
	char **operands = argv; /* there are fewer operands than arguments read */
	u32 operand_count = 0;
	enum command command = o->command;
	bool has_options = has_findings(command);
	for (int i = p.next; !has_options && i < argc && strcmp(argv[i], "--"); i++)
		if (argv[i][0] == '-' && strcmp(argv[i], "-h") && strcmp(argv[i], "--help")) {
			strbuf_addf(err, "'%s' takes no option '%s'", commands[command].name, argv[i]);
			return false;
		}
	if (!parse_arguments(&p, operands, &operand_count))
		return false;
	if (p.wants_help) {
		o->command = COMMAND_HELP;
		o->subject = commands[command].name;
		return true;
	}
	return settle_outputs(o, err) && take_operands(o, operands, operand_count, err);
}

const char *options_format_name(u32 format) { return formats[format]; }

const char options_about[] = "Finds, without building or running anything, code that breaks CUDA graph capture, and code that\n"
                             "misreports CUDA and HIP errors, in CUDA, HIP, C++, Python and Cython.\n";
const char options_statuses[] = "Exit status: 0 nothing found at or above the level,\n"
                                "1 findings, 2 usage or internal error, or a file that was named could not be understood or is no source.\n";

struct command_row options_command(enum command c)
{
	return (struct command_row){commands[c].name, commands[c].arguments, commands[c].summary, has_findings(c)};
}

bool options_row(enum command command, u32 n, struct option_row *row)
{
	for (size_t i = 0; i < COUNT(table) && has_findings(command); i++)
		if (belongs(command, &table[i]) && !n--) {
			*row = (struct option_row){table[i].name, table[i].letter, table[i].value, table[i].choices, table[i].help};
			return true;
		}
	return false;
}

void options_release(struct options *o) { arena_release(&o->arena); }

static const struct option *option_of(u32 key)
{
	for (size_t i = 0; i < COUNT(table); i++)
		if (!strcmp(table[i].name, in_config[key].name))
			return &table[i];
	bug("'%s' is no option", in_config[key].name);
}

const struct config_key *options_keys(u32 *n)
{
	static struct config_key keys[COUNT(in_config)];
	*n = COUNT(in_config);
	for (u32 i = 0; i < *n; i++) {
		const struct option *option = option_of(i);
		keys[i] = (struct config_key){option->name, in_config[i].type, option->choices, option->help};
	}
	return keys;
}

struct option_origin options_key_origin(const struct options *o, u32 key) { return o->origins[row_of(option_of(key))]; }

bool options_configure(struct options *o, u32 key, const char *value, bool is_first, u32 line, u32 column, struct strbuf *err)
{
	const struct option *option = option_of(key);
	struct option_origin *origin = &o->origins[row_of(option)];
	struct parser p = {.o = o, .dashes = "", .err = err};
	char *at = (char *)o + option->offset;
	if (origin->from == ORIGIN_COMMAND_LINE)
		return true;
	*origin = (struct option_origin){ORIGIN_CONFIG, line, column};
	if (option->kind == WORDS) {
		struct words *words = (struct words *)(void *)at;
		if (is_first)
			words->list.n = 0;
		if (value)
			vec_push(&o->arena, &words->list, value); /* a comma is a part of it */
		return true;
	}
	if (option->kind == FLAG) {
		memcpy(at, &(bool){!strcmp(value, "true")}, sizeof(bool));
		return true;
	}
	return set_value(&p, option, value);
}

bool options_key_value(const struct options *o, u32 key, u32 index, struct strbuf *out)
{
	const struct option *option = option_of(key);
	const char *at = (const char *)o + option->offset, *text = NULL;
	u32 chosen;
	u64 number;
	bool flag;
	if (option->kind == WORDS) {
		const struct words *words = (const struct words *)(const void *)at;
		if (index < words->list.n)
			strbuf_puts(out, words->list.at[index]);
		return index < words->list.n;
	}
	if (index)
		return false;
	if (option->kind == FLAG) {
		memcpy(&flag, at, sizeof flag);
		strbuf_puts(out, flag ? "true" : "false");
	} else if (option->kind == CHOICE) {
		memcpy(&chosen, at, sizeof chosen);
		strbuf_puts(out, option->choices[chosen]);
	} else if (option->kind == BYTES) {
		memcpy(&number, at, sizeof number);
		strbuf_addf(out, "%llu", (unsigned long long)number);
	} else {
		memcpy(&text, at, sizeof text);
		strbuf_puts(out, text ? text : "");
	}
	return option->kind != TEXT || text;
}

static void write_overview(FILE *out)
{
	fprintf(out, "usage: caplint COMMAND ...\n\n%s\ncommands:\n", options_about);
	for (u32 i = 0; i < COMMANDS; i++)
		fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
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

bool options_help(FILE *out, const char *name, struct strbuf *err)
{
	enum command command;
	if (!name) {
		write_overview(out);
		return true;
	}
	if (!find_command(name, &command, err))
		return false;
	fprintf(out, "usage: caplint %s%s%s\n\n%s\n", name, *commands[command].arguments ? " " : "",
	        commands[command].arguments, commands[command].summary);
	if (command == COMMAND_PROBE)
		fputs("\nIt is a Python program: 'caplint probe --help' tells its options, docs/confirmation.md how to use it.\n", out);
	if (!has_findings(command))
		return true;
	fprintf(out, "\nA folder stands for the files that git knows below it; no PATH is %s.\n\noptions:\n",
	        command == COMMAND_CONFIRM ? "every rule's program with default parameters" : "the working folder");
	for (size_t i = 0; i < COUNT(table); i++)
		if (belongs(command, &table[i]))
			write_option(out, &table[i]);
	return true;
}
