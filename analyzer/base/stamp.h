/* Tells a file that was written to from one that wasn't, without reading it. */
#ifndef CAPLINT_STAMP_H
#define CAPLINT_STAMP_H

#include "base/base.h"

struct file_stamp {
	u64 inode, size, changed, modified; /* times in nanoseconds */
};

#endif
