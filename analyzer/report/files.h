/* The text of source files, read when a report needs it. Some 64 MiB are held at most; a file that can't be read any
 * more reads as empty and leaves a notice. */
#ifndef CAPLINT_FILES_H
#define CAPLINT_FILES_H

#include "discover/discover.h"
#include "finding/finding.h"

struct file_text {
	struct str bytes;
	u32 *line_begins; /* offset of each line; line_begins[0] == 0 */
	u32 line_count;   /* at least 1 */
	bool is_loaded, is_missing;
	struct arena arena;
	struct unit_count *unit_counts; /* UTF-16 units so far, every few hundred bytes: a line may have megabytes */
};

struct files {
	struct str root;
	const struct source *sources;
	u32 count;
	u64 max_bytes; /* of one file */
	struct notices *notices;
	struct file_text *at; /* by file; from the heap */
	u64 held;
};

void files_init(struct files *files, struct str root, const struct source *sources, u32 count, u64 max_bytes,
                struct notices *notices);
void files_release(struct files *files);

/* Borrowed until the next call. */
const struct file_text *files_text(struct files *files, u32 file);
/* The same as a callback for grading: `from` is a struct files. */
struct str files_bytes(void *from, u32 file);

/* A span in lines and columns, from 1, ends exclusive. What lies outside the text is cut to it. */
struct region {
	u32 line, column, end_line, end_column; /* bytes */
	u32 column16, end_column16;             /* UTF-16 units */
};
struct region file_region(const struct file_text *t, struct span span);
/* The same, ending with its first line: viewers that annotate a diff want every line of a region changed. */
struct region file_region_first_line(const struct file_text *t, struct span span);
/* A line by its number, without its end. */
struct str file_line(const struct file_text *t, u32 line);

#endif
