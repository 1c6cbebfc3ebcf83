/* The whole program in one function: discover, read, link, flow, rules, findings, report. */
#include "run.h"

#include "base/guard.h"
#include "discover/compdb.h"
#include "finding/grade.h"
#include "parse/front.h"
#include "read.h"
#include "recall.h"
#include "report/output.h"
#include "report/report.h"
#include "rule.h"
#include "triage.h"
#include "verdicts.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A function that is too large to be followed whole: no silence about it where it is reported. */
static void tell_omissions(const struct findings *findings, const struct source *files, struct notices *notices)
{
	for (u32 i = 0; i < findings->omissions.n; i++) {
		const struct omission *o = &findings->omissions.at[i];
		if (!files[o->file].is_reported)
			continue;
		notice_add(notices, files[o->file].path, false, false, "'%.*s' is too large: '%s' has looked at the first %u places of it, not at the rest", (int)o->function.n, o->function.p,
		           rule_table[o->rule].name, o->looked_at);
	}
}

/* What is known of the program, stage by stage. */
struct knowledge {
	struct arena *arena;
	const struct models *models;
	const struct discovery *files;
	struct unit *units;
	const struct word_list *words; /* read.h */
	struct progress *progress;
	const char *doing; /* the stage, for who must be told of its crash */
	struct program program;
	struct slot_flow slot;
	struct capture capture;
};

static void begin_stage(struct knowledge *k, const char *doing)
{
	k->doing = doing;
	progress_tell(k->progress, doing, 0, 0);
}

static void follow(void *knowledge)
{
	struct knowledge *k = knowledge;
	begin_stage(k, "linking");
	program_link(&k->program, k->arena, k->models, k->files->files.at, k->units, k->files->files.n);
	k->program.words = k->words;
	begin_stage(k, "following errors");
	slot_run(&k->program, k->arena, &k->slot);
	begin_stage(k, "following captures");
	capture_run(&k->program, k->arena, &k->slot, &k->capture);
}

static bool run_guarded(void (*work)(void *), void *context)
{
	if (!IS_SANITIZED)
		return guard_run(work, context);
	work(context);
	return true;
}

static void check(void *run)
{
	struct rule_run *r = run;
	rule_table[r->rule].check(r);
}

/* A rule that is off in all files costs nothing; the rules about suppressions speak in triage. A rule that crashes costs what it would have found; false if one did. */
static bool run_rules(const struct options *o, const struct rule_filter *filter, struct knowledge *k, struct findings *findings, struct notices *notices)
{
	const bool *shows = rule_shown(findings->arena, &k->program, &k->capture);
	u32 crashed = 0;
	for (u32 i = 0; i < rule_count; i++) {
		struct rule_run run = {.program = &k->program, .slot = &k->slot, .capture = &k->capture, .findings = findings, .rule = i, .shows = shows,
		                       .is_hip_legacy = o->hip_semantics == HIP_LEGACY};
		if (!rule_table[i].check || filter->is_off[i] || run_guarded(check, &run))
			continue;
		crashed++;
		notice_add(notices, S(""), true, true, "the rule '%s' crashed, and what it would have found further on is not told: an error in caplint, please report it", rule_table[i].name);
	}
	return !crashed;
}

static void grade(struct arena *a, struct findings *findings, const struct discovery *d, struct files *files)
{
	struct str *paths = arena_array(a, struct str, d->files.n + 1);
	bool *is_test = arena_array(a, bool, d->files.n + 1);
	for (u32 i = 0; i < d->files.n; i++) {
		paths[i] = d->files.at[i].path;
		is_test[i] = d->files.at[i].is_test;
	}
	struct grading g = {.rules = rule_table, .paths = paths, .is_test = is_test, .bytes = files_bytes, .from = files};
	findings_grade(findings, &g);
}

/* `--dump=STAGE`: the stages up to that one have run; true if it was printed. */
static bool dump(const struct options *o, const char *stage, const struct strbuf *text, FILE *out)
{
	if (!o->dump || !str_is(str_of(o->dump), stage))
		return false;
	fwrite(text->p ? text->p : "", 1, text->n, out);
	return true;
}

static bool is_dumped(const struct options *o, const char *stage) { return o->dump && str_is(str_of(o->dump), stage); }

static void print_files(const struct discovery *d, struct strbuf *out)
{
	for (u32 i = 0; i < d->files.n; i++) {
		const struct source *s = &d->files.at[i];
		strbuf_addf(out, "%.*s %s%s%s%s%s\n", (int)s->path.n, s->path.p, language_name((enum language)s->language),
		            s->is_reported ? "" : " context", s->is_vendored ? " vendored" : "", s->is_test ? " test" : "", s->is_unlisted ? " unlisted" : "");
	}
}

