/* The ways in which legacy_uses() finds work on the legacy stream, one a file. Each adds to the list, which lives in the arena. */
#ifndef CAPLINT_LEGACY_LOCAL_H
#define CAPLINT_LEGACY_LOCAL_H

#include "capture/legacy.h"
#include "capture/local.h"

typedef VEC(struct legacy_use) use_list;
void legacy_add(struct arena *a, use_list *out, enum legacy_reason why, fn_id fn, u32 row);

/* legacy_habit.c: LEGACY_NEIGHBOUR, LEGACY_LIBRARY, LEGACY_OPERATOR. O(functions and their callers). */
void legacy_by_habit(const struct capture *c, struct arena *a, use_list *out);
/* legacy_beside.c: LEGACY_BESIDE. In set-up code too a kernel that goes past the function's stream is in order with nothing. O(rows), and ASKED times the rows of a
 * body that has such work. */
void legacy_beside(const struct capture *c, struct arena *a, use_list *out);
/* legacy_handle.c: LEGACY_HANDLE. A handle or plan works on the legacy stream until it is given another. O(rows). */
void legacy_handles(const struct capture *c, struct arena *a, use_list *out);
/* legacy_default.c: LEGACY_DEFAULT. O(rows of Python). */
void legacy_defaults(const struct capture *c, struct arena *a, use_list *out);

/* The files of all that are seen to call it are programs or tests. O(callers). */
bool legacy_is_of_programs(const struct capture *c, fn_id fn);
/* legacy_part.c: it stands in the top folder of a program with main, and no file there, nor one that includes any of them, names a stream: nobody can mean to capture it.
 * O(files, and the strings of those). */
bool legacy_is_of_streamless_program(const struct capture *c, fn_id fn);

#endif
