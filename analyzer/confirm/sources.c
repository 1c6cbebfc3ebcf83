#include "confirm/sources.h"

#include "base/sha256.h"

#include <string.h>

struct str source_rule(const struct confirm_source *s)
{
	const char *end = strchr(s->path, '/');
	return (struct str){s->path, end ? (size_t)(end - s->path) : 0};
}

const struct confirm_source *source_find(struct str path)
{
	for (u32 i = 0; i < confirm_source_count; i++)
		if (source_rule(&confirm_sources[i]).n && str_is(path, confirm_sources[i].path))
			return &confirm_sources[i];
	return NULL;
}

static bool includes(const struct confirm_source *s, const struct confirm_source *header, u32 levels)
{
	struct arena a = {0};
	const char *line = source_is_python(header) ? arena_format(&a, "\nfrom %.*s import ", (int)strcspn(header->path, "."), header->path)
	                                            : arena_format(&a, "#include \"%s\"", header->path);
	bool is_found = strstr(s->text, line) != NULL;
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

struct source_parameter source_takes(const struct confirm_source *program, const char *parameter)
{
	static const char mark[] = "parameters:", ends[] = " ?\"\n*";
	const char *p = strstr(program->text, mark);
	p = p ? p + sizeof mark - 1 : "";
	for (p += strspn(p, " "); *p && !strchr("\n*\"", *p); p += strspn(p, " ")) {
		size_t n = strcspn(p, "= ?\"\n*"), all = strcspn(p, ends);
		if (n == strlen(parameter) && !memcmp(p, parameter, n))
			return (struct source_parameter){true, p[all] == '?', {p + n + (n < all), all - n - (n < all)}};
		p += all + (p[all] == '?');
	}
	return (struct source_parameter){0};
}

bool source_is_for(const struct source_parameter *p, struct str value)
{
	if (!p->values.n || !value.n)
		return true;
	for (size_t at = 0; at < p->values.n;) {
		const char *word = p->values.p + at, *bar = memchr(word, '|', p->values.n - at);
		size_t n = bar ? (size_t)(bar - word) : p->values.n - at;
		if (str_eq((struct str){word, n}, value))
			return true;
		at += n + 1;
	}
	return false;
}
