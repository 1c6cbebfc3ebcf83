/* Which rows enqueue work, and with which argument they name their stream. */
#include "capture/stream.h"

#include "capture/local.h"
#include "graph/dominate.h"
#include "graph/link.h"

static u32 argument(const struct body *b, const struct body_row *r, u32 i)
{
	return i < r->arg_count ? b->args[r->first_arg + i] : NONE;
}

const struct capture_api *capture_api_at(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (r->op == ROW_LAUNCH)
		return models_capture(c->program->models, S("<<<>>>"));
	if (r->op != ROW_CALL || r->callee.n)
		return NULL;
	struct str name = call_name(c, b, row);
	return name.n ? models_capture(c->program->models, name) : NULL;
}

struct str copy_direction(const struct program *p, const struct body *b, const struct body_row *r, const struct capture_api *api)
{
	i8 at = api ? api->at[CAPTURE_KIND] : -1;
	return at >= 0 && (u32)at < r->arg_count ? body_cell_name(p, b, b->args[r->first_arg + (u32)(u8)at]) : S("");
}

static struct str text_of(const struct capture *c, const struct body *b, u32 cell, bool is_type)
{
	return intern_get(&c->program->names, is_type ? b->cells[cell].type : b->cells[cell].name);
}

/* An argument that holds a stream, as its type, its name, or the call that made it says. */
static bool holds_stream(const struct capture *c, struct values *v, u32 row, u32 cell)
{
	if (cell == NONE)
		return false;
	struct str name = text_of(c, v->body, cell, false);
	if (stream_is_type(text_of(c, v->body, cell, true), name) || str_has(name, "tream"))
		return true;
	struct value value = value_of(v, row, cell);
	if (value.kind != VALUE_RESULT)
		return false;
	/* get_stream(s), stream.value() */
	const struct body_row *made = &v->body->rows[value.row];
	bool is_of_stream = made->flags & RF_MEMBER && made->a != NONE && str_has(text_of(c, v->body, made->a, false), "tream");
	return is_of_stream || str_has(call_name(c, v->body, value.row), "tream");
}

static bool enqueues(const struct capture_api *api)
{
	switch ((enum capture_does)api->does) {
	case DOES_ALLOC_ASYNC: case DOES_FREE_ASYNC: case DOES_COPY_ASYNC: case DOES_FILL_ASYNC: case DOES_LAUNCH: case DOES_PREFETCH:
	case DOES_RECORD: case DOES_WAIT: case DOES_HOST_FUNC: case DOES_CALLBACK: case DOES_GRAPH_LAUNCH: case DOES_LIBRARY:
	case DOES_COLLECTIVE: case DOES_ATTACH:
		return true;
	default:
		return false;
	}
}

/* Calls of CUB: the stream is where the table says or, with other overloads, any argument that is one; later versions take an
 * environment that may hold it. Without temporary storage a call computes a size and launches nothing. */
static bool use_of_cub(const struct capture *c, struct values *v, u32 row, struct stream_use *out)
{
	const struct body_row *r = &v->body->rows[row];
	if (asks_for_size(c, v, row))
		return false;
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 cell = argument(v->body, r, i);
		if (holds_stream(c, v, row, cell)) {
			out->cell = cell;
			return true;
		}
		if (cell != NONE && str_has(text_of(c, v->body, cell, false), "env"))
			return false;
		/* Data that is null: again a question for the size. */
		if (cell != NONE && v->body->cells[cell].is_pointer && value_is_zero(v, row, cell))
			return false;
	}
	i8 at = out->api->at[CAPTURE_STREAM];
	out->cell = at >= 0 ? argument(v->body, r, (u32)at) : NONE;
	/* What stands in the stream's place may be one in disguise. */
	out->is_omitted = out->cell == NONE;
	return out->is_omitted || value_is_zero(v, row, out->cell);
}

/* Thrust's algorithms run where their policy says: par.on(stream), thrust::device alone on the legacy stream. Without a policy the iterators
 * decide, which we don't see. */
static bool use_of_thrust(const struct capture *c, struct values *v, u32 row, struct stream_use *out)
{
	const struct body *b = v->body;
	const struct body_row *r = &b->rows[row];
	if (!r->arg_count)
		return false;
	u32 policy = argument(b, r, 0);
	struct value value = value_of(v, row, policy);
	if (value.kind == VALUE_RESULT) {
		const struct body_row *made = &b->rows[value.row];
		if (!str_is(call_name(c, b, value.row), "on"))
			return false;
		out->cell = argument(b, made, 0);
		return out->cell != NONE;
	}
	out->is_omitted = is_thrust_device(value.cell == NONE ? S("") : text_of(c, b, value.cell, false));
	return out->is_omitted;
}

