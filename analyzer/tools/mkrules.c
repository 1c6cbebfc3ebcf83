/* Build-time generator: rules/NAME/rule.md to the registry and the pages, rules/models/NAME.tsv to embedded text.
 *
 *     mkrules table OUT RULE.md...    struct rule rule_table[], in the order given
 *     mkrules docs FOLDER RULE.md...  FOLDER/NAME.md and FOLDER/README.md
 *     mkrules models OUT TABLE.tsv...
 *     mkrules sources OUT FILE...     struct confirm_source confirm_sources[], in the order given
 *
 * A rule without a rule.c beside its page has no check of its own: triage finds it.
 * A rule.md is front matter (`key: value` lines between two lines `---`), then the page. An unknown, missing or bad
 * key, or a heading out of place, ends the build with file and line. */
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum key { ID, SUMMARY, CATEGORY, SEVERITY, PRECISION, RANK, LANGUAGES, SINCE, CONFIRM, TAGS, KEYS };
static const char *const key_names[KEYS] = {"id",   "summary",   "category", "severity", "precision",
                                            "rank", "languages", "since",    "confirm",  "tags"};
static const char *const headings[] = {"What it does", "Why it costs",        "Bad",
                                       "Good",         "How it is confirmed", "Limits"};

struct page {
	const char *path;
	struct str text, body;
	struct str values[KEYS];
	u32 lines[KEYS]; /* where each key stands */
	bool has_check;  /* there is a rule.c beside it */
};

_Noreturn static void fail(const char *path, u32 line, const char *what, struct str about)
{
	fprintf(stderr, "%s:%u: error: %s: %.*s\n", path, line, what, (int)about.n, about.p);
	exit(2);
}

static struct str read_file(struct arena *a, const char *path)
{
	struct strbuf b = {0};
	char part[4096];
	FILE *f = fopen(path, "rb");
	if (!f)
		fail(path, 1, "can't be read", str_of(strerror(errno)));
	for (size_t n; (n = fread(part, 1, sizeof part, f));)
		strbuf_add(&b, part, n);
	fclose(f);
	struct str text = {arena_text(a, b.p ? b.p : "", b.n), b.n};
	strbuf_release(&b);
	return text;
}

static void write_file(const char *path, struct strbuf *text)
{
	FILE *f = fopen(path, "wb");
	if (!f || fwrite(text->p, 1, text->n, f) != text->n || fclose(f))
		fail(path, 1, "can't be written", str_of(strerror(errno)));
	strbuf_release(text);
}

static bool is_one_of(struct str value, const char *words)
{
	for (const char *w = words; *w; w += strcspn(w, " "), w += strspn(w, " "))
		if (strcspn(w, " ") == value.n && !memcmp(w, value.p, value.n))
			return true;
	return false;
}

/* The name of the folder that holds the page. */
static struct str folder_name(const char *path)
{
	const char *end = strrchr(path, '/'), *p = end;
	if (!end)
		return S("");
	while (p > path && p[-1] != '/')
		p--;
	return (struct str){p, (size_t)(end - p)};
}

static bool confirm_is_good(struct arena *a, const struct page *page, struct str value)
{
	if (str_starts(value, "none: "))
		return value.n > sizeof "none: " - 1;
	const char *end = strrchr(page->path, '/');
	bool is_good = value.n > 0;
	for (size_t at = 0, n; at < value.n && is_good; at += n + 1) {
		const char *space = memchr(value.p + at, ' ', value.n - at);
		n = space ? (size_t)(space - value.p) - at : value.n - at;
		FILE *f = n ? fopen(arena_format(a, "%.*s/%.*s", (int)(end - page->path), page->path, (int)n, value.p + at), "rb") : NULL;
		is_good = f != NULL;
		if (f)
			fclose(f);
	}
	return is_good;
}

