/* Rules as a table, and one rule's page. */
#include "report/rulebook.h"

#include <string.h>

void rulebook_list(FILE *out, const struct rule *rules, u32 n)
{
	int width = (int)strlen("rule");
	for (u32 i = 0; i < n; i++)
		width = strlen(rules[i].name) > (size_t)width ? (int)strlen(rules[i].name) : width;
	fprintf(out, "%-*s  %-8s  %-9s  %s\n", width, "rule", "severity", "precision", "summary");
	for (u32 i = 0; i < n; i++)
		fprintf(out, "%-*s  %-8s  %-9s  %s\n", width, rules[i].name, severity_name(rules[i].severity),
		        precision_name(rules[i].precision), rules[i].summary);
}

void rulebook_page(FILE *out, const struct rule *rule)
{
	fprintf(out, "# %s\n\n%s.\n\n", rule->name, rule->summary);
	fprintf(out, "Severity: %s. Precision: %s. Category: %s.\n\n", severity_name(rule->severity),
	        precision_name(rule->precision), rule->category);
	const char *help = rule->help + strspn(rule->help, "\n");
	size_t n = strlen(help);
	fputs(help, out);
	if (n && help[n - 1] != '\n')
		fputc('\n', out);
}
