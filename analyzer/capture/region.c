/* Captures that stand in the code. A function opens a capture if one can be open when it returns (a wrapper of begin, a constructor of
 * a guard), and closes one if it ends what it did not begin; its callers' rows then do the same. */
#include "capture/local.h"

#include "capture/stream.h"
#include "capture/tensor.h"
#include "graph/edges.h"
#include "graph/link.h"
#include "graph/python.h"
#include "graph/python_wanted.h"

#include <string.h>

enum { ROUNDS = 4 };

/* It hands out something that will run a lambda of its own which ends a capture: return ScopeGuard{[=] { cudaStreamEndCapture(...); }}; */
static bool gives_guard(const struct capture *c, fn_id fn)
{
	const struct fn *f = &c->program->functions[fn];
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[i];
		for (u32 k = 0; k < row->arg_count && row->op == ROW_CALL; k++) {
			operand o = f->unit->args[row->first_arg + k];
			if (operand_kind(o) == OPD_FUNCTION && capture_text_closes(c, program_fn(c->program, f->file, operand_index(o))))
				return true;
		}
	}
	return false;
}

/* The call that opens gives a guard which the body keeps and whose death is not seen: where the capture ends is not known. */
static bool guard_ends_unseen(const struct capture *c, const struct body *b, const u8 *effects, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_CALL || r->callee.n != 1 || r->dst == NONE || !gives_guard(c, r->callee.at[0]))
		return false;
	for (u32 i = 0; i < b->n; i++) {
		bool is_returned = b->rows[i].op == ROW_RETURN && b->rows[i].a != NONE && holds_guard(b, effects, b->rows[i].a, 0);
		if (effects[i] == EFFECT_CLOSES || is_returned || (b->rows[i].op == ROW_RETURN && b->rows[i].a == r->dst))
			return false;
	}
	return true;
}

/* What begins here is ended here as well: on the ways on which it seems to stay open the two conditions are one. */
static bool ends_its_own(const struct body *b, const u8 *effects)
{
	for (u32 from = 0; from < b->n; from++)
		for (u32 to = 0; to < b->n && effects[from] == EFFECT_OPENS; to++)
			if (effects[to] == EFFECT_CLOSES && body_reaches(b, from, to))
				return true;
	return false;
}

/* What a function with such rows does to its caller's capture. */
static u8 summary(const struct capture *c, const struct body *b, const u8 *effects)
{
	u8 *from_eager = row_states(c, b, ROW_IS_EAGER, effects), does = 0;
	bool opens = false, resumes = false;
	struct arena scratch = {0};
	const bool *is_first = rows_before_close(&scratch, b, effects);
	for (u32 row = 0; row < b->n; row++) {
		/* A guard that stays here closes when it dies here. */
		opens = opens || (effects[row] == EFFECT_OPENS && is_first[row] && !guard_ends_unseen(c, b, effects, row));
		resumes = resumes || (effects[row] == EFFECT_OPENS && !opens);
		if (b->rows[row].op == ROW_YIELD && from_eager[row] & ROW_IS_CAPTURED)
			does |= CALL_SPANS;
	}
	arena_release(&scratch);
	if (resumes)
		does |= CALL_RESUMES;
	bool may_be_eager = from_eager[b->exit] & ROW_IS_EAGER;
	if (opens && may_be_eager && !program_is_python(c->program, b->fn) && ends_its_own(b, effects))
		return does;
	if (opens && from_eager[b->exit] & ROW_IS_CAPTURED)
		return does | CALL_OPENS | (may_be_eager ? CALL_OPENS_MAYBE : 0);
	if (opens || resumes)
		return does;
	u8 *from_captured = row_states(c, b, ROW_IS_CAPTURED, effects);
	return does | (!(from_captured[b->exit] & ROW_IS_CAPTURED) ? CALL_CLOSES : from_captured[b->exit] & ROW_IS_EAGER ? CALL_CLOSES_MAYBE : 0);
}

static bool summarise(struct capture *c)
{
	bool changed = false;
	c->openers.n = 0;
	for (fn_id f = 0; f < c->program->function_count; f++)
		if (c->program->functions[f].f->flags & NF_CTOR && c->does[f] & CALL_OPENS)
			vec_push(c->arena, &c->openers, f);
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

/* Functions that can hold a begin or an end. */
static void mark_first(struct capture *c)
{
	const struct program *p = c->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		/* In C++ what stands outside of functions is initialisers, and blocks behind macros that nobody knows: one after the other, and not run so. */
		if (fn->f->kind == FN_MACRO || (fn->f->kind == FN_FILE && !program_is_python(p, f)))
			continue;
		if (program_is_python(p, f)) {
			c->is_candidate[f] = python_captures(c->program, f);
			continue;
		}
		for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count && !c->is_candidate[f]; i++)
			c->is_candidate[f] = may_open(c, f, &fn->unit->rows[i]);
	}
}

