#include "triage/baseline.h"

#include "finding/fingerprint.h"
#include "finding/utf8.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char header[] = "# caplint baseline 1";
enum { CELLS = 6, MOST_CODE = 64 << 10, MOST_TEXT = 80, MOST_COUNT = 1000000 };

static int compare(const void *x, const void *y)
{
	const struct baseline_entry *a = x, *b = y;
	int order = str_cmp(a->path, b->path);
	if (!order)
		order = str_cmp(a->rule, b->rule);
	if (!order)
		order = str_cmp(a->function, b->function);
	return order ? order : a->key < b->key ? -1 : a->key > b->key;
}

static void sort(struct baseline *b)
{
	u32 kept = 0;
	if (b->entries.n)
		qsort(b->entries.at, b->entries.n, sizeof *b->entries.at, compare);
	for (u32 i = 0; i < b->entries.n; i++) {
		struct baseline_entry *e = &b->entries.at[i], *before = kept ? &b->entries.at[kept - 1] : NULL;
		if (before && !compare(before, e)) {
			before->count = max_u32(before->count, e->count);
			continue;
		}
		b->entries.at[kept++] = *e;
	}
	b->entries.n = kept;
}

/* Tabs, line ends and backslashes of a cell are written as \t, \n, \r, \\. */
static void add_cell(struct strbuf *out, struct str cell)
{
	static const char plain[] = "\t\n\r\\", letters[] = "tnr\\";
	for (size_t i = 0; i < cell.n; i++) {
		const char *at = cell.p[i] ? strchr(plain, cell.p[i]) : NULL;
		if (at)
			strbuf_putc(out, '\\');
		strbuf_putc(out, at ? letters[at - plain] : cell.p[i]);
	}
}

static struct str read_cell(struct arena *a, struct str cell)
{
	char *out = arena_text(a, cell.p, cell.n);
	size_t n = 0;
	for (size_t i = 0; i < cell.n; i++) {
		char c = cell.p[i];
		if (c == '\\' && i + 1 < cell.n) {
			c = cell.p[++i];
			c = c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c;
		}
		out[n++] = c;
	}
	out[n] = 0;
	return (struct str){out, n};
}

static bool read_entry(struct arena *a, struct str line, struct baseline_entry *e, const char **why)
{
	struct str cells[CELLS];
	u32 n = 0;
	for (size_t begin = 0, i = 0; i <= line.n; i++) {
		if (i < line.n && line.p[i] != '\t')
			continue;
		if (n < CELLS)
			cells[n] = (struct str){line.p + begin, i - begin};
		n++;
		begin = i + 1;
	}
	*why = "not six cells: path, rule, function, count, key, text";
	if (n != CELLS)
		return false;
	char *end, *key_end;
	const char *count = arena_text(a, cells[3].p, cells[3].n), *key = arena_text(a, cells[4].p, cells[4].n);
	unsigned long number = strtoul(count, &end, 10);
	*e = (struct baseline_entry){.path = read_cell(a, cells[0]), .rule = read_cell(a, cells[1]), .function = read_cell(a, cells[2]),
	                             .text = read_cell(a, cells[5]), .key = strtoull(key, &key_end, 16)};
	*why = "the count is no number from 1 to 1000000";
	if (*end || count[0] < '0' || count[0] > '9' || !number || number > MOST_COUNT)
		return false;
	e->count = (u32)number;
	*why = "the key is not 16 hexadecimal digits";
	return cells[4].n == 16 && !*key_end && strspn(key, "0123456789abcdef") == 16;
}

