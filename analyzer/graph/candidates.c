/* A set of functions that a call may mean, and who of them is meant: the nearest, none of another device, no far copies. */
#include "graph/candidates.h"

#include "discover/paths.h"
#include "graph/link.h"

void candidates_add(struct candidates *c, fn_id f)
{
	for (u32 i = 0; i < c->n; i++)
		if (c->at[i] == f)
			return;
	if (c->n == CANDIDATES)
		c->too_many = true;
	else
		c->at[c->n++] = f;
}

/* The same name with as many parameters in two files: most likely copies, in a tree that holds several programs or a CUDA and
 * a HIP side. */
static bool are_copies(const struct fn *a, const struct fn *b)
{
	return a->file != b->file && a->f->param_count == b->f->param_count && str_eq(fn_name(a), fn_name(b));
}

/* Of copies the one that stands nearest to the caller is meant. */
static void drop_copies(const struct program *p, u32 file, struct candidates *c)
{
	u32 kept = 0;
	for (u32 i = 0; i < c->n; i++) {
		const struct fn *f = &p->functions[c->at[i]];
		size_t here = link_common_folder(p->files[file].path, p->files[f->file].path);
		bool is_far = false;
		for (u32 k = 0; k < c->n; k++) {
			const struct fn *other = &p->functions[c->at[k]];
			is_far = is_far || (k != i && are_copies(f, other) &&
			                    link_common_folder(p->files[file].path, p->files[other->file].path) > here);
		}
		if (!is_far)
			c->at[kept++] = c->at[i];
	}
	c->n = kept;
}

/* A build for one device holds no implementation for another, where it has one of its own. */
static void drop_other_back_ends(const struct program *p, u32 file, struct candidates *c)
{
	enum back_end own = path_back_end(p->files[file].path);
	u32 kept = 0;
	for (u32 i = 0; i < c->n && own != BACK_END_NONE; i++) {
		enum back_end is = path_back_end(p->files[p->functions[c->at[i]].file].path);
		if (is == own || is == BACK_END_NONE)
			c->at[kept++] = c->at[i];
	}
	c->n = kept ? kept : c->n;
}

struct call_target candidates_finish(struct program *p, u32 file, struct candidates *c, bool is_complete)
{
	if (c->n > 1)
		drop_other_back_ends(p, file, c);
	if (c->n > 1)
		drop_copies(p, file, c);
	struct call_target t = {.is_complete = is_complete && !c->too_many};
	if (!c->n || c->too_many)
		return (struct call_target){0};
	fn_id *copy = arena_array(p->arena, fn_id, c->n);
	for (u32 i = 0; i < c->n; i++)
		copy[i] = c->at[i];
	t.at = copy;
	t.n = c->n;
	return t;
}

u32 candidates_nearness(const struct program *p, u32 file, fn_id f)
{
	u32 other = p->functions[f].file;
	return other == file ? 2 : program_includes(p, file, other) ? 1 : 0;
}

/* void told(cudaError_t); template <class T> void told(T) {}: the header that holds the template declares the function, which is defined elsewhere. The types of the arguments choose. */
static bool is_declared_beside(const struct program *p, fn_id f, const struct fn *near)
{
	const struct fn *other = &p->functions[f];
	bool is_pair = near->f->flags & NF_TEMPLATE && !(other->f->flags & (NF_TEMPLATE | NF_STATIC)) && near->f->param_count == other->f->param_count;
	if (!is_pair || near->cls || other->cls || !str_eq(fn_name(near), fn_name(other)) || !program_includes(p, other->file, near->file))
		return false;
	for (u32 i = 0; i < near->unit->n_prototypes; i++)
		if (str_eq(unit_text(near->unit, near->unit->prototypes[i].qualified), fn_name(other)))
			return true;
	return false;
}

void candidates_keep_nearest(const struct program *p, u32 file, struct candidates *c)
{
	u32 best = 0, kept = 0;
	const struct fn *near = NULL;
	for (u32 i = 0; i < c->n; i++)
		best = max_u32(best, candidates_nearness(p, file, c->at[i]));
	for (u32 i = 0; i < c->n && !near; i++)
		near = candidates_nearness(p, file, c->at[i]) == best ? &p->functions[c->at[i]] : NULL;
	for (u32 i = 0; i < c->n; i++)
		if (candidates_nearness(p, file, c->at[i]) == best || is_declared_beside(p, c->at[i], near))
			c->at[kept++] = c->at[i];
	c->n = kept;
}
