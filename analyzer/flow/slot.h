/* The error slot over the whole program: where failures come from, where they stay, who reads them. The rules of the
 * error-slot family read the tables here and nothing else of the flow.
 *
 * How: every function that can touch the slot gets a body (graph/body.h) and a fixpoint over the lattice of
 * flow/state.h; a summary says what it does with what was in the slot on entry, with a code that a parameter brings,
 * and which failures it leaves behind. Functions are taken callees first; recursion is iterated to a fixpoint. */
#ifndef CAPLINT_SLOT_H
#define CAPLINT_SLOT_H

#include "flow/state.h"
#include "graph/site.h"

/* What fails. `site` is where the code is decided upon: the call of a transparent wrapper rather than the runtime call
 * inside it; `origin` is the runtime call or launch itself. */
struct producer {
	struct site site, origin;
	const struct model_call *call; /* of the origin; NULL for a launch, or a library call that reads the slot */
	bool is_launch;
	bool is_query;                 /* its usual failure is "not ready", which never enters the slot */
	u32 depth;                     /* calls between site and origin */
};

enum loss { LOSS_DISCARDED, LOSS_VOID_CAST, LOSS_UNREAD, LOSS_OVERWRITTEN };

/* A code that nobody looked at. */
struct code_loss {
	struct producer producer;
	enum loss how;
	bool is_picked_up;   /* a slot read before the next launch spoke of it */
	bool is_read_by_callers; /* nothing is launched after it, and every caller reads the slot as its next act, and judges by it */
	bool is_drained_on_purpose; /* the next thing was a discarded drain: tolerated in full */
	bool in_cleanup;     /* in a destructor (also __del__ and __dealloc__) or a noexcept function that returns no status, or in what only these call, or the way out of a failure */
	bool in_failure;     /* on the way out of another failure, which is the one to tell */
	bool is_in_alternatives;  /* given to a macro that has several bodies: one of them may look at it */
	bool is_size_query;  /* a CUB-like call without temporary storage: it computes a size and launches nothing */
	bool is_first_device; /* cudaSetDevice(0): it fails where there is no device, and so does everything after it */
	bool is_latched;     /* a failure stays in the slot; false where the callee has cleared it */
	bool is_asked;       /* a slot read before the next launch speaks of it, but where a loop has no turn, or a function behind it nothing to do */
	bool is_told_again;  /* a wait, and the next call is refused with the same code, which somebody looks at */
	bool is_met;         /* a slot read after a launch behind it speaks of it too, on every path */
	bool is_missed;      /* what it sets is asked back and asserted; or an out-parameter that was zero or negative before is asked for that afterwards: no answer is told from one */
	bool is_preset;      /* each variable that it would fill holds a constant already */
	bool is_judged_otherwise; /* an out-parameter of the call is compared afterwards: it decides in the code's place */
	bool is_by_name;     /* nothing but a method's name says that it is called there */
	struct site overwritten_at;
	bool is_overwritten_by_read; /* with what was read from the slot */
	bool is_given_back;  /* that read stands right behind the call: it answers with the very code */
};

enum survival {
	SURVIVES_DEGRADED, /* tolerated, or told by false, null, or nothing */
	SURVIVES_STATUS,   /* told to callers nobody sees by a status of another kind */
	SURVIVES_CODE,     /* the code itself is returned to callers nobody sees */
	SURVIVES_THROWN,   /* an exception left, its handler isn't seen */
	SURVIVES_MAIN,     /* stays until the process ends; something read the slot or launched before */
};

/* How the function that found the failure told its caller. */
enum answer {
	ANSWER_NOTHING, /* it did not */
	ANSWER_ZERO,    /* by false, null or zero */
	ANSWER_NUMBER,  /* by another plain value */
	ANSWER_STATUS,  /* by a status: a type made to carry failures */
	ANSWER_CODE,    /* by the code itself */
};

/* A failure that was found and stays in the slot. */
struct survivor {
	struct producer producer;
	enum survival how;
	enum answer answer;
	struct site decided;  /* the branch that found it failed; row NULL if unknown */
	fn_id tolerated_by;   /* the check macro or function that found it and went on, or NONE: the user itself */
	fn_id root;           /* the function after which nothing is known any more */
	bool is_told;
	bool names_code;      /* its code is compared with one by name */
	bool is_named_drained; /* and where it is that one, the slot is emptied: what is left are the other failures */
	bool is_made_exception; /* SURVIVES_THROWN: the code throws because of it, not just near it */
	bool is_survived;     /* SURVIVES_THROWN: somebody catches it, in sight or as the interpreter that the program is bound to; else the process ends */
	struct site caught;   /* an exception carried it out of a callee, and this is the handler that goes on; row NULL if not */
	bool is_thrown;       /* an exception carried the failure into another file, and a handler there went on */
	bool is_unread_thread;   /* its root is what a thread was started for: nobody reads the slot of that after it (slot_thread.c) */
	bool is_unread_program; /* the program of its own that the root is part of reads the slot nowhere, whatever the others of the tree do (slot_readers.c) */
	bool meets_runtime;   /* the runtime is used again while the failure is in the slot */
	VEC(struct site) victims; /* slot reads after a launch that can meet it, nearest first, at most 5 */
	u32 victim_count;         /* all of them */
};

/* What becomes of the value of a read: it decides what the function answers or does next, its path of failure ends in an
 * exception or the process's end, something else is given it, or it is told and nothing else depends on it. Nowhere: a text is
 * made of it that nobody is given. */
enum fate { FATE_UNKNOWN, FATE_NOWHERE, FATE_ANSWER, FATE_END, FATE_HANDED_OVER, FATE_TOLD };

