#include "triage/filter.h"

#include "base/spelling.h"

#include <string.h>

void filter_init(struct rule_filter *f, struct arena *a, const struct rule *rules, u32 rule_count)
{
	*f = (struct rule_filter){.rules = rules, .rule_count = rule_count};
	f->is_off = arena_array(a, bool, rule_count + 1);
	f->severity = arena_array(a, u8, rule_count + 1);
	memset(f->severity, SEVERITY_AS_IS, rule_count);
}

u32 filter_rule(const struct rule *rules, u32 rule_count, struct str name, struct strbuf *err)
{
	struct arena scratch = {0};
	struct spelling s = {.wrong = arena_text(&scratch, name.p, name.n)};
	u32 found = NONE;
	for (u32 i = 0; i < rule_count && found == NONE; i++) {
		if (str_is(name, rules[i].name))
			found = i;
		spelling_offer(&s, rules[i].name);
	}
	if (found == NONE) {
		strbuf_addf(err, "unknown rule '%.*s'; ", (int)min_u32((u32)name.n, 60), name.p);
		if (s.best)
			strbuf_addf(err, "did you mean '%s'?", s.best);
		else
			strbuf_puts(err, "'caplint rules' lists them");
	}
	arena_release(&scratch);
	return found;
}

u32 filter_rule_or_none(const struct rule_filter *f, const char *name)
{
	for (u32 i = 0; i < f->rule_count; i++)
		if (!strcmp(f->rules[i].name, name))
			return i;
	return NONE;
}

void filter_choose(struct rule_filter *f, const u32 *selected, u32 n_selected, const u32 *ignored, u32 n_ignored)
{
	for (u32 i = 0; i < f->rule_count; i++)
		f->is_off[i] = n_selected;
	for (u32 i = 0; i < n_selected; i++)
		f->is_off[selected[i]] = false;
	for (u32 i = 0; i < n_ignored; i++)
		f->is_off[ignored[i]] = true;
}

bool filter_is_on(const struct rule_filter *f, u32 rule, struct str path)
{
	if (f->is_off[rule])
		return false;
	for (u32 i = 0; i < f->ignores.n; i++) {
		const struct rule_ignore *ignore = &f->ignores.at[i];
		bool speaks = !ignore->rules.n;
		for (u32 k = 0; k < ignore->rules.n; k++)
			speaks |= ignore->rules.at[k] == rule;
		if (speaks && glob_matches(&ignore->glob, path))
			return false;
	}
	return true;
}

void filter_apply(const struct rule_filter *f, struct findings *all, const struct str *paths)
{
	u32 kept = 0;
	for (u32 i = 0; i < all->list.n; i++) {
		struct finding *finding = all->list.at[i];
		u8 wanted = f->severity[finding->rule];
		if (!filter_is_on(f, finding->rule, paths[finding->span.file]))
			continue;
		bool is_usual = finding->severity >= f->rules[finding->rule].severity;
		if (wanted != SEVERITY_AS_IS && (is_usual || wanted < finding->severity))
			finding->severity = (enum severity)wanted;
		all->list.at[kept++] = finding;
	}
	all->list.n = kept;
}
