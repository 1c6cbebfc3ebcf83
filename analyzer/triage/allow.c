#include "triage/allow.h"

#include "triage/comment.h"

#include <string.h>

/* One file's turn. */
struct turn {
	const struct allow_options *o;
	struct findings *all;
	struct arena scratch;
	u32 file;
	struct str bytes;
	struct outline outline;
	struct allows allows;
	u32 bad, unused; /* our own two rules */
};

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
	finding_add(t->all, rule, severity, (struct span){t->file, allow->begin, allow->end}, "%s", text);
}

/* The suppression that silences a finding on these lines: one of the place before one of the file. */
static struct allow *find_allow(struct turn *t, u32 rule, u32 first, u32 last)
{
	struct allow *found = NULL;
	for (u32 i = 0; i < t->allows.list.n; i++) {
		struct allow *allow = &t->allows.list.at[i];
		if (!holds_for(allow, first, last) || !rule_in(allow, rule) || (allow->fault && !allow->is_nolint))
			continue;
		if (!found || (found->is_file && !allow->is_file))
			found = allow;
	}
	return found;
}

static void settle(struct turn *t, struct finding *f)
{
	const struct outline_statement *s = outline_statement_at(&t->outline, f->span.begin);
	u32 line = s ? 0 : t->o->line(t->o->from, f->span);
	struct allow *allow = find_allow(t, f->rule, s ? s->first_line : line, s ? s->last_line : line);
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
		const struct outline_statement *s = outline_statement_at(&t->outline, f->span.begin);
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

/* The findings [first, end) are those of the file. */
static void take_file(struct turn *t, u32 first, u32 end)
{
	const struct source *source = &t->o->sources[t->file];
	t->bytes = t->o->bytes(t->o->from, t->file);
	bool is_notebook = str_ends(source->path, ".ipynb"); /* JSON around the code */
	if (is_notebook || !(memmem(t->bytes.p, t->bytes.n, "caplint:", 8) || memmem(t->bytes.p, t->bytes.n, "NOLINT", 6)))
		return;
	outline_read(&t->scratch, t->bytes, (enum language)source->language, &t->outline);
	for (u32 i = 0; i < t->outline.comments.n; i++)
		comment_read(&t->scratch, t->o->filter, t->bytes, &t->outline.comments.at[i], &t->allows);
	if (!t->allows.list.n)
		return;
	settle_range(t, first, end);
	u32 own = t->all->list.n;
	report_bad(t);
	report_unused(t, first, end, false);
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
		take_file(&t, first[t.file], last[t.file]);
		arena_release(&t.scratch);
	}
	if (all->list.n > count)
		findings_sort(all, o->paths);
}