static void check_values(struct arena *a, const struct page *page)
{
	const struct str *v = page->values;
	char *end;
	unsigned long rank = strtoul(arena_text(a, v[RANK].p, v[RANK].n), &end, 10), tags = 1;
	for (size_t i = 0; i < v[TAGS].n; i++)
		tags += v[TAGS].p[i] == ' ';
	const struct { bool is_good; enum key key; const char *rule; } checks[] = {
		{str_eq(v[ID], folder_name(page->path)), ID, "id is not the folder's name"},
		{v[SUMMARY].n <= 100 && !str_ends(v[SUMMARY], "."), SUMMARY, "summary is longer than 100 bytes or ends in a full stop"},
		{is_one_of(v[CATEGORY], "correctness performance portability resource"), CATEGORY, "unknown category"},
		{is_one_of(v[SEVERITY], "note warning error"), SEVERITY, "unknown severity"},
		{is_one_of(v[PRECISION], "low medium high very-high"), PRECISION, "unknown precision"},
		{!*end && rank <= 1000, RANK, "rank is not a number from 0 to 1000"},
		{confirm_is_good(a, page, v[CONFIRM]), CONFIRM, "confirm is neither files beside the page nor 'none: REASON'"},
		{tags <= 10, TAGS, "more than 10 tags"},
	};
	for (size_t i = 0; i < COUNT(checks); i++)
		if (!checks[i].is_good)
			fail(page->path, page->lines[checks[i].key], checks[i].rule, v[checks[i].key]);
}

static void read_key(struct page *page, struct str line, u32 number)
{
	const char *colon = memchr(line.p, ':', line.n);
	size_t n = colon ? (size_t)(colon - line.p) : 0;
	if (!n || n + 2 >= line.n || colon[1] != ' ')
		fail(page->path, number, "not of the form 'key: value'", line);
	for (u32 k = 0; k < KEYS; k++) {
		if (!str_eq((struct str){line.p, n}, str_of(key_names[k])))
			continue;
		if (page->lines[k])
			fail(page->path, number, "key is given twice", line);
		page->values[k] = (struct str){colon + 2, line.n - n - 2};
		page->lines[k] = number;
		return;
	}
	fail(page->path, number, "unknown key", (struct str){line.p, n});
}

static void check_headings(const struct page *page, u32 number)
{
	struct str rest = page->body;
	size_t seen = 0;
	bool in_code = false;
	while (rest.n) {
		struct str line = str_take_line(&rest);
		number++;
		if (str_starts(line, "```"))
			in_code = !in_code;
		if (in_code || !str_starts(line, "## "))
			continue;
		if (seen == COUNT(headings) || !str_is((struct str){line.p + 3, line.n - 3}, headings[seen]))
			fail(page->path, number, "heading out of place", line);
		seen++;
	}
	if (seen != COUNT(headings))
		fail(page->path, number, "heading missing", str_of(headings[seen]));
}

static void read_page(struct arena *a, const char *path, struct page *page)
{
	*page = (struct page){.path = path, .text = read_file(a, path)};
	struct str rest = page->text;
	u32 number = 1;
	if (!str_is(str_take_line(&rest), "---"))
		fail(path, 1, "the first line is not", S("---"));
	for (;;) {
		if (!rest.n)
			fail(path, number, "no second line of", S("---"));
		struct str line = str_take_line(&rest);
		number++;
		if (str_is(line, "---"))
			break;
		read_key(page, line, number);
	}
	for (u32 k = 0; k < KEYS; k++)
		if (!page->lines[k])
			fail(path, number, "missing key", str_of(key_names[k]));
	for (; rest.n && rest.p[0] == '\n'; number++)
		str_take_line(&rest);
	page->body = rest;
	const char *end = strrchr(path, '/');
	FILE *check = end ? fopen(arena_format(a, "%.*s/rule.c", (int)(end - path), path), "rb") : NULL;
	page->has_check = check;
	if (check)
		fclose(check);
	check_values(a, page);
	check_headings(page, number);
}

/* An array of numbers, since a string literal has a limit of 4095 characters. */
static void put_bytes(struct strbuf *out, const char *name, size_t index, struct str text)
{
	strbuf_addf(out, "static const char %s_%zu[] = {", name, index);
	for (size_t i = 0; i < text.n; i++)
		strbuf_addf(out, "%s%d,", i % 24 ? "" : "\n\t", (signed char)text.p[i]);
	strbuf_puts(out, "\n\t0,\n};\n");
}

static void put_string(struct strbuf *out, const char *field, struct str text)
{
	strbuf_addf(out, "\t\t.%s = \"", field);
	for (size_t i = 0; i < text.n; i++)
		strbuf_addf(out, text.p[i] == '"' || text.p[i] == '\\' ? "\\%c" : "%c", text.p[i]);
	strbuf_puts(out, "\",\n");
}

static void put_upper(struct strbuf *out, const char *field, const char *prefix, struct str word)
{
	strbuf_addf(out, "\t\t.%s = %s_", field, prefix);
	for (size_t i = 0; i < word.n; i++)
		strbuf_putc(out, (char)(word.p[i] == '-' ? '_' : word.p[i] - 'a' + 'A'));
	strbuf_puts(out, ",\n");
}

