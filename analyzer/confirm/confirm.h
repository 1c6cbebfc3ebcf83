/* From findings to verdicts of a device. A case is one program of a rule with the parameters of a finding: findings that
 * agree in both share one. The programs (rules/NAME/confirm.cu and confirm.py, and the files in this folder that they share) are
 * embedded, so that an installed caplint can build and run them or write them into a bundle.
 *
 * A verdict is the program's own, and names the device that it was seen on. What the program can't express stays without
 * one: no other case stands in for it. Everything lives in the set's arena. */
#ifndef CAPLINT_CONFIRM_H
#define CAPLINT_CONFIRM_H

#include "confirm/json_tree.h"

enum confirm_state {
	CONFIRM_OPEN,
	CONFIRM_YES,            /* the hazard was seen, and not in the twin */
	CONFIRM_NO,             /* it ran, and was not seen */
	CONFIRM_NOT_RUN,        /* built, but there is no device, or none of the kind that it needs */
	CONFIRM_NOT_BUILT,      /* there is no compiler for its kind of device, or no Python */
	CONFIRM_NOT_EXPRESSIBLE,
	CONFIRM_BROKEN          /* it could not be built, or could not do its job */
};

enum { CONFIRM_CALL, CONFIRM_FORM, CONFIRM_CODE, CONFIRM_MODE, CONFIRM_STREAM, CONFIRM_SIZE, CONFIRM_PARAMETERS };
extern const char *const confirm_parameter_names[CONFIRM_PARAMETERS];

struct confirm_source;

struct confirm_case {
	struct str rule;
	const struct confirm_source *program; /* NULL: no program of the rule makes it happen */
	struct str values[CONFIRM_PARAMETERS]; /* empty: the program's default, or no such parameter */
	bool is_hip;
	enum confirm_state state;
	struct str reason; /* why there is no verdict */
	struct str device, capability, driver, runtime, toolkit, expected, got, twin; /* of a verdict */
};

struct confirm_set {
	struct arena *arena;
	VEC(struct confirm_case *) cases;
};

/* case.c: the case of a finding; runtime ("hip", or empty) and values[] as in the finding, empty where it has none. */
struct confirm_case *confirm_want(struct confirm_set *set, struct str rule, struct str runtime, const struct str *values);
/* The programs with their defaults: of one rule, or of all if it is NULL. False if the rule has none. */
bool confirm_want_programs(struct confirm_set *set, const char *rule);
/* What a program printed, or a line of results. False, with the reason, if it is not a result of this case. */
MUST_USE bool confirm_take(struct confirm_set *set, struct confirm_case *c, const struct json_value *result, struct strbuf *err);
bool confirm_is_asked(const struct confirm_case *c, const struct json_value *result); /* rule and parameters agree */
void confirm_settle(struct confirm_case *c, enum confirm_state state, const char *reason);

/* build.c: builds with nvcc (HIP: hipcc) or takes Python, and runs what is open. False if nvcc is needed and not there. */
MUST_USE bool confirm_run(struct confirm_set *set, const char *cuda_path, struct strbuf *err);

/* bundle.c: a folder, new or empty, that builds and runs elsewhere with nvcc alone; programs of PyTorch with that. */
MUST_USE bool confirm_emit(const struct confirm_set *set, const char *folder, struct strbuf *err);
/* The manifest of a bundle: a function of the cases and of the embedded sources. */
const char *confirm_manifest(struct arena *a, const struct confirm_set *set);

/* import.c: RESULTS.jsonl, beside the bundle's manifest.json. False if either was changed, or belongs to other sources.
 * With takes_all the set becomes what the manifest lists. */
MUST_USE bool confirm_import(struct confirm_set *set, const char *results, bool takes_all, struct strbuf *err);

/* sarif_in.c: the findings of a SARIF file, to which verdicts are added. */
struct confirm_sarif {
	struct json_value *root;
	VEC(struct confirm_finding { struct json_value *result; struct confirm_case *asked; }) findings;
};
/* `rule`, if not NULL, is the only one that is asked for. */
MUST_USE bool confirm_sarif_read(struct confirm_set *set, const char *path, const char *rule, struct confirm_sarif *sarif, struct strbuf *err);
void confirm_sarif_write(const struct confirm_set *set, struct confirm_sarif *sarif, FILE *out);
/* A line a finding: place, rule, verdict. */
void confirm_sarif_list(const struct confirm_set *set, const struct confirm_sarif *sarif, FILE *out);

/* import.c: a file's bytes in the arena; false with the reason. */
MUST_USE bool confirm_read_file(struct arena *a, const char *path, struct str *text, struct strbuf *err);

/* verdict.c: for people and for reports. */
const char *confirm_verdict(const struct confirm_case *c);
const char *confirm_sentence(struct arena *a, const struct confirm_case *c); /* the verdict with its device */
const char *confirm_not_run_targets(struct arena *a, const struct confirm_case *c); /* "built for sm_120 and sm_121, not run" */
void confirm_table(const struct confirm_set *set, FILE *out);
/* 0; 1 if something was not reproduced; 2 if something could not be built or broke. */
int confirm_status(const struct confirm_set *set);
/* Calls `put` for each property that a report shows of the case. */
void confirm_properties(struct arena *a, const struct confirm_case *c, void (*put)(void *to, const char *key, struct str value), void *to);

#endif
