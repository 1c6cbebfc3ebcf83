/* Cases: which program with which parameters, and what came of it. */
#include "confirm/confirm.h"

#include "confirm/sources.h"

#include <string.h>

const char *const confirm_parameter_names[CONFIRM_PARAMETERS] = {"call", "form", "code", "mode", "stream", "size"};

/* Values go into command lines and scripts, and come from code and from files of others. */
static bool is_plain(struct str value)
{
	for (size_t i = 0; i < value.n; i++) {
		char c = value.p[i];
		bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
		if (!is_letter && c != '_' && c != '.' && c != ':' && (c != ' ' || !i))
			return false;
	}
	return value.n < 128;
}

static bool is_hip(struct str rule, struct str runtime, const struct str *values)
{
	return str_is(runtime, "hip") || str_is(rule, "hip-error-reset") || str_starts(values[CONFIRM_CALL], "hip") || str_starts(values[CONFIRM_CODE], "hip");
}

void confirm_settle(struct confirm_case *c, enum confirm_state state, const char *reason)
{
	c->state = state;
	c->reason = str_of(reason);
}

static bool is_for(const struct confirm_source *program, const struct str *values)
{
	for (u32 i = 0; i < CONFIRM_PARAMETERS; i++) {
		struct source_parameter p = source_takes(program, confirm_parameter_names[i]);
		if (!source_is_for(&p, values[i]))
			return false;
	}
	return true;
}

/* The first program of the rule that is for these values; NULL, with whether the rule has any. */
static const struct confirm_source *find_program(struct str rule, const struct str *values, bool *has_some)
{
	*has_some = false;
	for (u32 i = 0; i < confirm_source_count; i++) {
		const struct confirm_source *s = &confirm_sources[i];
		if (!source_rule(s).n || !str_eq(source_rule(s), rule))
			continue;
		*has_some = true;
		if (is_for(s, values))
			return s;
	}
	return NULL;
}

/* Keeps what the program takes; says so if it lacks what it needs. */
static void fit(struct confirm_set *set, struct confirm_case *c, const struct str *values)
{
	bool has_some;
	c->program = find_program(c->rule, values, &has_some);
	if (!c->program) {
		confirm_settle(c, CONFIRM_NOT_EXPRESSIBLE, has_some ? "the rule's programs can't make this happen" : "the rule has no program");
		return;
	}
	c->is_hip = c->is_hip && !source_is_python(c->program);
	for (u32 i = 0; i < CONFIRM_PARAMETERS; i++) {
		struct source_parameter p = source_takes(c->program, confirm_parameter_names[i]);
		if (!p.is_taken)
			continue;
		if (!values[i].n && !p.is_optional)
			confirm_settle(c, CONFIRM_NOT_EXPRESSIBLE, arena_format(set->arena, "the finding does not name its %s", confirm_parameter_names[i]));
		else if (!is_plain(values[i]))
			confirm_settle(c, CONFIRM_NOT_EXPRESSIBLE, arena_format(set->arena, "its %s is no plain name", confirm_parameter_names[i]));
		else
			c->values[i] = (struct str){arena_text(set->arena, values[i].p, values[i].n), values[i].n};
	}
}

static bool is_same(const struct confirm_case *a, const struct confirm_case *b)
{
	for (u32 i = 0; i < CONFIRM_PARAMETERS; i++)
		if (!str_eq(a->values[i], b->values[i]))
			return false;
	return str_eq(a->rule, b->rule) && a->program == b->program && a->is_hip == b->is_hip && a->state == b->state && str_eq(a->reason, b->reason);
}

static struct confirm_case *add_case(struct confirm_set *set, const struct confirm_case *wanted)
{
	for (u32 i = 0; i < set->cases.n; i++)
		if (is_same(set->cases.at[i], wanted))
			return set->cases.at[i];
	struct confirm_case *c = arena_new(set->arena, struct confirm_case);
	*c = *wanted;
	vec_push(set->arena, &set->cases, c);
	return c;
}

struct confirm_case *confirm_want(struct confirm_set *set, struct str rule, struct str runtime, const struct str *values)
{
	struct confirm_case wanted = {.rule = {arena_text(set->arena, rule.p, rule.n), rule.n}, .is_hip = is_hip(rule, runtime, values)};
	fit(set, &wanted, values);
	return add_case(set, &wanted);
}

bool confirm_want_programs(struct confirm_set *set, const char *rule)
{
	static const struct str defaults[CONFIRM_PARAMETERS];
	bool is_found = false;
	for (u32 i = 0; i < confirm_source_count; i++) {
		struct str name = source_rule(&confirm_sources[i]);
		if (!name.n || (rule && !str_is(name, rule)))
			continue;
		struct confirm_case wanted = {.rule = name, .program = &confirm_sources[i], .is_hip = is_hip(name, S(""), defaults)};
		add_case(set, &wanted);
		is_found = true;
	}
	return is_found;
}

bool confirm_is_asked(const struct confirm_case *c, const struct json_value *result)
{
	for (u32 i = 0; i < CONFIRM_PARAMETERS; i++)
		if (c->values[i].n && !str_eq(c->values[i], json_get_text(result, confirm_parameter_names[i])))
			return false;
	return c->program && str_eq(c->rule, json_get_text(result, "rule")) && str_is(json_get_text(result, "program"), source_name(c->program));
}

static const struct { const char *verdict; enum confirm_state state; } verdicts[] = {
	{"confirmed", CONFIRM_YES}, {"not reproduced", CONFIRM_NO},   {"not run", CONFIRM_NOT_RUN},
	{"not built", CONFIRM_NOT_BUILT}, {"not expressible", CONFIRM_NOT_EXPRESSIBLE}, {"broken", CONFIRM_BROKEN},
};

bool confirm_take(struct confirm_set *set, struct confirm_case *c, const struct json_value *result, struct strbuf *err)
{
	struct str verdict = json_get_text(result, "verdict");
	if (!confirm_is_asked(c, result)) {
		strbuf_addf(err, "a result of another program or of other parameters than '%.*s' was given", (int)c->rule.n, c->rule.p);
		return false;
	}
	if (!str_is(json_get_text(result, "source"), source_hash(set->arena, c->program))) {
		strbuf_addf(err, "the result of '%.*s' was made from other sources than this caplint holds", (int)c->rule.n, c->rule.p);
		return false;
	}
	const struct { const char *key; struct str *value; } texts[] = {
		{"reason", &c->reason}, {"device", &c->device}, {"compute_capability", &c->capability}, {"driver", &c->driver}, {"runtime", &c->runtime},
		{"toolkit", &c->toolkit}, {"expected", &c->expected}, {"got", &c->got}, {"twin", &c->twin},
	};
	for (u32 i = 0; i < COUNT(texts); i++)
		*texts[i].value = json_get_text(result, texts[i].key);
	for (u32 i = 0; i < COUNT(verdicts); i++)
		if (str_is(verdict, verdicts[i].verdict))
			c->state = verdicts[i].state;
	bool has_device = c->device.n && c->capability.n;
	if (c->state == CONFIRM_OPEN || ((c->state == CONFIRM_YES || c->state == CONFIRM_NO) && !has_device)) {
		c->state = CONFIRM_OPEN;
		strbuf_addf(err, "the result of '%.*s' has no verdict, or names no device", (int)c->rule.n, c->rule.p);
		return false;
	}
	return true;
}
