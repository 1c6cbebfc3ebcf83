/* Findings and notices as bytes, for the next run of the same build: what the rules said, before it is graded. */
#ifndef CAPLINT_KEPT_H
#define CAPLINT_KEPT_H

#include "base/bytes.h"
#include "finding/finding.h"
#include "finding/notice.h"

/* Appends to `to`. O(findings and their texts), as all of these. What is taken is copied into the arena of the list. */
void findings_keep(struct strbuf *to, const struct findings *all);
/* Into an empty list. False if the bytes don't hold findings of that many rules and files. */
MUST_USE bool findings_take(struct bytes *from, u32 rule_count, u32 file_count, struct findings *all);
/* Every place that the findings speak of. */
void findings_move(struct findings *all, void (*move)(void *, struct span *), void *with);
/* Taken ones come behind those that are there. */
void notices_keep(struct strbuf *to, const struct notices *all);
MUST_USE bool notices_take(struct bytes *from, struct notices *all);

#endif
