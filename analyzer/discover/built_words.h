/* The words of a build list that may name files. For built.c. */
#ifndef CAPLINT_BUILT_WORDS_H
#define CAPLINT_BUILT_WORDS_H

#include "base/text.h"

/* In a word: what a variable stands for, ${name}; and a folder that the build itself fills, ${GEN_DIR}. */
enum { WORD_VARIABLE = 1, WORD_MADE = 2, WORD_MAX = 256 };

typedef void built_word(void *with, struct str word);
/* Each run of characters that a path may hold, comments aside: "src/a.cu", "*.cu", "\1.cu". Longer ones are cut. O(length). */
void built_words(struct str text, built_word *take, void *with);

#endif
