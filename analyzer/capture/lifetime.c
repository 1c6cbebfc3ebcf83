#include "capture/lifetime.h"

#include "capture/local.h"
#include "capture/stream.h"

enum { DEPTH = 4 };

static struct str name_of(const struct capture *c, const struct body *b, u32 cell) { return body_cell_name(c->program, b, cell); }

/* ------------------------------------------------------------ what dies */

static bool is_container(struct str type)
{
	static const char *const types[] = {"vector", "array", "string", "basic_string", "deque", "valarray", "initializer_list", "host_vector", "SmallVector",
	                                    "small_vector", "InlinedVector", "inlined_vector", "static_vector", "fixed_vector", "unique_ptr"};
	return str_is_any(type, types, COUNT(types));
}

/* A variable of this call. */
static bool is_variable(const struct body *b, u32 cell)
{
	const struct cell *c = &b->cells[cell];
	return c->kind == CELL_LOCAL && c->name && !c->is_reference;
}

/* The address of (a part of) a variable; an element of a container is in its storage. */
static struct mortal of_place(const struct capture *c, const struct body *b, u32 place)
{
	u32 root = cell_root(b, place);
	struct str type = intern_get(&c->program->names, b->cells[root].type);
	if (b->cells[place].kind != CELL_LOCAL || !is_variable(b, root))
		return (struct mortal){0};
	bool has_element = false;
	for (u32 at = place; at != root; at = b->cells[at].parent)
		has_element = has_element || b->cells[at].is_element;
	if (!has_element || b->cells[root].is_array)
		return (struct mortal){MORTAL_VARIABLE, name_of(c, b, root)};
	return (struct mortal){is_container(type) ? MORTAL_CONTAINER : MORTAL_NOT, name_of(c, b, root)};
}

/* What a member function of a container gives: its storage. */
static bool gives_storage(struct str name)
{
	static const char *const names[] = {"data", "begin", "c_str", "get", "front"};
	return str_is_any(name, names, COUNT(names));
}

static struct mortal of_call(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_CALL || !(r->flags & RF_MEMBER) || r->a == NONE || !gives_storage(body_row_name(c->program, r)))
		return (struct mortal){0};
	u32 object = r->a;
	if (is_variable(b, object) && b->cells[object].parent == NONE && !b->cells[object].is_pointer)
		return (struct mortal){is_container(intern_get(&c->program->names, b->cells[object].type)) ? MORTAL_CONTAINER : MORTAL_NOT,
		                       name_of(c, b, object)};
	if (b->cells[object].name || b->cells[object].kind != CELL_LOCAL)
		return (struct mortal){0};
	for (u32 i = row; i-- > 0;) {
		const struct body_row *made = &b->rows[i];
		if (made->dst != object)
			continue;
		struct str type = made->op == ROW_CALL ? body_row_name(c->program, made) : S("");
		bool is_made_here = str_ends(type, "::vector") || str_ends(type, "::string") || str_ends(type, "::array");
		return (struct mortal){is_made_here ? MORTAL_TEMPORARY : MORTAL_NOT, S("")};
	}
	return (struct mortal){0};
}

struct mortal mortal_at(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	if (cell == NONE)
		return (struct mortal){0};
	if (b->cells[cell].address_of != NONE)
		return of_place(c, b, b->cells[cell].address_of);
	if (b->cells[cell].is_array && is_variable(b, cell) && b->cells[cell].param == NONE)
		return (struct mortal){MORTAL_VARIABLE, name_of(c, b, cell)};
	struct value all[VALUES];
	u32 n = values_of(capture_values(c, b), row, cell, all);
	struct mortal found = {0};
	for (u32 i = 0; i < n; i++) {
		struct mortal m = {0};
		u32 given = all[i].cell;
		if (all[i].kind == VALUE_RESULT)
			m = of_call(c, b, all[i].row);
		else if (all[i].kind == VALUE_OPERATION && b->cells[given].address_of != NONE)
			m = of_place(c, b, b->cells[given].address_of);
		if (m.kind == MORTAL_NOT)
			return (struct mortal){0};
		found = m;
	}
	return found;
}

/* ------------------------------------------------------------ what functions do, remembered */

enum known { KNOWN_NOT, KNOWN_ASKED, KNOWN_NO, KNOWN_YES };

struct lifetimes {
	u8 *waits, *copies; /* by fn_id: enum known */
	struct before_wait {
		const struct body *body; /* NULL: not asked yet */
		bool *is;                /* by row */
	} *before_wait; /* by fn_id */
	struct async_copy *copy;
};

