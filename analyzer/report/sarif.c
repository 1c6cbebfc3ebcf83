/* SARIF 2.1.0, written as it goes. Regions end with their first line and messages link to related places, because
 * that is what code scanning shows. */
#include "report/sarif.h"

#include "report/marks.h"

enum { LINKS = 5, WEIGHTS = 12 };

/* Severity, then precision: the order in which results are worth keeping. */
static u32 weight_of(const struct report *r, const struct finding *f)
{
	return f->severity * 4u + r->rules[f->rule].precision;
}

/* How many results of each weight to write; returns how many are left out. */
static u32 share_out(const struct report *r, u32 *quota)
{
	u32 counts[WEIGHTS] = {0}, left = SARIF_RESULTS, dropped = 0;
	for (u32 i = 0; i < r->findings->list.n; i++)
		if (report_lists(r, r->findings->list.at[i]))
			counts[weight_of(r, r->findings->list.at[i])]++;
	for (u32 w = WEIGHTS; w--;) {
		quota[w] = min_u32(counts[w], left);
		left -= quota[w];
		dropped += counts[w] - quota[w];
	}
	return dropped;
}

/* Code such as `table[i](x)` must not read as a link. */
static void add_plain(struct strbuf *out, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '(' && i && text.p[i - 1] == ']')
			strbuf_putc(out, ' ');
		strbuf_putc(out, text.p[i]);
	}
}

static void add_link(struct strbuf *out, struct str text, u32 id)
{
	strbuf_putc(out, '[');
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '[' || text.p[i] == ']' || text.p[i] == '\\')
			strbuf_putc(out, '\\');
		strbuf_putc(out, text.p[i]);
	}
	strbuf_addf(out, "](%u)", id);
}

static void write_plain_message(struct json *j, struct str message)
{
	struct strbuf text = {0};
	add_plain(&text, message);
	json_open_member(j, "message", '{');
	json_member(j, "text", strbuf_str(&text));
	json_close(j, '}');
	strbuf_release(&text);
}

static void write_message(struct json *j, const struct finding *f)
{
	struct strbuf text = {0};
	add_plain(&text, f->message);
	for (u32 i = 0; i < f->related.n && i < LINKS; i++) {
		bool is_repeat = i && str_eq(f->related.at[i].text, f->related.at[i - 1].text);
		strbuf_puts(&text, i ? ", " : ". See ");
		add_link(&text, is_repeat ? S("here") : f->related.at[i].text, i + 1);
	}
	if (f->related.n > LINKS)
		strbuf_addf(&text, " and %u more", f->related.n - LINKS);
	json_open_member(j, "message", '{');
	json_member(j, "text", strbuf_str(&text));
	json_close(j, '}');
	strbuf_release(&text);
}

static void write_place(struct report *r, struct json *j, struct span span)
{
	struct region region = file_region_first_line(files_text(r->files, span.file), span);
	json_open_member(j, "physicalLocation", '{');
	sarif_artifact(j, r->sources[span.file].path);
	json_open_member(j, "region", '{');
	json_member_number(j, "startLine", region.line);
	json_member_number(j, "startColumn", region.column16);
	json_member_number(j, "endLine", region.end_line);
	json_member_number(j, "endColumn", region.end_column16);
	json_close(j, '}');
	json_close(j, '}');
}

static void write_location(struct report *r, struct json *j, const struct finding *f)
{
	json_open_member(j, "locations", '[');
	json_open(j, '{');
	write_place(r, j, f->span);
	if (f->function.n) {
		json_open_member(j, "logicalLocations", '[');
		json_open(j, '{');
		json_member(j, "fullyQualifiedName", f->function);
		json_member(j, "kind", S("function"));
		json_close(j, '}');
		json_close(j, ']');
	}
	json_close(j, '}');
	json_close(j, ']');
}

