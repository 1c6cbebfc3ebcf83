/* The working parts of the slot flow: private to flow/slot_*.c. */
#ifndef CAPLINT_SLOT_LOCAL_H
#define CAPLINT_SLOT_LOCAL_H

#include "flow/slot.h"

enum { PARAMS = 12, EXPORTS = 48, VICTIMS = 5 };

/* A producer number of one body: 0 is what was in the slot on entry; then for each parameter two, one that assumes it
 * brings an error code (not zero on failure) and one that it brings a condition (zero on failure); then one that nothing
 * fails of, whose relations are the constants that variables hold on every path; then the rows'. */
enum { ENTRY = 0, FIRST_PARAM = 1, CONSTANTS = FIRST_PARAM + 2 * PARAMS, FIRST_ROW };
static inline u32 param_producer(u32 param, bool is_condition) { return FIRST_PARAM + 2 * param + is_condition; }

/* What a function does with one producer: on its normal ends, or where an exception leaves. */
struct outcome {
	bool is_there;  /* some such end has it */
	u16 bits;       /* enum fact_bit */
	u8 fwd, back, newer; /* relation to the value returned */
	u32 decided;    /* body row */
};
enum way { WAY_NORMAL, WAY_THROWN, WAYS };

/* A failure that a function leaves to its callers. */
struct export {
	struct producer producer;
	struct outcome ways[WAYS];
	struct premises premises[WAYS]; /* of parameters */
	bool is_thrown;      /* an exception brought it out of another file */
	bool is_asked;       /* a launch that is read behind, but where there is nothing to do */
	bool is_guessed;     /* some call on the way here may go to functions of several files */
	bool is_transparent; /* the code itself is handed on: the caller decides */
	bool is_named_drained; /* as in struct origin */
	struct site decided;
	fn_id tolerated_by;
	enum answer answer;
	u8 calls; /* between here and the producer, at most CALLS */
};
enum { CALLS = 8 };

/* A slot read after a launch that meets what was there on entry, and what parameters hold on every way there. */
struct entry_read {
	struct site site;
	struct premises premises; /* in a walk: of cells, in a summary: of parameters */
};

/* Whether a function reads the slot wherever it uses the runtime, if not on every way (slot_asked.c). */
enum asks {
	ASKS_NOT,
	ASKS_ANSWERS, /* and returns what it has found */
	ASKS_ENDS,    /* and deals with it itself */
};

struct summary {
	bool is_known;
	bool returns, throws;
	bool runs;                   /* makes a runtime call or launch, itself or below */
	bool may_run;                /* calls something unknown, itself or below */
	bool meets_unknown;          /* the same, also where that can't use the runtime; itself alone */
	u16 looks;                   /* a bit a parameter: a branch, here or below, asks for the code that it brings, on some path */
	enum asks asks;
	bool does_more;              /* than to wait and to read the slot: uses the runtime for something else, itself or below */
	bool drops;                  /* a failure that nobody has looked at may be in the slot when it returns */
	struct outcome entry[WAYS];
	struct premises entry_premises[WAYS]; /* of parameters, where what was in the slot on entry comes to this end */
	struct outcome params[2 * PARAMS][WAYS];
	VEC(struct export) exports;
	VEC(struct entry_read) reads; /* slot reads after a launch that meet what was there on entry, nearest first */
	u32 read_count;
};

