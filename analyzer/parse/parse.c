/* The whole parse of one file. */
#include "facts/lower.h"
#include "parse/cuda.h"
#include "parse/python.h"

bool read_tree_sitter(struct arena *a, const struct front_input *in, struct tree *out, struct strbuf *err)
{
	return in->language == LANG_PYTHON ? python_read(a, in, out, err) : cuda_read(a, in, out, err);
}

static void add_includes(struct unit_builder *b, const struct index_file *index)
{
	for (u32 i = 0; i < index->includes.n; i++) {
		struct include include = {.path = intern_put(&b->strings, index->includes.at[i].path), .at = index->includes.at[i].at};
		vec_push(b->arena, &b->includes, include);
	}
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
	if (!is_python)
		add_includes(&builder, in->index);
	lower_file(&builder, file, in->bytes, is_python);
	*block = unit_pack(&builder);
	return true;
}
