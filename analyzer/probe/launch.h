/* `caplint probe` is a Python program (caplint_probe/ in this folder): this hands over to it. */
#ifndef CAPLINT_LAUNCH_H
#define CAPLINT_LAUNCH_H

#include "base/text.h"

/* The Python that a user's PyTorch is in: $CAPLINT_PYTHON, else the one beside caplint (a virtual environment's), else "python3", which
 * the PATH may or may not have. */
const char *probe_python(struct arena *a);
/* Replaces this process. `arguments` end with NULL. Comes back only if no Python could be started, with the reason. */
void probe_launch(char *const *arguments, struct strbuf *err);

#endif