static void put_function(struct strbuf *out, struct str id)
{
	strbuf_puts(out, "rule_");
	for (size_t i = 0; i < id.n; i++)
		strbuf_putc(out, id.p[i] == '-' ? '_' : id.p[i]);
}

/* The last section of every page: the forms of docs/suppressing.md, with the rule's name. */
static void put_silence(struct strbuf *out, const struct page *page)
{
	struct str id = page->values[ID];
	bool is_python = str_is(page->values[LANGUAGES], "python");
	const char *mark = is_python ? "#" : "//";
	strbuf_puts(out, "\n## How to silence it\n\n");
	if (page->has_check)
		strbuf_addf(out, "Where the code is right, say so behind the line or alone above it; the reason is required:\n\n```%s\n%s caplint: allow(%.*s) why it may stay\n```\n\n",
		            is_python ? "python" : "cuda", mark, (int)id.n, id.p);
	if (page->has_check && !is_python && str_has(page->values[LANGUAGES], "python"))
		strbuf_puts(out, "In Python the comment begins with `#`. ");
	strbuf_addf(out, "%s `ignore = [\"%.*s\"]` in `caplint.toml` turns the rule off, `[per-file-ignores]` for some files, and `[rules.%.*s]` "
	                 "changes its level. What is there already can be recorded with `caplint baseline`.\n",
	            page->has_check ? "For a whole file the word is `allow-file`." : "Mend the comment.", (int)id.n, id.p, (int)id.n, id.p);
}

/* The page and what all pages end with. */
static struct str whole_body(struct arena *a, const struct page *page)
{
	struct strbuf out = {0};
	strbuf_add(&out, page->body.p, page->body.n);
	put_silence(&out, page);
	struct str body = {arena_text(a, out.p, out.n), out.n};
	strbuf_release(&out);
	return body;
}

static void make_table(struct arena *a, const char *path, const struct page *pages, size_t n)
{
	struct strbuf out = {0};
	strbuf_puts(&out, "/* Generated from the folders below rules/. */\n#include \"rule.h\"\n\n");
	for (size_t i = 0; i < n; i++) {
		put_bytes(&out, "help", i, whole_body(a, &pages[i]));
		if (!pages[i].has_check)
			continue;
		strbuf_puts(&out, "void ");
		put_function(&out, pages[i].values[ID]);
		strbuf_puts(&out, "(struct rule_run *run);\n\n");
	}
	strbuf_puts(&out, "const struct rule rule_table[] = {\n");
	for (size_t i = 0; i < n; i++) {
		const struct str *v = pages[i].values;
		strbuf_puts(&out, "\t{\n");
		put_string(&out, "name", v[ID]);
		put_string(&out, "summary", v[SUMMARY]);
		put_string(&out, "category", v[CATEGORY]);
		put_upper(&out, "severity", "SEVERITY", v[SEVERITY]);
		put_upper(&out, "precision", "PRECISION", v[PRECISION]);
		put_string(&out, "tags", v[TAGS]);
		strbuf_addf(&out, "\t\t.help = help_%zu,\n\t\t.rank = %.*s,\n\t\t.check = ", i, (int)v[RANK].n, v[RANK].p);
		if (pages[i].has_check)
			put_function(&out, v[ID]);
		else
			strbuf_puts(&out, "NULL");
		strbuf_puts(&out, ",\n\t},\n");
	}
	strbuf_puts(&out, "};\nconst u32 rule_count = (u32)COUNT(rule_table);\n");
	write_file(path, &out);
}

/* What a reader who knows the field looks for first. */
static const char *subject(struct str tags)
{
	return str_has(tags, "cuda-graphs") ? "captures" : str_has(tags, "suppression") ? "comments" : str_has(tags, "streams") ? "streams" : "errors";
}

