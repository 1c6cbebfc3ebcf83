#include "triage.h"

#include "discover/paths.h"
#include "report/output.h"
#include "rule.h"
#include "triage/allow.h"
#include "triage/narrow.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

static const char default_name[] = ".caplint-baseline.tsv";

/* At the top of the program, as seen from here. */
static const char *default_path(const struct triage *t)
{
	char *here = getcwd(NULL, 0);
	struct str path = str_of(arena_format(t->arena, "%.*s/%s", (int)t->d->root.n, t->d->root.p, default_name));
	struct str seen = here ? path_seen_from(t->arena, path, str_of(here)) : path;
	const char *text = arena_text(t->arena, seen.p, seen.n);
	free(here);
	return text;
}

static bool open_baseline(struct triage *t, struct strbuf *err)
{
	bool is_command = t->o->command == COMMAND_BASELINE;
	struct strbuf why = {0};
	struct str text;
	t->baseline_path = t->o->baseline;
	if (is_command && !t->baseline_path)
		t->baseline_path = default_path(t);
	t->baseline.arena = t->arena;
	if (!t->baseline_path || (is_command && access(t->baseline_path, F_OK)))
		return true;
	t->has_baseline = file_read(t->arena, t->baseline_path, 1u << 30, &text, &why) && baseline_read(t->arena, text, &t->baseline, &why);
	if (!t->has_baseline)
		strbuf_addf(err, "baseline '%s': %s%s", t->baseline_path, why.p, access(t->baseline_path, F_OK) ? "; 'caplint baseline' writes one" : "");
	strbuf_release(&why);
	return t->has_baseline;
}

bool triage_open(struct triage *t, struct arena *a, const struct options *o, const struct setup *setup, const struct discovery *d,
                 struct notices *notices, struct strbuf *err)
{
	*t = (struct triage){.arena = a, .o = o, .setup = setup, .d = d, .paths = arena_array(a, struct str, d->files.n + 1)};
	for (u32 i = 0; i < d->files.n; i++) {
		struct str path = d->files.at[i].path;
		t->paths[i] = str_of(arena_format(a, "%.*s/%.*s", (int)d->root.n, d->root.p, (int)path.n, path.p));
	}
	return open_baseline(t, err) && (!o->diff || changes_read(a, d->root, o->diff, &t->changes, notices, err));
}

void triage_filter(const struct triage *t, struct findings *all) { filter_apply(&t->setup->filter, all, t->paths); }

static u32 line_of(void *from, struct span span)
{
	return file_region(files_text(from, span.file), span).line;
}

static bool is_unread(void *from, struct str path)
{
	const struct files *files = from;
	const struct source *source = NULL;
	char absolute[PATH_MAX];
	for (u32 low = 0, high = files->count; low < high && !source;) {
		u32 middle = low + (high - low) / 2;
		int order = str_cmp(files->sources[middle].path, path);
		if (!order)
			source = &files->sources[middle];
		else
			*(order < 0 ? &low : &high) = order < 0 ? middle + 1 : middle;
	}
	for (u32 i = 0; source && i < files->notices->list.n; i++)
		if (files->notices->list.at[i].is_failure && str_eq(files->notices->list.at[i].path, source->shown))
			return true;
	/* Too large, not to be read: it is in no list. */
	return !source && snprintf(absolute, sizeof absolute, "%.*s/%.*s", (int)files->root.n, files->root.p, (int)path.n, path.p) < (int)sizeof absolute &&
	       !access(absolute, F_OK);
}

static struct baseline_context context(const struct triage *t, struct files *files)
{
	return (struct baseline_context){.rules = rule_table, .sources = t->d->files.at, .source_count = t->d->files.n,
	                                 .bytes = files_bytes, .is_unread = is_unread, .from = files};
}

void triage_settle(struct triage *t, struct findings *all, struct report *report)
{
	struct allow_options allow = {.filter = &t->setup->filter, .sources = t->d->files.at, .paths = t->paths, .file_count = t->d->files.n,
	                              .bytes = files_bytes, .line = line_of, .from = report->files};
	allow_apply(&allow, all);
	struct baseline_context c = context(t, report->files);
	report->has_baseline = t->has_baseline;
	if (t->has_baseline)
		report->baseline_gone = baseline_match(&t->baseline, &c, all);
	if (t->o->diff)
		narrow_to_changes(&t->changes, t->d->files.at, line_of, report->files, all);
	report->fail_on = (enum severity)t->o->fail_on;
	report->shows_silenced = t->o->show_silenced;
}

static const char *plural(u32 n) { return n == 1 ? "" : "s"; }

static u32 total(const struct baseline *b)
{
	u32 n = 0;
	for (u32 i = 0; i < b->entries.n; i++)
		n += b->entries.at[i].count;
	return n;
}

int triage_record(struct triage *t, const struct findings *all, const struct report *report, struct strbuf *err)
{
	struct baseline_context c = context(t, report->files);
	bool grows = t->o->grow || !t->has_baseline;
	u32 before = total(&t->baseline), fresh = baseline_renew(&t->baseline, &c, all, grows, (enum severity)t->o->level);
	u32 after = total(&t->baseline);
	struct strbuf text = {0};
	struct output out;
	baseline_print(&t->baseline, &text);
	bool is_written = output_open(&out, t->baseline_path, err);
	if (is_written) {
		fwrite(text.p, 1, text.n, out.stream);
		is_written = output_close(&out, err);
	}
	strbuf_release(&text);
	if (!is_written)
		return -1;
	u32 gone = before + (grows ? fresh : 0) - after;
	if (!t->o->is_quiet)
		printf("%s: %u finding%s, %u taken in, %u taken out\n", t->baseline_path, after, plural(after), grows ? fresh : 0, gone);
	report_notices(report);
	bool has_failed = report_failed(report);
	if (grows || !fresh)
		return has_failed ? 2 : 0;
	fprintf(stderr, "caplint: %u new finding%s not taken in: mend %s, or say --grow\n", fresh, fresh == 1 ? " is" : "s are", fresh == 1 ? "it" : "them");
	return has_failed ? 2 : 1;
}
