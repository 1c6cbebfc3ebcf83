/* C and its kin that were saved as Markdown: the code in ``` fences, in a text of the same length in which all else is blank, so that lines and
 * offsets are the file's. A fence is a line that begins with ``` outside of comments, strings and preprocessor lines, where C knows no backtick;
 * other lines with a backtick there are prose, and go too. A fence with another language's name (bash, text) opens no code; one that
 * closes what was never opened ends code that began with the file. O(bytes); a text without a backtick costs a memchr. */
#ifndef CAPLINT_FENCE_H
#define CAPLINT_FENCE_H

#include "base/text.h"

/* NUL-terminated, in the arena; the text itself if nothing goes. */
struct str fence_text(struct arena *a, struct str bytes);

#endif
