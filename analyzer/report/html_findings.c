/* Every finding stands in the page once, under its rule: rules with the worst findings first, and in a rule the worst first. The
 * script moves them when they are grouped otherwise. */
#include "report/html.h"
#include "report/markup.h"

#include <stdlib.h>
#include <string.h>

enum { BEFORE = 3, AFTER = 4, MOST_STEPS = 50, MOST_RELATED = 20 };

struct share {
	u32 rule;
	u32 counts[3]; /* by severity */
	u32 silenced;
};

static u32 sum(const struct share *s) { return s->counts[0] + s->counts[1] + s->counts[2] + s->silenced; }

static int compare_shares(const void *x, const void *y)
{
	const struct share *a = x, *b = y;
	for (u32 s = SEVERITY_ERROR + 1; s--;)
		if (a->counts[s] != b->counts[s])
			return a->counts[s] > b->counts[s] ? -1 : 1;
	if (!a->silenced != !b->silenced)
		return a->silenced ? -1 : 1;
	return a->rule < b->rule ? -1 : a->rule > b->rule;
}

static struct share *share_out(struct page *p, u32 *n)
{
	struct share *shares = arena_array(&p->arena, struct share, p->r->rule_count + 1);
	for (u32 i = 0; i < p->r->rule_count; i++)
		shares[i].rule = i;
	for (u32 i = 0; i < p->r->findings->list.n; i++) {
		const struct finding *f = p->r->findings->list.at[i];
		if (report_lists(p->r, f))
			*(report_silence(f) ? &shares[f->rule].silenced : &shares[f->rule].counts[f->severity]) += 1;
	}
	qsort(shares, p->r->rule_count, sizeof *shares, compare_shares);
	for (*n = 0; *n < p->r->rule_count && sum(&shares[*n]); ++*n)
		;
	return shares;
}

static struct str owners_of_file(struct page *p, u32 file)
{
	if (!p->file_owners[file].p)
		p->file_owners[file] = owners_of(&p->owners, p->r->sources[file].path);
	return p->file_owners[file];
}

static void write_steps(struct page *p, const char *title, const char *tag, const struct step *steps, u32 n, u32 most)
{
	if (!n)
		return;
	fprintf(p->out, "<h4>%s</h4>\n<%s class=\"steps\">\n", title, tag);
	for (u32 i = 0; i < n && i < most; i++) {
		fputs("<li><p>", p->out);
		markup_text(p->out, steps[i].text);
		fputs(" <code class=\"place\">", p->out);
		html_place(p, steps[i].span);
		fputs("</code></p>", p->out);
		html_excerpt(p, steps[i].span, 0, 0);
		fputs("</li>\n", p->out);
	}
	if (n > most)
		fprintf(p->out, "<li><p>and %u more</p></li>\n", n - most);
	fprintf(p->out, "</%s>\n", tag);
}

static struct str verdict_of(const struct finding *f)
{
	for (u32 i = 0; i < f->confirmation.n; i++)
		if (str_is(f->confirmation.at[i].key, "verdict"))
			return f->confirmation.at[i].value;
	return S("");
}

static void write_summary(struct page *p, const struct finding *f)
{
	fprintf(p->out, "<summary><span class=\"level %s\">%s</span> <code class=\"place\">", severity_name(f->severity), severity_name(f->severity));
	html_place(p, f->span);
	fprintf(p->out, "</code> <span class=\"rule\">%s</span>", p->r->rules[f->rule].name);
	if (report_silence(f))
		fprintf(p->out, " <span class=\"silence\">%s</span>", report_silence(f));
	if (verdict_of(f).n) {
		fputs(" <span class=\"verdict\">", p->out);
		markup_text(p->out, verdict_of(f));
		fputs("</span>", p->out);
	}
	fputs("<span class=\"message\">", p->out);
	markup_text(p->out, f->message);
	fputs("</span></summary>\n", p->out);
}

/* Where it stands in the tree of captures. */
static void write_captured(struct page *p, u32 i)
{
	u32 function = p->forest.function_of[i];
	if (function == NONE || p->forest.region_of[function] == NONE)
		return;
	const struct captured_region *region = &p->forest.of->regions.at[p->forest.region_of[function]];
	fprintf(p->out, "<div><dt>Reached from</dt><dd><a href=\"#c%u\">%s <code>", function, captured_kind_name(region->kind, false));
	html_place(p, region->span);
	fputs("</code></a></dd></div>", p->out);
}

static void write_facts(struct page *p, u32 i, struct str owners)
{
	const struct finding *f = p->r->findings->list.at[i];
	fputs("<dl class=\"facts\">", p->out);
	if (f->function.n) {
		fputs("<div><dt>Function</dt><dd><code>", p->out);
		markup_text(p->out, f->function);
		fputs("</code></dd></div>", p->out);
	}
	write_captured(p, i);
	if (owners.n) {
		fputs("<div><dt>Owner</dt><dd>", p->out);
		markup_text(p->out, owners);
		fputs("</dd></div>", p->out);
	}
	if (f->reason.n) {
		fputs("<div><dt>Silenced, for this reason</dt><dd>", p->out);
		markup_text(p->out, f->reason);
		fputs("</dd></div>", p->out);
	}
	fputs("<div><dt>On a device</dt><dd>", p->out);
	if (f->verdict.n)
		markup_text(p->out, f->verdict);
	else
		fputs("not tried", p->out);
	fputs("</dd></div></dl>\n", p->out);
}

