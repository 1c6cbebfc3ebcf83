/* The text of a comment as a suppression. For this module. */
#ifndef CAPLINT_COMMENT_H
#define CAPLINT_COMMENT_H

#include "index/outline.h"
#include "triage/filter.h"

struct allow_rule {
	u32 rule;
	bool is_used;
};

/* One suppression as written. With a fault it holds for nothing. */
struct allow {
	u32 begin, end;   /* of the suppression's text, in bytes of the file */
	u32 line;         /* that it speaks of; 0: no code follows */
	bool is_file;     /* of the whole file */
	bool is_nolint;   /* meant for other linters as well: told of only where it meets a finding of ours */
	VEC(struct allow_rule) rules;
	struct str reason;      /* borrowed from the file's bytes */
	const char *fault;      /* what is wrong with it, a sentence; or NULL */
	VEC(const char *) unknown; /* names that are no rules, each a sentence */
};
struct allows {
	VEC(struct allow) list;
};

/* Adds what the comment says to *out; a comment that is about something else adds nothing. */
void comment_read(struct arena *a, const struct rule_filter *filter, struct str bytes, const struct outline_comment *comment,
                  struct allows *out);

#endif
