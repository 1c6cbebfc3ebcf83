/* The working parts of the capture stage: private to capture/. */
#ifndef CAPLINT_CAPTURE_LOCAL_H
#define CAPLINT_CAPTURE_LOCAL_H

#include "capture/attribute.h"
#include "capture/capture.h"

/* guard.c: what a row computes about captures. */
enum guard {
	GUARD_NONE, GUARD_TRUE_IF_CAPTURING, GUARD_FALSE_IF_CAPTURING,
	GUARD_EAGER_IF_TRUE, GUARD_EAGER_IF_FALSE, /* the question has failed, or there is no stream: nobody captures; else nothing is known */
};
/* The condition that a BRANCH or ASSERT row decides on, or the call of a check macro. O(rows that write it). */
enum guard guard_of(const struct capture *c, const struct body *b, u32 row);
/* stream_guard.c: a branch that asks for the only stream of a function: the legacy one, or none, is captured by nobody. O(1). */
enum guard guard_of_stream(const struct capture *c, const struct body *b, u32 branch);
/* A switch that says that an object or a call is to be captured: capturable, is_cg_capturable. */
bool is_capture_switch(struct str name);
/* A name of what is recorded into a graph: metadata_in_graph. */
bool sounds_recorded(struct str name);

/* state.c: the states of all rows of a body, from the state on entry. `opens` and `closes` tell of each row what it does to the
 * capture; NULL: nothing does. O(rows). */
u8 *row_states(const struct capture *c, const struct body *b, u8 entry, const u8 *effects);

/* What a call of a function does to the capture of its caller. */
enum { CALL_OPENS = 1, CALL_CLOSES = 2, CALL_SPANS = 4 /* as the context expression of a `with` */,
       CALL_RESUMES = 8 /* ends it, and begins another one: what runs between is not captured */,
       CALL_OPENS_MAYBE = 16 /* with CALL_OPENS: or not, by a switch of its own */, CALL_CLOSES_MAYBE = 32 };

/* name.c: the name under which the tables know what a row calls: as written in C++, whole and dotted in Python. */
struct str call_name(const struct capture *c, const struct body *b, u32 row);
/* A row as written that may begin, end or hold a capture. Cheap, an upper bound. */
bool may_open(const struct capture *c, fn_id fn, const struct row *row);

/* template.c: a null constant is all that the cell can be. */
bool value_is_zero(struct values *v, u32 row, u32 cell);
/* A call of CUB without temporary storage: it computes a size and enqueues nothing. */
bool asks_for_size(const struct capture *c, struct values *v, u32 row);
/* The name of a policy of Thrust that runs on the device. */
bool is_thrust_device(struct str policy);
/* An algorithm of Thrust that runs on the device waits for it at its end: policies but par_nosync make it, and a result that the host gets. */
bool thrust_waits(const struct capture *c, struct values *v, u32 row, const struct capture_api *algorithm);

/* tensor_class.c: the tensor class that a type of C++ names, with its namespaces as far as they are written; empty if it names none. */
struct str tensor_class(struct str type);
/* The names of the classes that the program defines in its C++, aliases too; in the arena. O(fields + functions). */
struct intern own_classes(const struct program *p, struct arena *a);
/* A type that a file uses is one of these, or of a header that is not parsed in a file that speaks of no framework. O(names of the file). */
bool is_own_class(const struct program *p, const struct intern *own, u32 file, struct str type);

/* attribute.c: the index of writes. */
struct attributes *attributes_new(struct arena *a);

/* once.c: what it has found out of bodies. */
struct onces *onces_new(struct arena *a, u32 functions);

/* shape.c: the fields that are set where something is captured. */
struct captured_fields *captured_fields_new(struct arena *a);

/* lifetime.c: what it has found out of functions. */
struct lifetimes *lifetimes_new(struct arena *a, u32 functions);

/* What a call gives for a parameter of one of its targets, as a cell of the caller's body; NONE if it gives nothing. */
u32 call_argument(const struct capture *c, const struct body *b, u32 row, fn_id target, u32 param);

/* region.c: captures that stand in the code. */
void regions_in_code(struct capture *c);
/* effect.c: the call that made what a `with` enters or leaves; NONE if it was made elsewhere. */
u32 context_row(const struct capture *c, const struct body *b, u32 row);
/* The row of regions.tsv of that kind that speaks of what a row calls, or NULL. */
const struct region_api *region_at(const struct capture *c, const struct body *b, u32 row, enum region_kind kind);
/* What is written for an argument, if that is a name or a literal; else empty. */
struct str region_text(const struct capture *c, const struct body *b, u32 row, struct model_arg which);
/* What the functions that the row may call do to its capture: CALL_OPENS and so on, all of them together. O(functions that it may call). */
u8 call_effects(const struct capture *c, const struct body_row *r);
/* The variable holds what a call that opens has given: a guard, which closes when it dies. `depth`: 0 at first. */
bool holds_guard(const struct body *b, const u8 *effects, u32 cell, u32 depth);
/* claim.c: functions that say that they can be captured. */
void regions_claimed(struct capture *c);
/* entry.c: functions that the user's configuration names; functions of a library that its users may capture. */
void regions_named(struct capture *c);
void regions_of_profile(struct capture *c);
/* graph.replay() stands in it: whoever replays is not captured. O(rows). */
bool replays_graph(const struct fn *fn);
/* hazard.c: an empty store of what hazard_at finds. */
struct hazards *hazards_begin(const struct capture *c);

#endif
