/* What a named file without a telling suffix seems to be. For this module. */
#ifndef CAPLINT_SNIFF_H
#define CAPLINT_SNIFF_H

#include "discover/discover.h"

/* Looks at the first 64 KiB. LANG_NONE if it can't be read or nothing is typical. Keeps nothing. */
enum language language_by_content(const char *path);

#endif
