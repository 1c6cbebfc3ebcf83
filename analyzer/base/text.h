/* Text: views (struct str, borrowed, not NUL-terminated), growing buffers (struct strbuf) and interned strings. */
#ifndef CAPLINT_TEXT_H
#define CAPLINT_TEXT_H

#include "base/arena.h"

#include <string.h>

struct str {
	const char *p;
	size_t n;
};

#define S(literal) ((struct str){(literal), sizeof(literal) - 1})
/* Inline, so that of a literal the length costs nothing: rules and resolvers compare names all the time. */
static inline struct str str_of(const char *nul_terminated) { return (struct str){nul_terminated, strlen(nul_terminated)}; }
static inline bool str_eq(struct str a, struct str b) { return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0); }
static inline bool str_is(struct str a, const char *b)
{
	return a.n ? a.p[0] == b[0] && str_eq(a, str_of(b)) : !b[0];
}
static inline bool str_starts(struct str a, const char *prefix)
{
	if (a.n ? prefix[0] && a.p[0] != prefix[0] : prefix[0])
		return false;
	size_t n = strlen(prefix);
	return a.n >= n && memcmp(a.p, prefix, n) == 0;
}
static inline bool str_ends(struct str a, const char *suffix)
{
	size_t n = strlen(suffix);
	return a.n >= n && memcmp(a.p + (a.n - n), suffix, n) == 0;
}
/* A byte of a name in C and Python, ASCII alone. */
static inline bool char_is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }
bool str_has(struct str a, const char *part);
bool str_has_any(struct str a, const char *const *parts, u32 n); /* one of the n */
bool str_is_any(struct str a, const char *const *words, u32 n);
bool str_starts_any(struct str a, const char *const *prefixes, u32 n);
bool str_ends_any(struct str a, const char *const *suffixes, u32 n);
struct str str_behind(struct str a, char last); /* what stands behind the last such byte; all of it if there is none */
struct str str_behind_scope(struct str a);      /* likewise behind the last `::`, whatever else is in the text */
struct str str_take_line(struct str *rest);     /* the line that the text begins with, without its end; *rest is what follows */
bool str_is_shouted(struct str a);       /* capitals, digits and `_`, two capitals or more: as macros are named */
int str_cmp(struct str a, struct str b); /* bytes, then length; for sorting */
u64 str_hash(struct str a);              /* FNV-1a, 64 bits */

/* A growing buffer on the heap; always NUL-terminated once used. strbuf_release gives the memory back. */
struct strbuf {
	char *p;
	size_t n, cap;
};
void strbuf_add(struct strbuf *b, const char *p, size_t n);
void strbuf_puts(struct strbuf *b, const char *text);
void strbuf_putc(struct strbuf *b, char c);
void strbuf_addf(struct strbuf *b, const char *format, ...) PRINTF(2, 3);
void strbuf_release(struct strbuf *b);
static inline struct str strbuf_str(const struct strbuf *b) { return (struct str){b->p ? b->p : "", b->n}; }

/* Interned strings: equal text has equal id, ids count from 0 in order of first use; id 0 is always "". The texts
 * are NUL-terminated and live in the arena given at init. O(1) a look-up. */
struct intern {
	struct arena *arena;
	u64 *slots; /* open addressing: half of the hash, so that few texts are compared in vain, and id + 1 */
	u32 slot_count;
	VEC(struct str) texts;
};
void intern_init(struct intern *t, struct arena *a);
u32 intern_put(struct intern *t, struct str text);
u32 intern_find(const struct intern *t, struct str text); /* NONE if absent */
static inline struct str intern_get(const struct intern *t, u32 id) { return t->texts.at[id]; }

/* A map from u64 to u32; absent keys read as NONE. */
struct idmap_entry {
	u64 key;
	u32 value; /* + 1; 0 is an empty slot */
};
struct idmap {
	struct idmap_entry *at;
	u32 n, cap;
};
void idmap_put(struct arena *a, struct idmap *m, u64 key, u32 value);
static inline struct idmap_entry *idmap_slot(const struct idmap *m, u64 key)
{
	u64 h = key * 0x9e3779b97f4a7c15u;
	for (u32 i = (u32)(h >> 32) & (m->cap - 1);; i = (i + 1) & (m->cap - 1))
		if (!m->at[i].value || m->at[i].key == key)
			return &m->at[i];
}
/* Inline: resolvers do little else. */
static inline u32 idmap_get(const struct idmap *m, u64 key)
{
	return m->cap ? idmap_slot(m, key)->value - 1 : NONE; /* an empty slot gives NONE as well */
}

#endif
