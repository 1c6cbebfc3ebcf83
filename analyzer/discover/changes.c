#include "discover/changes.h"

#include "discover/listing.h"
#include "discover/paths.h"

#include <stdlib.h>
#include <string.h>

/* A name that git has quoted because of a quote, a backslash or a control character in it. */
static struct str unquoted(struct arena *a, struct str name)
{
	static const char letters[] = "abtnvfr\"\\", values[] = "\a\b\t\n\v\f\r\"\\";
	char *out = arena_text(a, name.p, name.n);
	size_t n = 0;
	if (name.n < 2 || name.p[0] != '"')
		return (struct str){out, name.n};
	for (size_t i = 1; i + 1 < name.n; i++) {
		char c = name.p[i];
		if (c == '\\' && i + 2 < name.n) {
			c = name.p[++i];
			const char *letter = strchr(letters, c);
			if (letter) {
				c = values[letter - letters];
			} else if (c >= '0' && c <= '3' && i + 3 < name.n) {
				c = (char)((c - '0') * 64 + (name.p[i + 1] - '0') * 8 + (name.p[i + 2] - '0'));
				i += 2;
			}
		}
		out[n++] = c;
	}
	out[n] = 0;
	return (struct str){out, n};
}

/* "-A,B +C,D": a number that is missing is 1. */
static bool read_hunk(const char *p, u32 *removed, u32 *first, u32 *added)
{
	char *end;
	u64 numbers[4] = {0, 1, 0, 1};
	for (u32 i = 0; i < 2; i++) {
		if (*p++ != (i ? '+' : '-'))
			return false;
		numbers[2 * i] = strtoull(p, &end, 10);
		if (*end == ',')
			numbers[2 * i + 1] = strtoull(end + 1, &end, 10);
		if (*end != ' ')
			return false;
		p = end + 1;
	}
	for (u32 i = 0; i < 4; i++)
		if (numbers[i] >= NONE / 2)
			return false;
	*removed = (u32)numbers[1];
	*first = (u32)numbers[2];
	*added = (u32)numbers[3];
	return true;
}

static struct str behind(struct str text, const char *head)
{
	size_t n = strlen(head);
	return (struct str){text.p + n, text.n - n};
}

/* Of what was removed, "/dev/null", nothing is asked. */
static struct changed_file *add_file(struct arena *a, struct changes *out, struct str name, bool is_whole)
{
	name = unquoted(a, name);
	struct changed_file changed = {.path = str_starts(name, "b/") ? behind(name, "b/") : S(""), .is_whole = is_whole};
	vec_push(a, &out->files, changed);
	return &out->files.at[out->files.n - 1];
}

/* "Binary files A and B differ": B, unless it was renamed. A name may hold the word between them, so it is found by its length. */
static struct str binary_name(struct str line)
{
	static const char end[] = " differ", none[] = "/dev/null and ";
	struct str both = behind(line, "Binary files ");
	if (!str_ends(both, end) || str_ends(both, " and /dev/null differ"))
		return S("");
	both.n -= strlen(end);
	if (str_starts(both, none))
		return behind(both, none);
	size_t n = both.n > strlen(" and ") ? (both.n - strlen(" and ")) / 2 : 0;
	return (struct str){both.p + both.n - n, n};
}

/* Of what git takes for binary (its bytes or .gitattributes say so: notebooks, generated code, UTF-16) no lines are known. */
static void take_binary(struct arena *a, struct str line, struct str renamed, struct changes *out)
{
	struct changed_file whole = {.path = renamed, .is_whole = true};
	if (renamed.n)
		vec_push(a, &out->files, whole);
	else
		add_file(a, out, binary_name(line), true);
}

void changes_parse(struct arena *a, struct str diff, struct changes *out)
{
	struct changed_file *file = NULL;
	struct str renamed = {0};
	u32 removed, first, added;
	while (diff.n) {
		struct str line = str_take_line(&diff);
		if (str_starts(line, "diff --git ")) {
			renamed.n = 0;
		} else if (str_starts(line, "rename to ")) {
			renamed = unquoted(a, behind(line, "rename to "));
		} else if (str_starts(line, "Binary files ")) {
			take_binary(a, line, renamed, out);
		} else if (str_starts(line, "+++ ")) {
			if (line.n && line.p[line.n - 1] == '\t') /* git's mark for a name with a blank */
				line.n--;
			file = add_file(a, out, behind(line, "+++ "), false);
		} else if (file && str_starts(line, "@@ ") && read_hunk(arena_text(a, line.p + 3, line.n - 3), &removed, &first, &added)) {
			struct line_range range = {first, first + added - 1};
			if (added)
				vec_push(a, &file->ranges, range);
			/* The lines themselves may look like anything. */
			for (u32 i = 0; i < removed + added && diff.n; i += line.n && line.p[0] != '\\')
				line = str_take_line(&diff);
		}
	}
}

