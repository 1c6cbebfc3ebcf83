#include "confirm/sources.h"

#include "base/sha256.h"

#include <string.h>

struct str source_rule(const struct confirm_source *s)
{
	const char *end = strchr(s->path, '/');
	return (struct str){s->path, end ? (size_t)(end - s->path) : 0};
}

const struct confirm_source *source_find(struct str rule)
{
	for (u32 i = 0; i < confirm_source_count && rule.n; i++)
		if (str_eq(source_rule(&confirm_sources[i]), rule))
			return &confirm_sources[i];
	return NULL;
}

static bool includes(const struct confirm_source *s, const struct confirm_source *header, u32 levels)
{
	struct arena a = {0};
	bool is_found = strstr(s->text, arena_format(&a, "#include \"%s\"", header->path)) != NULL;
	arena_release(&a);
	for (u32 i = 0; i < confirm_source_count && !is_found && levels; i++) {
		const struct confirm_source *between = &confirm_sources[i];
		is_found = !source_rule(between).n && between != s && between != header && includes(s, between, 0) && includes(between, header, levels - 1);
	}
	return is_found;
}

bool source_is_part(const struct confirm_source *program, const struct confirm_source *s)
{
	enum { LEVELS = 4 };
	return s == program || (!source_rule(s).n && includes(program, s, LEVELS));
}

const char *source_hash(struct arena *a, const struct confirm_source *program)
{
	struct strbuf all = {0};
	for (u32 i = 0; i < confirm_source_count; i++) {
		const struct confirm_source *s = &confirm_sources[i];
		if (!source_is_part(program, s))
			continue;
		strbuf_addf(&all, "%s %zu\n", s->path, s->n);
		strbuf_add(&all, s->text, s->n);
	}
	const char *hash = sha256(a, strbuf_str(&all));
	strbuf_release(&all);
	return hash;
}

bool source_takes(const struct confirm_source *program, const char *parameter, bool *is_optional)
{
	static const char mark[] = "parameters:";
	const char *p = strstr(program->text, mark);
	p = p ? p + sizeof mark - 1 : "";
	for (p += strspn(p, " "); *p && *p != '\n' && *p != '*'; p += strspn(p, " ")) {
		size_t n = strcspn(p, " ?\n*");
		if (n == strlen(parameter) && !memcmp(p, parameter, n)) {
			*is_optional = p[n] == '?';
			return true;
		}
		p += strcspn(p, " \n*");
	}
	return false;
}
