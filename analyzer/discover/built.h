/* Sources that no build takes: the lists of the build name their neighbours one by one, and them nowhere. Lists are read as plain text (CMake, Make, Meson, Bazel, setup.py,
 * project files, ...): a name in them counts, whatever it stands for. Where a list takes what a folder holds, nothing is known. For this module. */
#ifndef CAPLINT_BUILT_H
#define CAPLINT_BUILT_H

#include "discover/listing.h"

bool path_is_build_list(struct str path);
/* Sets is_unlisted of the files. Reads the lists below root, and where they leave a source out, the Python beside them, which may build it too. O(their bytes + files * patterns). */
void built_mark(struct arena *a, struct str root, const struct listing *listing, struct source *files, u32 n);

#endif
