#include "parse/cuda.h"
bool read_tree_sitter(struct arena *a, const struct front_input *in, struct tree *out, struct strbuf *err)
{
	return cuda_read(a, in, out, err);
}
