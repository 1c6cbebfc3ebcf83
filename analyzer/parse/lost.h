/* How much of a file's code no reading could make anything of: what lies in the grammar's ERROR nodes and in no statement, declaration or function that was
 * read nevertheless. Comments and blanks count nowhere, nor do preprocessor lines of C. */
#ifndef CAPLINT_LOST_H
#define CAPLINT_LOST_H

#include "parse/front.h"
#include "parse/syntax.h"

/* Notes what is in errors below the root. `place` gives the file's offset of one of the text parsed. O(nodes). */
void lost_note(struct arena *a, struct tree *tree, const struct syn *root, u32 node_count, u32 (*place)(const void *, u32), const void *with);
/* Of what was noted, what no function of `file` that was read without errors covers. O(bytes). */
struct lost_code lost_count(struct arena *a, const struct tree *noted, const struct node *file, struct str bytes, bool is_python);

#endif
