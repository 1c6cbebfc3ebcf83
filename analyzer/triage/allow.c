#include "triage/allow.h"

#include "parse/notebook.h"
#include "triage/comment.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TRIED = 1000 }; /* suppressions for one finding */

/* One file's turn. */
struct turn {
	const struct allow_options *o;
	struct findings *all;
	struct arena scratch;
	u32 file;
	struct str text;          /* the file's; of a notebook that of its code cells */
	bool is_notebook;
	struct notebook notebook;
	VEC(u32) lines;           /* of a notebook's text: where each begins */
	struct outline outline;   /* of the text, as are the places of suppressions */
	struct allows allows;
	VEC(struct allow *) of_lines, of_file; /* those that hold for something; of_lines in the order of their lines */
	u32 bad, unused; /* our own two rules */
};

/* A place of the file in the text that was read. */
static u32 place_in_text(const struct turn *t, u32 at) { return t->is_notebook ? notebook_text_place(&t->notebook, at) : at; }

/* A line of the JSON may hold a whole cell, so lines are those of the cells. */
static u32 line_in_text(const struct turn *t, struct span span)
{
	if (!t->is_notebook)
		return t->o->line(t->o->from, span);
	return last_u32_up_to(t->lines.at, t->lines.n, place_in_text(t, span.begin)) + 1;
}

static struct span span_of(const struct turn *t, const struct allow *allow)
{
	if (!t->is_notebook)
		return (struct span){t->file, allow->begin, allow->end};
	return (struct span){t->file, notebook_file_place(&t->notebook, allow->begin), notebook_file_end(&t->notebook, allow->end)};
}

static bool holds_for(const struct allow *allow, u32 first, u32 last)
{
	return allow->is_file || (allow->line >= first && allow->line <= last);
}

static struct allow_rule *rule_in(struct allow *allow, u32 rule)
{
	for (u32 i = 0; i < allow->rules.n; i++)
		if (allow->rules.at[i].rule == rule)
			return &allow->rules.at[i];
	return NULL;
}

static void report(struct turn *t, u32 rule, const struct allow *allow, const char *text)
{
	const struct rule_filter *filter = t->o->filter;
	if (rule == NONE || !filter_is_on(filter, rule, t->o->paths[t->file]))
		return;
	u8 wanted = filter->severity[rule];
	enum severity severity = wanted == SEVERITY_AS_IS ? filter->rules[rule].severity : (enum severity)wanted;
	finding_add(t->all, rule, severity, span_of(t, allow), "%s", text);
}

static int by_line(const void *x, const void *y)
{
	const struct allow *a = *(struct allow *const *)x, *b = *(struct allow *const *)y;
	return a->line != b->line ? (a->line < b->line ? -1 : 1) : a->begin < b->begin ? -1 : a->begin > b->begin;
}

static void sort_allows(struct turn *t)
{
	for (u32 i = 0; i < t->allows.list.n; i++) {
		struct allow *allow = &t->allows.list.at[i];
		if (allow->fault && !allow->is_nolint)
			continue;
		if (allow->is_file)
			vec_push(&t->scratch, &t->of_file, allow);
		else
			vec_push(&t->scratch, &t->of_lines, allow);
	}
	if (t->of_lines.n)
		qsort(t->of_lines.at, t->of_lines.n, sizeof *t->of_lines.at, by_line);
}

/* One that speaks of a line from first to last. */
static struct allow *allow_on(const struct turn *t, u32 rule, u32 first, u32 last)
{
	u32 low = 0, high = t->of_lines.n;
	while (low < high) {
		u32 middle = low + (high - low) / 2;
		if (t->of_lines.at[middle]->line < first)
			low = middle + 1;
		else
			high = middle;
	}
	for (u32 i = low; i < t->of_lines.n && i - low < MOST_TRIED && t->of_lines.at[i]->line <= last; i++)
		if (rule_in(t->of_lines.at[i], rule))
			return t->of_lines.at[i];
	return NULL;
}

/* The suppression that silences a finding: the nearest of its line, its statement and its file. */
static struct allow *find_allow(const struct turn *t, const struct finding *f)
{
	const struct outline_statement *s = outline_statement_at(&t->outline, place_in_text(t, f->span.begin));
	u32 rule = f->rule, line = line_in_text(t, f->span);
	struct allow *allow = allow_on(t, rule, line, line);
	if (!allow && s)
		allow = allow_on(t, rule, s->first_line, s->last_line);
	if (allow)
		return allow;
	for (u32 i = 0; i < t->of_file.n && i < MOST_TRIED; i++)
		if (rule_in(t->of_file.at[i], rule))
			return t->of_file.at[i];
	return NULL;
}

static void settle(struct turn *t, struct finding *f)
{
	struct allow *allow = find_allow(t, f);
	if (!allow)
		return;
	struct allow_rule *rule = rule_in(allow, f->rule);
	if (allow->fault) {
		if (!rule->is_used)
			report(t, t->bad, allow, allow->fault);
		rule->is_used = true;
		return;
	}
	rule->is_used = true;
	f->state = FINDING_ALLOWED;
	f->reason = (struct str){arena_text(t->all->arena, allow->reason.p, allow->reason.n), allow->reason.n};
}

static void settle_range(struct turn *t, u32 first, u32 end)
{
	for (u32 i = first; i < end; i++)
		settle(t, t->all->list.at[i]);
}

