#include "capture/surface.h"

#include "capture/blocking.h"
#include "capture/lifetime.h"
#include "capture/local.h"
#include "capture/stream.h"
#include "discover/paths.h"
#include "graph/unused.h"

enum { UP = 4 };

/* ---- a stream that is kept in a field or a variable of the file ---- */

static bool is_kept(const struct program *p, const struct body *b, u32 cell, struct str name)
{
	bool is_local = cell == NONE || (b->cells[cell].kind == CELL_LOCAL && b->cells[cell].parent == NONE);
	return !is_local && str_eq(body_cell_name(p, b, cell), name);
}

/* What the program puts into it. */
struct filled {
	bool is_made;    /* a stream that is created there */
	bool is_nulled;  /* the legacy one, or none */
	enum surface *surface;
};

/* The stream that is made is in order with the legacy one. */
static bool is_in_order(const struct capture *c, const struct body *b, const struct stream *made)
{
	return made->row != NONE && blocking_of_creation(c->program, b, &b->rows[made->row]) == BLOCKING;
}

/* What is put there is created here, or is none. */
static bool is_own_value(const struct capture *c, const struct body *b, u32 row, u32 cell, struct filled *out)
{
	struct stream s = stream_of(c, capture_values(c, b), row, cell);
	if (s.kind == STREAM_MADE && !is_in_order(c, b, &s))
		*out->surface = SURFACE_OWN;
	out->is_nulled |= s.kind == STREAM_LEGACY;
	return s.kind == STREAM_MADE || s.kind == STREAM_LEGACY;
}

/* The row fills it with something else. */
static bool fills_otherwise(const struct capture *c, const struct body *b, u32 row, struct str name, struct filled *out)
{
	const struct body_row *r = &b->rows[row];
	const struct capture_api *api = r->op == ROW_CALL ? capture_api_at(c, b, row) : NULL;
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 at = b->args[r->first_arg + i], of = at == NONE ? NONE : b->cells[at].address_of;
		if (!is_kept(c->program, b, of, name))
			continue;
		if (!api || api->does != DOES_STREAM_CREATE)
			return true;
		out->is_made = true;
		if (blocking_of_creation(c->program, b, r) != BLOCKING)
			*out->surface = SURFACE_OWN;
	}
	bool is_init = r->op == ROW_CALL && r->flags & RF_CONSTRUCT && r->arg_count;
	if ((r->op != ROW_MOVE && !is_init) || !is_kept(c->program, b, r->dst, name))
		return false;
	u32 from = is_init ? b->args[r->first_arg] : r->a;
	return from != NONE && !is_own_value(c, b, row, from, out);
}

/* Everything in the program that fills such a field creates a stream for it, or says that there is none. */
static bool is_own_field(const struct capture *c, struct str name, struct filled *out)
{
	const struct program *p = c->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		if (program_is_python(p, f) || fn->f->kind == FN_MACRO || fn->f->flags & (NF_GLOBAL | NF_DEVICE) || !name.n ||
		    !unit_holds(fn->unit, name))
			continue;
		const struct body *b = any_body(c, f);
		for (u32 row = 0; row < b->n; row++)
			if (fills_otherwise(c, b, row, name, out))
				return false;
	}
	return out->is_made || out->is_nulled;
}

/* ---- what the callers give ---- */

static bool is_called_from_elsewhere(const struct capture *c, fn_id fn, u32 file, u32 depth)
{
	const u32 *calls;
	u32 n = capture_callers(c, fn, &calls);
	if (c->program->functions[fn].file != file)
		return true;
	for (u32 i = 0; i < n && depth < UP; i++)
		if (is_called_from_elsewhere(c, c->callers->list.at[calls[i]].fn, file, depth + 1))
			return true;
	return false;
}

/* What is known of all callers so far. */
struct given {
	enum surface surface;
	bool is_made;       /* somebody gives a stream that he has made */
	bool is_field_null; /* somebody gives a field that is only ever null */
	bool is_named;      /* somebody gives one, or hands one on, and does not leave it at the default */
};

static bool all_give_own(const struct capture *c, fn_id fn, u32 depth, struct given *given);

/* RAPIDS' default stream: the legacy one, or that of the thread if it was built so; nobody captures it. */
static bool is_default_name(struct str name)
{
	name = last_component(name);
	return str_is(name, "cuda_stream_default") || str_is(name, "get_default_stream");
}

static bool is_default_stream(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	struct value v = value_of(capture_values(c, b), row, cell);
	return is_default_name(body_cell_name(c->program, b, cell)) || (v.kind == VALUE_RESULT && is_default_name(body_row_name(c->program, &b->rows[v.row])));
}

/* What is left out is the default, which shows only where it is a constant; a framework's is its current stream, RAPIDS' its default. */
static bool is_none_by_default(const struct capture *c)
{
	static const char *const frameworks[] = {"torch/", "ATen/", "c10/"};
	return !program_uses(c->program, frameworks, COUNT(frameworks));
}

/* Methods of one class, an overload of the same name, the method of that name of a member: what one hands on to the other. A function that hands on what it is
 * given to something else is an interface itself. */
static bool is_kin(const struct capture *c, fn_id a, fn_id b)
{
	const struct fn *one = &c->program->functions[a], *other = &c->program->functions[b];
	if (one->cls && other->cls && str_eq(fn_short_name(one), fn_short_name(other)))
		return true;
	return one->cls == other->cls && (one->cls || str_eq(fn_name(one), fn_name(other)));
}

