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

/* ---- for what the runtime has answered ---- */

bool type_is_code(struct str type)
{
	static const char *const types[] = {"cudaError", "hipError", "CUresult", "Status_t", "status_t", "Result_t", "nvrtcResult"};
	return str_has_any(type, types, COUNT(types));
}

/* A parameter or variable of it is a code of the runtime or of a library. */
static bool keeps_code(const struct fn *f)
{
	for (u32 i = 0; i < f->f->var_count; i++)
		if (type_is_code(unit_text(f->unit, f->unit->vars[f->f->first_var + i].type)))
			return true;
	return false;
}

enum asks { ASKS_NOTHING, ASKS_LAUNCH, ASKS_MORE };

/* Among the rows of it that are written inside of `in`, all if that is NULL, are calls that answer with a code; the best that is known of them: a launch,
 * or a look at the slot behind one, is refused for its arguments, which a capture has no part in. */
static enum asks asks_for_code(const struct program *p, const struct fn *f, const struct row *in)
{
	enum asks found = ASKS_NOTHING;
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[i];
		bool counts = row != in && row->op == ROW_CALL && row->name && (!in || (row->begin >= in->begin && row->end <= in->end));
		struct str name = counts ? unit_text(f->unit, row->name) : S("");
		const struct model_call *call = counts ? models_call(p->models, name) : NULL;
		bool is_own_launch = in && !call && str_has(name, "aunch"); /* through a table of the driver's functions */
		if (!is_own_launch && (!call || call->returns == RETURNS_VOID || call->returns == RETURNS_VALUE))
			continue;
		bool is_launch = is_own_launch || call->role == ROLE_PEEK || call->role == ROLE_DRAIN || str_has(name, "Launch");
		found = is_launch && found != ASKS_MORE ? ASKS_LAUNCH : ASKS_MORE;
	}
	return found;
}

static bool throws_code_at(struct program *p, fn_id fn, struct idmap *seen, struct arena *a, u32 depth)
{
	const struct function *f = p->functions[fn].f;
	const struct unit *u = p->functions[fn].unit;
	if (depth > DEPTH || idmap_get(seen, fn) != NONE || !program_throws(p, fn))
		return false;
	idmap_put(a, seen, fn, 1);
	bool keeps = keeps_code(&p->functions[fn]);
	for (u32 i = f->first_row; i < f->first_row + f->row_count; i++) {
		const struct row *row = &u->rows[i];
		if (!leaves(u, row->unwind))
			continue;
		if (row->op == ROW_THROW && (keeps || asks_for_code(p, &p->functions[fn], NULL) == ASKS_MORE))
			return true;
		if (row->op != ROW_CALL || !row->name)
			continue;
		struct call_target t = program_resolve(p, fn, row, unit_text(u, row->name));
		enum asks asked = asks_for_code(p, &p->functions[fn], row);
		if (asked == ASKS_LAUNCH || (t.check && t.check->reads == READS_SLOT))
			continue;
		if (t.check && program_check_throws(p, t.check) && (t.check->reads == READS_CODE || keeps || asked == ASKS_MORE))
			return true;
		for (u32 k = 0; k < t.n; k++)
			if (throws_code_at(p, t.at[k], seen, a, depth + 1))
				return true;
	}
	return false;
}

bool program_throws_code(struct program *p, fn_id fn)
{
	struct arena scratch = {0};
	struct idmap seen = {0};
	bool found = throws_code_at(p, fn, &seen, &scratch, 0);
	arena_release(&scratch);
	return found;
}
