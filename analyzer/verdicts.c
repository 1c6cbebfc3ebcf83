/* Three sources of cases (findings of a run, findings of a SARIF file, the rules themselves), three ways to a verdict (run
 * here, emit and run elsewhere, import), two ways to tell. */
#include "verdicts.h"

#include "confirm/confirm.h"
#include "report/output.h"
#include "rule.h"
#include "run.h"
#include "triage/filter.h"

#include <unistd.h>

static void check_rule(const struct options *o)
{
	struct strbuf err = {0};
	if (o->rule && filter_rule(rule_table, rule_count, str_of(o->rule), &err) == NONE)
		die("%s", err.p);
}

/* Verdicts for the cases of the set; false with the reason. */
static bool settle(const struct options *o, struct confirm_set *set, bool takes_all, struct strbuf *err)
{
	if (o->import)
		return confirm_import(set, o->import, takes_all, err);
	return confirm_run(set, o->cuda_path, err);
}

static bool emit(const struct options *o, const struct confirm_set *set, struct strbuf *err)
{
	u32 open = 0;
	for (u32 i = 0; i < set->cases.n; i++)
		open += set->cases.at[i]->state == CONFIRM_OPEN;
	if (!confirm_emit(set, o->emit, err))
		return false;
	fprintf(stderr, "caplint: a bundle with %u run%s is in '%s': build.sh, run.sh, then 'caplint confirm --import %s/results.jsonl'\n",
	        open, open == 1 ? "" : "s", o->emit, o->emit);
	for (u32 i = 0; i < set->cases.n; i++)
		if (set->cases.at[i]->state != CONFIRM_OPEN && !o->is_quiet)
			fprintf(stderr, "caplint: left out: %.*s: %s\n", (int)set->cases.at[i]->rule.n, set->cases.at[i]->rule.p,
			        confirm_sentence(set->arena, set->cases.at[i]));
	return true;
}

static struct str param(const struct finding *f, const char *key)
{
	for (u32 i = 0; i < COUNT(f->params) && f->params[i].key.n; i++)
		if (str_is(f->params[i].key, key))
			return f->params[i].value;
	return S("");
}

static struct confirm_case *want(struct confirm_set *set, const struct finding *f)
{
	struct str values[CONFIRM_PARAMETERS];
	for (u32 k = 0; k < CONFIRM_PARAMETERS; k++)
		values[k] = param(f, confirm_parameter_names[k]);
	return confirm_want(set, str_of(rule_table[f->rule].name), param(f, "runtime"), values);
}

struct target {
	struct arena *a;
	struct finding *f;
};

static void put_property(void *to, const char *key, struct str value)
{
	struct target *t = to;
	struct property p = {str_of(key), value};
	vec_push(t->a, &t->f->confirmation, p);
}

/* Only findings of --rule; the others are not asked for. */
static void keep_rule(const struct options *o, struct findings *findings)
{
	u32 kept = 0;
	for (u32 i = 0; i < findings->list.n; i++)
		if (!o->rule || str_is(str_of(o->rule), rule_table[findings->list.at[i]->rule].name))
			findings->list.at[kept++] = findings->list.at[i];
	findings->list.n = kept;
}

int verdicts_report(const struct options *o, struct report *report, struct findings *findings, struct output *outputs,
                    struct strbuf *err)
{
	struct arena *a = findings->arena;
	struct confirm_set set = {.arena = a};
	keep_rule(o, findings);
	struct confirm_case **asked = arena_array(a, struct confirm_case *, findings->list.n + 1);
	for (u32 i = 0; i < findings->list.n; i++)
		if (report_shows(report, findings->list.at[i]))
			asked[i] = want(&set, findings->list.at[i]);
	if (o->emit)
		return emit(o, &set, err) ? 0 : -1;
	if (!settle(o, &set, false, err))
		return -1;
	for (u32 i = 0; i < findings->list.n; i++) {
		struct target t = {a, findings->list.at[i]};
		if (!asked[i])
			continue;
		t.f->verdict = str_of(confirm_sentence(a, asked[i]));
		confirm_properties(a, asked[i], put_property, &t);
	}
	int status = report_run(report, outputs, o->output_count);
	for (u32 i = 0; i < o->output_count; i++)
		if (outputs[i].format == FORMAT_TEXT && set.cases.n) {
			fputc('\n', outputs[i].stream);
			confirm_table(&set, outputs[i].stream);
		}
	return status == 2 ? 2 : confirm_status(&set);
}

/* The cases are those of a SARIF file, or of the rules themselves. */
static int tell(struct confirm_set *set, struct confirm_sarif *sarif, const struct output *to)
{
	FILE *out = to->stream;
	if (sarif->root && to->format == FORMAT_SARIF) {
		confirm_sarif_write(set, sarif, out);
	} else {
		confirm_sarif_list(set, sarif, out);
		if (sarif->findings.n)
			fputc('\n', out);
		confirm_table(set, out);
	}
	return confirm_status(set);
}

static void keep_cases(const struct options *o, struct confirm_set *set)
{
	u32 kept = 0;
	for (u32 i = 0; i < set->cases.n; i++)
		if (!o->rule || str_is(set->cases.at[i]->rule, o->rule))
			set->cases.at[kept++] = set->cases.at[i];
	set->cases.n = kept;
}

static int run_without_code(const struct options *o, const char *sarif_path)
{
	struct arena arena = {0};
	struct confirm_set set = {.arena = &arena};
	struct confirm_sarif sarif = {0};
	struct strbuf err = {0};
	struct output outputs[MAX_OUTPUTS];
	for (u32 i = 0; i < o->output_count; i++)
		if (o->outputs[i].format != FORMAT_TEXT && !(sarif_path && o->outputs[i].format == FORMAT_SARIF))
			die("format %s needs findings: give PATHs%s", options_format_name(o->outputs[i].format),
			    o->outputs[i].format == FORMAT_SARIF ? " or a SARIF file" : "");
	if (sarif_path ? !confirm_sarif_read(&set, sarif_path, o->rule, &sarif, &err) : !o->import && !confirm_want_programs(&set, o->rule))
		die("%s", err.n ? err.p : "the rule has no program");
	if (o->emit ? !emit(o, &set, &err) : !settle(o, &set, !sarif_path, &err))
		die("%s", err.p);
	int status = 0;
	keep_cases(o, &set);
	if (!outputs_open(outputs, o->outputs, o->output_count, &err))
		die("%s", err.p);
	for (u32 i = 0; i < o->output_count && !o->emit; i++)
		status = tell(&set, &sarif, &outputs[i]);
	if (!outputs_close(outputs, o->output_count, &err))
		die("%s", err.p);
	arena_release(&arena);
	return status;
}

int verdicts_run(struct options *o)
{
	check_rule(o);
	bool is_sarif = o->path_count == 1 && str_ends(str_of(o->paths[0]), ".sarif") && !access(o->paths[0], R_OK);
	return o->path_count && !is_sarif ? run_check(o) : run_without_code(o, is_sarif ? o->paths[0] : NULL);
}
