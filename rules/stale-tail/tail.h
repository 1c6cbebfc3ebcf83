/* The parts of stale-tail: which buffers a function fills and resets, what their names tell, and one file for each way in which a tail is left.
 *
 * All is about one body of Python; nothing is owned, findings go to run->findings. O(rows * fills) where nothing else is said. */
#ifndef CAPLINT_TAIL_H
#define CAPLINT_TAIL_H

#include "rule.h"

enum { BUFFERS = 64 };

/* A buffer that a function fills up to a bound. */
struct filled {
	u32 buffer; /* cell */
	u32 row;
	struct str bound;
	bool is_written_behind; /* perhaps */
	bool is_padded;         /* surely, with what padded rows may read */
	bool is_reset_whole;    /* and so for every bound */
};

/* The first BUFFERS of them, in the order of rows. */
struct fills {
	struct filled at[BUFFERS];
	u32 n;
};
void tail_find(const struct rule_run *run, const struct body *b, struct fills *fills);

/* ---- names and bounds ---- */

/* `lens` of self.lens and of self.buffers["lens"]. */
struct str tail_buffer(const struct rule_run *run, const struct body *b, u32 buffer);
/* A stale row of these leads somewhere: to a slot of memory, a page, another request. Stale values only make results that nobody reads. */
bool tail_holds_places(struct str name);
/* Rows of tables too (embeddings, rotary caches, key-value pages), but mostly in range whoever left them. */
bool tail_holds_rows(struct str name);
/* A sum over rows is a place as well: where a row's part begins. */
bool tail_leads_to_places(struct str name);
/* Each entry is where a row begins, and the next one where it ends: cu_seqlens, indptr. */
bool tail_is_running_sum(struct str name);
bool tail_sounds_padded(struct str bound);
/* The method's class captures graphs of another device than CUDA's. */
bool tail_is_foreign(const struct rule_run *run, fn_id fn);
/* The variable that a bound begins with; NONE. */
u32 tail_bound_variable(const struct rule_run *run, const struct body *b, struct str bound);
/* The bound is a length of this call's data: no parameter, which may be a padded one, and nothing that the object keeps. */
bool tail_is_of_call(const struct rule_run *run, const struct body *b, u32 row, struct str bound);
/* The call makes an object of a dataclass, or such a one with other fields: that writes nothing into what it is given. */
bool tail_only_keeps(const struct rule_run *run, const struct body_row *r);

/* ---- the ways ---- */

/* Where buffers are reset for the padded rows, one that is filled in the same way is not. */
void tail_beside(struct rule_run *run, const struct body *b, const struct fills *fills, const struct filled *f);
/* The buffer is handed on whole, and nobody in the program ever resets its tail. True if that was told. O(rows of the program) where it is handed on. */
bool tail_handed_whole(struct rule_run *run, const struct body *b, const struct filled *f);
/* The same in another method of the class, which is written for graphs. True if that was told. O(rows of the class, and of the program for a candidate). */
bool tail_across(struct rule_run *run, const struct body *b, const struct filled *f);
/* The class has one graph for all sizes, which was captured with the whole buffer and is replayed behind the fill. True if that was told. O(rows of what is captured). */
bool tail_of_single(struct rule_run *run, const struct body *b, const struct filled *f);
/* Some function of the program resets x.NAME, or its tail. O(rows of the program). */
bool tail_is_reset_somewhere(const struct rule_run *run, struct str name);
/* The row fills the tail of a running sum with a constant. */
void tail_at_sum(struct rule_run *run, const struct body *b, const struct fills *fills, u32 row);
/* `buf = self.index; buf[:len(x)].copy_(x); use(buf)`: the same of a variable. Only lengths of this call's data are looked at: what is filled up to a
 * size that the capture knows is full. */
void tail_at_whole(struct rule_run *run, const struct body *b);
/* The row resets x[n:] where x is itself a slice that ends at n. */
void tail_at_empty(struct rule_run *run, const struct body *b, u32 row);
/* The row of a class's __post_init__ resets the tail of a field, and a maker gives it a slice without one. O(rows of the program) for such a reset. */
void tail_at_maker(struct rule_run *run, const struct body *b, u32 row);

#endif
