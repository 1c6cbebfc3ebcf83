/* Verdicts for a SARIF file: what is not ours in it goes out as it came in. */
#include "confirm/confirm.h"

#include "report/visible.h"

static void want_result(struct confirm_set *set, struct json_value *result, const char *rule, struct confirm_sarif *sarif)
{
	struct str name = json_get_text(result, "ruleId"), values[CONFIRM_PARAMETERS];
	const struct json_value *params = json_get(json_get(result, "properties"), "params");
	if (!name.n || (rule && !str_is(name, rule)))
		return;
	for (u32 k = 0; k < CONFIRM_PARAMETERS; k++)
		values[k] = json_get_text(params, confirm_parameter_names[k]);
	struct confirm_finding f = {result, confirm_want(set, name, json_get_text(params, "runtime"), values)};
	vec_push(set->arena, &sarif->findings, f);
}

bool confirm_sarif_read(struct confirm_set *set, const char *path, const char *rule, struct confirm_sarif *sarif, struct strbuf *err)
{
	struct str text;
	struct strbuf why = {0};
	*sarif = (struct confirm_sarif){0};
	if (!confirm_read_file(set->arena, path, &text, err))
		return false;
	sarif->root = json_read(set->arena, text, &why);
	struct json_value *runs = json_get(sarif->root, "runs");
	if (!runs)
		strbuf_addf(err, "'%s' is no SARIF file%s%s", path, why.n ? ": " : "", why.n ? why.p : "");
	strbuf_release(&why);
	for (struct json_value *run = runs ? runs->first : NULL; run; run = run->next) {
		struct json_value *results = json_get(run, "results");
		for (struct json_value *r = results ? results->first : NULL; r; r = r->next)
			want_result(set, r, rule, sarif);
	}
	return runs != NULL;
}

struct target {
	struct arena *a;
	struct json_value *object;
};

static void put_property(void *to, const char *key, struct str value)
{
	struct target *t = to;
	json_put_text(t->a, t->object, key, value);
}

void confirm_sarif_write(const struct confirm_set *set, struct confirm_sarif *sarif, FILE *out)
{
	struct json j = {.out = out};
	for (u32 i = 0; i < sarif->findings.n; i++) {
		struct json_value *result = sarif->findings.at[i].result, *properties = json_get(result, "properties");
		if (!properties || properties->kind != JSON_OBJECT)
			properties = json_put_object(set->arena, result, "properties");
		struct target t = {set->arena, json_put_object(set->arena, properties, "confirmation")};
		confirm_properties(set->arena, sarif->findings.at[i].asked, put_property, &t);
	}
	json_write(&j, sarif->root);
	json_end(&j);
}

void confirm_sarif_list(const struct confirm_set *set, const struct confirm_sarif *sarif, FILE *out)
{
	struct strbuf line = {0};
	for (u32 i = 0; i < sarif->findings.n; i++) {
		const struct confirm_finding *f = &sarif->findings.at[i];
		const struct json_value *locations = json_get(f->result, "locations");
		const struct json_value *place = json_get(locations ? locations->first : NULL, "physicalLocation");
		struct str path = json_get_text(json_get(place, "artifactLocation"), "uri");
		const struct json_value *number = json_get(json_get(place, "region"), "startLine");
		line.n = 0;
		visible_add(&line, path);
		strbuf_addf(&line, ":%.*s: ", number ? (int)number->text.n : 0, number ? number->text.p : "");
		visible_add(&line, f->asked->rule);
		strbuf_addf(&line, ": %s", confirm_sentence(set->arena, f->asked));
		fprintf(out, "%s\n", line.p);
	}
	strbuf_release(&line);
}
