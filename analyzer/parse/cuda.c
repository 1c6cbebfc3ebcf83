/* One C++, CUDA or HIP file through tree-sitter-cuda. */
#include "parse/cuda.h"
#include "parse/lost.h"

u32 cuda_place(const struct cuda *c, u32 at)
{
	u32 low = 0, high = c->parsed.inserted_count;
	at += c->base;
	while (low < high) {
		u32 middle = (low + high) / 2;
		if (c->parsed.inserted[middle] < at)
			low = middle + 1;
		else
			high = middle;
	}
	i64 place = (i64)at - low + c->shift;
	return place < c->from ? c->from : place > c->to ? c->to : (u32)place;
}

static u32 place(const void *c, u32 at) { return cuda_place(c, at); }

bool cuda_read(struct arena *a, const struct front_input *in, struct tree *out, struct strbuf *err)
{
	struct arena scratch = {0};
	struct syntax *x = syntax_open(GRAMMAR_CUDA);
	struct cuda c = {.arena = a, .source = in->bytes, .to = (u32)in->bytes.n, .syntax = x,
	                 .class_name = S(""), .bases = S("")};
	struct muted muted;
	muted_find(a, in->bytes, &muted);
	c.muted = &muted;
	c.parsed = cuda_prepare(a, in->bytes);
	*out = (struct tree){.file = node_new(a, NODE_FILE, 0, (u32)in->bytes.n)};
	const struct syn *root = syntax_parse(x, &scratch, c.parsed.text, &out->errors, err);
	if (root)
		lost_note(a, out, root, syntax_count(x), place, &c);
	struct node_list list = cuda_list(out->file);
	if (root && root->kind == SYN_ERROR)
		cuda_again(&c, &list, root);
	else
		for (const struct syn *s = root ? syn_first(root) : NULL; s; s = syn_next(s))
			cuda_decl(&c, &list, s);
	if (root && in->index)
		cuda_macros(a, x, in, &list, &out->errors);
	syntax_close(x);
	arena_release(&scratch);
	return root;
}
