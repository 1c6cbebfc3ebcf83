/* The diagnostic formats of reviewdog. Columns count bytes, ends are exclusive. */
#include "report/json.h"
#include "report/report.h"

static void write_position(struct json *j, const char *key, u32 line, u32 column)
{
	json_open_member(j, key, '{');
	json_member_number(j, "line", line);
	json_member_number(j, "column", column);
	json_close(j, '}');
}

static void write_location(struct report *r, struct json *j, struct span span)
{
	struct region region = file_region(files_text(r->files, span.file), span);
	json_open_member(j, "location", '{');
	json_member(j, "path", r->sources[span.file].path);
	json_open_member(j, "range", '{');
	write_position(j, "start", region.line, region.column);
	write_position(j, "end", region.end_line, region.end_column);
	json_close(j, '}');
	json_close(j, '}');
}

static void write_related(struct report *r, struct json *j, const struct step *steps, u32 n)
{
	for (u32 i = 0; i < n; i++) {
		json_open(j, '{');
		json_member(j, "message", steps[i].text);
		write_location(r, j, steps[i].span);
		json_close(j, '}');
	}
}

static void write_source(struct json *j)
{
	json_open_member(j, "source", '{');
	json_member(j, "name", S("caplint"));
	json_close(j, '}');
}

static void write_diagnostic(struct report *r, struct json *j, const struct finding *f, bool names_source)
{
	static const char *const severities[] = {"INFO", "WARNING", "ERROR"};
	json_open(j, '{');
	json_member(j, "message", f->message);
	write_location(r, j, f->span);
	json_member(j, "severity", str_of(severities[f->severity]));
	if (names_source)
		write_source(j);
	json_open_member(j, "code", '{');
	json_member(j, "value", str_of(r->rules[f->rule].name));
	json_close(j, '}');
	if (f->steps.n || f->related.n) {
		json_open_member(j, "related_locations", '[');
		write_related(r, j, f->steps.at, f->steps.n);
		write_related(r, j, f->related.at, f->related.n);
		json_close(j, ']');
	}
	json_close(j, '}');
}

void report_rdjson(struct report *r)
{
	struct json j = {.out = r->out};
	json_open(&j, '{');
	write_source(&j);
	json_open_member(&j, "diagnostics", '[');
	for (u32 i = 0; i < r->findings->list.n; i++)
		if (report_shows(r, r->findings->list.at[i]))
			write_diagnostic(r, &j, r->findings->list.at[i], false);
	json_close(&j, ']');
	json_close(&j, '}');
	json_end(&j);
}

void report_rdjsonl(struct report *r)
{
	struct json j = {.out = r->out, .is_compact = true};
	for (u32 i = 0; i < r->findings->list.n; i++)
		if (report_shows(r, r->findings->list.at[i])) {
			write_diagnostic(r, &j, r->findings->list.at[i], true);
			json_end(&j);
		}
}
