/* The side streams of one reached function, and what its forms share; see rule.c. */
#ifndef CAPLINT_UNJOINED_BRANCH_H
#define CAPLINT_UNJOINED_BRANCH_H

#include "rule.h"

struct branch {
	struct rule_run *run;
	u32 reached;
	const struct reached *r;
	struct arena scratch;
	struct values values;
	struct fork_table table; /* of the captured rows */
	bool *is_main;           /* by stream: it may be the capturing one */
	bool *is_joined;         /* by stream: a main one waits for it, perhaps through others */
	bool is_code;
};

/* A member or global of that name is used elsewhere as well. O(rows of the program). */
bool branch_is_shared(const struct branch *b, u32 stream, enum fork_op_kind kind);
void branch_report(struct branch *b, const struct fork_op *op, const char *form, const char *message, const struct fork_op *use, const char *use_text);

/* Python: the stream is forked and used on every way through the function, and some way to its end takes no join. `fork` and `use` are its ops. O(rows). */
void branch_joins_on_one_arm(struct branch *b, u32 stream, const struct fork_op *fork, const struct fork_op *use);

#endif
