/* The lattice of the error slot: a set of facts, one a producer, at one point of a body.
 *
 * A producer is something whose failure the runtime writes down: a runtime call, a launch, a call of a function that
 * leaves such a failure behind, whatever was in the slot on entry, or the code that a parameter brings. A fact says
 * what may be true of it on some path that leads here, if it failed; a producer without a fact did not fail on any
 * path, or its failure is gone from the slot and from every variable.
 *
 * Relations tie a fact to values: "if it failed, this cell is zero (not zero)" (fwd), and "if this cell is zero (not
 * zero), it failed" (back). A branch on the cell kills the facts that contradict it and decides the others.
 *
 * Join is union; a relation survives a join only if both sides that know the producer have it. Height is finite:
 * bits only grow, relations only shrink. */
#ifndef CAPLINT_STATE_H
#define CAPLINT_STATE_H

#include "graph/body.h"

enum fact_bit {
	FACT_IN_SLOT = 1,    /* the failure is in the last-error slot */
	FACT_UNTESTED = 2,   /* nobody has looked at its code yet */
	FACT_FAILED = 4,     /* a branch has decided that it failed, and went on */
	FACT_ESCAPED = 8,    /* its code went where we can't follow, on every path: unknown call, member, exception */
	FACT_FRESH = 16,     /* no launch came after it: a slot read would still speak of it */
	FACT_DISCARDED = 32, /* the code was thrown away at the call */
	FACT_READ = 64,      /* its code now comes from reading the slot, not from its own return value */
	FACT_TOLD = 128,     /* its text was made or it went to a log: somebody was told, on every path */
	FACT_WIPED = 8192,   /* another call has emptied the slot of it since, told to nobody, on every path */
	FACT_STATUS = 4096,  /* found failed, and a status that says so was left where callers find it, on every path */
	FACT_MAY_END = 256,  /* found failed, and the last thing done about it was a call that may never return */
	FACT_SHARED = 512,   /* the path on which it did not fail comes here as well */
	FACT_MET = 2048,     /* a slot read spoke of it, or may have, on every path */
	FACT_DENIED = 16384, /* found failed, and success was returned, on some path */
	FACT_THROWN = 1024,  /* found failed, and an exception was made of it on purpose: not just one that may fly by */
};

enum value_class { CLASS_ANY, CLASS_ZERO, CLASS_NONZERO };
static inline enum value_class class_other(enum value_class c)
{
	return c == CLASS_ZERO ? CLASS_NONZERO : c == CLASS_NONZERO ? CLASS_ZERO : CLASS_ANY;
}

struct relation {
	u32 cell;
	u32 with;      /* the constant that a code is compared with: a branch of class `back` means that it is this one; NONE if there is none */
	u8 fwd, back;  /* enum value_class */
	u8 clears;     /* a branch of this class means "not ready", which is no failure */
	u8 newer;      /* a branch of this class means that a later call failed: its code is in the slot in this one's place */
};

/* What a branch on the way has asked of a variable: that it holds a constant, or one of two (`op == 'N' || op == 'n'`), or that it does not. */
struct premise {
	u32 cell;  /* in a summary: the index of the parameter */
	u32 value; /* PREMISE_NAME: the name of the constant, else a number below; PREMISE_NOT: any but that one */
	u32 other; /* the second of two numbers, the larger one, and 1 more; 0: there is none */
};
enum { PREMISES = 6 };
static const u32 PREMISE_NOT = 1u << 31, PREMISE_NAME = 1u << 30;
struct premises {
	u32 n;
	struct premise at[PREMISES]; /* the oldest first, which makes room */
};

/* FACTS: failures that a function is followed for; a step costs as many, and what makes more of them is the text of macros in macros. */
enum { RELATIONS = 6, FACTS = 208 };

struct fact {
	u32 producer;
	u16 bits;       /* enum fact_bit */
	u16 relations;
	u32 decided;    /* body row of the branch that found it failed, NONE if none has */
	u32 peeked;     /* body row of the last peek that saw it in the slot, NONE if none has */
	u32 code;       /* the constant that its code was found to be, on every path; NONE if that is not known */
	struct relation rel[RELATIONS];
	struct premises premises; /* true on every path on which it failed */
};

/* What came before in this function. */
enum state_flag {
	STATE_RAN = 1,      /* a runtime call or launch, its own or below, on some path */
	STATE_MAY_RUN = 2,  /* a call of something unknown that may use the runtime, on some path */
	STATE_CALLED = 4,   /* a call that does not use the runtime, on some path */
	STATE_RAN_BELOW = 128, /* a function below has used the runtime, on some path */
	STATE_IN_FAILURE = 32, /* some code was just found to be no success, or an exception was caught, on every path */
	STATE_LAUNCHED_LAST = 16, /* the last use of the runtime was a launch, on every path */
	STATE_DROPPED = 64, /* a function below has left codes unread, on some path */
	STATE_WAS_READ = 8, /* the slot was read and cleared, and nothing since can have filled it, on every path */
};

struct state {
	bool is_live; /* some path reaches this point */
	u8 flags;     /* enum state_flag */
	u32 n, cap;
	struct fact *at; /* sorted by producer */
};

/* The function itself has used the runtime just now. */
static inline void state_ran(struct state *s) { s->flags = (u8)((s->flags | STATE_RAN) & ~(STATE_WAS_READ | STATE_LAUNCHED_LAST)); }

void state_copy(struct arena *a, struct state *to, const struct state *from);
/* to = to joined with from. True if that changed `to`. O(facts). */
bool state_join(struct arena *a, struct state *to, const struct state *from);
struct fact *state_find(const struct state *s, u32 producer);
/* The fact of a producer, made empty if it was absent. */
struct fact *state_add(struct arena *a, struct state *s, u32 producer);
void state_remove(struct state *s, u32 producer);

void fact_relate(struct fact *f, u32 cell, enum value_class fwd, enum value_class back);
struct relation *fact_relation(struct fact *f, u32 cell);
/* The same, if the cell tells whether it failed, not only what the cell holds after the failure; else NULL. */
struct relation *fact_code(struct fact *f, u32 cell);
bool fact_has_code(const struct fact *f); /* some cell does */
void fact_forget(struct fact *f, u32 cell);
/* The cell is the code of a later call. Dropped where the fact has no room for it. */
void fact_replaced_by(struct fact *f, u32 cell, enum value_class cls);

void premises_add(struct premises *g, struct premise one);
void premises_drop(struct premises *g, u32 cell);
bool premises_meet(struct premises *to, const struct premises *from); /* keeps what both say; true if that changed `to` */
bool premises_equal(const struct premises *a, const struct premises *b);

/* The paths on which `cell` is of class `cls`: contradicted facts go, decided ones become FAILED at body row `row`. */
void state_assume(struct state *s, u32 cell, enum value_class cls, u32 row);

#endif
