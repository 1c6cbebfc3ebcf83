/* The command line, from left to right: a command, options with their values, operands. */
#include "options_local.h"

#include "base/spelling.h"
#include "finding/finding.h"
#include "report/report.h"

#include <string.h>
#include <unistd.h>

enum { DEFAULT_FILE_BYTES = 8 << 20 };

/* Where parsing stands: argv from `next` on is still to be read. */
struct parser {
	struct setting to;
	char **argv;
	int argc, next;
	bool wants_help;
};

/* An option and its value: given behind `=` or the letter (`attached`), or as the next argument. */
static bool take_value(struct parser *p, const struct option *option, const char *attached)
{
	p->to.o->origins[option_row(option)].from = ORIGIN_COMMAND_LINE;
	if (option->kind == FLAG || option->kind == HELP) {
		if (attached) {
			strbuf_addf(p->to.err, "option '--%s' takes no value", option->name);
			return false;
		}
		p->wants_help |= option->kind == HELP;
		return option->kind == HELP || option_set(&p->to, option, NULL);
	}
	if (!attached && p->next >= p->argc) {
		strbuf_addf(p->to.err, "option '--%s' needs a value: %s", option->name, option->value);
		return false;
	}
	return option_set(&p->to, option, attached ? attached : p->argv[p->next++]);
}

static bool parse_long(struct parser *p, const char *arg)
{
	struct arena scratch = {0};
	const char *value = strchr(arg, '=');
	const char *name = arena_text(&scratch, arg, value ? (size_t)(value - arg) : strlen(arg));
	struct spelling s = {.wrong = name};
	const struct option *found = NULL;
	for (size_t i = 0; i < option_count; i++) {
		if (!option_belongs(p->to.o->command, &option_table[i]))
			continue;
		if (!strcmp(option_table[i].name, name))
			found = &option_table[i];
		spelling_offer(&s, option_table[i].name);
	}
	bool is_good = found && take_value(p, found, value ? value + 1 : NULL);
	if (!found) {
		strbuf_addf(p->to.err, "unknown option '--%s'", name);
		if (s.best)
			strbuf_addf(p->to.err, "; did you mean '--%s'?", s.best);
	}
	arena_release(&scratch);
	return is_good;
}

/* `-q`, `-qv`, `-j4`, `-j 4`. */
static bool parse_letters(struct parser *p, const char *letters)
{
	for (; *letters; letters++) {
		const struct option *found = NULL;
		for (size_t i = 0; i < option_count; i++)
			if (option_table[i].letter == *letters && option_belongs(p->to.o->command, &option_table[i]))
				found = &option_table[i];
		if (!found) {
			strbuf_addf(p->to.err, "unknown option '-%c'", *letters);
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

bool command_find(const char *name, enum command *command, struct strbuf *err)
{
	struct spelling s = {.wrong = name};
	for (u32 i = 0; i < COMMANDS; i++) {
		if (!strcmp(command_table[i].name, name)) {
			*command = (enum command)i;
			return true;
		}
		spelling_offer(&s, command_table[i].name);
	}
	strbuf_addf(err, "unknown command '%s'", name);
	if (s.best)
		strbuf_addf(err, "; did you mean '%s'?", s.best);
	return false;
}

/* The first argument; options stand behind the command, but for those that are commands themselves. */
static bool parse_command(struct parser *p)
{
	const char *first = p->argc > 1 ? p->argv[1] : NULL;
	p->next = 2;
	if (!first) {
		strbuf_puts(p->to.err, "no command; 'caplint check PATH...' finds bugs, 'caplint --help' tells more");
		return false;
	}
	p->to.o->command = !strcmp(first, "--version") ? COMMAND_VERSION : COMMAND_HELP;
	if (!strcmp(first, "--version") || !strcmp(first, "--help") || !strcmp(first, "-h"))
		return true;
	if (!strcmp(first, "-V") || !strcmp(first, "-v")) {
		strbuf_addf(p->to.err, "unknown option '%s'; 'caplint --version' prints versions, 'caplint check -v PATH' every notice", first);
		return false;
	}
	if (first[0] == '-') {
		strbuf_addf(p->to.err, "'%s' stands before a command; did you mean 'caplint check %s'?", first, first);
		return false;
	}
	if (command_find(first, &p->to.o->command, p->to.err))
		return true;
	if (!access(first, F_OK) || strpbrk(first, "./")) {
		p->to.err->n = 0;
		strbuf_addf(p->to.err, "'%s' is no command; did you mean 'caplint check %s'?", first, first);
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

/* What is written anew after each change must be told apart from what was written before: a line can be, a document on standard output can't. */
static bool settle_watch(const struct options *o, struct strbuf *err)
{
	if (o->polls && !o->watches)
		strbuf_puts(err, "--poll says how --watch looks; it means nothing without");
	if (o->watches && o->dump)
		strbuf_puts(err, "--watch tells of findings after each change, and --dump of a stage: one or the other");
	for (u32 i = 0; o->watches && !err->n && i < o->output_count; i++) {
		u32 format = o->outputs[i].format;
		bool is_lines = format == FORMAT_TEXT || format == FORMAT_JSONL || format == FORMAT_GITHUB || format == FORMAT_RDJSONL;
		if (!o->outputs[i].path && !is_lines)
			strbuf_addf(err, "--watch writes after each change, and one %s document behind the other on standard output is none: give it a file, --output %s=FILE", options_format_name(format), options_format_name(format));
	}
	return !err->n;
}

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
	if (command_has_findings(o->command)) {
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
		strbuf_addf(err, "'%s' is one argument too many for '%s'", operands[has_subject], command_table[o->command].name);
		return false;
	}
	o->subject = n ? operands[0] : NULL;
	return true;
}

bool options_parse(struct options *o, int argc, char **argv, struct strbuf *err)
{
	*o = (struct options){.level = SEVERITY_WARNING, .color = COLOR_AUTO, .max_file_bytes = DEFAULT_FILE_BYTES};
	struct parser p = {.to = {o, "--", err}, .argv = argv, .argc = argc};
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
	bool has_options = command_has_findings(command);
	for (int i = p.next; !has_options && i < argc && strcmp(argv[i], "--"); i++)
		if (argv[i][0] == '-' && strcmp(argv[i], "-h") && strcmp(argv[i], "--help")) {
			strbuf_addf(err, "'%s' takes no option '%s'", command_table[command].name, argv[i]);
			return false;
		}
	if (!parse_arguments(&p, operands, &operand_count))
		return false;
	if (p.wants_help) {
		o->command = COMMAND_HELP;
		o->subject = command_table[command].name;
		return true;
	}
	return settle_outputs(o, err) && settle_watch(o, err) && take_operands(o, operands, operand_count, err);
}
