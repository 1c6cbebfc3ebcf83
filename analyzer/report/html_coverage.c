/* Told first: of what is not understood nothing is found, so a reader must know how much that is. */
#include "report/html.h"
#include "report/markup.h"

enum { MOST_GAPS = 1000, MOST_NOTICES = 1000 };

static const char *plural(u32 n) { return n == 1 ? "" : "s"; }

/* 99.96 of 100 must not read as all. */
static void write_share(FILE *out, u32 part, u32 whole)
{
	u32 tenths = whole ? (u32)((u64)part * 1000 / whole) : 1000;
	fprintf(out, tenths % 10 ? "%u.%u&#8239;%%" : "%u&#8239;%%", tenths / 10, tenths % 10);
}

static void write_meter(FILE *out, const char *name, u32 part, u32 whole)
{
	if (!whole) {
		fprintf(out, "<div class=\"meter none\"><h3>%s</h3><p class=\"figure\">none</p><p class=\"of\">in the text</p></div>\n", name);
		return;
	}
	fprintf(out, "<div class=\"meter%s\"><h3>%s</h3><p class=\"figure\">", part == whole ? " full" : "", name);
	write_share(out, part, whole);
	fprintf(out, "</p><meter min=\"0\" max=\"%u\" value=\"%u\">%u of %u</meter><p class=\"of\">%u of %u understood</p></div>\n", whole, part, part,
	        whole, part, whole);
}

static u32 count_failures(const struct report *r)
{
	u32 n = 0;
	for (u32 i = 0; i < r->notices->list.n; i++)
		n += r->notices->list.at[i].is_failure;
	return n;
}

static void write_notices(struct page *p, bool are_failures, u32 n)
{
	u32 written = 0;
	if (!n)
		return;
	fprintf(p->out, "<details%s><summary>%s <span class=\"count\">%u</span></summary>\n<ul class=\"notices\">\n",
	        are_failures ? " open class=\"bad\"" : "", are_failures ? "Files that were not understood" : "Remarks on the run", n);
	for (u32 i = 0; i < p->r->notices->list.n && written < MOST_NOTICES; i++) {
		const struct notice *notice = &p->r->notices->list.at[i];
		if (notice->is_failure != are_failures)
			continue;
		fputs("<li>", p->out);
		if (notice->path.n) {
			fputs("<code>", p->out);
			markup_text(p->out, notice->path);
			fputs("</code>: ", p->out);
		}
		markup_text(p->out, notice->text);
		fputs("</li>\n", p->out);
		written++;
	}
	if (n > written)
		fprintf(p->out, "<li>and %u more</li>\n", n - written);
	fputs("</ul></details>\n", p->out);
}

/* The places themselves, file by file. */
static void write_gaps(struct page *p)
{
	const struct coverage *c = &p->r->coverage;
	u32 all = 0, files = 0, written = 0;
	for (u32 i = 0; c->of_file && i < p->r->files->count; i++) {
		all += c->of_file[i].gap_count;
		files += c->of_file[i].gap_count > 0;
	}
	if (!all)
		return;
	fprintf(p->out, "<details><summary>Launches and calls that were not understood <span class=\"count\">%u</span> in %u file%s</summary>\n"
	        "<p>They stand in the text, but neither parser could give them a meaning; most are in macros, or in code that only a build "
	        "makes whole. Nothing is reported through them.</p>\n",
	        all, files, plural(files));
	for (u32 i = 0; i < p->r->files->count && written < MOST_GAPS; i++) {
		const struct file_coverage *f = &c->of_file[i];
		if (!f->gap_count)
			continue;
		fputs("<h4><code>", p->out);
		markup_text(p->out, p->r->sources[i].path);
		fprintf(p->out, "</code> <span class=\"count\">%u</span></h4>\n", f->gap_count);
		for (u32 k = 0; k < f->gap_count && written < MOST_GAPS; k++, written++)
			html_excerpt(p, (struct span){i, f->gaps[k].at, f->gaps[k].at + f->gaps[k].length}, 0, 0);
	}
	if (written < all)
		fprintf(p->out, "<p>And %u more.</p>\n", all - written);
	fputs("</details>\n", p->out);
}

void html_coverage(struct page *p)
{
	const struct coverage *c = &p->r->coverage;
	u32 failures = count_failures(p->r);
	fputs("<section id=\"understood\">\n<h2>What was understood</h2>\n<div class=\"meters\">\n", p->out);
	write_meter(p->out, "Kernel launches", c->launches_understood, c->launches);
	write_meter(p->out, "Runtime calls", c->calls_understood, c->calls);
	fprintf(p->out, "<div class=\"meter%s\"><h3>Files</h3><p class=\"figure\">%u</p><p class=\"of\">read; %u of them hold something to understand<br>",
	        failures ? " bad" : "", c->files, c->files_parsed);
	fprintf(p->out, failures ? "<strong>%u could not be understood</strong>" : "every file could be read", failures);
	struct strbuf left_out = {0};
	report_add_left_out(&left_out, p->r);
	if (left_out.n)
		fprintf(p->out, "<br>%s", left_out.p);
	strbuf_release(&left_out);
	fputs("</p></div>\n", p->out);
	fputs("</div>\n", p->out);
	write_notices(p, true, failures);
	write_gaps(p);
	write_notices(p, false, p->r->notices->list.n - failures);
	fputs("</section>\n", p->out);
}
