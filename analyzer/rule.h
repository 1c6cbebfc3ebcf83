/* All that a rule may include. A rule is a folder rules/<name>/ with rule.md (front matter and page), rule.c and
 * cases/. rule.c holds one function
 *
 *     void rule_<name with _>(struct rule_run *run);
 *
 * that loops over one table, says in a ladder of early `continue`s what it does not report and why, and then calls
 * report(). A rule with several forms has a file for each beside it, and a header of its own. The registry (rule_table) is generated from the folders. */
#ifndef CAPLINT_RULE_H
#define CAPLINT_RULE_H

#include "capture/address.h"
#include "capture/attribute.h"
#include "capture/below.h"
#include "capture/blocking.h"
#include "capture/clock.h"
#include "capture/contents.h"
#include "capture/fork.h"
#include "capture/habit.h"
#include "capture/hazard.h"
#include "capture/host_counter.h"
#include "capture/host_part.h"
#include "capture/intrude.h"
#include "capture/kept_count.h"
#include "capture/late.h"
#include "capture/lone.h"
#include "capture/layer.h"
#include "capture/legacy.h"
#include "capture/number.h"
#include "capture/shape.h"
#include "capture/slice.h"
#include "capture/lifetime.h"
#include "capture/outlive.h"
#include "capture/prepared.h"
#include "capture/reload.h"
#include "capture/replayed.h"
#include "capture/swap.h"
#include "capture/tensor.h"
#include "capture/turn.h"
#include "capture/unfit.h"
#include "capture/words.h"
#include "capture/workspace.h"
#include "finding/registry.h"
#include "flow/slot.h"
#include "graph/debug.h"
#include "graph/dominate.h"
#include "graph/failing.h"
#include "graph/paths.h"
#include "graph/python.h"
#include "graph/unused.h"
#include "graph/values.h"

struct rule_run {
	struct program *program;
	const struct slot_flow *slot;
	const struct capture *capture;
	struct findings *findings;
	const bool *shows;  /* by fn_id: a finding at one of the function's rows may be printed. A rule that reports where it looks skips the others;
	                     * so five files that are given cost what they hold, not what the program does */
	bool is_hip_legacy; /* --hip-semantics legacy */
	u32 rule; /* this rule's index in rule_table */
};

/* The registry; its rows are described in finding/registry.h. */
extern const struct rule rule_table[];
extern const u32 rule_count;

bool rule_is_python(const struct rule_run *run, fn_id fn);
/* What `shows` says, in the arena. A body holds rows of the macros and lambdas that it uses, which may stand in other files. O(functions and uses). */
bool *rule_shown(struct arena *a, const struct program *p, const struct capture *c);
/* The row reads the cell, or a part of it: as an operand, an argument, or the object of a call. */
bool rule_reads(const struct body *b, u32 row, u32 cell);
/* One more question about paths of a body can be afforded, after `asked` of them (graph/paths.h). If not, the run says so once. */
bool rule_affords(const struct rule_run *run, const struct body *b, u32 asked);
/* The region is a capture in the code, and the first region of its function: so that a rule looks at a function once. O(regions). */
bool rule_is_first_capture(const struct rule_run *run, u32 region);
/* Where a site is shown: the use, if it is inside a macro. The other one is where it is written. */
struct span rule_span(const struct rule_run *run, const struct site *site);
struct site rule_written(const struct site *site);
/* A function with more than CROWD sites of one kind is told once, at its first: nobody reads ten remarks of one kind on one
 * function. For each site: 1 it stands for itself; more, it is the first of so many; 0, another one stands for it (and it
 * becomes a note). O(n). */
enum { CROWD = 3 };
u32 *rule_crowds(const struct rule_run *run, const struct site *sites, u32 n);
/* Findings of one function: the first CROWD of them are reported as they are graded, later ones as notes. Call it once for each,
 * in order; `seen` is zeroed, one entry a function. */
enum severity rule_thin(const struct rule_run *run, u32 *seen, const struct site *site, enum severity severity);
struct str rule_callee(const struct rule_run *run, const struct site *site); /* as written */
struct str rule_failing(const struct rule_run *run, const struct producer *p); /* the runtime call's name */
/* The check that found the failure is a macro that leaves its user with a value: the failure is told, and who is told decides. */
bool rule_hands_back(const struct rule_run *run, const struct survivor *v);
/* Asks a device for an attribute that every device and driver knows: it fails where nothing else works. */
bool rule_asks_known_attribute(const struct rule_run *run, const struct producer *p);
/* Asks for the properties of the device that it was told is the current one. O(rows before it). */
bool rule_asks_current_device(const struct rule_run *run, const struct producer *p);
/* Asks a device for one whose name holds one of these words. */
bool rule_asks_attribute(const struct rule_run *run, const struct producer *p, const char *const *names, u32 n);
/* The call goes back to the device that was there before, or to the one whose things are given back: it was good once, so only a context that is lost
 * for good refuses it. */
bool rule_goes_to_known_device(const struct rule_run *run, const struct producer *p);
/* Adds a finding at a site, with the enclosing function; `message` is copied. In a piece of code that was saved as a file, where statements stand outside of any function, and in a function
 * that nobody runs (graph/unused.h), it is a note; so it is in a file that no build takes, and says so. O(functions of the file). */
struct finding *rule_report(const struct rule_run *run, enum severity severity, const struct site *site, const char *message);
/* Of the slot's sites: only a debugging build has it. O(rows of the body). */
bool rule_is_debug_only(const struct rule_run *run, const struct site *site);
void rule_step(const struct rule_run *run, struct finding *f, const struct site *site, const char *text); /* none if site->row is NULL */
/* The first steps of every path: where the call fails, and where its code arrives. */
void rule_path(const struct rule_run *run, struct finding *f, const struct producer *p);
/* Under the semantics before ROCm 7.0: a HIP failure that later HIP calls, successes included, overwrite. */
bool rule_leans_on_reset(const struct rule_run *run, const struct survivor *v);
/* How a reached function comes to run in a capture, as steps: where the region is opened, then each call; and the capture's mode
 * as a parameter, if it is known. */
void rule_way(const struct rule_run *run, struct finding *f, u32 reached);
/* The same in a clause for the message: "captured by 'f' (2 calls up)", "in a function that takes a stream". */
const char *rule_capture(const struct rule_run *run, u32 reached);
/* A row of a reached function does (`what`: "waits", "allocates") what a capture refuses: the sentence, and the way there. */
struct finding *rule_refused(const struct rule_run *run, enum severity severity, u32 reached, u32 row, const struct hazard *h, const char *what);
/* The launch checks that a surviving failure can reach, as related places. */
void rule_victims(const struct rule_run *run, struct finding *f, const struct survivor *v);

#endif
