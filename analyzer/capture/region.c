/* Captures that stand in the code. A function opens a capture if one can be open when it returns (a wrapper of begin, a constructor of
 * a guard), and closes one if it ends what it did not begin; its callers' rows then do the same. */
#include "capture/local.h"

#include <stdlib.h>

enum { ROUNDS = 4 };

static const struct region_api *of_kind(const struct region_api *api, enum region_kind kind)
{
	for (; api; api = api->has_more ? api + 1 : NULL)
		if (api->kind == kind)
			return api;
	return NULL;
}

const struct region_api *region_at(const struct capture *c, const struct body *b, u32 row, enum region_kind kind)
{
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_CALL && r->op != ROW_ENTER && r->op != ROW_LEAVE && r->op != ROW_DEFINE)
		return NULL;
	struct str name = call_name(c, b, row);
	if (!name.n)
		return NULL;
	const struct region_api *api = of_kind(models_region(c->program->models, name, r->flags & RF_MEMBER), kind);
	bool is_python = c->program->files[c->program->functions[r->fn].file].language == LANG_PYTHON;
	return api && api->language & (is_python ? REGION_PYTHON : REGION_NATIVE) ? api : NULL;
}

static enum effect own_effect(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	switch ((enum row_op)r->op) {
	case ROW_CALL:
		return region_at(c, b, row, REGION_BEGIN) ? EFFECT_OPENS : region_at(c, b, row, REGION_END) ? EFFECT_CLOSES : EFFECT_NONE;
	case ROW_ENTER:
		return region_at(c, b, row, REGION_WITH) ? EFFECT_OPENS : EFFECT_NONE;
	case ROW_LEAVE:
		return region_at(c, b, row, REGION_WITH) ? EFFECT_CLOSES : EFFECT_NONE;
	default:
		return EFFECT_NONE;
	}
}

static enum effect effect_of(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	enum effect effect = own_effect(c, b, row);
	for (u32 i = 0; i < r->callee.n && effect == EFFECT_NONE; i++) {
		u8 does = c->does[r->callee.at[i]];
		/* A `with` enters and leaves what its context expression made. */
		if (r->op == ROW_ENTER || r->op == ROW_LEAVE)
			effect = does & CALL_SPANS ? (r->op == ROW_ENTER ? EFFECT_OPENS : EFFECT_CLOSES) : EFFECT_NONE;
		else
			effect = does & CALL_OPENS ? EFFECT_OPENS : does & CALL_CLOSES ? EFFECT_CLOSES : EFFECT_NONE;
	}
	return effect;
}

u8 *row_effects(const struct capture *c, const struct body *b)
{
	u8 *effects = NULL;
	for (u32 row = 0; row < b->n; row++) {
		enum effect e = effect_of(c, b, row);
		if (e != EFFECT_NONE && !effects)
			effects = arena_array(c->arena, u8, b->n + 1);
		if (e != EFFECT_NONE)
			effects[row] = (u8)e;
	}
	return effects;
}

/* What a function with such rows does to its caller's capture. */
static u8 summary(const struct capture *c, const struct body *b, const u8 *effects)
{
	u8 *from_eager = row_states(c, b, ROW_IS_EAGER, effects), does = 0;
	bool opens = false;
	for (u32 row = 0; row < b->n; row++) {
		opens = opens || effects[row] == EFFECT_OPENS;
		if (b->rows[row].op == ROW_YIELD && from_eager[row] & ROW_IS_CAPTURED)
			does |= CALL_SPANS;
	}
	if (opens)
		return does | (from_eager[b->exit] & ROW_IS_CAPTURED ? CALL_OPENS : 0);
	u8 *from_captured = row_states(c, b, ROW_IS_CAPTURED, effects);
	return does | (from_captured[b->exit] & ROW_IS_CAPTURED ? 0 : CALL_CLOSES);
}

static bool summarise(struct capture *c)
{
	bool changed = false;
	for (fn_id f = 0; f < c->program->function_count; f++) {
		if (!c->is_candidate[f])
			continue;
		const struct body *b = capture_body(c, f);
		u8 *effects = b->n ? row_effects(c, b) : NULL;
		u8 does = effects ? summary(c, b, effects) : 0;
		changed |= does != c->does[f];
		c->does[f] = does;
	}
	return changed;
}

/* Functions that can hold a begin or an end, and after a round those that call what opens or closes. */
static void mark_candidates(struct capture *c, bool is_first)
{
	const struct program *p = c->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		const struct body *b = &c->slot->bodies[f];
		if (c->is_candidate[f] || fn->f->kind == FN_MACRO)
			continue;
		if (is_first) {
			for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count && !c->is_candidate[f]; i++)
				c->is_candidate[f] = may_open(c, f, &fn->unit->rows[i]);
			continue;
		}
		for (u32 row = 0; row < b->n && !c->is_candidate[f]; row++)
			for (u32 i = 0; i < b->rows[row].callee.n; i++)
				c->is_candidate[f] = c->is_candidate[f] || c->does[b->rows[row].callee.at[i]];
	}
}

static u8 mode_of(const struct region_api *api, const struct capture *c, const struct body *b, u32 row)
{
	if (!api || model_arg_is_none(api->mode_argument) || api->mode_argument.position < 0)
		return api ? api->mode : MODE_UNKNOWN;
	const struct body_row *r = &b->rows[row];
	u32 at = (u32)api->mode_argument.position;
	if (at >= r->arg_count)
		return api->mode;
	struct str name = intern_get(&c->program->names, b->cells[b->args[r->first_arg + at]].name);
	return str_has(name, "Relaxed") ? MODE_RELAXED : str_has(name, "ThreadLocal") ? MODE_THREAD_LOCAL :
	       str_has(name, "Global") ? MODE_GLOBAL : MODE_UNKNOWN;
}

static void add_spans(struct capture *c, fn_id f)
{
	const struct body *b = capture_body(c, f);
	u8 *effects = b->n ? row_effects(c, b) : NULL;
	for (u32 row = 0; effects && row < b->n; row++) {
		if (effects[row] != EFFECT_OPENS)
			continue;
		enum region_kind kind = b->rows[row].op == ROW_ENTER ? REGION_WITH : REGION_BEGIN;
		struct str name = call_name(c, b, row);
		struct capture_region r = {.grade = GRADE_CODE, .fn = f, .row = row, .mode = mode_of(region_at(c, b, row, kind), c, b, row)};
		r.why = str_of(arena_format(c->arena, "'%.*s' begins a capture here", (int)name.n, name.p));
		vec_push(c->arena, &c->regions, r);
	}
}

void regions_in_code(struct capture *c)
{
	c->is_candidate = arena_array(c->arena, bool, c->program->function_count + 1);
	c->does = arena_array(c->arena, u8, c->program->function_count + 1);
	mark_candidates(c, true);
	for (u32 round = 0; round < ROUNDS && summarise(c); round++)
		mark_candidates(c, false);
	for (fn_id f = 0; f < c->program->function_count; f++)
		if (c->is_candidate[f])
			add_spans(c, f);
}