struct lifetimes *lifetimes_new(struct arena *a, u32 functions)
{
	struct lifetimes *l = arena_new(a, struct lifetimes);
	l->waits = arena_array(a, u8, functions + 1);
	l->before_wait = arena_array(a, struct before_wait, functions + 1);
	l->copies = arena_array(a, u8, functions + 1);
	l->copy = arena_array(a, struct async_copy, functions + 1);
	return l;
}

/* ------------------------------------------------------------ who waits */

static bool sounds_waiting(struct str name)
{
	if (str_ends(name, "Async") || str_ends(name, "async"))
		return false;
	return str_has(name, "ynchroni") || str_ends(name, "sync") || str_ends(name, "Sync") || str_ends(name, "_wait") || str_ends(name, "Wait") ||
	       str_is(name, "wait") || str_has(name, "sync_stream") || str_is(name, "fence");
}

/* The call waits by itself: what it runs is not looked at. */
static bool waits_itself(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_CALL)
		return false;
	struct str name = call_name(c, b, row);
	const struct capture_api *api = r->callee.n ? NULL : models_capture(c->program->models, name);
	if (api)
		return api_waits(api) || api->does == DOES_COPY;
	return sounds_waiting(name);
}

enum { CALLED = 256 }; /* functions below one that are looked at */

/* The function waits, or one that it may run. Where none of them does, that holds for each of them as well: they may call each other. */
static bool function_waits(const struct capture *c, fn_id fn)
{
	struct arena scratch = {0};
	struct idmap seen = {0};
	VEC(fn_id) todo = {0};
	u8 *known = c->lifetimes->waits;
	bool found = known[fn] == KNOWN_YES;
	if (known[fn] != KNOWN_NOT)
		return found;
	vec_push(&scratch, &todo, fn);
	idmap_put(&scratch, &seen, fn, 1);
	u32 at = 0;
	for (; at < todo.n && at < CALLED && !found; at++) {
		const struct body *b = capture_body(c, todo.at[at]);
		for (u32 row = 0; row < b->n && !found; row++) {
			const struct body_row *r = &b->rows[row];
			found = waits_itself(c, b, row);
			for (u32 i = 0; i < r->callee.n && !found && (r->op == ROW_CALL || r->op == ROW_DESTROY); i++) {
				fn_id callee = r->callee.at[i];
				found = known[callee] == KNOWN_YES;
				if (known[callee] != KNOWN_NOT || idmap_get(&seen, callee) != NONE)
					continue;
				idmap_put(&scratch, &seen, callee, 1);
				vec_push(&scratch, &todo, callee);
			}
		}
	}
	known[fn] = found ? KNOWN_YES : KNOWN_NO;
	for (u32 i = 0; i < todo.n && !found && at == todo.n; i++)
		known[todo.at[i]] = KNOWN_NO;
	arena_release(&scratch);
	return found;
}

static bool waits(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	for (u32 i = 0; i < r->callee.n && (r->op == ROW_CALL || r->op == ROW_DESTROY); i++)
		if (function_waits(c, r->callee.at[i]))
			return true;
	return waits_itself(c, b, row);
}

/* Of each row: it waits, or leads to one that does. */
static const bool *rows_before_wait(const struct capture *c, const struct body *b)
{
	struct before_wait *known = &c->lifetimes->before_wait[b->fn];
	if (known->body == b)
		return known->is;
	struct arena scratch = {0};
	struct edges_back back;
	*known = (struct before_wait){b, arena_array(c->arena, bool, b->n + 1)};
	edges_back(&scratch, b, false, &back);
	for (u32 row = 0; row < b->n; row++)
		known->is[row] = waits(c, b, row);
	rows_leading(b, &back, known->is, NULL, NULL);
	arena_release(&scratch);
	return known->is;
}

bool waits_behind(const struct capture *c, const struct body *b, u32 row)
{
	const bool *is = rows_before_wait(c, b);
	u32 to[EDGES];
	bool found = false;
	for (u32 n = body_edges(b, row, false, to); n-- > 0;)
		found = found || is[to[n]];
	return found;
}

/* ------------------------------------------------------------ copies */

/* What these are given is read before they return: arrays and structures that describe the copy. */
static bool is_described(struct str name)
{
	return str_has(name, "3D") || str_has(name, "Batch") || str_starts(name, "cuMemcpy2D") || str_has(name, "Param2D");
}