static void make_docs(struct arena *a, const char *folder, const struct page *pages, size_t n)
{
	struct strbuf index = {0};
	strbuf_puts(&index, "# Rules\n\nGenerated from `rules/*/rule.md`; `caplint explain RULE` prints the same pages.\n\nSeverity is the usual level of a rule's findings: single ones are graded lower, "
	                    "some higher. Precision is a guess at how often its findings are right; what readers of unknown code have counted is in "
	                    "[limits.md](../limits.md).\n\n"
	                    "| rule | about | severity | precision | what it finds |\n|---|---|---|---|---|\n");
	for (size_t i = 0; i < n; i++) {
		const struct str *v = pages[i].values;
		struct strbuf out = {0};
		strbuf_addf(&out, "# %.*s\n\n%.*s.\n\n", (int)v[ID].n, v[ID].p, (int)v[SUMMARY].n, v[SUMMARY].p);
		strbuf_puts(&out, "| | |\n|---|---|\n");
		for (u32 k = CATEGORY; k < KEYS; k++)
			strbuf_addf(&out, "| %s | %.*s |\n", key_names[k], (int)v[k].n, v[k].p);
		struct str body = whole_body(a, &pages[i]);
		strbuf_addf(&out, "\n%.*s", (int)body.n, body.p);
		write_file(arena_format(a, "%s/%.*s.md", folder, (int)v[ID].n, v[ID].p), &out);
		strbuf_addf(&index, "| [%.*s](%.*s.md) | %s | %.*s | %.*s | %.*s |\n", (int)v[ID].n, v[ID].p, (int)v[ID].n, v[ID].p, subject(v[TAGS]),
		            (int)v[SEVERITY].n, v[SEVERITY].p, (int)v[PRECISION].n, v[PRECISION].p, (int)v[SUMMARY].n,
		            v[SUMMARY].p);
	}
	write_file(arena_format(a, "%s/README.md", folder), &index);
}

static void make_models(struct arena *a, const char *out_path, char **paths, size_t n)
{
	struct strbuf out = {0}, rows = {0};
	strbuf_puts(&out, "/* Generated from rules/models/. */\n#include \"models/tables.h\"\n\n");
	for (size_t i = 0; i < n; i++) {
		const char *base = strrchr(paths[i], '/');
		base = base ? base + 1 : paths[i];
		put_bytes(&out, "table", i, read_file(a, paths[i]));
		strbuf_addf(&rows, "\t{\"%.*s\", table_%zu, sizeof table_%zu - 1},\n", (int)strcspn(base, "."), base, i, i);
	}
	strbuf_addf(&out, "\nconst struct model_table model_tables[] = {\n%s};\n", rows.p);
	strbuf_puts(&out, "const u32 model_table_count = (u32)COUNT(model_tables);\n");
	strbuf_release(&rows);
	write_file(out_path, &out);
}

/* A program goes by its folder and name, a file that they share by its name. */
static void make_sources(struct arena *a, const char *out_path, char **paths, size_t n)
{
	struct strbuf out = {0}, rows = {0};
	strbuf_puts(&out, "/* Generated from the confirmation programs. */\n#include \"confirm/sources.h\"\n\n");
	for (size_t i = 0; i < n; i++) {
		const char *base = strrchr(paths[i], '/');
		bool is_program = str_starts(str_of(base ? base + 1 : paths[i]), "confirm.");
		struct str folder = is_program ? folder_name(paths[i]) : S("");
		put_bytes(&out, "source", i, read_file(a, paths[i]));
		strbuf_addf(&rows, "\t{\"%.*s%s%s\", source_%zu, sizeof source_%zu - 1},\n", (int)folder.n, folder.p, is_program ? "/" : "",
		            base ? base + 1 : paths[i], i, i);
	}
	strbuf_addf(&out, "\nconst struct confirm_source confirm_sources[] = {\n%s};\n", rows.p);
	strbuf_puts(&out, "const u32 confirm_source_count = (u32)COUNT(confirm_sources);\n");
	strbuf_release(&rows);
	write_file(out_path, &out);
}

int main(int argc, char **argv)
{
	struct arena a = {0};
	if (argc < 4)
		die("usage: mkrules table OUT RULE.md... | docs FOLDER RULE.md... | models OUT TABLE.tsv... | sources OUT FILE...");
	size_t n = (size_t)argc - 3;
	struct page *pages = arena_array(&a, struct page, n);
	bool of_models = !strcmp(argv[1], "models"), of_sources = !strcmp(argv[1], "sources");
	for (size_t i = 0; i < n && !of_models && !of_sources; i++)
		read_page(&a, argv[i + 3], &pages[i]);
	if (of_models)
		make_models(&a, argv[2], argv + 3, n);
	else if (of_sources)
		make_sources(&a, argv[2], argv + 3, n);
	else if (!strcmp(argv[1], "docs"))
		make_docs(&a, argv[2], pages, n);
	else
		make_table(&a, argv[2], pages, n);
	arena_release(&a);
	return 0;
}
