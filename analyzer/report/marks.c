/* One pass over a file's text serves all its findings. */
#include "report/marks.h"

#include "finding/fingerprint.h"
#include "finding/utf8.h"

#include <inttypes.h>

enum { KEY_BYTES = 1000 }; /* of a line: a file may be one line of megabytes */

struct mark {
	struct line_hash line;
	u64 key;
	u32 ordinal; /* of the key, from 1 */
};

static void compute(struct marks *m, u32 first)
{
	const struct report *r = m->report;
	struct finding *const *list = r->findings->list.at + first;
	u32 file = list[0]->span.file, n = 1;
	while (first + n < r->findings->list.n && list[n]->span.file == file)
		n++;
	arena_release(&m->arena);
	m->first = first;
	m->n = n;
	m->at = arena_array(&m->arena, struct mark, n);
	u32 *lines = arena_array(&m->arena, u32, n);
	struct line_hash *hashes = arena_array(&m->arena, struct line_hash, n);
	const struct file_text *text = files_text(r->files, file);
	struct idmap ordinals = {0};
	for (u32 i = 0; i < n; i++) {
		lines[i] = file_region(text, list[i]->span).line;
		u64 key = finding_key(r->rules[list[i]->rule].name, r->sources[file].path, list[i]->function,
		                      utf8_cut(file_line(text, lines[i]), KEY_BYTES));
		u32 before = idmap_get(&ordinals, key);
		u32 ordinal = before == NONE ? 1 : before + 1;
		idmap_put(&m->arena, &ordinals, key, ordinal);
		m->at[i] = (struct mark){.key = key, .ordinal = ordinal};
	}
	line_hashes(text->bytes, lines, hashes, n);
	for (u32 i = 0; i < n; i++)
		m->at[i].line = hashes[i];
}

static struct str print_mark(u64 hash, u32 ordinal, char room[40])
{
	return (struct str){room, (size_t)snprintf(room, 40, "%" PRIx64 ":%" PRIu32, hash, ordinal)};
}

static const struct mark *mark_of(struct marks *m, u32 finding)
{
	if (finding < m->first)
		bug("finding %" PRIu32 " out of order", finding);
	while (finding >= m->first + m->n)
		compute(m, m->first + m->n);
	return &m->at[finding - m->first];
}

void marks_write(struct marks *m, struct json *j, u32 finding)
{
	char room[40];
	const struct mark *mark = mark_of(m, finding);
	json_member(j, "primaryLocationLineHash", print_mark(mark->line.hash, mark->line.ordinal, room));
	json_member(j, "caplint/v1", print_mark(mark->key, mark->ordinal, room));
}

struct str marks_key(struct marks *m, u32 finding, char room[40])
{
	const struct mark *mark = mark_of(m, finding);
	return print_mark(mark->key, mark->ordinal, room);
}

void marks_release(struct marks *m) { arena_release(&m->arena); }