/* One producer of a body. */
struct origin {
	struct producer producer;
	u32 row;                 /* body row */
	bool is_thrown;          /* came by an exception out of another file */
	bool is_asked;           /* imports: as in struct export */
	bool is_guessed;         /* some call on its way here may go to functions of several files: which launch checks are on its way is not known */
	bool is_caught;          /* came by an exception out of a callee */
	bool is_import;          /* left by a callee that already decided on it */
	struct site decided;     /* imports: where the callee did */
	fn_id tolerated_by;
	enum answer answer;      /* imports: how the callee told */
	u8 calls;                /* imports: between here and the producer, at most CALLS */
	bool is_named_drained;   /* found to be a code by name, here or where it comes from, it was drained */
	bool is_old;             /* an earlier turn of a loop left it, and the call has run again */
	u32 failed_to;           /* body row: where the branch that finds it failed goes, or NONE */
	bool is_failed_elsewhere; /* another branch does, too */
	/* what the recording pass saw */
	bool is_latched;         /* a failure is in the slot when the call returns */
	bool is_ignored;         /* handed to std::ignore */
	bool in_failure;         /* it runs only where another failure was just found */
	bool is_looked_at;       /* a branch asks for its code, on some path */
	bool is_given_null;      /* its first argument is a variable that is null or zero on every path */
	bool is_first_device;    /* cudaSetDevice(0), be the zero in a variable */
	bool is_met;             /* a slot read after a launch finds it there, on some path */
	bool is_overwritten, is_picked_up, is_drained_next, is_swallowed;
	bool meets_runtime;      /* found failed, it is still in the slot when the runtime is used again */
	bool meets_check;        /* found failed, it is still in the slot when a launch is checked */
	bool is_picked_first;    /* a launch that is read before another one comes: the read is for it */
	bool is_picked_by_arm;   /* a launch that a check macro reads the slot for, in one of its arms */
	bool is_picked_by_switch;/* a launch that is read in an arm of an `if`, and the way around the arm goes on */
	bool is_picked_next_turn;/* a launch in a loop that a read before it in the loop speaks of, one turn later */
	bool is_only_printed;    /* a launch whose code was read only to be printed */
	bool is_told;
	u32 decided_row;         /* of a fact that met a check */
	struct site swallowed_at;
	u32 overwritten_at;      /* body row */
	VEC(struct site) victims;
	u32 victim_count;
};

/* The process begins with it, and ends. */
static inline bool is_main(const struct program *p, fn_id f) { return str_is(fn_name(&p->functions[f]), "main") && !program_is_python(p, f); }

/* How likely a call is to fail: first those whose refusal is an expected answer, then those that ask for memory. */
static inline u32 call_likelihood(const struct model_call *call) { return !call ? 0 : call->design.n ? 3 : call->role == ROLE_ALLOC ? 2 : 1; }

/* A call of a function with a body, as the recording pass came to it. */
struct use_of {
	fn_id caller, callee;
	bool in_failure; /* it is made only where a failure was just found, on every path: the way out of that */
};

struct slot_program {
	struct program *program;
	VEC(struct use_of) uses;
	struct arena *arena;
	struct summary *summaries;   /* by fn_id */
	struct summary **explicit;   /* by fn_id: for calls that give a default parameter another value; NULL if that changes nothing */
	struct summary **given[2];   /* by fn_id: for calls that give the parameters in `leaning` a constant that is not zero, or zero; NULL as above */
	u16 *leaning;                /* by fn_id: a bit a parameter without default that a branch asks on a failure's path */
	struct body *bodies;         /* by fn_id; n is 0 where there is none */
	bool *is_survived;           /* by fn_id: an exception out of it may be caught, in sight or by callers out of sight; else it ends the process */
	bool *has_callers;           /* by fn_id: called outside of tests */
	struct slot_flow *out;
};

struct walk {
	struct slot_program *all;
	struct program *program;
	struct arena *arena;         /* of this body */
	struct arena scratch;        /* of states on their way from leader to leader */
	const struct body *body;
	struct state *in;            /* by row; only leaders are used */
	bool *is_leader;
	u32 *comes_from;             /* by row: 1 + the only row that jumps to it; 0: none does; NONE: several do */
	bool *is_queued;
	bool is_explicit;            /* WALK_EXPLICIT */
	enum value_class given;      /* WALK_TRUE, WALK_FALSE: what such parameters hold */
	u16 leaning;                 /* slot_program.leaning */
	bool leans_on_default;       /* some branch on a failure's path asked a parameter with a default */
	bool *is_followed;           /* by cell: see value_follow() */
	u16 *asks;                   /* by cell: comparisons, branches and calls that it is given to */
	bool *is_rewritten;          /* by cell: a parameter that holds something else than the call gave, in some place */
	VEC(u32) queue;
	struct state ends[WAYS];
	VEC(struct origin) origins;  /* by producer number - FIRST_ROW */
	struct idmap by_key;         /* (row, which) -> producer number */
	u32 from_callees;            /* of the origins: what callees left behind */
	u32 own_calls;               /* origins that are kept free for the runtime calls and launches of the body itself; OWN_CALLS at most */
	bool is_recording;
	u32 row;                     /* the one being stepped over */
	u32 result_cell;             /* a cell past the body's own: the value returned */
	bool runs, meets_unknown;
	u32 looks;                   /* summary.looks */
	VEC(struct entry_read) entry_reads;
	u32 entry_read_count;
	u32 first_read;              /* in out->reads: those of this body */
	u8 *row_kinds;               /* by row: slot_asked.c's; NULL until it is asked */
};

