/* What may run inside a stream capture, over the whole program, and why caplint thinks so. The capture rules read the tables
 * here and ask graph/values.h where a value comes from; they look for no regions themselves.
 *
 * A *region* is code that is captured: the rows between a begin and an end (a `with` block in Python), or a whole function that
 * is handed to a capturing API, that claims to be safe in a capture, or that a library offers to callers who capture (the library
 * profile). From each region the calls are followed; every function met is *reached* once, from the strongest region and on the
 * shortest way, so a finding can show how its row comes to run in a capture.
 *
 * Each row of a reached body has a state: it may run while capturing, while not, or both. `if (capturing)` and its kin split the
 * states, so code for the other case is not looked at.
 *
 * Everything lives in the run's arena. Cost: O(rows of the reached bodies). */
#ifndef CAPLINT_CAPTURE_H
#define CAPLINT_CAPTURE_H

#include "flow/slot.h"
#include "graph/dominate.h"
#include "graph/link.h"
#include "graph/values.h"

/* How sure it is that the code is captured, surest first. */
enum grade {
	GRADE_CODE,    /* the capture stands in the program */
	GRADE_CLAIM,   /* a name or a docstring says that it may be captured */
	GRADE_PROFILE, /* a library's entry: whoever uses it may capture */
	GRADES,
};

struct capture_region {
	u8 grade;       /* enum grade */
	u8 mode;        /* enum capture_mode of models.h */
	bool is_open_ended; /* a guard that nobody sees die ends it: rows behind it may not be captured */
	bool is_weak;   /* of the library profile: little shows that its users could capture it */
	bool is_in_order; /* it takes a stream, and all its callers give it none or a blocking one of the program's own: with that the legacy stream is in order */
	bool is_beside; /* of the library profile: it replays a graph, or prepares what the next replay reads; so it runs on the host beside captures,
	                   where a wait breaks nothing and costs each step */
	bool is_asked;  /* of the library profile: it asks whether it is captured, or has a switch for that, so its users capture it */
	bool is_cut;    /* it is captured in pieces, with eager code between: by a compiler that cuts where something is refused
	                   (torch.compile), or by a manager that ends a capture and begins the next one */
	fn_id fn;       /* where it is opened, or the function that is captured as a whole */
	u32 row;        /* body row that opens it; NONE for whole functions */
	struct str why; /* "'torch.cuda.graph' captures here", "it takes a stream": a clause */
};

enum row_state {
	ROW_IS_EAGER = 1,    /* runs while nothing is captured */
	ROW_IS_CAPTURED = 2, /* runs while a capture is open */
};

/* A function that runs in a capture, wholly or in part. */
struct reached {
	fn_id fn;
	const struct body *body;
	const u8 *state;    /* by body row: enum row_state, 0 for rows that nothing reaches */
	u32 region;         /* index */
	u32 from, from_row; /* the reached function that calls it and the body row of that call; NONE: the region's own function */
	u32 depth;          /* calls between the region and it */
	bool by_name;       /* some call on the way was resolved by its name alone */
};

struct caller {
	fn_id fn;
	u32 row; /* of its body */
};

struct first_use {
	bool is_known, is_once;
	struct str held;
};

struct callers {
	VEC(struct caller) list; /* every resolved call */
	struct lists of;         /* fn_id -> index in list */
};

struct capture {
	struct program *program;
	struct arena *arena;
	const struct slot_flow *slot;
	struct body *own;             /* by fn_id: bodies made here; those of the slot flow come first */
	VEC(struct capture_region) regions;   /* by grade, file, place */
	VEC(struct reached) reached;  /* by grade, then breadth first */
	u32 *of;                      /* fn_id -> index in reached, NONE if it isn't */
	bool *has_main;               /* by file: a program of its own */
	bool captures_itself;         /* a capture stands in the program's C or C++, outside of tests: what it captures shows, and what a guess adds is a note */
	bool is_spoken_of;            /* some file of the program's own speaks of captures */
	bool is_expected;             /* somebody may have captures of the program's C and C++ in mind: it speaks of captures, or is written against a framework whose users capture */
	bool is_unlikely;             /* nobody has, as far as many files show */
	bool is_python_expected;      /* the same of its Python */
	bool captures_per_thread;     /* the stream that is captured is the per-thread one: the default stream of the build is that */
	VEC(const char *) unmet;      /* entry points of the user's that no function has the name of */
	/* private to capture/ */
	bool *is_candidate;           /* by fn_id: may open or close a capture */
	u8 *does;                     /* by fn_id: what a call of it does to the caller's capture */
	u8 *speaks;                   /* by file, once asked: some name in it speaks of captures (2), or none (1) */
	u8 *defaults;                 /* by file: see tensor.c */
	u8 *locks;                    /* by file, once asked: a function in it takes a lock (2), or none (1) */
	u8 *waits;                    /* by fn_id, once asked: a row of it waits for the device (2), or none (1) */
	u8 *exchanging;               /* by fn_id, once asked: a row of it exchanges the capture mode (2), or none (1) */
	VEC(fn_id) openers;           /* constructors that open one */
	struct idmap pieces;          /* file, class or function: begins the next piece of a capture that was cut */
	struct first_use *first_uses; /* by index in reached: is its call on the way a first use? */
	struct values *values;        /* by fn_id: made at first use */
	struct dominators *dominators, *normal_dominators; /* the same; exceptions are no edges in the second */
	struct onces *onces;
	struct captured_fields *captured_fields;
	struct attributes *attributes;
	struct ops **ops;             /* by fn_id: operations of Python found so far */
	struct callers *callers;      /* made at the first question */
	struct lifetimes *lifetimes;
	struct hazards *hazards;      /* found so far */
	u8 *refuses;                  /* by index in reached: unfit.c's answers */
	struct habits *habits;        /* made at the first question */
	struct layers *layers;        /* the same */
	struct first_captures *firsts; /* by fn_id, once asked: first_capture.h */
	u8 *streams_block;            /* one: blocking.c's answer */
};

