/* What the rows of one body do to a capture, by the tables and by what is known of the functions that they call. */
#include "capture/local.h"

#include "capture/tensor.h"
#include "graph/edges.h"
#include "graph/link.h"
#include "graph/python.h"

#include <string.h>

struct str region_text(const struct capture *c, const struct body *b, u32 row, struct model_arg which)
{
	struct str text;
	u32 cell = torch_argument(c, b, row, which, &text);
	return text.n || cell == NONE ? text : body_cell_name(c->program, b, cell);
}

/* `a|b`: the text is one of the words, or holds one. */
static bool is_one_of(struct str text, struct str words, bool holds)
{
	while (words.n) {
		const char *bar = memchr(words.p, '|', words.n);
		struct str word = {words.p, bar ? (size_t)(bar - words.p) : words.n};
		if (holds ? word.n <= text.n && memmem(text.p, text.n, word.p, word.n) : str_eq(word, text))
			return true;
		words = bar ? (struct str){bar + 1, words.n - word.n - 1} : S("");
	}
	return false;
}

static const struct region_api *of_kind(const struct capture *c, const struct body *b, u32 row, struct str name, enum region_kind kind)
{
	const struct body_row *r = &b->rows[row];
	u8 language = program_is_python(c->program, r->fn) ? REGION_PYTHON : REGION_NATIVE;
	const struct region_api *api = name.n ? models_region(c->program->models, name, r->flags & RF_MEMBER) : NULL;
	for (; api; api = api->has_more ? api + 1 : NULL)
		if (api->kind == kind && api->language & language &&
		    (model_arg_is_none(api->when) || is_one_of(region_text(c, b, row, api->when), api->when_words, api->when_holds)))
			return api;
	return NULL;
}

u32 context_row(const struct capture *c, const struct body *b, u32 row)
{
	u32 cell = b->rows[row].a;
	if (cell == NONE)
		return NONE;
	u32 only = capture_values(c, b)->only[cell];
	if (only < b->n)
		return only < row && b->rows[only].dst == cell && b->rows[only].op == ROW_CALL ? only : NONE;
	for (u32 i = row; i-- > 0 && only != NONE;)
		if (b->rows[i].dst == cell)
			return b->rows[i].op == ROW_CALL ? i : NONE;
	return NONE;
}

/* A manager nothing is known of, that is given a graph: `with ctx(graph, pool=pool):` captures into it. */
static bool is_given_graph(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (!program_is_python(c->program, r->fn) || r->callee.n)
		return false;
	const struct unit *u = c->program->functions[r->fn].unit;
	struct str cls;
	for (u32 i = 0; i < r->row->arg_count && !str_starts(call_name(c, b, row), "contextlib."); i++)
		if (python_object(c->program, r->fn, u->args[r->row->first_arg + i], &cls) == RECEIVER_OTHER && str_ends(cls, ".CUDAGraph"))
			return true;
	return false;
}

const struct region_api *region_at(const struct capture *c, const struct body *b, u32 row, enum region_kind kind)
{
	const struct body_row *r = &b->rows[row];
	bool is_with = r->op == ROW_ENTER || r->op == ROW_LEAVE;
	if (is_with)
		row = context_row(c, b, row);
	if (row == NONE || b->rows[row].op != ROW_CALL)
		return NULL;
	const struct region_api *api = of_kind(c, b, row, call_name(c, b, row), kind);
	if (!api && is_with && kind == REGION_WITH && is_given_graph(c, b, row))
		api = models_region(c->program->models, S("torch.cuda.graph"), false);
	return api;
}

u8 call_effects(const struct capture *c, const struct body_row *r)
{
	u8 does = 0;
	for (u32 i = 0; i < r->callee.n; i++)
		does |= c->does[r->callee.at[i]];
	/* `return Guard(s);`: an object without a name, whose constructor opens. */
	bool is_unknown = r->op == ROW_CALL && !r->callee.n && !r->callee.call && !r->callee.check && !(r->flags & RF_MEMBER) && r->row->name;
	for (u32 i = 0; i < c->openers.n && is_unknown; i++)
		if (str_eq(intern_get(&c->program->names, c->program->functions[c->openers.at[i]].cls), last_component(body_row_name(c->program, r))))
			does |= CALL_OPENS;
	return does;
}