/* slot_read.c: the cell that holds what a call gives when it is used: the variable that it goes into at once, else itself. */
u32 read_holder(const struct walk *w, u32 row);
/* slot_value.c */
void value_move(struct walk *w, struct state *s, u32 row);
void value_unary(struct walk *w, struct state *s, u32 row);
void value_binary(struct walk *w, struct state *s, u32 row);
/* The cell is written: what was tied to it is no longer; `row` for the record. */
void value_forget(struct walk *w, struct state *s, u32 cell);
static inline void forget_result(struct walk *w, struct state *s, u32 row)
{
	if (w->body->rows[row].dst != NONE)
		value_forget(w, s, w->body->rows[row].dst);
}
bool value_keeps_code(const struct walk *w, const struct fact *f); /* in a named variable, or as the value returned */
enum value_class value_class_of(const struct walk *w, u32 cell);

/* slot_constant.c: which variables' constants are followed, once before a walk. O(rows + cells). */
void value_follow(struct walk *w);
bool value_is_followed(const struct walk *w, u32 cell);
/* The fact of a producer that may fail here: empty but for the constants. */
struct fact *value_fact(struct walk *w, struct state *s, u32 producer);
void value_unknown(struct walk *w, struct state *s, u32 cell); /* a constant in it may be none any more */
void value_handed(struct walk *w, struct state *s, u32 row);   /* the call may write what it is given */
/* ++ and --. Counting up, most of all failures: what is counted is not zero. */
void value_count(struct state *s, u32 cell, bool is_up);

/* slot_premise.c: two branches that ask one variable the same are not four paths. */
/* What the branch asks, true on the edge of class `taken`. False: nothing that is followed. */
bool premise_of_branch(const struct walk *w, u32 row, enum value_class taken, struct premise *out);
/* `if (f(x)) ... else if (!f(x)) ... else`: the branch is the second, and the last arm is never run: what the branch finds, CLASS_ANY of other branches. */
enum value_class premise_of_complement(const struct walk *w, u32 row);
/* Goes on where this is true: failures that it contradicts did not happen on this way, the others keep it. False: no path comes here. */
bool premise_assume(const struct walk *w, struct state *s, struct premise one);
void premise_forget(struct state *s, u32 cell); /* the cell is written */
/* Of cells that are parameters which hold what the call gave: their indices. */
struct premises premise_of_params(const struct walk *w, const struct premises *of);
/* At a call: what is given of the callee's parameters as of the cells handed over. False: a constant that the call gives, or what is given of the failure, contradicts it. */
bool premise_at_call(const struct walk *w, u32 row, const struct premises *of_callee, const struct premises *here, struct premises *out);

/* slot_name.c: what the name of an unseen call sounds like. O(length). */
bool name_has(struct str name, const char *const *parts, u32 n);
bool sounds_like_check(struct str name);   /* looks at errors: it may read the slot; it is never taken to abort */
bool sounds_like_code(struct str name);    /* of a variable: it is a code, and zero is success */
bool sounds_like_error(struct str name);
bool sounds_like_throw(struct str name);   /* makes an exception of a failure, and may go on where there is none */
bool sounds_like_end(struct str name);     /* its last word says that it ends the process */
bool sounds_like_runtime(struct str name); /* of a macro: may hold a launch check */
bool sounds_like_timing(struct str name);  /* of a macro: takes the time, or goes through what a thread has to do, and checks nothing by that */
bool sounds_like_log(struct str name);     /* output and text: it is told, and nobody acts on it */
bool sounds_harmless(struct str name);     /* gives something back or asks for something: does not use the runtime to compute */

/* slot_call.c: a CALL, LAUNCH or DESTROY. The state becomes that of the normal way; *thrown collects the exceptional
 * one. */
void call_transfer(struct walk *w, struct state *s, u32 row, struct state *thrown);

/* slot_model.c: a call of the models; a check macro that is given a code or a condition, or reads the slot itself. */
void model_transfer(struct walk *w, struct state *s, u32 row, const struct model_call *call);
void check_transfer(struct walk *w, struct state *s, u32 row, const struct model_check *check, struct state *thrown);

/* slot_unknown.c: a call of which no more than the name is known; the other: what it may leave behind where it throws. */
void unknown_transfer(struct walk *w, struct state *s, u32 row);
void unknown_throws(struct walk *w, const struct state *s, u32 row, struct state *thrown);
/* A failure that was found, and then a call that may never return: what comes next tells (slot_walk.c's step). One that the good
 * path makes as well does return. */
