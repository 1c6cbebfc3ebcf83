/* Which functions an exception may leave: only for reasons that show, a throw in their text, a check that is known to throw, or a
 * call of such a function. What is not seen is taken not to throw. */
#include "graph/link.h"

enum { DEPTH = 24, PAD_STEPS = 64 };

enum throws { THROWS_UNKNOWN, THROWS_ASKED, THROWS_NOT, THROWS };

/* An exception that goes to this row leaves the function: no handler stands in its way. */
static bool leaves(const struct unit *u, u32 pad)
{
	for (u32 steps = 0; pad != NONE && steps < PAD_STEPS; steps++) {
		const struct row *row = &u->rows[pad];
		if (row->op == ROW_CATCH)
			return false;
		pad = row->op == ROW_RESUME ? row->unwind : row->op == ROW_JUMP ? row->target : pad + 1;
	}
	return true;
}

/* if (!(p = malloc(n))) throw std::bad_alloc();: the host has no memory left. As little as `new` is that a reason that shows. */
static bool is_out_of_host_memory(const struct fn *fn, const struct row *thrown)
{
	static const char *const allocators[] = {"malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "_aligned_malloc", "_mm_malloc"};
	bool is_bad_alloc = false, asks_host = false;
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[i];
		struct str name = row->op == ROW_CALL && row->name ? last_component(unit_text(fn->unit, row->name)) : S("");
		is_bad_alloc = is_bad_alloc || (row->dst == thrown->a && str_is(name, "bad_alloc"));
		asks_host = asks_host || str_is_any(name, allocators, COUNT(allocators));
	}
	return is_bad_alloc && asks_host;
}

static bool throws_at(struct program *p, fn_id fn, u32 depth);

static bool row_throws(struct program *p, fn_id fn, const struct row *row, u32 depth)
{
	const struct unit *u = p->functions[fn].unit;
	if (row->op == ROW_THROW)
		return !is_out_of_host_memory(&p->functions[fn], row);
	if (row->op != ROW_CALL || !row->name)
		return false;
	struct call_target t = program_resolve(p, fn, row, unit_text(u, row->name));
	if (t.check)
		return program_check_throws(p, t.check);
	for (u32 i = 0; i < t.n; i++)
		if (throws_at(p, t.at[i], depth + 1))
			return true;
	return false;
}

static bool throws_at(struct program *p, fn_id fn, u32 depth)
{
	const struct function *f = p->functions[fn].f;
	const struct unit *u = p->functions[fn].unit;
	u8 *known = &p->link->throws[fn];
	if (*known != THROWS_UNKNOWN || depth > DEPTH)
		return *known == THROWS;
	*known = THROWS_ASKED;
	bool found = false;
	if (!(f->flags & (NF_NOEXCEPT | NF_DTOR | NF_GLOBAL | NF_DEVICE)))
		for (u32 i = f->first_row; i < f->first_row + f->row_count && !found; i++)
			found = row_throws(p, fn, &u->rows[i], depth) && leaves(u, u->rows[i].unwind);
	*known = found ? THROWS : THROWS_NOT;
	return found;
}

bool program_throws(struct program *p, fn_id fn)
{
	if (!p->link->throws)
		p->link->throws = arena_array(p->arena, u8, p->function_count + 1);
	return throws_at(p, fn, 0);
}