/* A `with` enters and leaves what its context expression made: a known manager, a generator that yields inside a capture, or an
 * object whose methods begin and end one. */
static enum effect effect_of_with(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	u32 context = context_row(c, b, row);
	bool enters = r->op == ROW_ENTER;
	bool is_span = region_at(c, b, row, REGION_WITH) || (context != NONE && call_effects(c, &b->rows[context]) & CALL_SPANS);
	if (is_span || call_effects(c, r) & (enters ? CALL_OPENS : CALL_CLOSES))
		return enters ? EFFECT_OPENS : EFFECT_CLOSES;
	return EFFECT_NONE;
}

static enum effect effect_of(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (r->op == ROW_ENTER || r->op == ROW_LEAVE)
		return effect_of_with(c, b, row);
	if (r->op != ROW_CALL && r->op != ROW_DESTROY)
		return EFFECT_NONE;
	if (region_at(c, b, row, REGION_BEGIN))
		return EFFECT_OPENS;
	if (region_at(c, b, row, REGION_END))
		return EFFECT_CLOSES;
	u8 does = call_effects(c, r);
	return does & CALL_OPENS ? EFFECT_OPENS : does & CALL_CLOSES ? EFFECT_CLOSES : EFFECT_NONE;
}

bool holds_guard(const struct body *b, const u8 *effects, u32 cell, u32 depth)
{
	for (u32 row = b->cells[cell].first_write; row != NONE && depth < 3; row = b->rows[row].next_write) {
		const struct body_row *r = &b->rows[row];
		if (r->op == ROW_CALL && effects[row] == EFFECT_OPENS && r->callee.n)
			return true;
		if (r->op == ROW_MOVE && r->a != NONE && b->cells[r->a].kind == CELL_LOCAL && holds_guard(b, effects, r->a, depth + 1))
			return true;
	}
	return false;
}

/* before(args); work; after(args): where a switch decides whether the one opens, the same switch decides whether the other closes. */
static void close_by_switch(const struct capture *c, const struct body *b, u8 *effects)
{
	for (u32 row = 0; row < b->n; row++)
		if (effects[row] == EFFECT_OPENS && !(call_effects(c, &b->rows[row]) & CALL_OPENS_MAYBE))
			return;
	for (u32 row = 0; row < b->n; row++)
		if (effects[row] == EFFECT_NONE && b->rows[row].op == ROW_CALL && call_effects(c, &b->rows[row]) & CALL_CLOSES_MAYBE)
			effects[row] = EFFECT_CLOSES;
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
	for (u32 row = 0; effects && row < b->n; row++)
		if (b->rows[row].op == ROW_DESTROY && effects[row] == EFFECT_NONE && b->rows[row].dst != NONE && holds_guard(b, effects, b->rows[row].dst, 0))
			effects[row] = EFFECT_CLOSES;
	if (effects)
		close_by_switch(c, b, effects);
	return effects;
}

bool capture_text_closes(const struct capture *c, fn_id fn)
{
	const struct fn *f = &c->program->functions[fn];
	u8 language = program_is_python(c->program, fn) ? REGION_PYTHON : REGION_NATIVE;
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[i];
		if (row->op != ROW_CALL || !row->name)
			continue;
		struct str name = unit_text(f->unit, row->name);
		for (const struct region_api *api = models_region(c->program->models, name, row->flags & RF_MEMBER); api; api = api->has_more ? api + 1 : NULL)
			if (api->kind == REGION_END && api->language & language)
				return true;
		struct call_target t = program_resolve(c->program, fn, row, name);
		for (u32 k = 0; k < t.n; k++)
			if (c->does[t.at[k]] & CALL_CLOSES)
				return true;
	}
	return false;
}

static enum flow_on until_close(const void *effects, const struct body *b, u32 row)
{
	(void)b;
	return ((const u8 *)effects)[row] == EFFECT_CLOSES ? FLOW_STOPS : FLOW_THROWS;
}

bool *rows_before_close(struct arena *a, const struct body *b, const u8 *effects) { return rows_behind(a, b, 0, until_close, effects); }