bool is_told_by_throw(const struct walk *w, u32 row); /* the program's own function, of a name that speaks of failing, out of which an exception comes, or by the name of what it calls does. O(rows of it). */
void may_end(const struct walk *w, struct state *s, u32 row);
/* Something that can't be seen looks at what is in the slot, or may. */
void be_read(struct walk *w, struct state *s, u32 row);
/* Between the two rows nothing unseen is called and nothing is launched. */
bool call_is_right_before(const struct walk *w, u32 call, u32 row);

/* slot_end.c: by the tables, by the program's declarations, by the level of a log. */
bool call_never_returns(const struct walk *w, u32 row);

/* slot_given.c: what a call is given. O(arguments), for those that take no fact O(arguments * facts). */
/* Sets the bits of each fact whose code, or a part of what holds it, the call is given. */
void escape_args(struct walk *w, struct state *s, u32 row, u16 bits);
/* The fact's code; with `as_condition` a value that is false after the failure. */
bool is_given_code(const struct walk *w, const struct fact *f, u32 row, bool as_condition);
/* Code of ours is handed over: the call judges that, whatever else is in the slot. */
bool is_given_any_code(const struct walk *w, const struct state *s, u32 row);
bool is_given_lambda(const struct walk *w, u32 row);
/* ok || not ready: false means failed, though true tells nothing. */
bool is_false_on_failure(const struct relation *r);

/* slot_produce.c: a call of the runtime, or a launch, may fail here. */
void call_produces(struct walk *w, struct state *s, u32 row, const struct model_call *call);
void launch_produces(struct walk *w, struct state *s, u32 row);
/* A call that latches gives its code to a cell: if it fails, the code takes the place of what is in the slot. Told of what has been decided,
 * or was there on entry: of the others the code still matters. */
void call_replaces(struct state *s, u32 code);
/* The call runs again while an earlier failure of it is still in the slot: that one lives on under a number of its own, for
 * which no variable holds the code any more. */
void keep_older(struct walk *w, struct state *s, u32 row, u32 producer);
/* A row may be several producers; `which` tells them apart. */
enum { WHICH_CALL = 0, WHICH_OLD = 1, WHICH_WRAPPER = 2, WHICH_EXPORT = 16 };
u32 origin_of(struct walk *w, u32 row, u32 which); /* the producer number, made at first use; NONE past FACTS of them */
struct origin *origin_at(struct walk *w, u32 producer); /* NULL for ENTRY and parameters */
/* A launch whose code a callee has read from the slot and returned. */
static inline bool is_handed_on(const struct origin *o) { return o->producer.is_launch && o->producer.depth && !o->is_import; }
struct site site_of(const struct walk *w, u32 row);

/* slot_read.c */
void read_transfer(struct walk *w, struct state *s, u32 row, enum read_kind kind);
/* A call of a helper that reads the slot: a launch check if a launch came before. */
void read_through(struct walk *w, struct state *s, u32 row);
void read_drain(const struct walk *w, struct state *s, u32 dst); /* the slot becomes empty; dst (or NONE) takes what was in it */
void meet_runtime(struct walk *w, struct state *s, u32 row);
/* A check after a launch can read this producer's failure. */
void meet_check(struct walk *w, struct origin *o, const struct fact *f, struct site check);

/* slot_apply.c: what one of the row's callees, which has a summary, does to the state. */
void summary_apply(struct walk *w, struct state *s, u32 row, u32 which, struct state *thrown);

/* slot_walk.c: the fixpoint of one body, with WALK_RECORD the recording pass after it. The arena is the walk's until its summary is
 * made. A parameter with a constant default has that value, since most calls leave it out; with WALK_EXPLICIT, for those calls
 * that give another one, it may have any. */
enum walk_mode { WALK_SUMMARY, WALK_EXPLICIT, WALK_TRUE, WALK_FALSE, WALK_RECORD };
void walk_run(struct walk *w, struct slot_program *all, struct arena *a, const struct body *body, enum walk_mode mode);
void walk_go(struct walk *w, const struct state *s, u32 row); /* the state comes to the row; nothing for NONE */
/* slot_branch.c: both edges of a BRANCH, as far as they are open. */
void walk_branch(struct walk *w, const struct state *s, u32 row);
void note_looked_at(struct walk *w, const struct fact *f); /* a branch asks for its code */
enum value_class default_class(const struct program *p, fn_id fn, u32 param); /* of its constant default; CLASS_ANY if it has none */

