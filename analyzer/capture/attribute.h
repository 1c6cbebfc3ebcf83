/* The writes of an attribute (`self.x = v`) in all methods of its class, whatever the order. */
#ifndef CAPLINT_ATTRIBUTE_H
#define CAPLINT_ATTRIBUTE_H

#include "capture/capture.h"

struct attribute_write {
	fn_id fn;
	u32 row; /* of its body */
};

/* Of the attribute that a cell is; how many, 0 if the object's class is not known, or more than 256 rows write
 * it: such an attribute may be anything. The first question is O(rows of the program's Python). */
u32 attribute_writes(const struct capture *c, const struct body *b, u32 cell, const struct attribute_write **out);

#endif
