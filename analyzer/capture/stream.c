#include "capture/stream.h"

#include "capture/local.h"
#include "graph/link.h"

bool stream_is_type(struct str type, struct str name)
{
	static const char *const types[] = {"cudaStream_t", "hipStream_t", "CUstream", "gpuStream_t", "CUDAStream", "HIPStream", "cuda_stream_view",
	                                    "stream_ref", "CudaStream", "qudaStream_t", "musaStream_t"};
	for (u32 i = 0; i < COUNT(types); i++)
		if (str_has(type, types[i]))
			return !str_has(type, "vector") && !str_has(type, "map<") && !str_has(type, "array") && !str_has(type, "Pool") && !str_has(type, "Guard");
	/* Plain C interfaces hide it: void *stream, uintptr_t stream. */
	bool is_named = str_is(name, "stream") || str_ends(name, "_stream");
	return is_named && (str_has(type, "void *") || str_has(type, "void*") || str_has(type, "uintptr_t") || str_has(type, "intptr_t"));
}

bool stream_is_taken(const struct fn *fn)
{
	for (u32 i = 0; i < fn->f->param_count; i++) {
		const struct var *v = &fn->unit->vars[fn->f->first_var + i];
		if (stream_is_type(unit_text(fn->unit, v->type), unit_text(fn->unit, v->name)))
			return true;
	}
	return false;
}

struct str stream_in_class(const struct fn *fn)
{
	struct str cls = unit_text(fn->unit, fn->f->cls);
	for (u32 i = 0; i < fn->unit->n_fields && cls.n; i++) {
		const struct field *f = &fn->unit->fields[i];
		if (!str_eq(unit_text(fn->unit, f->cls), cls))
			continue;
		struct str name = unit_text(fn->unit, f->name);
		if (stream_is_type(unit_text(fn->unit, f->type), name))
			return name;
	}
	return S("");
}

/* `auto stream = handle.get_stream();` */
static bool is_deduced(struct str type, struct str name)
{
	return (!type.n || str_is(type, "auto")) && (str_is(name, "stream") || str_ends(name, "_stream") || str_ends(name, "Stream"));
}

struct str stream_in_scope(const struct capture *c, fn_id fn)
{
	const struct fn *f = &c->program->functions[fn];
	for (u32 i = 0; i < f->f->var_count; i++) {
		const struct var *v = &f->unit->vars[f->f->first_var + i];
		struct str type = unit_text(f->unit, v->type), name = unit_text(f->unit, v->name);
		if (stream_is_type(type, name) || (i >= f->f->param_count && !program_is_python(c->program, fn) && is_deduced(type, name)))
			return name;
	}
	return stream_in_class(f);
}

struct str stream_at_hand(const struct capture *c, struct values *v)
{
	const struct body *b = v->body;
	struct str scope = stream_in_scope(c, b->fn);
	if (scope.n || program_is_python(c->program, b->fn))
		return scope;
	for (u32 row = 0; row < b->n; row++) {
		struct stream_use use;
		if (!stream_use_at(c, v, row, &use) || use.is_omitted || use.cell == NONE)
			continue;
		struct stream s = stream_of_use(c, v, row, &use);
		/* context->stream, stream.native(): what a parameter holds or answers. */
		if (s.kind == STREAM_GIVEN && s.cell != NONE)
			return body_cell_name(c->program, b, s.cell);
		if (b->cells[use.cell].kind != CELL_OUTER)
			continue;
		struct str name = body_cell_name(c->program, b, use.cell);
		u8 kind = s.kind;
		if (str_has(name, "tream") && (kind == STREAM_MEMBER || kind == STREAM_UNKNOWN))
			return name;
	}
	return S("");
}

/* A file-scope variable, or a static one of the function. */
static bool is_static(const struct capture *c, const struct body *b, struct str name)
{
	const struct fn *fn = &c->program->functions[b->fn];
	for (u32 i = fn->f->param_count; i < fn->f->var_count; i++) {
		const struct var *v = &fn->unit->vars[fn->f->first_var + i];
		if (v->flags & NF_STATIC && str_eq(unit_text(fn->unit, v->name), name))
			return true;
	}
	const struct function *file = &fn->unit->functions[0];
	for (u32 i = 0; i < file->var_count; i++)
		if (str_eq(unit_text(fn->unit, fn->unit->vars[file->first_var + i].name), name))
			return true;
	return false;
}