/* A variable of some file, and not one of the function's own. */
static bool is_global(const struct body *b, u32 cell)
{
	const struct cell *at = &b->cells[cell];
	return at->kind == CELL_OUTER && at->parent == NONE && at->param == NONE && at->first_write == NONE;
}

static bool is_own(const struct capture *c, fn_id callee, const struct caller *from, u32 cell, u32 depth, struct given *given)
{
	const struct body *b = capture_body(c, from->fn);
	if (cell == NONE)
		return is_none_by_default(c);
	struct stream s = stream_of(c, capture_values(c, b), from->row, cell);
	given->is_named |= s.kind != STREAM_GIVEN;
	if (is_default_stream(c, b, from->row, cell))
		return true;
	struct filled filled;
	switch ((enum stream_kind)s.kind) {
	case STREAM_LEGACY:
		return true;
	case STREAM_MADE:
		given->is_made = true;
		if (!is_in_order(c, b, &s))
			given->surface = SURFACE_OWN;
		return true;
	case STREAM_GIVEN: case STREAM_MEMBER: case STREAM_STATIC:
		if (s.cell == NONE)
			return false;
		if (b->cells[s.cell].param != NONE && b->cells[s.cell].parent == NONE)
			return is_kin(c, from->fn, callee) && all_give_own(c, from->fn, depth + 1, given);
		filled = (struct filled){.surface = &given->surface};
		if (!is_own_field(c, body_cell_name(c->program, b, s.cell), &filled))
			return false;
		given->is_made |= filled.is_made;
		given->is_field_null |= !filled.is_made;
		return true;
	case STREAM_UNKNOWN:
		filled = (struct filled){.surface = &given->surface};
		given->is_made = true;
		return is_global(b, cell) && is_own_field(c, body_cell_name(c->program, b, cell), &filled) && filled.is_made;
	case STREAM_CURRENT: case STREAM_PER_THREAD: case STREAM_RESULT:
		break;
	}
	return false;
}

/* One program, or a collection of them, most of its sources with a main: what such a file gives is all that is given. Programs beside a library
 * show how it is used, but not by whom. */
static bool has_all_users(const struct capture *c)
{
	const struct program *p = c->program;
	u32 programs = 0, sources = 0;
	for (u32 file = 0; file < p->file_count; file++) {
		const struct source *s = &p->files[file];
		bool is_header = str_ends(s->path, "h") || str_ends(s->path, "hpp");
		if (s->is_test || s->is_vendored || is_header || s->language == LANG_PYTHON || !p->units[file].n_functions)
			continue;
		programs += c->has_main[file];
		sources++;
	}
	return programs == 1 || 2 * programs >= sources;
}

/* cudaStream_t stream = 0 */
static bool has_default_stream(const struct fn *fn)
{
	for (u32 k = 0; k < fn->f->param_count; k++) {
		const struct var *v = &fn->unit->vars[fn->f->first_var + k];
		if (stream_is_type(unit_text(fn->unit, v->type), unit_text(fn->unit, v->name)) && operand_kind(v->value) == OPD_NONE)
			return false;
	}
	return true;
}

static bool all_give_own(const struct capture *c, fn_id fn, u32 depth, struct given *given)
{
	const struct program *p = c->program;
	const struct fn *f = &p->functions[fn];
	const u32 *calls;
	u32 n = capture_callers(c, fn, &calls), counted = 0, own = 0;
	bool is_of_class = f->cls, counts_programs = has_all_users(c);
	if (depth > UP || program_is_bound(p, fn) || program_is_stored(p, fn))
		return false;
	for (u32 i = 0; i < n; i++) {
		struct caller from = c->callers->list.at[calls[i]];
		const struct source *s = &p->files[p->functions[from.fn].file];
		if (from.fn == fn || s->is_test || s->is_vendored || (c->has_main[p->functions[from.fn].file] && !counts_programs))
			continue;
		own++;
		const struct body *b = capture_body(c, from.fn);
		for (u32 k = 0; k < f->f->param_count; k++) {
			const struct var *v = &f->unit->vars[f->f->first_var + k];
			if (stream_is_type(unit_text(f->unit, v->type), unit_text(f->unit, v->name)) &&
			    !is_own(c, fn, &from, call_argument(c, b, from.row, fn, k), depth, given))
				return false;
		}
		counted += (is_of_class || c->has_main[p->functions[from.fn].file]) && is_called_from_elsewhere(c, from.fn, f->file, 0);
	}
	/* A context whose stream nobody ever sets shows that streams are not in use, whoever else may call; so does who hands on a default, and is called by nobody. */
	return counted > 0 || (depth && !own && has_default_stream(f)) || (given->is_field_null && !given->is_made);
}

enum surface surface_of(const struct capture *c, fn_id fn)
{
	struct given given = {.surface = SURFACE_IN_ORDER};
	if (!all_give_own(c, fn, 0, &given))
		return SURFACE_OPEN;
	/* A default that all leave alone, where nobody has captures in mind, says the same of those who include the header. */
	bool is_left = !given.is_named && !c->is_expected;
	return is_left || !program_file_is_public(c->program, c->program->functions[fn].file) ? given.surface : SURFACE_OPEN;
}

bool is_dead(const struct capture *c, fn_id fn)
{
	return c->program->functions[fn].f->flags & NF_STATIC && program_is_unused(c->program, fn);
}
