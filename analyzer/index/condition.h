/* Conditions of the preprocessor, as far as they are known of host code: a few names are defined for devices alone. */
#ifndef CAPLINT_CONDITION_H
#define CAPLINT_CONDITION_H

#include "index/muted.h"

enum truth { TRUTH_UNKNOWN, TRUTH_NO, TRUTH_YES };

/* Of `#directive text`: if, ifdef, ifndef, elif, elifdef, elifndef, or else, whose text is nothing. The text may hold splices and
 * comments behind the condition. O(length). */
enum truth condition_on_host(struct str directive, struct str text);

/* The arms of one #if, taken one after the other. Begin with zero. */
struct condition_arms {
	bool has_yes;       /* an arm before was surely taken */
	bool is_debug_else; /* what remains when the arms before are not taken is a debugging build's: #ifdef NDEBUG ... #else */
};
/* Host code is surely compiled without the arm. */
bool condition_is_off(struct condition_arms *arms, struct str directive, struct str text);
/* Only a build for debugging takes the arm, by a name of the program's own (`#ifdef LIB_DEBUG`, `#if LIB_DEBUG > 1`), by the lack of NDEBUG, or by a switch that the file has
 * muted. O(length). */
bool condition_is_debug(struct condition_arms *arms, struct str directive, struct str text, const struct muted *muted);

#endif
