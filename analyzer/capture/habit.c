#include "capture/habit.h"

#include "capture/lifetime.h"
#include "capture/local.h"
#include "capture/stream.h"

#include <string.h>

bool capture_is_library(const struct capture *c, fn_id f)
{
	const struct fn *fn = &c->program->functions[f];
	const struct source *s = &c->program->files[fn->file];
	bool is_host = (fn->f->kind == FN_FUNCTION || fn->f->kind == FN_METHOD) && !(fn->f->flags & (NF_GLOBAL | NF_DEVICE | NF_CTOR | NF_DTOR));
	return is_host && !s->is_test && !s->is_vendored && !c->has_main[fn->file];
}

/* template <class Matrix>: in this file the name may mean anything. */
static bool is_of_template(const struct unit *u, struct str name)
{
	for (u32 i = 0; i < u->n_constants; i++)
		if (u->constants[i].is_of_template && str_eq(unit_text(u, u->constants[i].name), name))
			return true;
	return false;
}

/* The class that a type names, without what points or refers to it; empty for numbers, tensors and what is no class. */
static struct str lender_of(struct str type)
{
	static const char *const words[] = {"int", "size_t", "void", "char", "float", "double", "bool", "auto", "Tensor", "<"};
	static const char *const marks[] = {" const", "const", "*", "&", " "};
	if (str_starts(type, "const "))
		type = (struct str){type.p + 6, type.n - 6};
	for (u32 i = 0; i < COUNT(marks); i++)
		while (str_ends(type, marks[i])) {
			type.n -= strlen(marks[i]);
			i = 0;
		}
	struct str name = last_component(type);
	return name.n < 3 || str_has_any(name, words, COUNT(words)) ? S("") : name;
}

u32 param_that_lends(const struct capture *c, const struct fn *fn)
{
	const struct habits *h = capture_habits(c);
	for (u32 i = 0; i < fn->f->param_count; i++) {
		struct str type = lender_of(unit_text(fn->unit, fn->unit->vars[fn->f->first_var + i].type));
		if (type.n && intern_find(&h->lenders, type) != NONE && !is_of_template(fn->unit, type))
			return i;
	}
	return NONE;
}

/* The stream comes out of a parameter that is none itself: a handle, or a class of the program's own around a stream. */
static void note_lender(const struct capture *c, const struct body *b, const struct stream *s, struct intern *lenders)
{
	u32 root = s->kind == STREAM_GIVEN && s->cell != NONE ? cell_root(b, s->cell) : NONE;
	const struct fn *fn = &c->program->functions[b->fn];
	if (root == NONE || b->cells[root].param >= fn->f->param_count)
		return;
	const struct var *v = &fn->unit->vars[fn->f->first_var + b->cells[root].param];
	struct str type = lender_of(unit_text(fn->unit, v->type));
	if (type.n && !stream_is_type(unit_text(fn->unit, v->type), unit_text(fn->unit, v->name)) && !is_of_template(fn->unit, type))
		intern_put(lenders, type);
}

static struct work work_of(const struct capture *c, const struct body *b, struct intern *lenders)
{
	struct work w = {.launch = NONE, .operator_run = NONE};
	struct arena scratch = {0};
	struct values v;
	values_open(&scratch, &v, b);
	for (u32 row = 0; row < b->n; row++) {
		struct stream_use use;
		const struct capture_api *api = capture_api_at(c, b, row);
		w.waits |= api_waits_for_work(api) || (api && api->does == DOES_COPY);
		if (!stream_use_at(c, &v, row, &use))
			continue;
		struct stream s = stream_of_use(c, &v, row, &use);
		u8 kind = s.kind;
		note_lender(c, b, &s, lenders);
		bool is_legacy = kind == STREAM_LEGACY;
		w.has_stream |= !is_legacy;
		w.has_lent |= !is_legacy && kind != STREAM_MADE && kind != STREAM_STATIC && kind != STREAM_MEMBER;
		w.names_legacy |= is_legacy && !use.is_omitted;
		/* A kernel that is given nothing is a barrier. */
		if (use.is_omitted && b->rows[row].op == ROW_LAUNCH && b->rows[row].arg_count > LAUNCH_CONFIGURATION && w.launch == NONE)
			w.launch = row;
		if (use.is_omitted && !use.api && !b->rows[row].callee.n && w.operator_run == NONE)
			w.operator_run = row;
	}
	arena_release(&scratch);
	return w;
}

/* Some object is asked in CUTLASS's way whether it can run. O(rows). */
static bool has_operator(const struct fn *fn)
{
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++)
		if (fn->unit->rows[i].op == ROW_CALL && str_ends(unit_text(fn->unit, fn->unit->rows[i].name), "can_implement"))
			return true;
	return false;
}

/* Also of a function that reaches the device through such an object alone. */
static const struct body *working_body(const struct capture *c, fn_id f)
{
	const struct body *b = &c->slot->bodies[f];
	return b->n || program_is_python(c->program, f) || !has_operator(&c->program->functions[f]) ? b : any_body(c, f);
}

enum { FEW_FUNCTIONS = 16 }; /* of so few nothing is a rule */

const struct habits *capture_habits(const struct capture *c)
{
	struct habits *h = c->habits;
	const struct program *p = c->program;
	if (h->works)
		return h;
	h->works = arena_array(c->arena, struct work, p->function_count + 1);
	intern_init(&h->lenders, c->arena);
	h->with = arena_array(c->arena, u32, p->file_count + 1);
	h->without = arena_array(c->arena, u32, p->file_count + 1);
	h->lent = arena_array(c->arena, u32, p->file_count + 1);
	u32 *launches = arena_array(c->arena, u32, p->file_count + 1), with = 0, without = 0, lent = 0, waiting = 0;
	for (fn_id f = 0; f < p->function_count; f++)
		launches[p->functions[f].file] += p->functions[f].f->launches;
	for (fn_id f = 0; f < p->function_count; f++) {
		u32 file = p->functions[f].file;
		h->works[f] = (struct work){.launch = NONE, .operator_run = NONE};
		const struct body *b = capture_is_library(c, f) ? working_body(c, f) : NULL;
		if (!b || !b->n || (!launches[file] && !has_operator(&p->functions[f])))
			continue;
		h->works[f] = work_of(c, b, &h->lenders);
		bool is_bare = (h->works[f].launch != NONE || h->works[f].names_legacy) && !h->works[f].has_stream;
		h->with[file] += h->works[f].has_stream;
		h->lent[file] += h->works[f].has_lent;
		lent += h->works[f].has_lent;
		waiting += h->works[f].has_lent && h->works[f].waits;
		h->without[file] += is_bare;
		with += h->works[f].has_stream;
		without += is_bare;
	}
	h->names_streams = with >= without;
	h->waits_as_rule = lent >= FEW_FUNCTIONS && 2 * waiting >= lent;
	return h;
}
