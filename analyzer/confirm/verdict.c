/* Verdicts in words. */
#include "confirm/confirm.h"

#include "confirm/sources.h"

#include <string.h>

static const char *const targets[] = {"sm_90", "sm_120", "sm_121"};

static bool is_python(const struct confirm_case *c) { return c->program && source_is_python(c->program); }

const char *confirm_verdict(const struct confirm_case *c)
{
	switch (c->state) {
	case CONFIRM_OPEN:
	case CONFIRM_NOT_BUILT:
		return "not run";
	case CONFIRM_YES:
		return "confirmed";
	case CONFIRM_NO:
		return "not reproduced";
	case CONFIRM_NOT_RUN:
		return is_python(c) ? "not run" : "built, not run";
	case CONFIRM_NOT_EXPRESSIBLE:
		return "not expressible";
	case CONFIRM_BROKEN:
		return "broken";
	}
	return "";
}

/* "9.0" to "sm_90"; AMD's names as they are. */
static const char *architecture(struct arena *a, const struct confirm_case *c)
{
	bool is_number = c->capability.n && c->capability.p[0] >= '0' && c->capability.p[0] <= '9';
	char *name = arena_format(a, is_number ? "sm_%.*s" : "%.*s", (int)c->capability.n, c->capability.p);
	char *dot = is_number ? strchr(name, '.') : NULL;
	if (dot)
		memmove(dot, dot + 1, strlen(dot));
	return name;
}

static bool has_run(const struct confirm_case *c) { return c->state == CONFIRM_YES || c->state == CONFIRM_NO; }

const char *confirm_not_run_targets(struct arena *a, const struct confirm_case *c)
{
	const char *left[COUNT(targets)] = {0}, *own = has_run(c) ? architecture(a, c) : "";
	u32 n = 0;
	if (!has_run(c) && (c->state != CONFIRM_NOT_RUN || is_python(c)))
		return "";
	if (c->is_hip)
		return has_run(c) ? "" : "built for gfx90a, not run";
	for (u32 i = 0; i < COUNT(targets); i++)
		if (strcmp(targets[i], own))
			left[n++] = targets[i];
	struct strbuf text = {0};
	strbuf_puts(&text, is_python(c) ? "not run on " : "built for ");
	for (u32 i = 0; i < n; i++)
		strbuf_addf(&text, "%s%s", i ? i + 1 == n ? " and " : ", " : "", left[i]);
	strbuf_puts(&text, is_python(c) ? "" : ", not run");
	const char *kept = arena_text(a, text.p, text.n);
	strbuf_release(&text);
	return kept;
}

static const char *where(struct arena *a, const struct confirm_case *c)
{
	return arena_format(a, "%.*s (%s), driver %.*s, %s%.*s", (int)c->device.n, c->device.p, architecture(a, c), (int)c->driver.n, c->driver.p,
	                    is_python(c) ? "" : "toolkit ", (int)c->toolkit.n, c->toolkit.p);
}

const char *confirm_sentence(struct arena *a, const struct confirm_case *c)
{
	const char *name = confirm_verdict(c), *rest = confirm_not_run_targets(a, c);
	if (has_run(c))
		return arena_format(a, "%s on %s%s%s", name, where(a, c), *rest ? "; " : "", rest);
	if (c->state == CONFIRM_NOT_RUN)
		return arena_format(a, "%s: %.*s", *rest ? rest : name, (int)c->reason.n, c->reason.p);
	return arena_format(a, "%s%s%.*s", name, c->reason.n ? ": " : "", (int)c->reason.n, c->reason.p);
}

/* "latched-error call=cudaMalloc", "frozen-rng (PyTorch) form=state" */
static const char *title(struct arena *a, const struct confirm_case *c)
{
	const char *text = arena_format(a, "%.*s%s", (int)c->rule.n, c->rule.p, is_python(c) ? " (PyTorch)" : "");
	for (u32 i = 0; i < CONFIRM_PARAMETERS; i++)
		if (c->values[i].n)
			text = arena_format(a, "%s %s=%.*s", text, confirm_parameter_names[i], (int)c->values[i].n, c->values[i].p);
	return text;
}

void confirm_table(const struct confirm_set *set, FILE *out)
{
	struct arena a = {0};
	u32 width = 7;
	for (u32 i = 0; i < set->cases.n; i++)
		width = max_u32(width, (u32)strlen(title(&a, set->cases.at[i])));
	fprintf(out, "%-*s  verdict\n", (int)width, "program");
	for (u32 i = 0; i < set->cases.n; i++)
		fprintf(out, "%-*s  %s\n", (int)width, title(&a, set->cases.at[i]), confirm_sentence(&a, set->cases.at[i]));
	arena_release(&a);
}

int confirm_status(const struct confirm_set *set)
{
	int status = 0;
	for (u32 i = 0; i < set->cases.n; i++) {
		if (set->cases.at[i]->state == CONFIRM_BROKEN)
			return 2;
		if (set->cases.at[i]->state == CONFIRM_NO)
			status = 1;
	}
	return status;
}

void confirm_properties(struct arena *a, const struct confirm_case *c, void (*put)(void *to, const char *key, struct str value), void *to)
{
	const struct { const char *key; struct str value; } properties[] = {
		{"verdict", str_of(confirm_verdict(c))}, {"program", str_of(title(a, c))}, {"reason", c->reason},
		{"device", c->device}, {"computeCapability", c->capability}, {"driver", c->driver}, {"runtime", c->runtime}, {"toolkit", c->toolkit},
		{"expected", c->expected}, {"got", c->got}, {"twin", c->twin}, {"otherTargets", str_of(confirm_not_run_targets(a, c))},
	};
	for (u32 i = 0; i < COUNT(properties); i++)
		if (properties[i].value.n)
			put(to, properties[i].key, properties[i].value);
}