/* A name that stands for one of the runtime's streams. */
static enum stream_kind kind_of_name(const struct capture *c, struct str name)
{
	const struct capture_api *api = name.n ? models_capture(c->program->models, name) : NULL;
	if (str_is(name, "cudaStreamDefault") || str_is(name, "hipStreamDefault"))
		return STREAM_LEGACY;
	return !api ? STREAM_UNKNOWN : api->does == DOES_LEGACY_STREAM ? STREAM_LEGACY :
	       api->does == DOES_PER_THREAD_STREAM ? STREAM_PER_THREAD : STREAM_UNKNOWN;
}

static struct stream of_place(const struct capture *c, const struct body *b, u32 cell)
{
	struct stream s = {.kind = STREAM_UNKNOWN, .row = NONE, .cell = cell};
	struct str name = body_cell_name(c->program, b, cell);
	u32 root = cell_root(b, cell);
	s.kind = (u8)kind_of_name(c, name);
	if (s.kind != STREAM_UNKNOWN)
		return s;
	struct str whole = body_cell_name(c->program, b, root);
	bool is_own = root != cell && (str_is(whole, "this") || str_is(whole, "self") || str_is(whole, "cls"));
	if (b->cells[root].param != NONE && !is_own)
		s.kind = STREAM_GIVEN;
	else if (is_own)
		s.kind = STREAM_MEMBER;
	else if (is_static(c, b, body_cell_name(c->program, b, root)))
		s.kind = STREAM_STATIC;
	return s;
}

static struct stream of_cell(const struct capture *c, struct values *v, u32 row, u32 cell, u32 depth);

static bool speaks_of(struct str name, const char *a, const char *b) { return str_has(name, a) && str_has(name, b); }

/* streams.emplace_back(stream, 2): an object that was made empty has been given something by one of its methods; what it answers may follow from that. */
static bool is_filled_later(const struct body *b, u32 made)
{
	u32 object = b->rows[made].dst;
	for (u32 row = 0; row < b->n && object != NONE; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_CALL || !(r->flags & RF_MEMBER) || r->a != object)
			continue;
		for (u32 i = 0; i < r->arg_count; i++) {
			u32 arg = b->args[r->first_arg + i];
			if (arg != NONE && b->cells[arg].kind != CELL_ZERO && b->cells[arg].kind != CELL_NONZERO)
				return true;
		}
	}
	return false;
}

/* `stream()`, `get_stream()` in a method: the object is asked for what it holds, by a method of its own or of a base. A free function of the
 * program is none, nor is what makes one. */
static bool asks_own_object(const struct capture *c, const struct body *b, const struct body_row *r, struct str name)
{
	static const char *const getters[] = {"stream", "get_stream", "getStream", "Stream", "GetStream", "cuda_stream", "cudaStream"};
	if (r->flags & (RF_MEMBER | RF_CONSTRUCT) || r->arg_count || r->a != NONE || !c->program->functions[b->fn].cls || program_is_python(c->program, b->fn))
		return false;
	for (u32 i = 0; i < r->callee.n; i++)
		if (!c->program->functions[r->callee.at[i]].cls)
			return false;
	return str_is_any(name, getters, COUNT(getters));
}

static struct stream of_result(const struct capture *c, struct values *v, u32 row, u32 depth)
{
	const struct body *b = v->body;
	const struct body_row *r = &b->rows[row];
	struct stream s = {.kind = STREAM_RESULT, .row = row, .cell = r->dst};
	struct str name = call_name(c, b, row);
	const struct capture_api *api = capture_api_at(c, b, row);
	switch (api ? (enum capture_does)api->does : DOES_NOTHING) {
	case DOES_CURRENT_STREAM: s.kind = STREAM_CURRENT; return s;
	case DOES_LEGACY_STREAM: s.kind = STREAM_LEGACY; return s;
	case DOES_PER_THREAD_STREAM: s.kind = STREAM_PER_THREAD; return s;
	case DOES_POOL_STREAM: case DOES_STREAM_CREATE: s.kind = STREAM_MADE; return s;
	default: break;
	}
	if (speaks_of(name, "urrent", "tream")) {
		s.kind = STREAM_CURRENT;
		return s;
	}
	if (asks_own_object(c, b, r, name)) {
		s.kind = STREAM_MEMBER;
		return s;
	}
	bool is_stream_class = r->flags & RF_CONSTRUCT && stream_is_type(name, S(""));
	if (is_stream_class && !r->arg_count) {
		s.kind = str_ends(name, "_t") || str_ends(name, "view") ? STREAM_LEGACY : STREAM_UNKNOWN;
		return s;
	}
	/* x.stream() is x's; wrap(stream) is stream. */
	struct stream inner = {.kind = STREAM_UNKNOWN, .row = NONE, .cell = NONE};
	u32 first = r->arg_count ? b->args[r->first_arg] : NONE;
	bool wraps = is_stream_class || (first != NONE && str_has(body_cell_name(c->program, b, first), "tream"));
	bool is_operator = !(r->flags & RF_MEMBER) && !r->arg_count && !(r->flags & RF_CONSTRUCT); /* `stream()` of a class that holds one */
	if ((r->flags & RF_MEMBER || is_operator) && r->a != NONE)
		inner = of_cell(c, v, row, r->a, depth + 1);
	else if (wraps && first != NONE)
		inner = of_cell(c, v, row, first, depth + 1);
	if (inner.kind == STREAM_RESULT && inner.row != NONE && b->rows[inner.row].flags & RF_CONSTRUCT && is_filled_later(b, inner.row))
		inner.kind = STREAM_UNKNOWN;
	else if (inner.kind != STREAM_UNKNOWN || (is_operator && r->a != NONE))
		return inner;
	/* A getter that is asked with something of the caller's may well answer the caller's stream. */
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 arg = b->args[r->first_arg + i];
		if (arg != NONE && b->cells[arg].kind != CELL_ZERO && b->cells[arg].kind != CELL_NONZERO)
			s.kind = STREAM_UNKNOWN;
	}
	if (r->flags & RF_MEMBER)
		s.kind = STREAM_UNKNOWN;
	return s;
}

