#include "discover/glob.h"

#include "discover/paths.h"

#include <fnmatch.h>
#include <string.h>

enum { MOST_PART = 256 };

/* The first part; *rest is what follows its '/'. */
static struct str first_part(struct str path, struct str *rest)
{
	const char *slash = path.n ? memchr(path.p, '/', path.n) : NULL;
	size_t n = slash ? (size_t)(slash - path.p) : path.n;
	*rest = slash ? (struct str){slash + 1, path.n - n - 1} : (struct str){path.p + path.n, 0};
	return (struct str){path.p, n};
}

static bool part_matches(struct str pattern, struct str part)
{
	char glob[MOST_PART], text[MOST_PART];
	size_t plain = 0; /* bytes that stand for themselves */
	while (plain < pattern.n && !strchr("*?[\\", pattern.p[plain]))
		plain++;
	if (plain == pattern.n)
		return str_eq(pattern, part);
	if (part.n < plain || memcmp(part.p, pattern.p, plain) != 0)
		return false;
	if (pattern.n >= sizeof glob || part.n >= sizeof text)
		return false;
	memcpy(glob, pattern.p, pattern.n);
	memcpy(text, part.p, part.n);
	glob[pattern.n] = text[part.n] = 0;
	return !fnmatch(glob, text, 0);
}

/* The whole pattern against the path or a folder that it lies in. After `**` has let some parts pass and what follows does
 * not fit, it lets one more pass; the last `**` is the only one that needs to. */
static bool parts_match(struct str pattern, struct str path)
{
	struct str retry_pattern = {0}, retry_path = {0};
	bool can_retry = false;
	while (pattern.n) {
		struct str rest_pattern, rest_path, want = first_part(pattern, &rest_pattern), part = first_part(path, &rest_path);
		if (str_is(want, "**")) {
			retry_pattern = pattern = rest_pattern;
			retry_path = path;
			can_retry = true;
			continue;
		}
		if (path.n && part_matches(want, part)) {
			pattern = rest_pattern;
			path = rest_path;
			continue;
		}
		if (!can_retry || !retry_path.n)
			return false;
		first_part(retry_path, &rest_path);
		path = retry_path = rest_path;
		pattern = retry_pattern;
	}
	return true;
}

bool glob_matches(const struct glob *g, struct str path)
{
	struct str pattern = g->pattern, rest;
	if (!path_is_below(path, g->base))
		return false;
	size_t cut = g->base.n + (path.n > g->base.n && !str_ends(g->base, "/"));
	path = (struct str){path.p + cut, path.n - cut};
	while (str_starts(pattern, "./"))
		pattern = (struct str){pattern.p + 2, pattern.n - 2};
	if (str_ends(pattern, "/"))
		pattern.n--;
	if (pattern.n && pattern.p[0] == '/')
		return parts_match((struct str){pattern.p + 1, pattern.n - 1}, path);
	if (pattern.n && memchr(pattern.p, '/', pattern.n))
		return parts_match(pattern, path);
	if (str_is(pattern, "."))
		return true;
	while (pattern.n && path.n) {
		struct str part = first_part(path, &rest);
		if (part_matches(pattern, part))
			return true;
		path = rest;
	}
	return false;
}
