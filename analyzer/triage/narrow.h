/* --diff: of the findings those that a change has to do with. */
#ifndef CAPLINT_NARROW_H
#define CAPLINT_NARROW_H

#include "discover/changes.h"
#include "finding/finding.h"

/* Open findings stay open if their place, or a step of the path that leads there, is on a changed line; the others become
 * FINDING_UNCHANGED. `line` tells the line of a span's begin, as for allow_apply. */
void narrow_to_changes(const struct changes *c, const struct source *sources, u32 (*line)(void *from, struct span span), void *from,
                      struct findings *all);

#endif
