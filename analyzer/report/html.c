/* The page from head to foot. */
#include "report/html.h"

#include "base/sha256.h"
#include "report/marks.h"
#include "report/markup.h"

#include <report/page_script.inc>
#include <report/page_style.inc>
#include <report/page_tree.inc>
#include <string.h>

/* In the order of the page. */
static void (*const sections[])(struct page *) = {html_coverage, html_captures, html_findings, html_rules};

/* What a policy calls a script's hash: base64 of SHA-256. */
static const char *policy_hash(struct arena *a, const char *text)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *hex = sha256(a, str_of(text));
	char *out = arena_alloc(a, 64);
	u8 bytes[33] = {0};
	for (u32 i = 0; i < 64; i++)
		bytes[i / 2] = (u8)(bytes[i / 2] << 4 | (hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10));
	u32 n = 0;
	for (u32 i = 0; i < 33; i += 3) {
		u32 bits = (u32)bytes[i] << 16 | (u32)bytes[i + 1] << 8 | bytes[i + 2];
		for (u32 k = 0; k < 4; k++)
			out[n++] = digits[bits >> (18 - 6 * k) & 63];
	}
	out[43] = '='; /* 32 bytes are 43 digits */
	out[44] = 0;
	return out;
}

static struct str name_of_root(const struct report *r)
{
	struct str root = r->files->root;
	while (root.n > 1 && root.p[root.n - 1] == '/')
		root.n--;
	const char *slash = root.n ? memrchr(root.p, '/', root.n) : NULL;
	return slash && slash + 1 < root.p + root.n ? (struct str){slash + 1, root.n - (size_t)(slash + 1 - root.p)} : root;
}

static void write_head(struct page *p)
{
	fprintf(p->out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	        "<meta name=\"color-scheme\" content=\"light dark\">\n"
	        "<meta name=\"generator\" content=\"caplint " CAPLINT_VERSION "\">\n"
	        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; form-action 'none'; "
	        "style-src 'sha256-%s'; script-src 'sha256-%s'\">\n<title>caplint audit: ", policy_hash(&p->arena, page_style),
	        policy_hash(&p->arena, p->script));
	markup_text(p->out, name_of_root(p->r));
	fprintf(p->out, "</title>\n<style>%s</style>\n</head>\n<body>\n", page_style);
}

static void write_title(struct page *p)
{
	u32 counts[3];
	struct strbuf line = {0};
	report_counts(p->r, counts);
	report_add_counts(&line, counts);
	fputs("<a class=\"skip\" href=\"#findings\">Skip to the findings</a>\n<header class=\"page\">\n<p class=\"kind\">caplint audit</p>\n<h1>", p->out);
	markup_text(p->out, name_of_root(p->r));
	fprintf(p->out, "</h1>\n<p class=\"lead\">%s. Found by reading the sources: nothing was built, nothing was run.", line.p);
	line.n = 0;
	report_add_silenced(&line, p->r);
	if (line.n)
		fprintf(p->out, p->r->shows_silenced ? " Marked and not counted: %s." : " Left out: %s.", line.p);
	fputs("</p>\n</header>\n<main>\n", p->out);
	strbuf_release(&line);
}

static void compute_keys(struct page *p)
{
	struct marks marks = {.report = p->r};
	char room[40];
	p->keys = arena_array(&p->arena, struct str, p->r->findings->list.n + 1);
	for (u32 i = 0; i < p->r->findings->list.n; i++) {
		struct str key;
		if (!report_lists(p->r, p->r->findings->list.at[i]))
			continue;
		key = marks_key(&marks, i, room);
		char *copy = arena_text(&p->arena, key.p, key.n);
		*strchr(copy, ':') = '-';
		p->keys[i] = (struct str){copy, key.n};
	}
	marks_release(&marks);
}

void report_html(struct report *r)
{
	struct page p = {.r = r, .out = r->out};
	p.script = arena_format(&p.arena, "%s%s", page_tree, page_script);
	compute_keys(&p);
	owners_load(&p.owners, &p.arena, r->files->root);
	forest_grow(&p.arena, r, &p.forest);
	p.file_owners = arena_array(&p.arena, struct str, r->files->count + 1);
	write_head(&p);
	write_title(&p);
	for (u32 i = 0; i < COUNT(sections); i++)
		sections[i](&p);
	fprintf(p.out, "</main>\n<footer class=\"page\">Made by caplint " CAPLINT_VERSION
	        ". The page is complete in itself and opens no connection.</footer>\n"
	        "<script>%s</script>\n</body>\n</html>\n", p.script);
	arena_release(&p.arena);
}
