/* Whether anybody has captures of a program in mind, as far as its files show. */
#ifndef CAPLINT_EXPECTED_H
#define CAPLINT_EXPECTED_H

#include "capture/capture.h"

/* Sets is_spoken_of, is_expected, is_python_expected and is_unlikely; regions in code are known, and has_main. O(text of all units). */
void capture_expect(struct capture *c);

/* An application of C++ on a framework, all of which is here: main stands in it, nothing is bound to Python or registered, and nowhere is a stream made
 * or set, or a capture spoken of. The framework's current stream is the legacy one then. O(text of all units). */
bool capture_is_closed(const struct capture *c);

#endif