static void report_bad(struct turn *t)
{
	for (u32 i = 0; i < t->allows.list.n; i++) {
		const struct allow *allow = &t->allows.list.at[i];
		if (allow->is_nolint)
			continue;
		if (allow->fault)
			report(t, t->bad, allow, allow->fault);
		for (u32 k = 0; k < allow->unknown.n; k++)
			report(t, t->bad, allow, allow->unknown.at[k]);
	}
}

/* What is found instead, on the line that the suppression speaks of: NULL if nothing is. */
static const char *other_rule(const struct turn *t, const struct allow *allow, u32 first, u32 end)
{
	for (u32 i = first; i < end && !allow->is_file; i++) {
		const struct finding *f = t->all->list.at[i];
		const struct outline_statement *s = outline_statement_at(&t->outline, place_in_text(t, f->span.begin));
		if (s && f->state == FINDING_OPEN && holds_for(allow, s->first_line, s->last_line))
			return t->o->filter->rules[f->rule].name;
	}
	return NULL;
}

/* Suppressions of our own two rules are judged after all others. */
static void report_unused(struct turn *t, u32 first, u32 end, bool is_own)
{
	const struct rule_filter *filter = t->o->filter;
	for (u32 i = 0; i < t->allows.list.n; i++) {
		const struct allow *allow = &t->allows.list.at[i];
		if (allow->fault || allow->is_nolint)
			continue;
		for (u32 k = 0; k < allow->rules.n; k++) {
			u32 rule = allow->rules.at[k].rule;
			if (allow->rules.at[k].is_used || (rule == t->bad || rule == t->unused) != is_own ||
			    !filter_is_on(filter, rule, t->o->paths[t->file]))
				continue;
			const char *other = other_rule(t, allow, first, end);
			report(t, t->unused, allow, arena_format(&t->scratch, "this suppression is unused: '%s' is not found %s%s%s%s",
			                                         filter->rules[rule].name, allow->is_file ? "in this file" : "here",
			                                         other ? ", but '" : "", other ? other : "", other ? "' is" : ""));
		}
	}
}

static bool speaks_of_us(struct turn *t)
{
	for (u32 i = 0; i < t->allows.list.n; i++)
		if (rule_in(&t->allows.list.at[i], t->bad) || rule_in(&t->allows.list.at[i], t->unused))
			return true;
	return false;
}

/* False if a notebook is none. */
static bool read_text(struct turn *t)
{
	struct strbuf err = {0};
	t->text = t->o->bytes(t->o->from, t->file);
	t->is_notebook = is_notebook(t->o->sources[t->file].path);
	bool is_read = !t->is_notebook || notebook_read(&t->scratch, t->text, &t->notebook, &err);
	strbuf_release(&err);
	if (!t->is_notebook || !is_read)
		return is_read;
	t->text = t->notebook.text;
	t->lines.n = t->lines.cap = 0;
	for (u32 at = 0; at < t->text.n; at++)
		if (!at || t->text.p[at - 1] == '\n')
			vec_push(&t->scratch, &t->lines, at);
	return true;
}

/* The findings [first, end) are those of the file. */
static void take_file(struct turn *t, u32 first, u32 end)
{
	const struct source *source = &t->o->sources[t->file];
	if (!read_text(t) || !(memmem(t->text.p, t->text.n, "caplint:", 8) || memmem(t->text.p, t->text.n, "NOLINT", 6)))
		return;
	outline_read(&t->scratch, t->text, (enum language)source->language, &t->outline);
	for (u32 i = 0; i < t->outline.comments.n; i++)
		comment_read(&t->scratch, t->o->filter, t->text, &t->outline.comments.at[i], &t->allows);
	if (!t->allows.list.n)
		return;
	sort_allows(t);
	settle_range(t, first, end);
	u32 own = t->all->list.n;
	report_bad(t);
	report_unused(t, first, end, false);
	if (!speaks_of_us(t))
		return;
	settle_range(t, own, t->all->list.n);
	report_unused(t, first, end, true);
}

void allow_apply(const struct allow_options *o, struct findings *all)
{
	u32 count = all->list.n, next = 0;
	struct turn t = {.o = o, .all = all};
	t.bad = filter_rule_or_none(o->filter, "bad-suppression");
	t.unused = filter_rule_or_none(o->filter, "unused-suppression");
	/* Findings come file after file, but not in the order of the indexes where paths sort otherwise. */
	u32 *first = arena_array(all->arena, u32, o->file_count + 1), *last = arena_array(all->arena, u32, o->file_count + 1);
	for (u32 i = 0; i < count; i = next) {
		u32 file = all->list.at[i]->span.file;
		for (next = i; next < count && all->list.at[next]->span.file == file;)
			next++;
		first[file] = i;
		last[file] = next;
	}
	for (t.file = 0; t.file < o->file_count; t.file++) {
		if (!o->sources[t.file].is_reported || (first[t.file] == last[t.file] && !o->sources[t.file].has_allow))
			continue;
		t.outline = (struct outline){0};
		t.allows = (struct allows){0};
		t.of_lines.n = t.of_lines.cap = t.of_file.n = t.of_file.cap = 0;
		take_file(&t, first[t.file], last[t.file]);
		arena_release(&t.scratch);
	}
	if (all->list.n > count)
		findings_sort(all, o->paths);
}