void capture_run(struct program *p, struct arena *a, const struct slot_flow *slot, struct capture *out);

/* The body of a function, made at first use; n is 0 if it has none (device code, declared only). */
const struct body *capture_body(const struct capture *c, fn_id fn);

/* The definitions of a body's cells, made at first use. */
struct values *capture_values(const struct capture *c, const struct body *b);

/* What a branch asks about; VALUE_UNKNOWN if the row is none. */
struct value asked_value(const struct capture *c, const struct body *b, u32 branch);

/* What stands before each of a body's rows, made at first use; with `thrown` exceptions count as edges. */
const struct dominators *capture_dominators(const struct capture *c, const struct body *b, bool thrown);

/* The row may run in a capture of the function's caller, as far as questions about captures in the function itself decide. O(rows). */
bool capture_may_be_open(const struct capture *c, const struct body *b, u32 row);

/* What each row does to the capture that is open in its body; NULL if no row opens or closes one. In the run's arena. O(rows). */
enum effect { EFFECT_NONE, EFFECT_OPENS, EFFECT_CLOSES };
u8 *row_effects(const struct capture *c, const struct body *b);
/* Of each row: the begin of the body leads to it without closing a capture. One that opens and isn't led to so opens only where one was
 * closed before it: it goes on with its caller's. In the arena. O(rows). */
bool *rows_before_close(struct arena *a, const struct body *b, const u8 *effects);
/* The text of a function or lambda holds an end of a capture. O(rows). */
bool capture_text_closes(const struct capture *c, fn_id fn);
/* The calls that may run a function: how many, and their indices in callers->list from *first on. */
u32 capture_callers(const struct capture *c, fn_id fn, const u32 **first);

/* What a call of something outside the program is to a capture, by capture.tsv; NULL if the row is none, or nothing is known. */
static inline const struct capture_api *capture_api_of(const struct program *p, const struct body_row *r)
{
	return r->op == ROW_CALL && !r->callee.n ? models_capture(p->models, body_row_name(p, r)) : NULL;
}

/* The row runs while a capture is open, on some path. */
static inline bool capture_has(const struct reached *r, u32 row) { return r->state[row] & ROW_IS_CAPTURED; }

/* A capture stands in the program: regions are sorted, the surest first. */
static inline bool captures_in_code(const struct capture *c) { return c->regions.n && c->regions.at[0].grade == GRADE_CODE; }

/* The capture that the function is reached from stands in the program. */
static inline bool reached_is_code(const struct capture *c, const struct reached *r) { return c->regions.at[r->region].grade == GRADE_CODE; }
/* So it is, and the function is of the class, in the file, that the other one is of. */
static inline bool reached_is_of_class(const struct capture *c, const struct reached *r, fn_id of)
{
	const struct fn *a = &c->program->functions[r->fn], *b = &c->program->functions[of];
	return reached_is_code(c, r) && a->cls == b->cls && a->file == b->file;
}
/* A capture that stands in the code comes to the function. */
static inline bool capture_runs_in_code(const struct capture *c, fn_id fn) { return c->of[fn] != NONE && reached_is_code(c, &c->reached.at[c->of[fn]]); }

/* The row runs while a capture is open that stands in the program. */
static inline bool capture_has_in_code(const struct capture *c, const struct body *b, u32 row)
{
	const struct reached *r = c->of[b->fn] == NONE ? NULL : &c->reached.at[c->of[b->fn]];
	return r && reached_is_code(c, r) && capture_has(r, row);
}

/* That the function is captured is a guess (the library profile), and little shows for it, or the program is seen to capture other things, or its
 * many files nowhere speak of captures. */
static inline bool capture_is_doubtful(const struct capture *c, const struct reached *r)
{
	const struct capture_region *region = &c->regions.at[r->region];
	return region->grade == GRADE_PROFILE && (c->captures_itself || c->is_unlikely || region->is_weak);
}

/* A name of what makes, configures, checks or ends something: nobody captures that. */
bool sounds_like_life_cycle(struct str name);
/* Such a function stands on the way from the region to here. O(depth). */
bool capture_is_life_cycle(const struct capture *c, u32 reached);

/* How many regions of a grade, and functions reached, in files that are reported. O(regions + reached). */
struct coverage;
void capture_count(const struct capture *c, struct coverage *out);
/* The same regions and functions as reports take them (finding/captured.h), in the run's arena. O(regions + rows of what is reached). */
struct captured;
void capture_tell(const struct capture *c, struct captured *out);

/* Regions and reached functions with their way: `--dump=capture`. */
void capture_print(const struct capture *c, struct strbuf *out);

#endif
