/* Functions that only the text of a macro names: #define TABLE(...) run<F32, __VA_ARGS__>, run<F16, __VA_ARGS__>. Not every macro's text is code that can be read; that
 * it names a function of the file is told as a declaration of it, so that nobody takes the function for one that nobody uses. */
#include "parse/cuda.h"

#include <ctype.h>

enum { DEEP = 64, SHORT = 5 };

static bool is_word(char c) { return isalnum((u8)c) || c == '_'; }

static bool has_body(const struct node *function)
{
	const struct node *n = function->child;
	while (n && n->kind != NODE_BLOCK)
		n = n->next;
	return n;
}

/* The functions that the file defines, by the last component of their names. */
static void collect(struct arena *scratch, struct idmap *defined, const struct node *n, u32 depth)
{
	for (n = n->child; n && depth < DEEP; n = n->next)
		if (n->kind == NODE_FUNCTION && has_body(n))
			idmap_put(scratch, defined, str_hash(str_behind_scope(n->name)), 1);
		else if (n->kind != NODE_FUNCTION)
			collect(scratch, defined, n, depth + 1);
}

static void declare(struct arena *a, struct node *file, struct str name)
{
	struct node *n = node_new(a, NODE_FUNCTION, 0, 0);
	n->name = name;
	node_add(file, n);
}

/* run<F32>, which may stand in another file; not std::vector<T>, nor static_cast<T>. */
static bool is_instance(struct str text, struct str word, u32 end, u32 limit)
{
	u32 begin = (u32)(word.p - text.p);
	bool is_opened = end + 1 < limit && text.p[end] == '<' && text.p[end + 1] != '<' && text.p[end + 1] != '=';
	return is_opened && word.n > SHORT && !str_ends(word, "_cast") && !(begin && text.p[begin - 1] == ':') && !isdigit((u8)*word.p);
}

void macro_names(struct arena *a, const struct front_input *in, struct node *file)
{
	struct arena scratch = {0};
	struct idmap defined = {0};
	if (in->index && in->index->macros.n)
		collect(&scratch, &defined, file, 0);
	for (u32 i = 0; in->index && i < in->index->macros.n; i++) {
		const struct index_macro *m = &in->index->macros.at[i];
		for (u32 at = m->body, end; at < m->end && m->end <= in->bytes.n; at = end) {
			for (end = at + 1; is_word(in->bytes.p[at]) && end < m->end && is_word(in->bytes.p[end]); end++)
				;
			struct str word = {in->bytes.p + at, end - at};
			u64 hash = str_hash(word);
			u32 known = idmap_get(&defined, hash);
			if (!is_word(*word.p) || known == 2 || (known != 1 && !is_instance(in->bytes, word, end, m->end)))
				continue;
			idmap_put(&scratch, &defined, hash, 2);
			declare(a, file, word);
		}
	}
	arena_release(&scratch);
}
