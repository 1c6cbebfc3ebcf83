/* The whole parse of one file. */
#include "facts/lower.h"
#include "parse/cuda.h"
#include "parse/lost.h"
#include "parse/notebook.h"
#include "parse/python.h"

/* The readers bound their own recursion, one level of which makes up to three nodes. */
static void depth_limit(struct node *n, u32 depth)
{
	for (; n; n = n->next) {
		if (depth >= TREE_DEPTH && n->child) {
			n->kind = NODE_OPAQUE;
			n->op = 0;
			n->child = NULL;
		}
		depth_limit(n->child, depth + 1);
	}
}

bool read_tree_sitter(struct arena *a, const struct front_input *in, struct tree *out, struct strbuf *err)
{
	bool is_read = in->language == LANG_PYTHON ? python_read(a, in, out, err) : cuda_read(a, in, out, err);
	if (is_read)
		depth_limit(out->file, 0);
	return is_read;
}

bool parse_file(struct arena *a, const struct front_input *in, bool use_clang, struct str *block, struct parse_told *told, struct strbuf *err)
{
	struct tree tree, clang;
	struct strbuf why = {0}; /* libclang is a second reading; without it there is still the first */
	if (!read_tree_sitter(a, in, &tree, err))
		return false;
	bool is_python = in->language == LANG_PYTHON;
	bool wants_clang = use_clang && !is_python && (in->args || !reading_is_whole(a, tree.file, in->index));
	bool has_clang = wants_clang && read_clang(a, in, &clang, &why);
	told->second = !wants_clang ? SECOND_UNNEEDED : has_clang || clang_describe(&why) ? SECOND_READ : SECOND_LACKING;
	strbuf_release(&why);
	struct node *file = is_python ? tree.file : merge_readings(a, tree.file, has_clang ? clang.file : NULL);
	if (!is_python)
		macro_names(a, in, file);
	told->lost = lost_count(a, &tree, file, in->bytes, is_python);
	if (in->notebook)
		notebook_move(in->notebook, file);
	struct unit_builder builder;
	unit_begin(&builder, a);
	lower_file(&builder, file, in->notebook ? in->notebook->file : in->bytes, is_python);
	*block = unit_pack(&builder);
	return true;
}
