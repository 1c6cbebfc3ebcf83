/* How much of what was there to be understood was understood. Every run says so, since a tool that is silent about
 * what it did not see looks the same as one that found nothing. */
#ifndef CAPLINT_COVERAGE_H
#define CAPLINT_COVERAGE_H

#include "base/base.h"

/* A launch or a runtime call that stands in the text and that neither parser gave a meaning: bytes of its token. */
struct gap {
	u32 at, length;
};

/* What is captured; of one file, or of those that are reported. */
struct capture_counts {
	u32 regions; /* captures that stand in the code */
	u32 claims;  /* functions that say of themselves that they can be captured */
	u32 entries; /* functions of a library that its users may capture */
	u32 reached; /* functions that run in some of these */
};

struct file_coverage {
	u32 launches, launches_understood;
	u32 calls, calls_understood;
	u32 gap_count;
	const struct gap *gaps; /* in the order of the text */
	struct capture_counts captures;
};

struct coverage {
	u32 files;        /* read by the index */
	u32 fenced_files; /* of them, those saved as Markdown: the code in fences was read */
	u32 files_parsed; /* those that hold something to understand, and were parsed */
	u32 launches, launches_understood;
	u32 calls, calls_understood; /* runtime calls */
	u32 python_files;    /* parsed */
	u64 python_bytes;    /* of these */
	struct capture_counts captures;
	struct file_coverage *of_file; /* by file; NULL if nobody counts them. Vendored code is in no count */
};

static inline void captures_add(struct capture_counts *to, const struct capture_counts *more)
{
	to->regions += more->regions;
	to->claims += more->claims;
	to->entries += more->entries;
	to->reached += more->reached;
}

#endif
