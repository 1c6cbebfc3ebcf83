/* Results that come back. They count only if the manifest beside them is, byte for byte, what this caplint writes for the
 * programs it lists: then sources and scripts are ours, and nothing was added or taken away. That guards against mixing
 * things up, not against somebody who makes results by hand. */
#include "confirm/confirm.h"

#include "base/sha256.h"
#include "confirm/sources.h"

#include <errno.h>
#include <string.h>

enum { MOST_BYTES = 64 << 20 };

bool confirm_read_file(struct arena *a, const char *path, struct str *text, struct strbuf *err)
{
	struct strbuf all = {0};
	char part[16 << 10];
	FILE *f = fopen(path, "rb");
	for (size_t n; f && all.n < MOST_BYTES && (n = fread(part, 1, sizeof part, f));)
		strbuf_add(&all, part, n);
	bool is_good = f && !ferror(f) && feof(f);
	if (!is_good)
		strbuf_addf(err, "can't read '%s': %s", path, f ? "it is too large, or no file" : strerror(errno));
	if (f)
		fclose(f);
	*text = (struct str){arena_text(a, all.p ? all.p : "", all.n), all.n};
	strbuf_release(&all);
	return is_good;
}

/* The source of the manifest's entry is another one than ours. */
static bool has_other_source(struct arena *a, const struct json_value *manifest, struct strbuf *err)
{
	const struct json_value *files = json_get(manifest, "files");
	for (const struct json_value *f = files ? files->first : NULL; f; f = f->next)
		for (u32 i = 0; i < confirm_source_count; i++) {
			const struct confirm_source *s = &confirm_sources[i];
			if (!str_is(json_get_text(f, "path"), s->path) || str_is(json_get_text(f, "sha256"), sha256(a, source_text(s))))
				continue;
			strbuf_addf(err, "the results were made from other sources: '%s' is another one here", s->path);
			return true;
		}
	return false;
}

static void list_programs(struct confirm_set *set, const struct json_value *manifest)
{
	const struct json_value *programs = json_get(manifest, "programs");
	for (const struct json_value *p = programs ? programs->first : NULL; p; p = p->next) {
		struct confirm_case *c = arena_new(set->arena, struct confirm_case);
		c->program = source_find(json_get_text(p, "program"));
		for (u32 k = 0; k < CONFIRM_PARAMETERS; k++)
			c->values[k] = json_get_text(p, confirm_parameter_names[k]);
		c->is_hip = str_is(json_get_text(p, "device"), "hip");
		if (!c->program)
			continue;
		c->rule = source_rule(c->program);
		vec_push(set->arena, &set->cases, c);
	}
}

static bool check_manifest(struct confirm_set *listed, const char *path, struct str header, struct strbuf *err)
{
	struct arena *a = listed->arena;
	struct str text;
	struct strbuf why = {0};
	if (!confirm_read_file(a, path, &text, err))
		return false;
	struct json_value *head = json_read(a, header, &why), *manifest = json_read(a, text, &why);
	strbuf_release(&why);
	if (!head || !manifest || !str_is(json_get_text(head, "manifest"), sha256(a, text))) {
		strbuf_addf(err, "'%s' is not the one that the results were made with", path);
		return false;
	}
	if (has_other_source(a, manifest, err))
		return false;
	list_programs(listed, manifest);
	if (!str_is(text, confirm_manifest(a, listed))) {
		strbuf_addf(err, "'%s' is not what this caplint writes: it was changed, or another version wrote it", path);
		return false;
	}
	return true;
}

static u32 given_values(const struct confirm_case *c)
{
	u32 n = 0;
	for (u32 k = 0; k < CONFIRM_PARAMETERS; k++)
		n += c->values[k].n > 0;
	return n;
}

/* The open case that asks for the most of what the result says: one that leaves a value to the program must not take the result
 * of one that names it. */
static struct confirm_case *find_case(struct confirm_set *set, const struct json_value *result)
{
	struct confirm_case *best = NULL;
	for (u32 i = 0; i < set->cases.n; i++) {
		struct confirm_case *c = set->cases.at[i];
		if (c->state == CONFIRM_OPEN && confirm_is_asked(c, result) && (!best || given_values(c) > given_values(best)))
			best = c;
	}
	return best;
}

/* Each line belongs to a program of the manifest, and may settle the case of a finding. */
static bool take_line(struct confirm_set *set, struct confirm_set *listed, const struct json_value *result, struct strbuf *err)
{
	struct confirm_case *program = find_case(listed, result);
	if (!program) {
		strbuf_puts(err, "there is a result that no program of the manifest has asked for");
		return false;
	}
	if (!confirm_take(listed, program, result, err))
		return false;
	for (u32 i = 0; i < set->cases.n; i++) {
		struct confirm_case *c = set->cases.at[i];
		bool is_same = c->state == CONFIRM_OPEN && c->is_hip == program->is_hip && c->program == program->program;
		for (u32 k = 0; k < CONFIRM_PARAMETERS; k++)
			is_same = is_same && str_eq(c->values[k], program->values[k]);
		if (is_same)
			*c = *program;
	}
	return true;
}

bool confirm_import(struct confirm_set *set, const char *results, bool takes_all, struct strbuf *err)
{
	struct arena *a = set->arena;
	struct confirm_set listed = {.arena = a};
	const char *slash = strrchr(results, '/');
	const char *manifest = arena_format(a, "%.*smanifest.json", slash ? (int)(slash - results + 1) : 0, results);
	struct str rest;
	if (!confirm_read_file(a, results, &rest, err))
		return false;
	struct str header = str_take_line(&rest);
	if (!check_manifest(&listed, manifest, header, err))
		return false;
	for (u32 number = 2; rest.n; number++) {
		struct str line = str_take_line(&rest);
		struct strbuf why = {0};
		struct json_value *result = line.n ? json_read(a, line, &why) : NULL;
		bool is_good = !line.n || (result && take_line(set, &listed, result, &why));
		if (!is_good)
			strbuf_addf(err, "%s:%u: %s", results, number, why.p);
		strbuf_release(&why);
		if (!is_good)
			return false;
	}
	if (takes_all)
		set->cases.at = listed.cases.at, set->cases.n = listed.cases.n, set->cases.cap = listed.cases.cap;
	for (u32 i = 0; i < set->cases.n; i++)
		if (set->cases.at[i]->state == CONFIRM_OPEN)
			set->cases.at[i]->reason = S("the results hold no run of it");
	return true;
}
