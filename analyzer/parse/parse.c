/* The whole parse of one file. */
#include "facts/lower.h"
#include "parse/cuda.h"
#include "parse/python.h"

bool read_tree_sitter(struct arena *a, const struct front_input *in, struct tree *out, struct strbuf *err)
{
	return in->language == LANG_PYTHON ? python_read(a, in, out, err) : cuda_read(a, in, out, err);
}

bool parse_file(struct arena *a, const struct front_input *in, bool use_clang, struct str *block, struct strbuf *err)
{
	struct tree tree, clang;
	struct strbuf why = {0}; /* libclang is a second reading; without it there is still the first */
	if (!read_tree_sitter(a, in, &tree, err))
		return false;
	bool is_python = in->language == LANG_PYTHON;
	bool has_clang = use_clang && !is_python && read_clang(a, in, &clang, &why);
	strbuf_release(&why);
	struct node *file = is_python ? tree.file : merge_readings(a, tree.file, has_clang ? clang.file : NULL);
	struct unit_builder builder;
	unit_begin(&builder, a);
	lower_file(&builder, file, in->bytes, is_python);
	*block = unit_pack(&builder);
	return true;
}
