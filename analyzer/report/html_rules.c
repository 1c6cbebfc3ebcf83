/* The rules that found something, with their whole pages: the report is read by people who do not have the program. */
#include "report/html.h"
#include "report/markup.h"

static void write_rule(struct page *p, const struct rule *rule)
{
	fprintf(p->out, "<article class=\"rule\" id=\"rule-%s\">\n<h3>%s</h3>\n<p class=\"about\">", rule->name, rule->name);
	markup_text(p->out, str_of(rule->summary));
	fprintf(p->out, ". Level %s, precision %s.</p>\n", severity_name(rule->severity), precision_name(rule->precision));
	markdown_html(p->out, str_of(rule->help));
	fprintf(p->out, "<p class=\"try\">On a device: <code>caplint confirm --rule %s PATH</code></p>\n</article>\n", rule->name);
}

void html_rules(struct page *p)
{
	bool *is_used = arena_array(&p->arena, bool, p->r->rule_count + 1), any = false;
	for (u32 i = 0; i < p->r->findings->list.n; i++)
		if (report_lists(p->r, p->r->findings->list.at[i]))
			any = is_used[p->r->findings->list.at[i]->rule] = true;
	if (!any)
		return;
	fputs("<section id=\"rules\">\n<h2>The rules</h2>\n", p->out);
	for (u32 i = 0; i < p->r->rule_count; i++)
		if (is_used[i])
			write_rule(p, &p->r->rules[i]);
	fputs("</section>\n", p->out);
}