static void print_units(const struct discovery *d, const struct unit *units, struct strbuf *out)
{
	for (u32 i = 0; i < d->files.n; i++) {
		if (!d->files.at[i].is_reported || !units[i].n_functions)
			continue;
		strbuf_addf(out, "file %.*s\n", (int)d->files.at[i].path.n, d->files.at[i].path.p);
		unit_print(&units[i], out);
	}
}

/* None with a compile_commands.json or a toolkit, since headers count then; nor, unless asked for, in CI, whose machines forget. */
static struct cache *open_cache(const struct options *o, struct arena *a, struct str root, const struct models *models, struct notices *notices)
{
	const char *ci = getenv("CI"), *folder = o->cache;
	bool is_ci = ci && *ci && !str_is(str_of(ci), "false") && !str_is(str_of(ci), "0");
	struct strbuf salt = {0};
	struct stat program = {0};
	if (!folder && !is_ci)
		folder = cache_folder(a);
	if (o->no_cache || o->compile_commands || o->cuda_path || !folder)
		return NULL;
	/* A build of the same version may read otherwise: its file's time tells. */
	if (stat("/proc/self/exe", &program))
		return NULL;
	clang_stamp(&salt);
	strbuf_addf(&salt, "%s\n%s\n%016llx %016llx\n%lld.%09ld %lld", CAPLINT_VERSION, tree_sitter_describe(), (unsigned long long)models_version(), (unsigned long long)models->user_rows, (long long)program.st_mtim.tv_sec, program.st_mtim.tv_nsec, (long long)program.st_size);
	struct cache *c = cache_open(folder, root, hash128(strbuf_str(&salt), 0));
	strbuf_release(&salt);
	if (!c && o->cache)
		notice_add(notices, str_of(o->cache), false, true, "nothing is kept there: it is no folder that can be written to, nor can it be made one");
	return c;
}

/* The long part of a run: from the files to what the rules find. */
struct analysis {
	const struct options *o;
	const struct setup *setup;
	const struct read_options *how;
	struct knowledge *known;
	struct notices *notices;
	struct captured *captured;
	struct strbuf *text; /* of a dump */
	struct reading *reading;
	bool is_whole; /* no rule has crashed */
};

/* Nothing is found in files without facts, whatever the rest of the program does. */
static bool may_find(const struct analysis *all)
{
	const struct discovery *d = all->known->files;
	if (!recall_is_about(all->o) || all->how->models->entry_points.n)
		return true;
	for (u32 i = 0; i < d->files.n; i++)
		if (d->files.at[i].is_reported && all->known->units[i].n_functions)
			return true;
	return false;
}

/* False if a stage before the rules crashed. */
static bool analyse(struct analysis *all, struct coverage *coverage, struct findings *findings)
{
	const struct options *o = all->o;
	struct knowledge *k = all->known;
	struct source *files = k->files->files.at;
	all->reading = read_program(k->arena, all->how, files, k->files->files.n, k->units, coverage, all->notices);
	k->words = read_words(all->reading, k->arena);
	u32 told = all->notices->list.n;
	do {
		*findings = (struct findings){.arena = k->arena};
		all->notices->list.n = told;
		all->is_whole = true;
		if (!may_find(all))
			continue;
		if (!run_guarded(follow, k))
			return false;
		all->is_whole = run_rules(o, &all->setup->filter, k, findings, all->notices);
	} while (!read_settle(all->reading)); /* once more at most */
	if (!may_find(all))
		return true;
	capture_count(&k->capture, coverage);
	capture_tell(&k->capture, all->captured);
	for (u32 i = 0; i < k->capture.unmet.n; i++)
		notice_add(all->notices, str_of(all->setup->config.path), false, false, "no function has the name of the entry point '%s'", k->capture.unmet.at[i]);
	if (is_dumped(o, "facts"))
		print_units(k->files, k->units, all->text);
	if (is_dumped(o, "program"))
		program_print(&k->program, all->text);
	if (is_dumped(o, "flow"))
		slot_print(&k->program, &k->slot, all->text);
	if (is_dumped(o, "capture"))
		capture_print(&k->capture, all->text);
	return true;
}

/* What was asked for: a stage, verdicts, a baseline or findings. The status. */
static int tell(const struct options *o, struct triage *triage, struct findings *findings, struct report *report, struct output *outputs, struct strbuf *text)
{
	struct strbuf err = {0};
	FILE *out = outputs[0].stream;
	int status;
	if (dump(o, "files", text, out) || dump(o, "facts", text, out) || dump(o, "program", text, out) || dump(o, "flow", text, out) || dump(o, "capture", text, out))
		return 0;
	if (o->command == COMMAND_CONFIRM)
		status = verdicts_report(o, report, findings, outputs, &err);
	else if (o->command == COMMAND_BASELINE)
		status = triage_record(triage, findings, report, &err);
	else
		return report_run(report, outputs, o->output_count);
	if (status < 0) {
		outputs_discard(outputs, o->output_count);
		die("%s", err.p);
	}
	return status;
}

