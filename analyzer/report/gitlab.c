/* GitLab's code quality report: one array. The widget shows neither the rule's name nor a column, so the rule stands in the
 * description; of two entries with one fingerprint GitLab drops one. */
#include "report/marks.h"

static void write_finding(struct report *r, struct json *j, struct marks *marks, u32 i)
{
	static const char *const severities[] = {"minor", "major", "critical"};
	const struct finding *f = r->findings->list.at[i];
	struct region region = file_region(files_text(r->files, f->span.file), f->span);
	struct strbuf text = {0};
	char room[40];
	strbuf_addf(&text, "%s: ", r->rules[f->rule].name);
	strbuf_add(&text, f->message.p, f->message.n);
	json_open(j, '{');
	json_member(j, "description", strbuf_str(&text));
	json_member(j, "check_name", str_of(r->rules[f->rule].name));
	json_member(j, "fingerprint", marks_key(marks, i, room));
	json_member(j, "severity", str_of(severities[f->severity]));
	json_open_member(j, "location", '{');
	json_member(j, "path", r->sources[f->span.file].path);
	json_open_member(j, "lines", '{');
	json_member_number(j, "begin", region.line);
	json_member_number(j, "end", region.end_line);
	json_close(j, '}');
	json_close(j, '}');
	json_close(j, '}');
	strbuf_release(&text);
}

void report_gitlab(struct report *r)
{
	struct json j = {.out = r->out};
	struct marks marks = {.report = r};
	json_open(&j, '[');
	for (u32 i = 0; i < r->findings->list.n; i++)
		if (report_shows(r, r->findings->list.at[i]))
			write_finding(r, &j, &marks, i);
	json_close(&j, ']');
	json_end(&j);
	marks_release(&marks);
}