static struct stream of_value(const struct capture *c, struct values *v, const struct value *value, u32 depth)
{
	const struct body *b = v->body;
	struct stream s = {.kind = STREAM_UNKNOWN, .row = value->row, .cell = value->cell};
	switch ((enum value_kind)value->kind) {
	case VALUE_PARAM:
		s.kind = STREAM_GIVEN;
		return s;
	case VALUE_CONSTANT:
		s.kind = b->cells[value->cell].kind == CELL_ZERO ? STREAM_LEGACY : (u8)kind_of_name(c, body_cell_name(c->program, b, value->cell));
		return s;
	case VALUE_PLACE:
		return of_place(c, b, value->cell);
	case VALUE_RESULT:
		return depth < 4 ? of_result(c, v, value->row, depth) : s;
	case VALUE_WRITTEN: {
		const struct capture_api *api = capture_api_at(c, b, value->row);
		s.kind = api && api->does == DOES_STREAM_CREATE ? STREAM_MADE : STREAM_UNKNOWN;
		return s;
	}
	case VALUE_UNKNOWN:
		/* `stream = handle->stream;` nobody here has written that field. */
		return value->row == NONE && value->cell != NONE && b->cells[value->cell].parent != NONE ? of_place(c, b, value->cell) : s;
	case VALUE_OPERATION: case VALUE_ITEM:
		break;
	}
	return s;
}

static struct stream of_cell(const struct capture *c, struct values *v, u32 row, u32 cell, u32 depth)
{
	struct value all[VALUES];
	struct stream found = {.kind = STREAM_UNKNOWN, .row = NONE, .cell = cell};
	/* What a static variable was initialised with is what it was at the first call. */
	const struct cell *at = &v->body->cells[cell];
	if (at->kind == CELL_OUTER && at->parent == NONE && is_static(c, v->body, body_cell_name(c->program, v->body, cell)))
		return (struct stream){.kind = STREAM_STATIC, .row = NONE, .cell = cell};
	u32 n = values_of(v, row, cell, all);
	for (u32 i = 0; i < n; i++) {
		struct stream s = of_value(c, v, &all[i], depth);
		if (i && s.kind != found.kind)
			return (struct stream){.kind = STREAM_UNKNOWN, .row = NONE, .cell = cell};
		found = s;
	}
	/* Part of an object that came in, or that is held somewhere. */
	return found.kind == STREAM_UNKNOWN && v->body->cells[cell].parent != NONE ? of_place(c, v->body, cell) : found;
}

struct stream stream_of(const struct capture *c, struct values *v, u32 row, u32 cell)
{
	if (cell == NONE)
		return (struct stream){.kind = STREAM_UNKNOWN, .row = NONE, .cell = NONE};
	return of_cell(c, v, row, cell, 0);
}

struct stream stream_of_use(const struct capture *c, struct values *v, u32 row, const struct stream_use *use)
{
	if (use->is_omitted)
		return (struct stream){.kind = STREAM_LEGACY, .row = NONE, .cell = NONE};
	return stream_of(c, v, row, use->cell);
}
