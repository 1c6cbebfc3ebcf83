/* JSON lines: one finding, one object, one line. Columns count bytes, ends are exclusive. */
#include "report/marks.h"

static void write_place(struct report *r, struct json *j, struct span span)
{
	struct region region = file_region(files_text(r->files, span.file), span);
	json_member(j, "path", r->sources[span.file].path);
	json_member_number(j, "line", region.line);
	json_member_number(j, "column", region.column);
	json_member_number(j, "endLine", region.end_line);
	json_member_number(j, "endColumn", region.end_column);
}

static void write_steps(struct report *r, struct json *j, const char *key, const struct step *steps, u32 n)
{
	json_open_member(j, key, '[');
	for (u32 i = 0; i < n; i++) {
		json_open(j, '{');
		write_place(r, j, steps[i].span);
		json_member(j, "message", steps[i].text);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void write_finding(struct report *r, struct json *j, struct marks *marks, u32 i)
{
	const struct finding *f = r->findings->list.at[i];
	json_open(j, '{');
	json_member(j, "rule", str_of(r->rules[f->rule].name));
	json_member(j, "level", str_of(severity_name(f->severity)));
	json_member(j, "message", f->message);
	write_place(r, j, f->span);
	json_member(j, "function", f->function);
	if (report_silence(f)) {
		json_member(j, "silenced", str_of(report_silence(f)));
		json_member(j, "reason", f->reason);
	}
	json_open_member(j, "fingerprints", '{');
	marks_write(marks, j, i);
	json_close(j, '}');
	write_steps(r, j, "steps", f->steps.at, f->steps.n);
	write_steps(r, j, "related", f->related.at, f->related.n);
	json_open_member(j, "params", '{');
	for (u32 k = 0; k < COUNT(f->params) && f->params[k].key.n; k++)
		json_member(j, f->params[k].key.p, f->params[k].value);
	json_close(j, '}');
	if (f->confirmation.n) {
		json_open_member(j, "confirmation", '{');
		for (u32 k = 0; k < f->confirmation.n; k++)
			json_member(j, f->confirmation.at[k].key.p, f->confirmation.at[k].value);
		json_close(j, '}');
	}
	json_close(j, '}');
	json_end(j);
}

void report_jsonl(struct report *r)
{
	struct json j = {.out = r->out, .is_compact = true};
	struct marks marks = {.report = r};
	for (u32 i = 0; i < r->findings->list.n; i++)
		if (report_lists(r, r->findings->list.at[i]))
			write_finding(r, &j, &marks, i);
	marks_release(&marks);
}