static void write_finding(struct page *p, u32 i)
{
	const struct finding *f = p->r->findings->list.at[i];
	struct str owners = owners_of_file(p, f->span.file);
	const char *rule = p->r->rules[f->rule].name;
	fprintf(p->out, "<details class=\"finding\" id=\"f-%.*s\" data-level=\"%s\" data-rule=\"%s\"", (int)p->keys[i].n, p->keys[i].p,
	        severity_name(f->severity), rule);
	if (owners.n) {
		fputs(" data-owner=\"", p->out);
		markup_text(p->out, owners);
		fputc('"', p->out);
	}
	fputs(report_silence(f) ? " data-silenced" : "", p->out);
	fputs(p->r->sources[f->span.file].is_test ? " data-test>" : ">", p->out);
	write_summary(p, f);
	fputs("<div class=\"body\">\n", p->out);
	html_excerpt(p, f->span, BEFORE, AFTER);
	write_steps(p, "The way there", "ol", f->steps.at, f->steps.n, MOST_STEPS);
	write_steps(p, "Related places", "ul", f->related.at, f->related.n, MOST_RELATED);
	write_facts(p, i, owners);
	fprintf(p->out, "<p class=\"why\"><a href=\"#rule-%s\">Why this matters and how to fix it</a></p>\n</div>\n</details>\n", rule);
}

static void write_group(struct page *p, const struct share *share)
{
	const struct rule *rule = &p->r->rules[share->rule];
	fprintf(p->out, "<section class=\"group\" id=\"group-%s\"><h3><span class=\"name\">%s</span> <span class=\"count\">%u</span></h3>\n"
	        "<p class=\"about\">", rule->name, rule->name, sum(share));
	markup_text(p->out, str_of(rule->summary));
	fprintf(p->out, ". <a href=\"#rule-%s\">About the rule</a></p>\n", rule->name);
	for (u32 s = SEVERITY_ERROR + 1; s--;)
		for (u32 i = 0; i < p->r->findings->list.n && share->counts[s]; i++) {
			const struct finding *f = p->r->findings->list.at[i];
			if (f->rule == share->rule && f->severity == s && report_shows(p->r, f))
				write_finding(p, i);
		}
	for (u32 i = 0; i < p->r->findings->list.n && share->silenced; i++) {
		const struct finding *f = p->r->findings->list.at[i];
		if (f->rule == share->rule && report_silence(f) && report_lists(p->r, f))
			write_finding(p, i);
	}
	fputs("</section>\n", p->out);
}

static void write_rule_table(struct page *p, const struct share *shares, u32 n)
{
	fputs("<div class=\"scroll\"><table class=\"rules\">\n<thead><tr><th scope=\"col\">Rule</th>"
	      "<th scope=\"col\" class=\"number\">Errors</th><th scope=\"col\" class=\"number\">Warnings</th>"
	      "<th scope=\"col\" class=\"number\">Notes</th><th scope=\"col\">What it finds</th></tr></thead>\n<tbody>\n", p->out);
	for (u32 i = 0; i < n; i++) {
		static const char *const classes[] = {"note", "warning", "error"};
		const struct rule *rule = &p->r->rules[shares[i].rule];
		fprintf(p->out, "<tr><th scope=\"row\"><a href=\"#group-%s\">%s</a></th>", rule->name, rule->name);
		for (u32 s = SEVERITY_ERROR + 1; s--;)
			if (shares[i].counts[s])
				fprintf(p->out, "<td class=\"number %s\">%u</td>", classes[s], shares[i].counts[s]);
			else
				fputs("<td class=\"number zero\">0</td>", p->out);
		fputs("<td>", p->out);
		markup_text(p->out, str_of(rule->summary));
		fputs("</td></tr>\n", p->out);
	}
	fputs("</tbody></table></div>\n", p->out);
}

/* Shown by the script, since without it they do nothing. What there is to choose from, the script reads from the findings. */
static void write_filters(struct page *p)
{
	fputs("<form class=\"filters\" hidden aria-label=\"Filter the findings\">\n"
	      "<label class=\"search\"><span>Search</span><input type=\"search\" id=\"q\" placeholder=\"path, function, call\" "
	      "autocomplete=\"off\" spellcheck=\"false\"></label>\n"
	      "<fieldset class=\"levels\"><legend>Level</legend></fieldset>\n"
	      "<label><span>Rule</span><select id=\"rule\"></select></label>\n"
	      "<label class=\"owners\"><span>Owner</span><select id=\"owner\"></select></label>\n"
	      "<label><span>Group by</span><select id=\"by\"><option value=\"rule\">rule</option>"
	      "<option value=\"folder\">folder</option><option value=\"owner\">owner</option></select></label>\n"
	      "<label class=\"tests\"><input type=\"checkbox\" id=\"tests\" checked> tests too</label>\n"
	      "<label class=\"tests silenced\"><input type=\"checkbox\" id=\"silenced\" checked> silenced too</label>\n"
	      "<div class=\"actions\"><button type=\"button\" id=\"open\">Open all</button><button type=\"reset\">Reset</button></div>\n"
	      "<p class=\"shown\" role=\"status\"></p>\n"
	      "<p class=\"keys\"><kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> next, previous <kbd>Enter</kbd> open <kbd>x</kbd> open all</p>\n"
	      "</form>\n", p->out);
}

void html_findings(struct page *p)
{
	u32 n;
	struct share *shares = share_out(p, &n);
	fputs("<section id=\"findings\">\n<h2>Findings</h2>\n", p->out);
	if (!n) {
		fputs("<p class=\"empty\">Nothing was found at this level.</p>\n</section>\n", p->out);
		return;
	}
	write_rule_table(p, shares, n);
	write_filters(p);
	fputs("<div id=\"groups\">\n", p->out);
	for (u32 i = 0; i < n; i++)
		write_group(p, &shares[i]);
	fputs("</div>\n<p class=\"empty\" id=\"none\" hidden>No finding passes these filters.</p>\n</section>\n", p->out);
}