static bool is_copy_name(struct str name)
{
	static const char *const ends[] = {"MemcpyAsync", "memcpy_async", "MemCopyAsync", "memcpyAsync"};
	return str_ends_any(name, ends, COUNT(ends));
}

const struct body *any_body(const struct capture *c, fn_id fn)
{
	const struct function *f = c->program->functions[fn].f;
	const struct body *b = capture_body(c, fn);
	if (!b->n && f->row_count && !(f->flags & (NF_GLOBAL | NF_DEVICE)) && !program_is_python(c->program, fn))
		body_build(c->program, c->arena, fn, &c->own[fn]);
	return b;
}

const struct body *copying_body(const struct capture *c, fn_id fn)
{
	const struct fn *f = &c->program->functions[fn];
	const struct body *b = capture_body(c, fn);
	bool is_host = !(f->f->flags & (NF_GLOBAL | NF_DEVICE)) && f->f->kind != FN_MACRO && f->f->kind != FN_LAMBDA && f->f->kind != FN_FILE;
	for (u32 i = f->f->first_row; !b->n && is_host && i < f->f->first_row + f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[i];
		if (row->op == ROW_CALL && row->name && is_copy_name(unit_text(f->unit, row->name)))
			any_body(c, fn);
	}
	return b;
}

static struct async_copy copy_at(const struct capture *c, const struct body *b, u32 row, u32 depth);

/* Which parameter of the callee a cell is: itself, or its address where it is a reference. */
static i8 param_of(const struct body *b, u32 cell, bool *by_reference)
{
	*by_reference = false;
	if (cell == NONE)
		return -1;
	u32 whole = b->cells[cell].address_of;
	if (whole != NONE && b->cells[whole].param != NONE && b->cells[whole].is_reference) {
		*by_reference = true;
		return (i8)b->cells[whole].param;
	}
	u32 param = b->cells[cell].param;
	return param == NONE || param > 100 ? -1 : (i8)param;
}

static struct async_copy of_callee(const struct capture *c, fn_id fn, u32 depth)
{
	const struct body *b = capture_body(c, fn);
	struct async_copy found = {.from = -1, .to = -1};
	if (c->lifetimes->copies[fn] != KNOWN_NOT)
		return c->lifetimes->copies[fn] == KNOWN_ASKED ? found : c->lifetimes->copy[fn];
	c->lifetimes->copies[fn] = KNOWN_ASKED;
	for (u32 row = 0; row < b->n && !found.is_one && depth <= DEPTH; row++) {
		struct async_copy inner = b->rows[row].op == ROW_CALL ? copy_at(c, b, row, depth + 1) : found;
		if (!inner.is_one || inner.from_reference)
			continue;
		bool by_reference;
		const u32 *args = b->args + b->rows[row].first_arg;
		u32 n = b->rows[row].arg_count;
		found.from = inner.from >= 0 && (u32)(u8)inner.from < n ? param_of(b, args[inner.from], &found.from_reference) : -1;
		found.to = inner.to >= 0 && (u32)(u8)inner.to < n ? param_of(b, args[inner.to], &by_reference) : -1;
		if (found.to >= 0 && by_reference)
			found.to = -1;
		found.is_by_name = inner.is_by_name;
		found.is_one = (found.from >= 0 || found.to >= 0) && !waits_behind(c, b, row);
	}
	c->lifetimes->copies[fn] = KNOWN_YES;
	c->lifetimes->copy[fn] = found;
	return found;
}

static struct async_copy copy_at(const struct capture *c, const struct body *b, u32 row, u32 depth)
{
	const struct body_row *r = &b->rows[row];
	struct async_copy none = {.from = -1, .to = -1};
	if (r->op != ROW_CALL)
		return none;
	if (r->callee.n == 1)
		return of_callee(c, r->callee.at[0], depth);
	struct str name = call_name(c, b, row);
	if (r->callee.n || r->callee.check || is_described(name))
		return none;
	const struct capture_api *api = models_capture(c->program->models, name);
	if (api)
		return api->does == DOES_COPY_ASYNC ? (struct async_copy){.is_one = true, .from = api->at[CAPTURE_FROM], .to = api->at[CAPTURE_TO]} : none;
	if (is_copy_name(name) && r->arg_count >= 3 && !(r->flags & RF_MEMBER))
		return (struct async_copy){.is_one = true, .is_by_name = true, .from = 1, .to = 0};
	return none;
}

struct async_copy async_copy_at(const struct capture *c, const struct body *b, u32 row) { return copy_at(c, b, row, 0); }
