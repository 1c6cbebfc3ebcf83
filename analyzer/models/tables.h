/* The built-in tables as the build embeds them: rules/models/NAME.tsv is one row here. */
#ifndef CAPLINT_MODEL_TABLES_H
#define CAPLINT_MODEL_TABLES_H

#include "base/base.h"

struct model_table {
	const char *name; /* "runtime" */
	const char *text; /* not NUL-terminated */
	size_t size;
};
extern const struct model_table model_tables[];
extern const u32 model_table_count;

#endif