/* slot_answer.c: how this body answers a failure, from its relation to the value returned (NULL: none). */
bool is_status_type(struct str type); /* a type made to carry failures */
enum answer answer_of(const struct walk *w, const struct relation *result);
/* The same of one failure, of which the body's end has the bits: a status that says success on some path, or nothing of it, since it was made before or is another
 * call's, is no answer. O(rows behind it). */
enum answer answer_for(const struct walk *w, const struct origin *o, u16 bits, const struct relation *result);

/* slot_summary.c: the summary of a walked body; true if it differs from the one known. */
bool summary_update(struct walk *w, struct summary *known);
/* slot_path.c: what the rows after a point lead to, without states. */
enum fate value_fate(const struct walk *w, u32 row);
bool runs_on(const struct walk *w, u32 from);     /* the runtime is used or the slot cleared on some path before the function's end */
bool answers_failure(const struct walk *w, u32 row); /* behind it a failure is answered at once: false, null, another code than success, or an exception */
bool is_used_behind(const struct walk *w, u32 row); /* the runtime, or what nobody knows, comes after the row on some path */
bool launches_next(const struct walk *w, u32 row); /* the next use of the runtime after a row is a launch */
bool is_only_call(const struct walk *w, u32 row);  /* the function, macro or lambda it is written in makes no other call */
/* The branch on what `row` computes, and where it goes if that is true, or false. NONE if there is none. */
u32 branch_edge(const struct walk *w, u32 row, bool if_true);
/* The handler to which an exception out of the call goes, in this body; NONE if there is none. */
u32 handler_of(const struct body *b, u32 call);
bool path_ends(const struct walk *w, u32 row); /* nothing comes after the row: an exception, or a call that does not return */

/* slot_asked.c: on every way from the row the slot is read, by itself or by a function that reads it wherever it works; a loop whose every turn asks has one turn at
 * least. For a code: before anything is launched. O(rows) a loop that is met. */
enum asked_for { ASKED_FOR_LAUNCH, ASKED_FOR_CODE };
bool is_asked_behind(struct walk *w, u32 row, enum asked_for what);
/* Of the walked body. O(rows) */
enum asks asks_of(struct walk *w);
bool does_more_than_check(const struct walk *w);

/* slot_again.c: the row waits, and the next call of the runtime, whose code is looked at, tells of the same. O(a few rows). */
bool is_told_again(const struct walk *w, u32 wait);

/* slot_python.c: changes a body of Python so that the walk can read it: rows that call the runtime, cells that hold its codes, arguments by parameter. O(rows + cells). */
void python_prepare(struct program *p, struct arena *a, struct body *b);
bool is_python_log(struct str name); /* of a method: logging's */
/* slot_merge.c: one survivor a site. */
void slot_merge(struct arena *a, struct slot_flow *out);

/* slot_told.c: code_loss.is_read_by_callers, when all bodies are recorded. O(rows of all bodies), and at most a few rows behind each call. */
void slot_told(struct slot_program *all);

/* slot_lost.c: the row's value goes to a variable that nobody looks at before it gets another one. O(rows). */
bool is_value_lost(const struct walk *w, u32 row);

/* slot_unheard.c: answers of functions that empty the slot, thrown away. Of finished summaries and bodies. O(rows). */
void slot_unheard(struct slot_program *all);

/* slot_cleanup.c: code_loss.in_cleanup of helpers that nothing but clean-up calls, when all bodies are recorded. O(functions and calls). */
bool is_cleanup(const struct program *p, fn_id fn); /* a destructor, also __del__ and __dealloc__, or noexcept without a status to return: nobody to tell */
void slot_cleanup(struct slot_program *all);
/* slot_thread.c: survivor.is_unread_thread, likewise. */
void slot_thread(struct slot_program *all);
/* slot_readers.c: survivor.is_unread_program, likewise. O(files + calls) for each file that a survivor's root stands in. */
void slot_readers(struct slot_program *all);
/* These check their own launches, or those of their users: of what the includes of the file name. */
bool file_brings_reader(const struct program *p, u32 file);

/* slot_record.c: what the rules will read. */
void record_sticky(struct walk *w, const struct fact *f, u32 constant, bool is_equal);
void walk_record(struct walk *w);
/* slot_loss.c: that the producer's code is thrown away, overwritten or never looked at, if so. `end`: its fact where the function returns, or NULL. O(rows). */
void record_loss(struct walk *w, const struct origin *o, const struct fact *end);

#endif
