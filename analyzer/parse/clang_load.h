/* Finding and loading libclang. It stays loaded until the process ends: it keeps threads and signal handlers.
 *
 * Where it is looked for, in this order:
 *   $CAPLINT_LIBCLANG, and then nowhere else
 *   beside our own executable, where pip, pipx and pip --target put the wheel
 *   LLVM's own folders below /usr/lib, newest first, then version 19
 *   the dynamic linker's path, as libclang.so.1
 * A library older than 18 is refused and the search goes on; 18 to 21 recover less from missing headers. */
#ifndef CAPLINT_CLANG_LOAD_H
#define CAPLINT_CLANG_LOAD_H

#include "base/text.h"
#include "parse/clang_api.h"

enum { CLANG_OLDEST = 18, CLANG_FULL = 22 };

struct clang_library {
	char *path;         /* of the file that was loaded */
	char *version;      /* "22.1.8" */
	int major;
	char *resource_dir; /* its headers, where the library can't find them itself; else NULL */
};

/* One search; fills the table `clang` and *library. False with one line in `tried` for each place tried. */
MUST_USE bool clang_search(struct clang_library *library, struct strbuf *tried);

/* What a search would find at each of its places: path, size and time of each file that is there, a line each. Nothing is loaded, unless only the
 * dynamic linker knows where to look. */
void clang_places(struct strbuf *out);

/* Loads at the first call and gives the same answer ever after. NULL if there is no usable library; then err, which
 * may be NULL, gets the reason with every path tried. The result lives as long as the process. */
const struct clang_library *clang_load(struct strbuf *err);

#endif
