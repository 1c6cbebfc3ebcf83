/* Models: what is known of calls whose code can't be seen. Data, not code: the tables in rules/models/ (compiled
 * in as text) and, later, the user's own rows in the same form.
 *
 * runtime.tsv  name returns latches role design evidence
 *     returns  error (a runtime code that the slot keeps), driver (CUresult), status (cuBLAS, NCCL, ...), value, void
 *     latches  yes | no: whether a failure enters the runtime's last-error slot
 *     role     plain drain peek text launch sync query cleanup alloc copy setup graph capture version
 *     design   empty, or why failing is an expected answer ("update refused", "peer access already enabled"): such
 *              calls are probes, and leaving their refusal latched ranks worst
 * checks.tsv   name reads fails drains evidence  : check macros and functions of the field
 *     reads    code (an argument is an error code), condition (an argument is true on success), slot (reads the
 *              last-error slot itself), nothing
 *     fails    abort throw return log nothing: what happens on failure
 *     drains   yes | no: whether the slot is clean after a failure that it saw
 *     A name that ends in * is a prefix. */
#ifndef CAPLINT_MODELS_H
#define CAPLINT_MODELS_H

#include "base/text.h"

enum model_returns { RETURNS_VOID, RETURNS_VALUE, RETURNS_ERROR, RETURNS_DRIVER, RETURNS_STATUS };
enum model_role {
	ROLE_PLAIN, ROLE_DRAIN, ROLE_PEEK, ROLE_TEXT, ROLE_LAUNCH, ROLE_SYNC, ROLE_QUERY, ROLE_CLEANUP, ROLE_ALLOC,
	ROLE_COPY, ROLE_SETUP, ROLE_GRAPH, ROLE_CAPTURE, ROLE_VERSION, ROLES
};

struct model_call {
	struct str name;
	u8 returns; /* enum model_returns */
	u8 role;    /* enum model_role */
	bool latches;
	bool is_hip;
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
	bool is_prefix;
	struct str evidence;
};

/* A function that never returns: abort, exit, std::terminate, ... (noreturn.tsv: name evidence). */

struct models {
	struct arena *arena;
	struct intern names;
	struct idmap calls, checks, noreturns; /* name id -> index */
	VEC(struct model_call) call_rows;
	VEC(struct model_check) check_rows;
	VEC(struct model_check) check_prefixes;
};

/* Reads the built-in tables. A bad built-in table is a bug(). */
void models_load(struct models *m, struct arena *a);
/* Adds rows from text in the form of one table ("runtime", "checks", "noreturn"). False with line and reason. */
MUST_USE bool models_add(struct models *m, const char *table, struct str text, struct strbuf *err);

/* By the last component of a name, or the full one (`cub::DeviceScan::InclusiveSum` is found as a whole, by its
 * class with `::*`, then as InclusiveSum). NULL if unknown. */
const struct model_call *models_call(const struct models *m, struct str name);
const struct model_check *models_check(const struct models *m, struct str name);
bool models_noreturn(const struct models *m, struct str name);
/* The built-in tables' version: a hash of their bytes, for --version and cache keys. */
u64 models_version(void);

#endif
