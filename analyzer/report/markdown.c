/* Line by line: a line either begins a block or goes on with the paragraph or list item above it. */
#include "report/markdown.h"

#include <string.h>

static struct str next_line(struct str *rest)
{
	struct str line = str_take_line(rest);
	if (line.n && line.p[line.n - 1] == '\r')
		line.n--;
	return line;
}

static struct str strip(struct str line)
{
	while (line.n && (line.p[0] == ' ' || line.p[0] == '\t'))
		line = (struct str){line.p + 1, line.n - 1};
	return line;
}

static bool is_list_item(struct str text)
{
	size_t digits = 0;
	while (digits < text.n && text.p[digits] >= '0' && text.p[digits] <= '9')
		digits++;
	if (digits)
		return digits + 1 < text.n && (text.p[digits] == '.' || text.p[digits] == ')') && text.p[digits + 1] == ' ';
	return text.n > 1 && strchr("-*+", text.p[0]) && text.p[1] == ' ';
}

static bool is_fence(struct str text) { return str_starts(text, "```") || str_starts(text, "~~~"); }

/* A line that neither continues the one above nor is continued. */
static bool stands_alone(struct str text)
{
	return !text.n || strchr("#|>", text.p[0]) || str_starts(text, "---") || str_starts(text, "***");
}

void markdown_unwrap(struct strbuf *out, struct str page)
{
	bool in_fence = false, is_open = false, is_first = true;
	for (struct str rest = page; rest.n; is_first = false) {
		struct str line = next_line(&rest), text = strip(line);
		bool is_code = in_fence || is_fence(text) || (!is_open && line.n - text.n >= 4);
		if (is_fence(text))
			in_fence = !in_fence;
		if (is_open && !is_code && !stands_alone(text) && !is_list_item(text)) {
			strbuf_putc(out, ' ');
			strbuf_add(out, text.p, text.n);
			continue;
		}
		if (!is_first)
			strbuf_putc(out, '\n');
		strbuf_add(out, line.p, line.n);
		is_open = !is_code && !stands_alone(text);
	}
}

static bool is_text(struct str line)
{
	return !stands_alone(line) && !is_list_item(line) && !is_fence(line) && strip(line).n == line.n;
}

void markdown_first_paragraph(struct strbuf *out, struct str page)
{
	struct strbuf flat = {0};
	markdown_unwrap(&flat, page);
	struct str rest = strbuf_str(&flat);
	bool in_fence = false, announces_list = false;
	while (rest.n) {
		struct str line = next_line(&rest);
		if (is_fence(line))
			in_fence = !in_fence;
		if (announces_list && is_list_item(line)) {
			struct str item = strip((struct str){line.p + 2, line.n - 2});
			strbuf_putc(out, ' ');
			strbuf_add(out, item.p, item.n);
		} else if (announces_list && line.n) {
			break;
		} else if (!announces_list && !in_fence && is_text(line)) {
			strbuf_add(out, line.p, line.n);
			announces_list = line.p[line.n - 1] == ':';
			if (!announces_list)
				break;
		}
	}
	strbuf_release(&flat);
}
