/* CODEOWNERS. A pattern is matched by the set of its positions that the path read so far can stand at, so no pattern is slow. */
#include "report/owners.h"

#include "discover/discover.h"

#include <string.h>

enum { MOST_PATTERN = 500, MOST_BYTES = 3 << 20 }; /* GitHub reads no larger file */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* The next word; a backslash keeps a blank in it. */
static struct str next_word(struct str *line)
{
	while (line->n && is_blank(*line->p))
		*line = (struct str){line->p + 1, line->n - 1};
	struct str word = {line->p, 0};
	while (word.n < line->n && !is_blank(word.p[word.n]))
		word.n += word.p[word.n] == '\\' && word.n + 1 < line->n ? 2 : 1;
	*line = (struct str){line->p + word.n, line->n - word.n};
	return word;
}

static struct str read_owners(struct arena *a, struct str line)
{
	struct strbuf owners = {0};
	for (struct str word; (word = next_word(&line)).n && word.p[0] != '#';) {
		if (owners.n)
			strbuf_putc(&owners, ' ');
		strbuf_add(&owners, word.p, word.n);
	}
	struct str kept = {arena_text(a, owners.p ? owners.p : "", owners.n), owners.n};
	strbuf_release(&owners);
	return kept;
}

/* "[Name]", "^[Name][2] @default": what follows the last bracket are the section's owners. */
static bool read_section(struct str line, struct str *defaults)
{
	if (line.n && line.p[0] == '^')
		line = (struct str){line.p + 1, line.n - 1};
	const char *end = line.n && line.p[0] == '[' ? memchr(line.p, ']', line.n) : NULL;
	if (!end)
		return false;
	while (end + 1 < line.p + line.n && end[1] == '[') {
		const char *next = memchr(end + 1, ']', (size_t)(line.p + line.n - end - 1));
		if (!next)
			break;
		end = next;
	}
	*defaults = (struct str){end + 1, (size_t)(line.p + line.n - end - 1)};
	return true;
}

void owners_parse(struct owners *o, struct arena *a, struct str text)
{
	struct str defaults = S("");
	*o = (struct owners){.arena = a, .sections = 1};
	for (struct str rest = text; rest.n;) {
		struct str line = str_take_line(&rest), section, word = next_word(&line);
		struct str whole = {word.p, word.n + line.n};
		if (!word.n || word.p[0] == '#')
			continue;
		if (read_section(whole, &section)) {
			defaults = read_owners(a, section);
			o->sections++;
			continue;
		}
		struct owner_rule rule = {.pattern = word, .section = o->sections - 1, .is_exclusion = word.p[0] == '!'};
		if (rule.is_exclusion)
			rule.pattern = (struct str){word.p + 1, word.n - 1};
		if (!rule.pattern.n || rule.pattern.n > MOST_PATTERN)
			continue;
		rule.pattern.p = arena_text(a, rule.pattern.p, rule.pattern.n);
		rule.owners = read_owners(a, line);
		if (!rule.owners.n && !rule.is_exclusion)
			rule.owners = defaults;
		vec_push(a, &o->rules, rule);
	}
}

const char *owners_place(u32 n)
{
	static const char *const places[] = {".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"};
	return n < COUNT(places) ? places[n] : NULL;
}

void owners_load(struct owners *o, struct arena *a, struct str root)
{
	*o = (struct owners){.arena = a};
	for (u32 i = 0; owners_place(i); i++) {
		struct strbuf why = {0};
		struct str text;
		bool is_read = file_read(a, arena_format(a, "%.*s/%s", (int)root.n, root.p, owners_place(i)), MOST_BYTES, &text, &why);
		strbuf_release(&why);
		if (is_read) {
			owners_parse(o, a, text);
			return;
		}
	}
}

/* The pattern as tokens: literals, `*`, `?`, and `**` between slashes, which is any number of folders. */
struct matcher {
	struct str p;
	bool at[MOST_PATTERN + 2]; /* positions of the pattern that can be next */
};

static bool is_deep(struct str p, size_t i)
{
	return p.n - i >= 2 && p.p[i] == '*' && p.p[i + 1] == '*' && (!i || p.p[i - 1] == '/') && (p.n - i == 2 || p.p[i + 2] == '/');
}

/* Positions that are reached without reading: behind a star; behind `**` and its slash where a name begins; behind a last `**`
 * inside a name, whichever it is. */
static void skip(struct matcher *m, bool is_begin)
{
	for (size_t i = 0; i < m->p.n; i++) {
		if (!m->at[i] || m->p.p[i] != '*')
			continue;
		if (!is_deep(m->p, i))
			m->at[i + 1] = true;
		else if (m->p.n - i > 2 && is_begin)
			m->at[i + 3] = true;
		else if (m->p.n - i == 2 && !is_begin)
			m->at[i + 2] = true;
	}
}

static void step(struct matcher *m, char c)
{
	bool next[MOST_PATTERN + 2] = {0};
	for (size_t i = 0; i < m->p.n; i++) {
		char p = m->p.p[i];
		if (!m->at[i])
			continue;
		if (p == '*')
			next[i] |= c != '/' || is_deep(m->p, i);
		else if (p == '?')
			next[i + 1] |= c != '/';
		else if (p == '\\' && i + 1 < m->p.n)
			next[i + 2] |= m->p.p[i + 1] == c;
		else
			next[i + 1] |= p == c;
	}
	memcpy(m->at, next, sizeof next);
}

bool owners_match(struct str pattern, struct str path)
{
	struct matcher m = {.p = pattern};
	bool is_folder = pattern.n && pattern.p[pattern.n - 1] == '/', is_flat = str_ends(pattern, "/*");
	if (pattern.n > MOST_PATTERN)
		return false;
	if (is_folder)
		m.p.n--;
	bool is_anchored = memchr(m.p.p, '/', m.p.n) != NULL;
	if (m.p.n && m.p.p[0] == '/')
		m.p = (struct str){m.p.p + 1, m.p.n - 1};
	if (!m.p.n)
		return is_folder;
	for (size_t i = 0; i <= path.n; i++) {
		bool is_begin = !i || path.p[i - 1] == '/', is_end = i == path.n || path.p[i] == '/';
		if (is_begin && (!i || !is_anchored))
			m.at[0] = true;
		skip(&m, is_begin);
		if (is_end && m.at[m.p.n] && (i == path.n ? !is_folder : !is_flat))
			return true;
		if (i < path.n)
			step(&m, path.p[i]);
	}
	return false;
}

struct str owners_of(const struct owners *o, struct str path)
{
	struct strbuf all = {0};
	for (u32 section = 0; section < o->sections; section++) {
		const struct owner_rule *last = NULL;
		bool is_excluded = false;
		for (u32 i = 0; i < o->rules.n; i++) {
			const struct owner_rule *rule = &o->rules.at[i];
			if (rule->section != section || !owners_match(rule->pattern, path))
				continue;
			is_excluded |= rule->is_exclusion;
			last = rule;
		}
		if (!last || is_excluded || !last->owners.n)
			continue;
		if (all.n)
			strbuf_putc(&all, ' ');
		strbuf_add(&all, last->owners.p, last->owners.n);
	}
	struct str kept = {arena_text(o->arena, all.p ? all.p : "", all.n), all.n};
	strbuf_release(&all);
	return kept;
}
