/* Models: what is known of calls whose code can't be seen. Data, not code: the tables in rules/models/ (compiled
 * in as text) and the user's own rows in the same form. Cells are separated by tabs, `#` begins a comment line, and
 * a line whose first cell is `name` names the columns.
 *
 * runtime.tsv  name returns latches role design evidence
 *     returns  error (a runtime code), driver (CUresult), status (cuBLAS, NCCL, ...), value, void
 *     latches  yes | no: whether a failure enters the runtime's last-error slot; drains: the call reads and clears
 *              the slot itself, so nothing of its own stays and what it met there is taken for its own failure; empties: a
 *              failure enters it, and a success empties it of what was there before
 *     role     plain drain peek text launch sync query cleanup alloc copy setup graph capture version; device: asks which
 *              device is current, and fails only where none can be used
 *     design   empty, or why failing is an expected answer ("an update refused because the topology changed"): such
 *              calls are probes, and leaving their refusal latched ranks worst. A `!` before it: an answer of normal
 *              use on any device (already enabled, topology changed), so throwing it away leaves it latched as well
 * checks.tsv   name reads fails drains evidence  : check macros and functions of the field
 *     reads    code (an argument is an error code), condition (an argument is true on success), slot (reads the
 *              last-error slot itself), nothing
 *     fails    abort throw return log nothing: what happens on failure
 *     drains   yes | no: whether the slot is clean after a failure that it saw
 * noreturn.tsv name evidence  : functions and macros that never return
 *
 * Names. A row's name matches a written name that ends in it at a `::`, so `DeviceScan::*` (every member of the
 * class) is met by `cub::DeviceScan::ExclusiveSum`, and `cudaMalloc` by `::cudaMalloc`. A name in noreturn.tsv is
 * met only whole or below `std::`: A::exit is somebody's own (and so is a.exit(): ask for no member calls). A name that ends in a plain `*` is a
 * prefix of the last component and ends a word there: `cu*` is met by `cuInit`, not by `cudaFree`, `cu_count` or the type
 * `cuThing_t` (`curand_*` by any).
 * The longest match wins: the whole name, then its class, then shorter endings, then prefixes. A row of the user's
 * replaces the built-in one of that name. */
#ifndef CAPLINT_MODELS_H
#define CAPLINT_MODELS_H

#include "base/text.h"

enum model_returns { RETURNS_VOID, RETURNS_VALUE, RETURNS_ERROR, RETURNS_DRIVER, RETURNS_STATUS };
enum model_role {
	ROLE_PLAIN, ROLE_DRAIN, ROLE_PEEK, ROLE_TEXT, ROLE_LAUNCH, ROLE_SYNC, ROLE_QUERY, ROLE_CLEANUP, ROLE_ALLOC,
	ROLE_COPY, ROLE_SETUP, ROLE_GRAPH, ROLE_CAPTURE, ROLE_VERSION, ROLE_DEVICE, ROLES
};

struct model_call {
	struct str name;
	u8 returns; /* enum model_returns */
	u8 role;    /* enum model_role */
	bool latches;
	bool drains; /* reads and clears the slot itself; only with !latches */
	bool empties; /* whatever was in the slot before is gone after it, told to nobody */
	bool is_hip;
	bool is_routine;   /* `design` is an answer of normal use, on any device: it begins with `!` in the table */
	struct str design; /* empty unless failing is an expected answer */
	struct str evidence;
};

enum check_reads { READS_NOTHING, READS_CODE, READS_CONDITION, READS_SLOT };
enum check_fails { FAILS_NOTHING, FAILS_ABORT, FAILS_THROW, FAILS_RETURN, FAILS_LOG };

struct model_check {
	struct str name;
	u8 reads; /* enum check_reads */
	u8 fails; /* enum check_fails */
	bool drains;
	struct str evidence;
};

/* One table's look-up: names to rows, and the prefixes among them. */
struct model_prefix {
	struct str text; /* without the `*` */
	u32 row;
};
struct model_names {
	struct idmap rows; /* name id -> row */
	VEC(struct model_prefix) prefixes;
};

struct models {
	struct arena *arena;
	struct intern names;
	struct model_names calls, checks, noreturns;
	VEC(struct model_call) call_rows;
	VEC(struct model_check) check_rows;
	VEC(struct str) noreturn_rows;
};

/* Reads the built-in tables. A bad built-in table is a bug(). */
void models_load(struct models *m, struct arena *a);
/* Adds rows from text in the form of one table ("runtime", "checks", "noreturn"); the text is copied. False with line,
 * column and reason; the rows before the bad line stay. */
MUST_USE bool models_add(struct models *m, const char *table, struct str text, struct strbuf *err);

/* Looks a name up as written in the source; see above. NULL if unknown. O(parts of the name + prefixes). */
const struct model_call *models_call(const struct models *m, struct str name);
const struct model_check *models_check(const struct models *m, struct str name);
bool models_noreturn(const struct models *m, struct str name);
/* The row names a family of calls (`cu*`) and not one: a function of the program with such a name is its own. */
bool models_is_family(const struct model_call *call);
/* The built-in tables' version: a hash of their bytes, for --version and cache keys. */
u64 models_version(void);

#endif