int run_check(struct options *o)
{
	return run_watched(o, NULL);
}

int run_watched(struct options *o, const struct onlooker *by)
{
	struct arena arena = {0}, *a = &arena;
	struct strbuf err = {0}, text = {0};
	struct notices notices = {.arena = a};
	struct discovery d = {0};
	struct output outputs[MAX_OUTPUTS];
	struct progress progress;
	struct setup setup;
	struct triage triage;
	if (!configure(a, o, &setup)) {
		arena_release(a);
		return 2;
	}
	struct discover_options where = {.paths = (const char **)(uintptr_t)o->paths, .path_count = o->path_count,
	                                 .report_vendored = o->report_vendored, .max_file_bytes = o->max_file_bytes,
	                                 .exclude = setup.exclude.list.at, .exclude_count = setup.exclude.list.n, .force_exclude = o->force_exclude};
	progress_begin(&progress, !o->is_quiet);
	if (!discover(a, &where, &d, &notices, &err) || !triage_open(&triage, a, o, &setup, &d, &notices, &err))
		die("%s", err.p);
	if (by)
		by->sees(by->with, &(struct sight){o, &setup, &where, &d, &triage, &notices});
	if (!outputs_open(outputs, o->outputs, o->output_count, &err))
		die("%s", err.p);
	if (is_dumped(o, "files"))
		print_files(&d, &text);

	struct report report = {.sources = d.files.at, .rules = rule_table, .rule_count = rule_count, .notices = &notices,
	                        .level = (enum severity)o->level, .is_audit = o->command == COMMAND_AUDIT, .is_strict = o->is_strict,
	                        .exit_zero = o->exit_zero, .is_quiet = o->is_quiet, .is_verbose = o->is_verbose,
	                        .color = (enum color_choice)o->color, .log = stderr};
	struct models models;
	models_load(&models, a);
	configure_models(&setup, &models);
	struct unit *units = arena_array(a, struct unit, d.files.n + 1);
	struct compdb commands = {0};
	if (o->cuda_path && o->command != COMMAND_CONFIRM && access(arena_format(a, "%s/include", o->cuda_path), X_OK))
		notice_add(&notices, str_of(o->cuda_path), true, true, "is no CUDA toolkit: there is no folder 'include' in it");
	if (o->compile_commands)
		compdb_load(a, &d, o->compile_commands, &notices, &commands);
	struct read_options how = {.commands = &commands, .cuda_path = o->cuda_path, .root = d.root, .jobs = (u32)o->jobs,
	                           .max_file_bytes = o->max_file_bytes, .models = &models, .progress = &progress,
	                           .cache = open_cache(o, a, d.root, &models, &notices)};
	struct recall *recall = recall_ask(a, o, &setup, &how, &d, &notices);
	struct findings findings = {.arena = a};
	struct captured captured = {0};
	if (!recall || !recall_take(recall, &report.coverage, &findings)) {
		struct knowledge known = {.arena = a, .models = &models, .files = &d, .units = units, .progress = &progress};
		struct analysis all = {.o = o, .setup = &setup, .how = &how, .known = &known, .notices = &notices, .captured = &captured, .text = &text};
		if (!analyse(&all, &report.coverage, &findings)) {
			outputs_discard(outputs, o->output_count);
			die("crashed while %s: an error in caplint, please report it", known.doing);
		}
		if (recall && all.is_whole)
			recall_keep(recall, all.reading, &report.coverage, &findings);
	}

	struct files files;
	files_init(&files, d.root, d.files.at, d.files.n, o->max_file_bytes, &notices);
	tell_omissions(&findings, d.files.at, &notices);
	triage_filter(&triage, &findings);
	grade(a, &findings, &d, &files);
	progress_end(&progress);
	report.findings = &findings;
	report.captured = &captured;
	report.files = &files;
	triage_settle(&triage, &findings, &report);
	if (by)
		by->speaks(by->with);
	int status = tell(o, &triage, &findings, &report, outputs, &text);
	if (!outputs_close(outputs, o->output_count, &err))
		die("%s", err.p);
	if (by)
		by->spoke(by->with);
	files_release(&files);
	if (how.cache) {
		recall_close(recall, how.cache);
		cache_close(how.cache);
	}
	strbuf_release(&text);
	arena_release(a);
	return status;
}