static bool use_of_api(const struct capture *c, struct values *v, u32 row, struct stream_use *out)
{
	const struct body_row *r = &v->body->rows[row];
	struct str name = r->op == ROW_LAUNCH ? S("") : call_name(c, v->body, row);
	if (out->api->does == DOES_COPY || out->api->does == DOES_FILL) {
		out->is_omitted = true;
		return out->api->legacy[0] == OUTCOME_906;
	}
	if (!enqueues(out->api))
		return false;
	if (str_starts(name, "thrust::"))
		return use_of_thrust(c, v, row, out);
	if (str_has(name, "Device") && str_has(name, "::"))
		return use_of_cub(c, v, row, out);
	i8 at = out->api->at[CAPTURE_STREAM];
	if (at < 0)
		return false;
	out->cell = argument(v->body, r, (u32)at);
	/* Versions of a call differ in their arguments: with one less, the stream stands earlier. */
	for (u32 i = r->arg_count; i-- > 0 && out->cell == NONE && r->op == ROW_CALL;)
		if (holds_stream(c, v, row, argument(v->body, r, i)))
			out->cell = argument(v->body, r, i);
	/* kernel<<<grid, block, stream>>>, as compilers of other devices have it. */
	if (r->op == ROW_LAUNCH && out->cell == NONE && holds_stream(c, v, row, argument(v->body, r, (u32)at - 1)))
		out->cell = argument(v->body, r, (u32)at - 1);
	out->is_omitted = out->cell == NONE;
	return true;
}

/* Where a function takes its stream, and whether the legacy one is its default. */
struct stream_param {
	u32 at; /* NONE: it takes none, or more than one */
	bool is_legacy_by_default;
};

static struct stream_param param_of(const struct program *p, fn_id fn)
{
	const struct fn *f = &p->functions[fn];
	struct stream_param found = {.at = NONE};
	if (program_is_python(p, fn))
		return found; /* None there means the current stream */
	for (u32 i = 0; i < f->f->param_count; i++) {
		const struct var *param = &f->unit->vars[f->f->first_var + i];
		struct str type = unit_text(f->unit, param->type), name = unit_text(f->unit, param->name);
		if (!stream_is_type(type, name) || param->flags & NF_VARIADIC)
			continue;
		if (found.at != NONE)
			return (struct stream_param){.at = NONE};
		enum operand_kind kind = operand_kind(param->value);
		bool is_zero = kind == OPD_NULL || (kind == OPD_INT && !f->unit->ints[operand_index(param->value)]);
		found = (struct stream_param){i, is_zero};
	}
	return found;
}

static bool use_of_callee(const struct capture *c, struct values *v, u32 row, struct stream_use *out)
{
	const struct body *b = v->body;
	const struct body_row *r = &b->rows[row];
	struct stream_param at = {.at = NONE};
	for (u32 i = 0; i < r->callee.n; i++) {
		const struct fn *fn = &c->program->functions[r->callee.at[i]];
		struct stream_param here = param_of(c->program, r->callee.at[i]);
		if (fn->f->kind == FN_MACRO || fn->f->kind == FN_LAMBDA || here.at == NONE || (i && here.at != at.at))
			return false;
		at.is_legacy_by_default = (!i || at.is_legacy_by_default) && here.is_legacy_by_default;
		at.at = here.at;
	}
	/* Without data there is nothing to enqueue: it asks for the size of its workspace. */
	if (at.at && value_is_zero(v, row, argument(b, r, 0)))
		return false;
	out->cell = argument(b, r, at.at);
	/* It stands in another place: an overload is called that takes it there. */
	for (u32 i = 0; i < r->arg_count && (out->cell == NONE || value_is_zero(v, row, out->cell)); i++)
		if (i != at.at && holds_stream(c, v, row, argument(b, r, i)))
			out->cell = argument(b, r, i);
	out->is_omitted = out->cell == NONE;
	/* Fewer arguments than it must be given: another function of the name is meant, Traits<T>::max(). */
	const struct fn *fn = r->callee.n ? &c->program->functions[r->callee.at[0]] : NULL;
	for (u32 i = r->arg_count; fn && out->is_omitted && i < at.at; i++)
		if (operand_kind(fn->unit->vars[fn->f->first_var + i].value) == OPD_NONE)
			return false;
	return !out->is_omitted || at.is_legacy_by_default;
}