static int by_path(const void *x, const void *y)
{
	const struct changed_file *a = x, *b = y;
	return str_cmp(a->path, b->path);
}

static bool add_untracked(struct arena *a, struct str root, struct changes *out, struct strbuf *err)
{
	static const char *const words[] = {"ls-files", "-z", "--others", "--exclude-standard", NULL};
	struct strbuf names = {0};
	bool is_ok = git_run(a, root, words, &names, err);
	for (size_t at = 0; is_ok && at < names.n;) {
		struct str path = str_of(names.p + at);
		at += path.n + 1;
		path.n -= str_ends(path, "/");
		struct changed_file whole = {.path = {arena_text(a, path.p, path.n), path.n}, .is_whole = true};
		vec_push(a, &out->files, whole);
	}
	strbuf_release(&names);
	return is_ok;
}

/* Where the branch left `base`; `base` itself if they share nothing that is here. */
static const char *ancestor(struct arena *a, struct str root, const char *base, struct notices *notices, struct strbuf *err)
{
	const char *const verify[] = {"rev-parse", "--verify", "--quiet", "--end-of-options", arena_format(a, "%s^{commit}", base), NULL};
	struct strbuf out = {0}, ignored = {0};
	if (!git_run(a, root, verify, &out, &ignored) || !out.n || out.p[0] == '^') {
		/* With --quiet git says nothing of an unknown name. */
		if (str_starts(strbuf_str(&ignored), "fatal:") || str_starts(strbuf_str(&ignored), "git can't"))
			strbuf_addf(err, "--diff: %s", ignored.p);
		else
			strbuf_addf(err, "--diff: '%s' is no revision of the repository", base);
		strbuf_release(&out);
		strbuf_release(&ignored);
		return NULL;
	}
	const char *commit = arena_text(a, out.p, strcspn(out.p, "\n"));
	const char *const merge_base[] = {"merge-base", commit, "HEAD", NULL};
	out.n = 0;
	if (git_run(a, root, merge_base, &out, &ignored) && out.n)
		commit = arena_text(a, out.p, strcspn(out.p, "\n"));
	else
		notice_add(notices, S(""), false, false, "'%s' and HEAD have no common ancestor here (a shallow clone?): lines count that differ from '%s' itself", base, base);
	strbuf_release(&out);
	strbuf_release(&ignored);
	return commit;
}

bool changes_read(struct arena *a, struct str root, const char *base, struct changes *out, struct notices *notices, struct strbuf *err)
{
	*out = (struct changes){0};
	if (!str_eq(git_top(a, root), root) || !root.n) {
		strbuf_addf(err, "--diff: %.*s is no git repository", (int)root.n, root.p);
		return false;
	}
	const char *commit = ancestor(a, root, base, notices, err);
	if (!commit)
		return false;
	const char *const words[] = {"diff", "-U0", "--inter-hunk-context=0", "-M", "--no-color", "--no-ext-diff", "--no-textconv", "--no-relative",
		"--ignore-submodules", "--src-prefix=a/", "--dst-prefix=b/", "--end-of-options", commit, "--", NULL};
	struct strbuf diff = {0};
	bool is_ok = git_run(a, root, words, &diff, err);
	if (is_ok)
		changes_parse(a, strbuf_str(&diff), out);
	strbuf_release(&diff);
	if (!is_ok || !add_untracked(a, root, out, err))
		return false;
	if (out->files.n)
		qsort(out->files.at, out->files.n, sizeof *out->files.at, by_path);
	return true;
}

/* The entry of the path, or of a folder above it. */
static const struct changed_file *find(const struct changes *c, struct str path)
{
	for (; path.n; path = path_dir(path)) {
		struct changed_file key = {.path = path};
		const struct changed_file *found = c->files.n ? bsearch(&key, c->files.at, c->files.n, sizeof key, by_path) : NULL;
		if (found)
			return found;
	}
	return NULL;
}

bool changes_know(const struct changes *c, struct str path)
{
	const struct changed_file *file = find(c, path);
	return file && (file->is_whole || file->ranges.n);
}

bool changes_touch(const struct changes *c, struct str path, u32 first, u32 last)
{
	const struct changed_file *file = find(c, path);
	if (!file || file->is_whole)
		return file;
	u32 low = 0, high = file->ranges.n;
	while (low < high) { /* the first that ends at `first` or after */
		u32 middle = low + (high - low) / 2;
		if (file->ranges.at[middle].last < first)
			low = middle + 1;
		else
			high = middle;
	}
	return low < file->ranges.n && file->ranges.at[low].first <= last;
}
