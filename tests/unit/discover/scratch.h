/* A folder and an arena for one test, which runs in it. */
#ifndef CAPLINT_TEST_SCRATCH_H
#define CAPLINT_TEST_SCRATCH_H

#include "base/text.h"

extern struct arena scratch;

void scratch_enter(void);
void scratch_leave(void);
void scratch_shell(const char *command);
/* Writes a file, with its folders, below the folder. */
void scratch_file(const char *path, const char *text);
/* The folder (""), or a path below it, absolute and without links. */
const char *scratch_path(const char *path);

#endif