/* Nobody sees the callee, but a comment names the argument: the parameter's name before a null. */
static bool use_by_comment(const struct capture *c, struct values *v, u32 row, struct stream_use *out)
{
	const struct body_row *r = &v->body->rows[row];
	const struct unit *u = c->program->functions[r->fn].unit;
	/* In Python a `stream` may well be one of words. */
	for (u32 i = 0; i < r->arg_count && r->arg_count == r->row->arg_count && !program_is_python(c->program, r->fn); i++)
		if (str_is(unit_text(u, u->arg_names[r->row->first_arg + i]), "stream")) {
			out->cell = argument(v->body, r, i);
			return out->cell != NONE;
		}
	return false;
}

static bool is_adapter_call(struct str name)
{
	return str_is(name, "can_implement") || str_is(name, "get_workspace_size");
}

/* An operator in the shape of CUTLASS: op.can_implement(args), then op.run(stream), op.run(args, workspace, stream) or
 * op(args, workspace, stream), the stream null by default. */
static bool use_of_operator(const struct capture *c, struct values *v, u32 row, struct stream_use *out)
{
	const struct body *b = v->body;
	const struct body_row *r = &b->rows[row];
	struct str name = call_name(c, b, row);
	bool runs = r->flags & RF_MEMBER && str_is(name, "run");
	bool is_called = !(r->flags & RF_MEMBER) && r->a != NONE;
	if ((!runs && !is_called) || r->a == NONE || r->arg_count > 3)
		return false;
	struct str type = text_of(c, b, r->a, true);
	bool is_adapter = false;
	for (u32 i = 0; i < b->n && !is_adapter; i++) {
		const struct body_row *other = &b->rows[i];
		if (other->op != ROW_CALL || other == r)
			continue;
		struct str called = call_name(c, b, i);
		bool is_static = type.n && called.n > type.n && str_starts(called, type.p) && called.p[type.n] == ':';
		is_adapter = other->flags & RF_MEMBER ? other->a == r->a && is_adapter_call(called) : is_static && is_adapter_call(last_component(called));
	}
	if (!is_adapter)
		return false;
	/* op.run(args): the problem alone; op.run(s): a stream. */
	u32 only = r->arg_count == 1 ? argument(b, r, 0) : NONE;
	bool is_problem = only != NONE && (str_has(text_of(c, b, only, true), "Arguments") || str_has(text_of(c, b, only, false), "arg"));
	for (u32 i = r->arg_count; i-- > 0;)
		if (holds_stream(c, v, row, argument(b, r, i)) || (out->cell == NONE && r->arg_count != 2 && !is_problem))
			out->cell = argument(b, r, i);
	out->is_omitted = out->cell == NONE;
	return true;
}

/* Nothing in the body has to do with the parameter. */
static bool is_unused(const struct body *b, u32 param)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		u32 cells[] = {r->dst, r->a, r->b};
		for (u32 i = 0; i < COUNT(cells) + r->arg_count; i++) {
			u32 cell = i < COUNT(cells) ? cells[i] : b->args[r->first_arg + i - COUNT(cells)];
			u32 of = cell == NONE ? NONE : b->cells[cell].address_of;
			for (cell = of == NONE ? cell : of; cell != NONE; cell = b->cells[cell].parent)
				if (b->cells[cell].param == param)
					return false;
		}
	}
	return true;
}

/* void gemm(cudaStream_t stream, ...) { ... Gemm::launch(params); }: nobody sees what launches, and the stream that the function takes is used nowhere. */
static bool use_without_stream(const struct capture *c, struct values *v, u32 row, struct stream_use *out)
{
	const struct body_row *r = &v->body->rows[row];
	struct str name = last_component(body_row_name(c->program, r));
	if (program_is_python(c->program, v->body->fn) || !r->arg_count || r->flags & RF_MACRO_LIKE || (!str_is(name, "launch") && !str_is(name, "Launch")))
		return false;
	struct stream_param at = param_of(c->program, v->body->fn);
	out->is_omitted = at.at != NONE && is_unused(v->body, at.at);
	return out->is_omitted;
}

bool stream_use_at(const struct capture *c, struct values *v, u32 row, struct stream_use *out)
{
	const struct body_row *r = &v->body->rows[row];
	*out = (struct stream_use){.api = capture_api_at(c, v->body, row), .cell = NONE};
	if (out->api)
		return use_of_api(c, v, row, out);
	if (r->op != ROW_CALL)
		return false;
	return r->callee.n ? use_of_callee(c, v, row, out) : use_by_comment(c, v, row, out) || use_of_operator(c, v, row, out) || use_without_stream(c, v, row, out);
}