bool baseline_read(struct arena *a, struct str text, struct baseline *out, struct strbuf *err)
{
	*out = (struct baseline){.arena = a};
	u32 number = 0;
	const char *why = NULL;
	for (size_t at = 0; at < text.n;) {
		const char *newline = memchr(text.p + at, '\n', text.n - at);
		struct str line = {text.p + at, newline ? (size_t)(newline - text.p) - at : text.n - at};
		at += line.n + 1;
		number++;
		if (line.n && line.p[line.n - 1] == '\r')
			line.n--;
		bool is_conflict = str_starts(line, "<<<<<<<") || str_starts(line, "=======") || str_starts(line, ">>>>>>>");
		bool is_ours = str_starts(line, header) && (line.n == sizeof header - 1 || line.p[sizeof header - 1] == ':');
		if (number == 1 && !is_ours)
			why = "no baseline of this version of caplint: the first line is not '# caplint baseline 1'";
		if (is_conflict)
			why = "a merge conflict; keep the lines of both sides, and run 'caplint baseline'";
		struct baseline_entry e;
		const char *fault = NULL;
		if (!why && line.n && line.p[0] != '#') {
			if (read_entry(a, line, &e, &fault))
				vec_push(a, &out->entries, e);
			else
				why = fault;
		}
		if (why) {
			strbuf_addf(err, "line %u: %s", number, why);
			return false;
		}
	}
	sort(out);
	return true;
}

/* The code of a finding without blanks, and a beginning of it for readers. */
static void read_code(const struct baseline_context *c, const struct finding *f, struct strbuf *code, struct strbuf *text)
{
	struct str bytes = c->bytes(c->from, f->span.file);
	u32 size = (u32)bytes.n, begin = min_u32(f->span.begin, size), end = min_u32(max_u32(f->span.end, begin), size);
	bool is_after_blank = false;
	for (u32 i = begin; i < end && code->n < MOST_CODE; i++) {
		char ch = bytes.p[i];
		bool is_blank = (u8)ch <= ' ' || ch == '\\' || ch == 0x7f;
		if (!is_blank) {
			strbuf_putc(code, ch);
			if (is_after_blank && text->n)
				strbuf_putc(text, ' ');
			strbuf_putc(text, ch);
		}
		is_after_blank = is_blank;
	}
}

static struct baseline_entry entry_of(struct arena *a, const struct baseline_context *c, const struct finding *f)
{
	struct strbuf code = {0}, text = {0};
	read_code(c, f, &code, &text);
	const char *rule = c->rules[f->rule].name;
	struct str shown = utf8_cut(strbuf_str(&text), MOST_TEXT);
	struct baseline_entry e = {.path = c->sources[f->span.file].path, .rule = str_of(rule), .function = f->function, .count = 1,
	                           .text = {arena_text(a, shown.p, shown.n), shown.n},
	                           .key = finding_key(rule, S(""), f->function, strbuf_str(&code))};
	strbuf_release(&code);
	strbuf_release(&text);
	return e;
}

static int by_source(const void *x, const void *y)
{
	const struct source *a = x, *b = y;
	return str_cmp(a->path, b->path);
}

static const struct source *source_of(const struct baseline_context *c, struct str path)
{
	struct source key = {.path = path};
	return c->source_count ? bsearch(&key, c->sources, c->source_count, sizeof key, by_source) : NULL;
}

static bool is_unread(const struct baseline_context *c, struct str path) { return c->is_unread && c->is_unread(c->from, path); }

/* The run would have found again what is recorded for that file. */
static bool is_looked_at(const struct baseline_context *c, struct str path)
{
	const struct source *source = source_of(c, path);
	return (!source || source->is_reported) && !is_unread(c, path);
}

static bool is_candidate(const struct baseline_context *c, const struct finding *f)
{
	return f->state == FINDING_OPEN && c->sources[f->span.file].is_reported;
}

static struct baseline_entry *exact(const struct baseline *b, const struct baseline_entry *e)
{
	return b->entries.n ? bsearch(e, b->entries.at, b->entries.n, sizeof *e, compare) : NULL;
}

/* Entries of files that are gone, by key; those of one key in a chain. */
struct orphans {
	struct idmap first; /* key -> entry */
	u32 *next;
};

