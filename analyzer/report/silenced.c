/* What is shown and what counts, and what is said of the findings that do not. */
#include "report/report.h"

#include <string.h>

static bool is_in_view(const struct report *r, const struct finding *f)
{
	return f->severity >= r->level && r->sources[f->span.file].is_reported;
}

bool report_shows(const struct report *r, const struct finding *f) { return is_in_view(r, f) && f->state == FINDING_OPEN; }

bool report_lists(const struct report *r, const struct finding *f)
{
	bool is_silenced = f->state == FINDING_ALLOWED || f->state == FINDING_KNOWN;
	return report_shows(r, f) || (r->shows_silenced && is_silenced && is_in_view(r, f));
}

bool report_fails(const struct report *r, const struct finding *f) { return report_shows(r, f) && f->severity >= r->fail_on; }

const char *report_silence(const struct finding *f)
{
	return f->state == FINDING_ALLOWED ? "silenced in the source" : f->state == FINDING_KNOWN ? "in the baseline" : NULL;
}

static void add_part(struct strbuf *line, u32 n, const char *what)
{
	if (n)
		strbuf_addf(line, "%s%u %s", line->n ? ", " : "", n, what);
}

static void count_states(const struct report *r, u32 counts[FINDING_UNCHANGED + 1])
{
	memset(counts, 0, (FINDING_UNCHANGED + 1) * sizeof *counts);
	for (u32 i = 0; i < r->findings->list.n; i++) {
		const struct finding *f = r->findings->list.at[i];
		counts[f->state] += is_in_view(r, f);
	}
}

void report_add_silenced(struct strbuf *line, const struct report *r)
{
	u32 counts[FINDING_UNCHANGED + 1];
	count_states(r, counts);
	add_part(line, counts[FINDING_ALLOWED], "silenced in the source");
	add_part(line, counts[FINDING_KNOWN], "in the baseline");
	add_part(line, counts[FINDING_UNCHANGED], "not on changed lines");
}

void report_silenced(const struct report *r)
{
	u32 counts[FINDING_UNCHANGED + 1];
	struct strbuf line = {0};
	count_states(r, counts);
	report_add_silenced(&line, r);
	u32 to_show = r->shows_silenced ? 0 : counts[FINDING_ALLOWED] + counts[FINDING_KNOWN];
	if (line.n)
		fprintf(r->log, "caplint: left out: %s%s\n", line.p, to_show == 1 ? "; --show-silenced shows it" : to_show ? "; --show-silenced shows them" : "");
	if (r->baseline_gone)
		fprintf(r->log, "caplint: %u finding%s of the baseline %s mended; 'caplint baseline' takes %s out\n", r->baseline_gone,
		        r->baseline_gone == 1 ? "" : "s", r->baseline_gone == 1 ? "is" : "are", r->baseline_gone == 1 ? "it" : "them");
	strbuf_release(&line);
}
