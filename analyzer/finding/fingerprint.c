/* The line hash runs over a ring of the last 100 units. A line's hash is taken when its first unit is the oldest in
 * the ring, that is, just before the unit would be overwritten. */
#include "finding/fingerprint.h"

#include "finding/utf8.h"

enum { WINDOW = 100, FACTOR = 37, END_OF_FILE = 65535 };

struct roller {
	u64 hash, out_factor; /* FACTOR to the power of WINDOW */
	u32 ring[WINDOW];
	u32 line_at[WINDOW]; /* the line that starts in that slot, or 0 */
	u32 index, line;
	bool at_line_start, after_cr;
	struct arena arena;
	struct idmap seen; /* hash -> lines with it so far */
	const u32 *lines;  /* wanted */
	struct line_hash *out;
	u32 n, done;
};

static void take_line(struct roller *r)
{
	u32 line = r->line_at[r->index];
	if (!line)
		return;
	r->line_at[r->index] = 0;
	u32 before = idmap_get(&r->seen, r->hash);
	u32 ordinal = before == NONE ? 1 : before + 1;
	idmap_put(&r->arena, &r->seen, r->hash, ordinal);
	for (; r->done < r->n && r->lines[r->done] <= line; r->done++)
		if (r->lines[r->done] == line)
			r->out[r->done] = (struct line_hash){r->hash, ordinal};
}

static void push(struct roller *r, u32 unit)
{
	r->hash = FACTOR * r->hash + unit - r->out_factor * r->ring[r->index];
	r->ring[r->index] = unit;
	r->index = (r->index + 1) % WINDOW;
}

static void feed(struct roller *r, u32 unit)
{
	if (unit == ' ' || unit == '\t' || (r->after_cr && unit == '\n')) {
		r->after_cr = false;
		return;
	}
	r->after_cr = unit == '\r';
	if (r->after_cr)
		unit = '\n';
	take_line(r);
	if (r->at_line_start)
		r->line_at[r->index] = ++r->line;
	r->at_line_start = unit == '\n';
	push(r, unit);
}

void line_hashes(struct str bytes, const u32 *lines, struct line_hash *out, u32 n)
{
	struct roller r = {.out_factor = 1, .at_line_start = true, .lines = lines, .out = out, .n = n};
	for (u32 i = 0; i < WINDOW; i++)
		r.out_factor *= FACTOR;
	for (u32 i = 0; i < n; i++)
		out[i] = (struct line_hash){0};
	for (size_t at = 0; at < bytes.n && r.done < n;) {
		u32 code = utf8_next(bytes, &at, NULL);
		if (code > 0xffff) {
			feed(&r, 0xd7c0 + (code >> 10));
			code = 0xdc00 | (code & 0x3ff);
		}
		feed(&r, code);
	}
	feed(&r, END_OF_FILE);
	for (u32 i = 0; i < WINDOW; i++) {
		take_line(&r);
		push(&r, 0);
	}
	arena_release(&r.arena);
}

/* FNV-1a as in str_hash, over several texts with a separator that is in none of them. */
static u64 hash_add(u64 h, struct str text, bool is_squeezed)
{
	for (size_t i = 0; i < text.n; i++)
		if (!is_squeezed || (text.p[i] != ' ' && text.p[i] != '\t' && text.p[i] != '\r'))
			h = (h ^ (u8)text.p[i]) * 1099511628211u;
	return (h ^ 0xff) * 1099511628211u;
}

u64 finding_key(const char *rule, struct str path, struct str function, struct str line)
{
	u64 h = hash_add(14695981039346656037u, str_of(rule), false);
	h = hash_add(h, path, false);
	h = hash_add(h, function, false);
	return hash_add(h, line, true);
}
