/* Text: views (struct str, borrowed, not NUL-terminated), growing buffers (struct strbuf) and interned strings. */
#ifndef CAPLINT_TEXT_H
#define CAPLINT_TEXT_H

#include "base/arena.h"

struct str {
	const char *p;
	size_t n;
};

#define S(literal) ((struct str){(literal), sizeof(literal) - 1})
struct str str_of(const char *nul_terminated);
bool str_eq(struct str a, struct str b);
bool str_is(struct str a, const char *b);
bool str_starts(struct str a, const char *prefix);
bool str_ends(struct str a, const char *suffix);
bool str_has(struct str a, const char *part);
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
	u32 *slots, slot_count; /* open addressing, id + 1 */
	VEC(struct str) texts;
};
void intern_init(struct intern *t, struct arena *a);
u32 intern_put(struct intern *t, struct str text);
u32 intern_find(const struct intern *t, struct str text); /* NONE if absent */
static inline struct str intern_get(const struct intern *t, u32 id) { return t->texts.at[id]; }

/* A map from u64 to u32; absent keys read as NONE. */
struct idmap {
	u64 *keys;
	u32 *values; /* value + 1; 0 is an empty slot */
	u32 n, cap;
};
void idmap_put(struct arena *a, struct idmap *m, u64 key, u32 value);
u32 idmap_get(const struct idmap *m, u64 key);

#endif
