/* What a SARIF run says besides its results: the tool with its rules, and how the run went. */
#include "report/sarif.h"

#include "finding/utf8.h"
#include "report/markdown.h"

#include <string.h>

static void write_message(struct json *j, const char *key, struct str text)
{
	json_open_member(j, key, '{');
	json_member(j, "text", text);
	json_close(j, '}');
}

static void write_description(const struct rule *rule, struct json *j)
{
	struct strbuf text = {0};
	markdown_first_paragraph(&text, str_of(rule->help));
	if (!text.n)
		strbuf_puts(&text, rule->summary);
	write_message(j, "shortDescription", utf8_cut(str_of(rule->summary), SARIF_TEXT));
	write_message(j, "fullDescription", utf8_cut(strbuf_str(&text), SARIF_TEXT));
	strbuf_release(&text);
}

static void write_help(const struct rule *rule, struct json *j)
{
	struct strbuf text = {0};
	markdown_unwrap(&text, str_of(rule->help));
	if (!text.n)
		strbuf_puts(&text, rule->summary);
	json_open_member(j, "help", '{');
	json_member(j, "text", strbuf_str(&text));
	json_member(j, "markdown", strbuf_str(&text));
	json_close(j, '}');
	strbuf_release(&text);
}

static void write_tags(const struct rule *rule, struct json *j)
{
	json_open_member(j, "tags", '[');
	json_text(j, str_of(rule->category));
	u32 n = 1;
	for (const char *p = rule->tags; *p && n < SARIF_TAGS;) {
		struct str tag = {p, strcspn(p, " ")};
		if (tag.n && !str_is(tag, rule->category)) {
			json_text(j, tag);
			n++;
		}
		p += tag.n + strspn(p + tag.n, " ");
	}
	json_close(j, ']');
}

static void write_rule(const struct rule *rule, struct json *j)
{
	static const char *const problems[] = {"recommendation", "warning", "error"};
	json_open(j, '{');
	json_member(j, "id", str_of(rule->name));
	write_description(rule, j);
	write_help(rule, j);
	json_open_member(j, "defaultConfiguration", '{');
	json_member(j, "level", str_of(severity_name(rule->severity)));
	json_close(j, '}');
	json_open_member(j, "properties", '{');
	json_member(j, "precision", str_of(precision_name(rule->precision)));
	json_member(j, "problem.severity", str_of(problems[rule->severity]));
	write_tags(rule, j);
	json_close(j, '}');
	json_close(j, '}');
}

static const struct { const char *id, *text, *level; } kinds[] = {
	{"not-understood", "a file was not understood", "error"},
	{"notice", "something about the run", "note"},
	{"left-out", "the output is cut to what code scanning keeps", "warning"},
};
enum { NOT_UNDERSTOOD, NOTICE, LEFT_OUT };

void sarif_tool(const struct report *r, struct json *j)
{
	json_open_member(j, "tool", '{');
	json_open_member(j, "driver", '{');
	json_member(j, "name", S("caplint"));
	json_member(j, "semanticVersion", S(CAPLINT_VERSION));
	json_open_member(j, "rules", '[');
	for (u32 i = 0; i < r->rule_count; i++)
		write_rule(&r->rules[i], j);
	json_close(j, ']');
	json_open_member(j, "notifications", '[');
	for (u32 i = 0; i < COUNT(kinds); i++) {
		json_open(j, '{');
		json_member(j, "id", str_of(kinds[i].id));
		write_message(j, "shortDescription", str_of(kinds[i].text));
		json_close(j, '}');
	}
	json_close(j, ']');
	json_close(j, '}');
	json_close(j, '}');
}

static void write_uri(struct strbuf *uri, struct str path)
{
	for (size_t i = 0; i < path.n; i++) {
		char c = path.p[i];
		bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
		if (is_plain || (c && strchr("/-._~", c)))
			strbuf_putc(uri, c);
		else
			strbuf_addf(uri, "%%%02X", (u8)c);
	}
}

void sarif_artifact(struct json *j, struct str path)
{
	struct strbuf uri = {0};
	write_uri(&uri, path);
	json_open_member(j, "artifactLocation", '{');
	json_member(j, "uri", strbuf_str(&uri));
	json_member(j, "uriBaseId", S("%SRCROOT%"));
	json_close(j, '}');
	strbuf_release(&uri);
}

/* A path that is no source keeps its last part only: the rest may tell of the machine. */
static struct str last_part(struct str path)
{
	const char *slash = path.n ? memrchr(path.p, '/', path.n) : NULL;
	return slash ? (struct str){slash + 1, path.n - (size_t)(slash + 1 - path.p)} : path;
}

static void write_notification(struct json *j, u32 kind, struct str text, struct str path)
{
	json_open(j, '{');
	json_open_member(j, "descriptor", '{');
	json_member(j, "id", str_of(kinds[kind].id));
	json_member_number(j, "index", kind);
	json_close(j, '}');
	json_member(j, "level", str_of(kinds[kind].level));
	write_message(j, "message", text);
	if (path.n) {
		json_open_member(j, "locations", '[');
		json_open(j, '{');
		json_open_member(j, "physicalLocation", '{');
		sarif_artifact(j, path);
		json_close(j, '}');
		json_close(j, '}');
		json_close(j, ']');
	}
	json_close(j, '}');
}

static void write_notice(const struct report *r, struct json *j, const struct notice *n)
{
	const struct source *source = report_source(r, n->path);
	struct str name = source ? source->path : last_part(n->path);
	struct strbuf text = {0};
	strbuf_add(&text, name.p, name.n);
	if (name.n)
		strbuf_puts(&text, ": ");
	strbuf_add(&text, n->text.p, n->text.n);
	write_notification(j, n->is_failure ? NOT_UNDERSTOOD : NOTICE, strbuf_str(&text), source ? name : S(""));
	strbuf_release(&text);
}

static void write_left_out(struct json *j, u32 n, const char *what)
{
	struct strbuf text = {0};
	strbuf_addf(&text, "%u %s left out", n, what);
	write_notification(j, LEFT_OUT, strbuf_str(&text), S(""));
	strbuf_release(&text);
}

/* What was understood: a viewer that knows caplint can tell it. */
static void write_coverage(const struct report *r, struct json *j)
{
	const struct coverage *c = &r->coverage;
	json_open_member(j, "properties", '{');
	json_open_member(j, "coverage", '{');
	json_member_number(j, "files", c->files);
	json_member_number(j, "launches", c->launches);
	json_member_number(j, "launchesUnderstood", c->launches_understood);
	json_member_number(j, "runtimeCalls", c->calls);
	json_member_number(j, "runtimeCallsUnderstood", c->calls_understood);
	json_close(j, '}');
	json_close(j, '}');
}

void sarif_invocation(const struct report *r, struct json *j, u32 dropped)
{
	json_open_member(j, "invocations", '[');
	json_open(j, '{');
	json_key(j, "executionSuccessful");
	json_bool(j, !report_failed(r));
	json_open_member(j, "toolExecutionNotifications", '[');
	if (dropped)
		write_left_out(j, dropped, "results of the lowest severity and precision");
	for (u32 i = 0; i < r->notices->list.n && i < SARIF_NOTIFICATIONS; i++)
		write_notice(r, j, &r->notices->list.at[i]);
	if (r->notices->list.n > SARIF_NOTIFICATIONS)
		write_left_out(j, r->notices->list.n - SARIF_NOTIFICATIONS, "notices");
	json_close(j, ']');
	write_coverage(r, j);
	json_close(j, '}');
	json_close(j, ']');
}
