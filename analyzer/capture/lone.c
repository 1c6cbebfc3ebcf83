#include "capture/lone.h"

#include "capture/fork.h"

/* What a row makes of the name. */
enum naming { NAMES_NOT, NAMES_MAKES, NAMES_HARMLESS, NAMES_OTHER };

enum { NEAR = 4 }; /* rows between `&stream` and the call that is given it */

static bool names(const struct fn *fn, operand o, struct str name) { return o && str_eq(fork_last_name(fn, o), name); }

static bool is_given(const struct fn *fn, const struct row *r, struct str name)
{
	for (u32 i = 0; i < r->arg_count; i++)
		if (names(fn, fn->unit->args[r->first_arg + i], name))
			return true;
	return false;
}

/* The call that is given `&stream`, taken by the row before it, creates one there. */
static bool is_created(const struct capture *c, const struct fn *fn, u32 at)
{
	operand taken = fn->unit->rows[at].dst;
	for (u32 i = at + 1; i < fn->f->first_row + fn->f->row_count && i <= at + NEAR; i++) {
		const struct row *r = &fn->unit->rows[i];
		for (u32 k = 0; k < r->arg_count; k++) {
			if (fn->unit->args[r->first_arg + k] != taken)
				continue;
			const struct capture_api *api = r->op == ROW_CALL ? models_capture(c->program->models, unit_text(fn->unit, r->name)) : NULL;
			return api && api->does == DOES_STREAM_CREATE;
		}
	}
	return false;
}

static enum naming naming_of(const struct capture *c, const struct fn *fn, u32 at, struct str name)
{
	const struct row *r = &fn->unit->rows[at];
	bool reads = names(fn, r->a, name) || names(fn, r->b, name), writes = names(fn, r->dst, name), given = is_given(fn, r, name);
	if (!reads && !writes && !given)
		return NAMES_NOT;
	const struct capture_api *api = r->op == ROW_CALL ? models_capture(c->program->models, unit_text(fn->unit, r->name)) : NULL;
	switch ((enum row_op)r->op) {
	case ROW_LAUNCH: case ROW_BRANCH: case ROW_BINARY: case ROW_DESTROY: case ROW_NOP:
		return NAMES_HARMLESS;
	case ROW_UNARY:
		return is_created(c, fn, at) ? NAMES_MAKES : r->sub == OP_NOT ? NAMES_HARMLESS : NAMES_OTHER;
	case ROW_MOVE:
		return writes && !reads && (operand_kind(r->a) == OPD_NULL || operand_kind(r->a) == OPD_INT || operand_kind(r->a) == OPD_NONE) ? NAMES_HARMLESS : NAMES_OTHER;
	case ROW_CALL:
		if (reads || writes || !api)
			return NAMES_OTHER;
		return api->does == DOES_STREAM_DESTROY || api->does == DOES_COPY_ASYNC || api->does == DOES_FILL_ASYNC || api->does == DOES_LAUNCH ? NAMES_HARMLESS : NAMES_OTHER;
	default:
		return NAMES_OTHER;
	}
}

bool stream_is_lone(const struct capture *c, struct str name, struct arena *a, struct idmap *known)
{
	const struct program *p = c->program;
	u32 answer = idmap_get(known, str_hash(name));
	bool is_made = false, is_other = !name.n;
	for (fn_id f = 0; f < p->function_count && !is_other && answer == NONE; f++) {
		const struct fn *fn = &p->functions[f];
		for (u32 at = fn->f->first_row; at < fn->f->first_row + fn->f->row_count && !is_other && !program_is_python(p, f); at++) {
			enum naming naming = naming_of(c, fn, at, name);
			is_made |= naming == NAMES_MAKES;
			is_other = naming == NAMES_OTHER;
		}
	}
	if (answer == NONE)
		idmap_put(a, known, str_hash(name), answer = is_made && !is_other);
	return answer != 0;
}