static void write_related(struct report *r, struct json *j, const struct finding *f)
{
	if (!f->related.n)
		return;
	json_open_member(j, "relatedLocations", '[');
	for (u32 i = 0; i < f->related.n && i < SARIF_RELATED; i++) {
		json_open(j, '{');
		json_member_number(j, "id", i + 1);
		write_place(r, j, f->related.at[i].span);
		write_plain_message(j, f->related.at[i].text);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void write_path(struct report *r, struct json *j, const struct finding *f)
{
	if (!f->steps.n)
		return;
	json_open_member(j, "codeFlows", '[');
	json_open(j, '{');
	json_open_member(j, "threadFlows", '[');
	json_open(j, '{');
	json_open_member(j, "locations", '[');
	for (u32 i = 0; i < f->steps.n && i < SARIF_STEPS; i++) {
		json_open(j, '{');
		json_open_member(j, "location", '{');
		write_place(r, j, f->steps.at[i].span);
		write_plain_message(j, f->steps.at[i].text);
		json_close(j, '}');
		json_close(j, '}');
	}
	json_close(j, ']');
	json_close(j, '}');
	json_close(j, ']');
	json_close(j, '}');
	json_close(j, ']');
}

static void write_params(struct json *j, const struct finding *f)
{
	if (!f->params[0].key.n)
		return;
	json_open_member(j, "params", '{');
	for (u32 i = 0; i < COUNT(f->params) && f->params[i].key.n; i++)
		json_member(j, f->params[i].key.p, f->params[i].value);
	json_close(j, '}');
}

static void write_properties(struct json *j, const struct finding *f)
{
	if (!f->params[0].key.n && !f->confirmation.n)
		return;
	json_open_member(j, "properties", '{');
	write_params(j, f);
	if (f->confirmation.n)
		json_open_member(j, "confirmation", '{');
	for (u32 i = 0; i < f->confirmation.n; i++)
		json_member(j, f->confirmation.at[i].key.p, f->confirmation.at[i].value);
	if (f->confirmation.n)
		json_close(j, '}');
	json_close(j, '}');
}

/* The kinds of 3.35: a comment is inSource, a baseline external. Code scanning ignores them and would open an alert, so silenced
 * results are written only where they are asked for. */
static void write_suppression(const struct report *r, struct json *j, const struct finding *f)
{
	if (r->has_baseline)
		json_member(j, "baselineState", f->state == FINDING_KNOWN ? S("unchanged") : S("new"));
	if (!report_silence(f))
		return;
	json_open_member(j, "suppressions", '[');
	json_open(j, '{');
	json_member(j, "kind", f->state == FINDING_ALLOWED ? S("inSource") : S("external"));
	json_member(j, "status", S("accepted"));
	json_member(j, "justification", f->reason.n ? f->reason : str_of(report_silence(f)));
	json_close(j, '}');
	json_close(j, ']');
}

static void write_result(struct report *r, struct json *j, struct marks *marks, u32 i)
{
	const struct finding *f = r->findings->list.at[i];
	json_open(j, '{');
	json_member(j, "ruleId", str_of(r->rules[f->rule].name));
	json_member_number(j, "ruleIndex", f->rule);
	json_member(j, "level", str_of(severity_name(f->severity)));
	write_message(j, f);
	write_location(r, j, f);
	json_open_member(j, "partialFingerprints", '{');
	marks_write(marks, j, i);
	json_close(j, '}');
	write_suppression(r, j, f);
	write_path(r, j, f);
	write_related(r, j, f);
	write_properties(j, f);
	json_close(j, '}');
}

static u32 write_results(struct report *r, struct json *j)
{
	u32 quota[WEIGHTS], dropped = share_out(r, quota);
	struct marks marks = {.report = r};
	json_open_member(j, "results", '[');
	for (u32 i = 0; i < r->findings->list.n; i++) {
		const struct finding *f = r->findings->list.at[i];
		if (report_lists(r, f) && quota[weight_of(r, f)]) {
			quota[weight_of(r, f)]--;
			write_result(r, j, &marks, i);
		}
	}
	json_close(j, ']');
	marks_release(&marks);
	return dropped;
}

/* The root gets a description and no address: an address would name the machine that ran the analysis. */
static void write_root(struct json *j)
{
	json_open_member(j, "originalUriBaseIds", '{');
	json_open_member(j, "%SRCROOT%", '{');
	json_open_member(j, "description", '{');
	json_member(j, "text", S("the root of the repository"));
	json_close(j, '}');
	json_close(j, '}');
	json_close(j, '}');
}

void report_sarif(struct report *r)
{
	struct json j = {.out = r->out};
	json_open(&j, '{');
	json_member(&j, "$schema", S("https://json.schemastore.org/sarif-2.1.0.json"));
	json_member(&j, "version", S("2.1.0"));
	json_open_member(&j, "runs", '[');
	json_open(&j, '{');
	sarif_tool(r, &j);
	json_open_member(&j, "automationDetails", '{');
	json_member(&j, "id", S("caplint/"));
	json_close(&j, '}');
	json_member(&j, "columnKind", S("utf16CodeUnits"));
	write_root(&j);
	u32 dropped = write_results(r, &j);
	notices_sort(r->notices);
	sarif_invocation(r, &j, dropped);
	json_close(&j, '}');
	json_close(&j, ']');
	json_close(&j, '}');
	json_end(&j);
}