/* A row of Python that by its name may run a function that opens or closes: its own name, or its class's where `with` is written. */
static bool may_run(const struct capture *c, const struct unit *u, const struct row *row, const struct idmap *names)
{
	if ((row->op != ROW_CALL && row->op != ROW_ENTER) || !row->name)
		return false;
	u32 id = intern_find(&c->program->names, unit_text(u, row->name));
	return id != NONE && idmap_get(names, id) != NONE;
}

/* Those that call what opens or closes. */
static void mark_callers(struct capture *c)
{
	const struct program *p = c->program;
	struct arena scratch = {0};
	struct idmap names = {0};
	for (fn_id f = 0; f < p->function_count; f++) {
		if (!c->does[f])
			continue;
		idmap_put(&scratch, &names, p->functions[f].name, 1);
		if (p->functions[f].cls)
			idmap_put(&scratch, &names, p->functions[f].cls, 1);
	}
	for (fn_id f = 0; f < p->function_count && names.n; f++) {
		const struct fn *fn = &p->functions[f];
		const struct body *b = &c->slot->bodies[f];
		if (c->is_candidate[f] || fn->f->kind == FN_MACRO || (fn->f->kind == FN_FILE && !program_is_python(p, f)))
			continue;
		for (u32 i = 0; i < fn->f->row_count && !c->is_candidate[f] && program_is_python(p, f); i++)
			c->is_candidate[f] = may_run(c, fn->unit, &fn->unit->rows[fn->f->first_row + i], &names);
		for (u32 row = 0; row < b->n && !c->is_candidate[f]; row++)
			c->is_candidate[f] = call_effects(c, &b->rows[row]);
	}
	arena_release(&scratch);
}

static u8 mode_of(const struct region_api *api, const struct capture *c, const struct body *b, u32 row)
{
	if (!api || model_arg_is_none(api->mode_argument))
		return api ? api->mode : MODE_UNKNOWN;
	struct str name = region_text(c, b, row, api->mode_argument);
	return !name.n ? api->mode : str_has(name, "elaxed") ? MODE_RELAXED : str_has(name, "ThreadLocal") || str_is(name, "thread_local") ? MODE_THREAD_LOCAL :
	       str_has(name, "lobal") ? MODE_GLOBAL : MODE_UNKNOWN;
}

/* cudaStreamBeginCapture(cudaStreamPerThread, ...) */
static bool begins_per_thread(const struct capture *c, const struct body *b, u32 row)
{
	const struct capture_api *api = capture_api_at(c, b, row);
	u32 stream = api && api->does == DOES_BEGIN ? row_argument(b, &b->rows[row], api->at[CAPTURE_STREAM]) : NONE;
	return stream != NONE && stream_of(c, capture_values(c, b), row, stream).kind == STREAM_PER_THREAD;
}

/* Its class, or the function itself where it is no method. */
static u64 piece_key(const struct capture *c, fn_id fn)
{
	const struct fn *f = &c->program->functions[fn];
	return f->cls ? (u64)f->file << 32 | f->cls : (u64)NONE << 32 | fn;
}

/* What begins the next piece where one was ended: its class captures in pieces. */
static void find_pieces(struct capture *c)
{
	for (fn_id f = 0; f < c->program->function_count; f++) {
		if (!(c->does[f] & CALL_RESUMES))
			continue;
		const struct body *b = capture_body(c, f);
		const u8 *effects = row_effects(c, b);
		for (u32 row = 0; effects && row < b->n; row++)
			for (u32 i = 0; i < b->rows[row].callee.n && effects[row] == EFFECT_OPENS; i++)
				idmap_put(c->arena, &c->pieces, piece_key(c, b->rows[row].callee.at[i]), 1);
	}
}

static bool begins_piece(const struct capture *c, const struct body_row *r)
{
	for (u32 i = 0; i < r->callee.n; i++)
		if (idmap_get(&c->pieces, piece_key(c, r->callee.at[i])) != NONE)
			return true;
	return false;
}

