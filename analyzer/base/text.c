/* Views, buffers, interned strings and the id map. Hash tables are open addressing with linear probing, at most
 * two thirds full. */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool str_is_shouted(struct str a)
{
	u32 capitals = 0;
	for (size_t i = 0; i < a.n; i++) {
		bool is_capital = a.p[i] >= 'A' && a.p[i] <= 'Z';
		if (!is_capital && a.p[i] != '_' && !(a.p[i] >= '0' && a.p[i] <= '9'))
			return false;
		capitals += is_capital;
	}
	return capitals >= 2;
}

/* Names are short, and most hold not even the first letter: memmem's preparation costs more than the search. */
bool str_has(struct str a, const char *part)
{
	size_t n = strlen(part);
	const char *at = a.p, *end = a.p + a.n;
	if (a.n < n || !a.n)
		return false;
	for (; n && (size_t)(end - at) >= n && (at = memchr(at, part[0], (size_t)(end - at) - n + 1)); at++)
		if (!memcmp(at, part, n))
			return true;
	return !n;
}

int str_cmp(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int order = n ? memcmp(a.p, b.p, n) : 0;
	return order ? order : a.n < b.n ? -1 : a.n > b.n;
}

bool str_is_any(struct str a, const char *const *words, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (str_is(a, words[i]))
			return true;
	return false;
}

bool str_starts_any(struct str a, const char *const *prefixes, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (str_starts(a, prefixes[i]))
			return true;
	return false;
}

bool str_ends_any(struct str a, const char *const *suffixes, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (str_ends(a, suffixes[i]))
			return true;
	return false;
}

struct str str_behind(struct str a, char last)
{
	for (size_t i = a.n; i-- > 0;)
		if (a.p[i] == last)
			return (struct str){a.p + i + 1, a.n - i - 1};
	return a;
}

struct str str_behind_scope(struct str a)
{
	for (size_t i = a.n; i >= 2; i--)
		if (a.p[i - 1] == ':' && a.p[i - 2] == ':')
			return (struct str){a.p + i, a.n - i};
	return a;
}

struct str str_take_line(struct str *rest)
{
	const char *end = rest->n ? memchr(rest->p, '\n', rest->n) : NULL;
	struct str line = {rest->p, end ? (size_t)(end - rest->p) : rest->n};
	size_t taken = line.n + (end ? 1 : 0);
	*rest = (struct str){rest->p + taken, rest->n - taken};
	return line;
}

bool str_has_any(struct str a, const char *const *parts, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (str_has(a, parts[i]))
			return true;
	return false;
}

u64 str_hash(struct str a)
{
	u64 h = 14695981039346656037u;
	for (size_t i = 0; i < a.n; i++)
		h = (h ^ (u8)a.p[i]) * 1099511628211u;
	return h;
}

static void strbuf_room(struct strbuf *b, size_t more)
{
	if (b->cap - b->n > more)
		return;
	if (more > SIZE_MAX / 4 || b->n > SIZE_MAX / 4)
		die("out of memory");
	b->cap = (b->n + more + 1) * 2;
	b->p = realloc(b->p, b->cap);
	if (!b->p)
		die("out of memory");
}

void strbuf_add(struct strbuf *b, const char *p, size_t n)
{
	strbuf_room(b, n);
	if (n)
		memcpy(b->p + b->n, p, n);
	b->n += n;
	b->p[b->n] = 0;
}

void strbuf_puts(struct strbuf *b, const char *text) { strbuf_add(b, text, strlen(text)); }

void strbuf_putc(struct strbuf *b, char c) { strbuf_add(b, &c, 1); }

void strbuf_addf(struct strbuf *b, const char *format, ...)
{
	enum { LIKELY = 120 };
	va_list list, again;
	strbuf_room(b, LIKELY); /* where it fits it is formatted once */
	va_start(list, format);
	va_copy(again, list);
	int n = vsnprintf(b->p + b->n, b->cap - b->n, format, list);
	va_end(list);
	if (n < 0)
		bug("bad format");
	if ((size_t)n >= b->cap - b->n) {
		strbuf_room(b, (size_t)n);
		vsnprintf(b->p + b->n, (size_t)n + 1, format, again);
	}
	va_end(again);
	b->n += (size_t)n;
}

void strbuf_release(struct strbuf *b)
{
	free(b->p);
	*b = (struct strbuf){0};
}

/* For tables in memory alone: eight bytes a step, where str_hash takes one. */
static u64 intern_hash(struct str a)
{
	const u64 odd = 0x9e3779b97f4a7c15u;
	u64 h = a.n, word;
	for (; a.n >= sizeof word; a.p += sizeof word, a.n -= sizeof word) {
		memcpy(&word, a.p, sizeof word);
		h = (h ^ word) * odd;
		h ^= h >> 32;
	}
	word = 0;
	for (size_t i = 0; i < a.n; i++)
		word = word << 8 | (u8)a.p[i];
	h = (h ^ word) * odd;
	return h ^ h >> 32;
}

void intern_init(struct intern *t, struct arena *a)
{
	*t = (struct intern){.arena = a};
	intern_put(t, S(""));
}

static u64 *intern_slot(const struct intern *t, u64 hash, struct str text)
{
	u32 mask = t->slot_count - 1;
	for (u32 i = (u32)hash & mask;; i = (i + 1) & mask)
		if (!t->slots[i] || (t->slots[i] >> 32 == (u32)hash && str_eq(t->texts.at[(u32)t->slots[i] - 1], text)))
			return &t->slots[i];
}

u32 intern_find(const struct intern *t, struct str text)
{
	u32 id = t->slot_count ? (u32)*intern_slot(t, intern_hash(text), text) : 0;
	return id ? id - 1 : NONE;
}

static void intern_grow(struct intern *t)
{
	const u64 *old = t->slots;
	u32 n = t->slot_count;
	t->slot_count = n ? n * 2 : 64;
	t->slots = arena_array(t->arena, u64, t->slot_count);
	for (u32 i = 0; i < n; i++) {
		u32 to = (u32)(old[i] >> 32) & (t->slot_count - 1);
		while (old[i] && t->slots[to])
			to = (to + 1) & (t->slot_count - 1);
		if (old[i])
			t->slots[to] = old[i];
	}
}

u32 intern_put(struct intern *t, struct str text)
{
	if (t->texts.n * 3 >= t->slot_count * 2)
		intern_grow(t);
	u64 hash = intern_hash(text), *slot = intern_slot(t, hash, text);
	if (!*slot) {
		struct str copy = {arena_text(t->arena, text.p, text.n), text.n};
		vec_push(t->arena, &t->texts, copy);
		*slot = (u64)(u32)hash << 32 | t->texts.n;
	}
	return (u32)*slot - 1;
}

void idmap_put(struct arena *a, struct idmap *m, u64 key, u32 value)
{
	if (m->n * 3 >= m->cap * 2) {
		struct idmap larger = {.n = m->n, .cap = m->cap ? m->cap * 2 : 16};
		larger.at = arena_array(a, struct idmap_entry, larger.cap);
		for (u32 i = 0; i < m->cap; i++)
			if (m->at[i].value)
				*idmap_slot(&larger, m->at[i].key) = m->at[i];
		*m = larger;
	}
	struct idmap_entry *e = idmap_slot(m, key);
	m->n += !e->value;
	*e = (struct idmap_entry){key, value + 1};
}
