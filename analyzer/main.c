/* The entry: one command, one exit status. */
#include "configure.h"
#include "discover/compdb.h"
#include "models/models.h"
#include "manual.h"
#include "options.h"
#include "parse/front.h"
#include "probe/launch.h"
#include "report/output.h"
#include "report/rulebook.h"
#include "rule.h"
#include "run.h"
#include "triage/filter.h"
#include "verdicts.h"
#include "watch.h"

#include <inttypes.h>

static void write_version(FILE *out)
{
	struct strbuf clang = {0};
	if (!clang_describe(&clang) && !clang.n)
		strbuf_puts(&clang, "no libclang");
	fprintf(out, "caplint %s\n%s\n%s\n%s\nmodels %016" PRIx64 "\n", CAPLINT_VERSION, clang.p, tree_sitter_describe(),
	        compdb_describe(), models_version());
	strbuf_release(&clang);
}

static bool explain(FILE *out, const char *name, struct strbuf *err)
{
	u32 rule = filter_rule(rule_table, rule_count, str_of(name), err);
	if (rule != NONE)
		rulebook_page(out, &rule_table[rule]);
	return rule != NONE;
}

static bool print(const struct options *o, FILE *out, struct strbuf *err)
{
	switch (o->command) {
	case COMMAND_EXPLAIN:
		return explain(out, o->subject, err);
	case COMMAND_RULES:
		rulebook_list(out, rule_table, rule_count);
		return true;
	case COMMAND_COMPLETION:
		return completion_print(out, o->subject, rule_table, rule_count, err);
	case COMMAND_MANUAL:
		manual_print(out);
		return true;
	case COMMAND_HELP:
		return options_help(out, o->subject, err);
	case COMMAND_VERSION:
		write_version(out);
		return true;
	case COMMAND_CONFIG:
	case COMMAND_CHECK:
	case COMMAND_AUDIT:
	case COMMAND_CONFIRM:
	case COMMAND_PROBE:
	case COMMAND_BASELINE:
	case COMMANDS:
		break;
	}
	bug("no command");
}

/* `caplint config`: what a run with these arguments would do. */
static int run_config(struct options *o)
{
	struct arena arena = {0};
	struct setup setup;
	struct output out;
	struct strbuf err = {0};
	bool is_good = o->wants_schema || configure(&arena, o, &setup);
	if (is_good && !output_open(&out, o->outputs[0].path, &err))
		die("%s", err.p);
	if (is_good && o->wants_schema)
		configure_schema(out.stream);
	else if (is_good)
		configure_print(o, &setup, out.stream);
	if (is_good && !output_close(&out, &err))
		die("%s", err.p);
	arena_release(&arena);
	return is_good ? 0 : 2;
}

static int run(struct options *o)
{
	struct output out;
	struct strbuf err = {0};
	switch (o->command) {
	case COMMAND_CHECK: return o->watches ? watch(o) : run_check(o);
	case COMMAND_AUDIT:
	case COMMAND_BASELINE: return run_check(o);
	case COMMAND_CONFIRM: return verdicts_run(o);
	case COMMAND_CONFIG: return run_config(o);
	case COMMAND_PROBE:
		probe_launch(o->rest, &err);
		die("%s", err.p);
	default: break;
	}
	if (!output_open(&out, NULL, &err) || !print(o, out.stream, &err) || !output_close(&out, &err))
		die("%s", err.p);
	return 0;
}

int main(int argc, char **argv)
{
	struct options o;
	struct strbuf err = {0};
	if (!options_parse(&o, argc, argv, &err))
		die("%s", err.p);
	int status = run(&o);
	options_release(&o);
	return status;
}