static struct orphans find_orphans(struct arena *scratch, const struct baseline *b, const struct baseline_context *c)
{
	struct orphans o = {.next = arena_array(scratch, u32, b->entries.n + 1)};
	for (u32 i = b->entries.n; i--;) {
		const struct baseline_entry *e = &b->entries.at[i];
		if (source_of(c, e->path) || is_unread(c, e->path))
			continue;
		o.next[i] = idmap_get(&o.first, e->key);
		idmap_put(scratch, &o.first, e->key, i);
	}
	return o;
}

u32 baseline_match(struct baseline *b, const struct baseline_context *c, struct findings *all)
{
	struct arena scratch = {0};
	struct orphans orphans = find_orphans(&scratch, b, c);
	u32 gone = 0;
	for (u32 i = 0; i < all->list.n; i++) {
		struct finding *f = all->list.at[i];
		if (!is_candidate(c, f))
			continue;
		struct baseline_entry key = entry_of(&scratch, c, f), *e = exact(b, &key);
		if (!e || e->met == e->count) {
			u32 orphan = idmap_get(&orphans.first, key.key);
			while (orphan != NONE && (b->entries.at[orphan].met == b->entries.at[orphan].count || !str_eq(b->entries.at[orphan].rule, key.rule)))
				orphan = orphans.next[orphan];
			e = orphan == NONE ? NULL : &b->entries.at[orphan];
		}
		if (e) {
			e->met++;
			f->state = FINDING_KNOWN;
		}
	}
	for (u32 i = 0; i < b->entries.n; i++) {
		if (is_looked_at(c, b->entries.at[i].path))
			gone += b->entries.at[i].count - b->entries.at[i].met;
	}
	arena_release(&scratch);
	return gone;
}

/* Findings of one key come together in one entry. */
static void gather(struct baseline *b)
{
	u32 kept = 0;
	if (b->entries.n)
		qsort(b->entries.at, b->entries.n, sizeof *b->entries.at, compare);
	for (u32 i = 0; i < b->entries.n; i++) {
		struct baseline_entry e = b->entries.at[i];
		if (kept && !compare(&b->entries.at[kept - 1], &e))
			b->entries.at[kept - 1].count += e.count;
		else
			b->entries.at[kept++] = e;
	}
	b->entries.n = kept;
}

u32 baseline_renew(struct baseline *b, const struct baseline_context *c, const struct findings *all, bool grows, enum severity level)
{
	u32 kept = 0, fresh = 0;
	for (u32 i = 0; i < b->entries.n; i++) {
		if (!is_looked_at(c, b->entries.at[i].path))
			b->entries.at[kept++] = b->entries.at[i];
	}
	b->entries.n = kept;
	for (u32 i = 0; i < all->list.n; i++) {
		const struct finding *f = all->list.at[i];
		bool is_fresh = is_candidate(c, f) && f->severity >= level;
		fresh += is_fresh;
		if (f->state != FINDING_KNOWN && !(is_fresh && grows))
			continue;
		struct baseline_entry e = entry_of(b->arena, c, f);
		vec_push(b->arena, &b->entries, e);
	}
	gather(b);
	return fresh;
}

void baseline_print(const struct baseline *b, struct strbuf *out)
{
	strbuf_addf(out, "%s: findings that are known; 'caplint baseline' takes out what is mended\n"
	                 "# path\trule\tfunction\tcount\tkey\ttext\n", header);
	for (u32 i = 0; i < b->entries.n; i++) {
		const struct baseline_entry *e = &b->entries.at[i];
		add_cell(out, e->path);
		strbuf_putc(out, '\t');
		add_cell(out, e->rule);
		strbuf_putc(out, '\t');
		add_cell(out, e->function);
		strbuf_addf(out, "\t%" PRIu32 "\t%016" PRIx64 "\t", e->count, e->key);
		add_cell(out, e->text);
		strbuf_putc(out, '\n');
	}
}
