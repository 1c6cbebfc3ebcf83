/* `caplint probe` is a Python program (caplint_probe/ in this folder): this hands over to it. */
#ifndef CAPLINT_LAUNCH_H
#define CAPLINT_LAUNCH_H

#include "base/text.h"

/* Replaces this process. The Python is $CAPLINT_PYTHON, else the one beside caplint (a virtual environment's), else python3 on the
 * PATH. `arguments` end with NULL. Comes back only if no Python could be started, with the reason. */
void probe_launch(char *const *arguments, struct strbuf *err);

#endif
