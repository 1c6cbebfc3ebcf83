/* The cache is emptied as a whole when it is full: findings come file after file, so hardly anything is read twice. */
#include "report/files.h"

#include "finding/utf8.h"

#include <stdlib.h>
#include <string.h>

enum { HELD_BYTES = 64 << 20, COUNT_EVERY = 512 };

/* Before the first character that begins in its stretch of the file. */
struct unit_count {
	u32 at, units;
};

void files_init(struct files *files, struct str root, const struct source *sources, u32 count, u64 max_bytes,
                struct notices *notices)
{
	*files = (struct files){root, sources, count, max_bytes, notices, NULL, 0};
	files->at = calloc(count ? count : 1, sizeof *files->at);
	if (!files->at)
		die("out of memory");
}

static void forget_all(struct files *files)
{
	for (u32 i = 0; i < files->count; i++)
		if (files->at[i].is_loaded) {
			bool is_missing = files->at[i].is_missing;
			arena_release(&files->at[i].arena);
			files->at[i] = (struct file_text){.is_missing = is_missing};
		}
	files->held = 0;
}

void files_release(struct files *files)
{
	forget_all(files);
	free(files->at);
	*files = (struct files){0};
}

static void find_lines(struct file_text *t)
{
	u32 lines = 1, n = 1;
	for (size_t i = 0; i < t->bytes.n; i++)
		lines += t->bytes.p[i] == '\n';
	t->line_begins = arena_array(&t->arena, u32, lines);
	for (size_t i = 0; i < t->bytes.n; i++)
		if (t->bytes.p[i] == '\n')
			t->line_begins[n++] = (u32)i + 1;
	t->line_count = lines;
}

static void count_units(struct file_text *t)
{
	u32 units = 0, n = 0;
	t->unit_counts = arena_array(&t->arena, struct unit_count, t->bytes.n / COUNT_EVERY + 1);
	for (size_t at = 0;;) {
		for (; n * COUNT_EVERY <= at && n <= t->bytes.n / COUNT_EVERY; n++)
			t->unit_counts[n] = (struct unit_count){(u32)at, units};
		if (at >= t->bytes.n)
			break;
		units += utf8_next(t->bytes, &at, NULL) > 0xffff ? 2 : 1;
	}
}

static void load(struct files *files, struct file_text *t, const struct source *source)
{
	struct strbuf path = {0}, err = {0};
	strbuf_add(&path, files->root.p, files->root.n);
	strbuf_putc(&path, '/');
	strbuf_add(&path, source->path.p, source->path.n);
	struct str unknown; /* told when it was read first */
	if (t->is_missing || !source_read(&t->arena, path.p, (enum language)source->language, files->max_bytes, &t->bytes, &unknown, &err)) {
		t->bytes = S("");
		if (!t->is_missing)
			notice_add(files->notices, source->shown, false, source->is_named,
			           "can't be read again, so findings in it have no line");
		t->is_missing = true;
	}
	find_lines(t);
	count_units(t);
	t->is_loaded = true;
	files->held += t->arena.used;
	strbuf_release(&path);
	strbuf_release(&err);
}

const struct file_text *files_text(struct files *files, u32 file)
{
	if (file >= files->count)
		bug("no file %u", file);
	struct file_text *t = &files->at[file];
	if (!t->is_loaded) {
		if (files->held > HELD_BYTES)
			forget_all(files);
		load(files, t, &files->sources[file]);
	}
	return t;
}

struct str files_bytes(void *from, u32 file) { return files_text(from, file)->bytes; }

struct str file_line(const struct file_text *t, u32 line)
{
	if (line < 1 || line > t->line_count)
		return S("");
	u32 begin = t->line_begins[line - 1];
	size_t end = line < t->line_count ? t->line_begins[line] - 1 : t->bytes.n;
	if (end > begin && t->bytes.p[end - 1] == '\r')
		end--;
	return (struct str){t->bytes.p + begin, end - begin};
}

static u32 line_of(const struct file_text *t, u32 offset) { return last_u32_up_to(t->line_begins, t->line_count, offset) + 1; }

/* UTF-16 units of the text before an offset. */
static u32 units_before(const struct file_text *t, u32 offset)
{
	struct unit_count count = t->unit_counts[offset / COUNT_EVERY];
	if (count.at > offset) /* inside a character that reaches into this stretch */
		return count.units;
	return count.units + utf16_length((struct str){t->bytes.p + count.at, offset - count.at});
}

/* UTF-16 units of a line's first `bytes` bytes, plus 1. */
static u32 column16_of(const struct file_text *t, u32 line, u32 bytes)
{
	u32 begin = t->line_begins[line - 1];
	return units_before(t, begin + bytes) - units_before(t, begin) + 1;
}

struct region file_region(const struct file_text *t, struct span span)
{
	u32 size = (u32)t->bytes.n, begin = min_u32(span.begin, size), end = min_u32(max_u32(span.end, begin), size);
	struct region r = {.line = line_of(t, begin), .end_line = line_of(t, end)};
	r.column = begin - t->line_begins[r.line - 1] + 1;
	r.end_column = end - t->line_begins[r.end_line - 1] + 1;
	r.column16 = column16_of(t, r.line, r.column - 1);
	r.end_column16 = column16_of(t, r.end_line, r.end_column - 1);
	return r;
}

struct region file_region_first_line(const struct file_text *t, struct span span)
{
	struct region r = file_region(t, span);
	u32 length = (u32)file_line(t, r.line).n;
	if (r.end_line > r.line) {
		r.end_line = r.line;
		r.end_column = max_u32(length + 1, r.column);
		r.end_column16 = column16_of(t, r.line, r.end_column - 1);
	}
	return r;
}