enum read_kind { READ_GET, READ_PEEK, READ_CHECK };

/* A read of the slot. */
struct slot_read {
	struct site site;
	enum read_kind kind;
	bool is_discarded;
	bool is_lost;             /* its value goes to a variable that nobody looks at */
	bool is_extended;         /* hipExtGetLastError */
	bool is_explained;        /* a comment says what is thrown away here */
	bool is_harmless_twice;   /* with `was_read`: the read before it was looked at, and who found a failure does not come here */
	bool after_launch;        /* a launch whose error this read is the first to see */
	bool meets_entry;         /* whatever was there before the function */
	bool meets_older;         /* a failure that is none of `untested` may be there as well */
	bool meets_others;        /* some call or launch of this body, whatever became of its code */
	bool meets_untested_launch;
	bool meets_empty;         /* the slot was read just before: nothing can be in it */
	bool was_read;            /* this function has read and cleared it before, and nothing since can have filled it */
	bool is_after_others;     /* other calls came before it, and none of them can have used the runtime */
	bool follows_callee;      /* a function that was called before it uses the runtime */
	bool follows_dropped;     /* a function that was called before it has left codes unread */
	bool may_follow_unknown;  /* a call of something unknown came before it, which may have used the runtime */
	bool launches_next;       /* the next use of the runtime is a launch: a clean slate for it */
	bool takes_code;          /* its function is given an error code: the drain is for the call that returned it */
	bool answers_failure;     /* a failure is answered right behind it */
	bool in_failure;          /* some code was just found to be no success, or an exception was caught */
	bool follows_launch;      /* the launch is the last use of the runtime before it */
	bool is_told_apart;       /* its value is compared with that of another read: an error that was there before is not taken for a new one */
	bool overwrites;          /* its value goes into the variable that holds an untested code: misread-error's matter */
	bool is_next_call;        /* nothing unseen was called since the first of `untested` */
	bool is_only_call;        /* the function does nothing else: a helper, judged where it is used */
	u8 fate;                  /* enum fate */
	bool is_used_as_text;     /* its value goes straight to an error string */
	bool follows_text;        /* with `was_read`: what the read before it took out was printed, whatever it was, before this one: it is shown that the slot is empty */
	bool is_function_first;   /* no runtime call or launch before it in its function */
	bool stays_on_failure;    /* PEEK: the path of failure goes on to the end of a known root with the slot full */
	VEC(struct producer) untested; /* calls, not launches, whose code was not looked at and that it speaks of */
	VEC(struct producer) failed;   /* found failed before, still in the slot: it will speak of them */
};

struct launch {
	struct producer producer;
	fn_id body;          /* the function in which it was met: the one that launches, or a caller */
	struct site called;  /* where, in that body: the launch, or the call that comes to it */
	u8 calls;            /* from there to the launch; 0: it is the launch */
	bool is_unchecked;   /* on some path to the end of a known root nobody reads the slot */
	bool has_unseen_callers; /* the root is called through a pointer: whoever does may check */
	bool is_checked_next_turn; /* in a loop, by the turn after it: only the last turn is left */
	bool is_last_act;    /* in main, which uses the runtime no more after it */
	bool is_asked;       /* what is called or looped over behind it reads the slot on every way, but where there is nothing to do */
	bool is_checked_by_switch; /* an `if` that asks for something else than a code decides whether it is read: if (debug) CHECK() */
	bool is_checked;     /* something in this body reads the slot after it */
	bool is_checked_first; /* and before another launch comes, which the read would be for */
	bool is_always_checked; /* on every path, so that nothing is left to its callers */
	bool is_swallowed;   /* the first read threw the code away */
	struct site swallowed_at;
	bool is_left_peeked; /* a callee handed on what a peek found of it; that is a failure here, and stays in the slot: for the check of another launch, or to the end of a known root */
};

/* The answer of a function that has emptied the slot and answers by what it found, thrown away by its caller. */
struct unheard {
	struct site site, read;  /* the call; where the slot is emptied, there or below */
	bool is_told;            /* the failure is printed on its way */
	bool is_heard_elsewhere; /* somebody looks at the answer of another call */
	bool in_cleanup;         /* as in struct code_loss */
};

/* A comparison with a code that can't be cleared. */
struct sticky_test {
	struct producer producer; /* the call whose code is compared */
	struct site site;         /* the comparison; with is_slot_read the read */
	bool is_slot_read;        /* the code comes from the slot right after a launch, where no such code can be yet */
	struct str name;     /* cudaErrorIllegalAddress, ... */
	bool goes_on;        /* another runtime call or launch follows on that path */
};

struct slot_flow {
	VEC(struct code_loss) losses;
	VEC(struct survivor) survivors;
	VEC(struct slot_read) reads;
	VEC(struct launch) launches;
	VEC(struct sticky_test) sticky;
	VEC(struct unheard) unheard;
	bool is_read;  /* somebody in the program reads the slot, outside of tests: its own code, or that of a library it is built with */
	bool is_whole; /* more than a few files use the runtime, or more than a few functions launch, or main is there: who reads is in sight */
	bool is_alone; /* windows are opened, and nothing of an interpreter that the program could be an extension of: nobody else is in the process */
	u32 functions; /* analysed */
	const struct body *bodies; /* by fn_id; n is 0 for functions that can't touch the slot, and for what others unfold */
};

/* Where only some files are reported and none of them has to do with the slot, the tables stay empty. */
void slot_run(struct program *p, struct arena *a, struct slot_flow *out);
/* The tables: `--dump=flow`. */
void slot_print(const struct program *p, const struct slot_flow *s, struct strbuf *out);

#endif