static void add_spans(struct capture *c, fn_id f, const struct body *b)
{
	u8 *effects = row_effects(c, b);
	for (u32 row = 0; effects && row < b->n; row++) {
		if (effects[row] != EFFECT_OPENS)
			continue;
		bool is_with = b->rows[row].op == ROW_ENTER;
		u32 at = is_with ? context_row(c, b, row) : row;
		struct str name = at == NONE ? body_row_name(c->program, &b->rows[row]) : call_name(c, b, at);
		if (!name.n)
			name = body_row_name(c->program, &b->rows[at == NONE ? row : at]);
		struct capture_region r = {.grade = GRADE_CODE, .fn = f, .row = row};
		/* Where one of several managers is chosen, the one that captures in a piece counts. */
		bool is_whole = region_at(c, b, row, is_with ? REGION_WITH : REGION_BEGIN);
		r.is_cut = idmap_get(&c->pieces, piece_key(c, f)) != NONE ||
		           (!is_whole && (begins_piece(c, &b->rows[row]) || (at != NONE && begins_piece(c, &b->rows[at]))));
		r.mode = at == NONE ? (u8)MODE_UNKNOWN : mode_of(region_at(c, b, row, is_with ? REGION_WITH : REGION_BEGIN), c, b, at);
		r.is_open_ended = guard_ends_unseen(c, b, effects, row);
		c->captures_itself = c->captures_itself || (!program_is_python(c->program, f) && !program_is_test(c->program, f));
		c->captures_per_thread = c->captures_per_thread || begins_per_thread(c, b, row);
		r.why = str_of(arena_format(c->arena, "'%.*s' begins a capture here", (int)name.n, name.p));
		vec_push(c->arena, &c->regions, r);
	}
}

static void add_whole(struct capture *c, fn_id fn, struct str name, const char *how)
{
	struct capture_region r = {.grade = GRADE_CODE, .fn = fn, .row = NONE, .is_cut = str_ends(name, ".compile")};
	r.why = str_of(arena_format(c->arena, "'%.*s' %s", (int)name.n, name.p, how));
	vec_push(c->arena, &c->regions, r);
}

/* make_graphed_callables(f), torch.compile(f, mode=...): the callable that is handed over runs in a capture. */
static void add_handed_over(struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	const struct region_api *api = region_at(c, b, row, REGION_CALLS);
	struct str name = call_name(c, b, row), text;
	if (!api)
		api = region_at(c, b, row, REGION_DECORATES);
	if (!api || r->row->arg_count == 0)
		return;
	u32 cell = torch_argument(c, b, row, api->argument, &text);
	const struct unit *u = c->program->functions[r->fn].unit;
	for (u32 i = 0; i < r->arg_count && i < r->row->arg_count; i++) {
		if (b->args[r->first_arg + i] != cell)
			continue;
		struct python_call given = python_functions(c->program, r->fn, u->args[r->row->first_arg + i]);
		for (u32 k = 0; k < given.n; k++)
			add_whole(c, given.at[k].fn, name, "captures the callable that it is given");
		return;
	}
}

/* @torch.compile(mode="reduce-overhead") */
static void add_decorated(struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (r->a == NONE || b->cells[r->a].function == NONE)
		return;
	const struct unit *u = c->program->functions[r->fn].unit;
	for (u32 i = 0; i < r->row->arg_count; i++)
		for (u32 at = row; at-- > 0;) {
			if (b->rows[at].row->dst != u->args[r->row->first_arg + i] || b->rows[at].op != ROW_CALL)
				continue;
			if (region_at(c, b, at, REGION_DECORATES))
				add_whole(c, b->cells[r->a].function, call_name(c, b, at), "captures the function that it decorates");
			break;
		}
}

void regions_in_code(struct capture *c)
{
	c->is_candidate = arena_array(c->arena, bool, c->program->function_count + 1);
	c->does = arena_array(c->arena, u8, c->program->function_count + 1);
	mark_first(c);
	for (u32 round = 0; round < ROUNDS && summarise(c); round++)
		mark_callers(c);
	find_pieces(c);
	for (fn_id f = 0; f < c->program->function_count; f++) {
		if (!c->is_candidate[f])
			continue;
		const struct body *b = capture_body(c, f);
		if (!b->n)
			continue;
		add_spans(c, f, b);
		for (u32 row = 0; row < b->n; row++)
			if (program_is_python(c->program, b->rows[row].fn) && b->rows[row].op == ROW_CALL)
				add_handed_over(c, b, row);
			else if (b->rows[row].op == ROW_DEFINE)
				add_decorated(c, b, row);
	}
}
