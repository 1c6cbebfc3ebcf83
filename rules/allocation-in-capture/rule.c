/* Memory, pinned memory, pools and library handles made or given back inside a capture: refused unless the mode is relaxed. */
#include "rule.h"

enum { NEAR = 1 }; /* calls between the capture and the allocation */

static bool is_ours(u8 kind)
{
	return kind == HAZARD_ALLOCATE || kind == HAZARD_FREE || kind == HAZARD_PIN || kind == HAZARD_POOL || kind == HAZARD_HANDLE;
}

/* A variable whose constructor allocates, and whose destructor gives back. */
static bool is_object(const struct body *b, const struct body_row *r)
{
	return r->flags & RF_CONSTRUCT && r->dst != NONE && b->cells[r->dst].kind == CELL_LOCAL && b->cells[r->dst].name && b->cells[r->dst].parent == NONE;
}

/* What the call makes stays in the function: a variable of its own takes it. */
static bool is_kept_local(const struct body *b, const struct body_row *r, const struct capture_api *api)
{
	i8 at = api->at[CAPTURE_TO] >= 0 ? api->at[CAPTURE_TO] : api->at[CAPTURE_HANDLE];
	u32 cell = row_argument(b, r, at);
	if (cell == NONE)
		return false;
	if (b->cells[cell].address_of != NONE)
		cell = b->cells[cell].address_of;
	return b->cells[cell].kind == CELL_LOCAL && b->cells[cell].param == NONE;
}

/* The same function gives something of the kind back. */
static bool gives_back(const struct rule_run *run, const struct reached *r)
{
	for (u32 row = 0; row < r->body->n; row++) {
		const struct body_row *call = &r->body->rows[row];
		const struct capture_api *api = capture_api_of(run->program, call);
		if (api && (api->does == DOES_FREE || api->does == DOES_UNPIN || api->does == DOES_HANDLE_DESTROY))
			return true;
	}
	return false;
}

/* A place of the function's own: what it holds goes with it. */
static bool is_own_place(const struct body *b, u32 cell)
{
	while (b->cells[cell].parent != NONE)
		cell = b->cells[cell].parent;
	return b->cells[cell].kind == CELL_LOCAL && b->cells[cell].param == NONE && !b->cells[cell].is_pointer && !b->cells[cell].is_reference;
}

/* A guard's lambda gives something back. */
static bool lambda_frees(const struct rule_run *run, fn_id lambda)
{
	const struct fn *fn = &run->program->functions[lambda];
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++)
		if (fn->unit->rows[i].op == ROW_CALL && str_has(unit_text(fn->unit, fn->unit->rows[i].name), "ree"))
			return true;
	return false;
}

/* The row keeps the pointer for later, or hands it to somebody who may: not to kernels, the runtime, or an argument block of the function's own. */
static bool hands_on(const struct rule_run *run, const struct body *b, const struct body_row *r, u32 pointer)
{
	if (r->op == ROW_LAUNCH)
		return false;
	if (r->op == ROW_UNARY && r->sub == OP_ADDR) /* whoever is given the address stands below */
		return false;
	if (r->op != ROW_CALL)
		return r->a == pointer && (r->op == ROW_RETURN || r->op == ROW_MOVE || r->op == ROW_UNARY) && (r->dst == NONE || !is_own_place(b, r->dst));
	struct str name = body_row_name(run->program, r);
	const struct capture_api *api = capture_api_of(run->program, r);
	bool keeps = api && (api->does == DOES_FREE || api->does == DOES_FREE_ASYNC || api->does == DOES_UNPIN);
	if ((r->callee.call || str_has(name, "aunch")) && !(r->flags & RF_CONSTRUCT) && !keeps)
		return false;
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 arg = b->args[r->first_arg + i];
		if (arg != NONE && (arg == pointer || b->cells[arg].address_of == pointer || (b->cells[arg].function != NONE && lambda_frees(run, b->cells[arg].function))))
			return true;
	}
	return false;
}

/* A local pointer takes it and nobody else ever does: the memory is lost when the function is left, so each call makes it anew. */
static bool is_lost(const struct rule_run *run, const struct body *b, const struct body_row *call, const struct capture_api *api)
{
	i8 at = api->at[CAPTURE_TO];
	u32 given = row_argument(b, call, at);
	u32 pointer = given == NONE ? NONE : b->cells[given].address_of;
	if (pointer == NONE || b->cells[pointer].parent != NONE || !is_kept_local(b, call, api))
		return false;
	for (u32 row = 0; row < b->n; row++)
		if (&b->rows[row] != call && hands_on(run, b, &b->rows[row], pointer))
			return false;
	return true;
}

/* Kernels of its own: an operation, as somebody may capture it, and not a table or a buffer that keeps house. Nor does an operation make
 * its handles. */
static bool launches(const struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct capture_api *api = capture_api_of(run->program, &b->rows[row]);
		if (api && api->does == DOES_HANDLE_CREATE)
			return false;
	}
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		struct str name = r->op == ROW_CALL ? body_row_name(run->program, r) : S("");
		struct stream_use use;
		if (r->op == ROW_LAUNCH || str_has(name, "aunch") || (r->flags & RF_MEMBER && str_is(name, "run")))
			return true;
		/* op(args, workspace, stream) of an operator that is asked whether it can run */
		if (r->op == ROW_CALL && !r->callee.n && !(r->flags & RF_CONSTRUCT) && stream_use_at(run->capture, capture_values(run->capture, b), row, &use) && !use.api)
			return true;
	}
	return false;
}

/* An object that is made as large as an operator in the shape of CUTLASS asks: few of its kernels ask for anything, and no bytes are no allocation. */
static bool is_asked_for(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (!(r->flags & RF_CONSTRUCT) || !r->arg_count || b->args[r->first_arg] == NONE)
		return false;
	struct value size = value_of(capture_values(run->capture, b), row, b->args[r->first_arg]);
	return size.kind == VALUE_RESULT && str_ends(body_row_name(run->program, &b->rows[size.row]), "get_workspace_size");
}

static enum severity grade(const struct rule_run *run, u32 at, u32 row, const struct hazard *h)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	const struct body_row *call = &r->body->rows[row];
	enum certainty sure;
	bool makes = h->kind == HAZARD_ALLOCATE || h->kind == HAZARD_PIN || h->kind == HAZARD_HANDLE;
	if (is_debug_only(c, r->body, row))
		return SEVERITY_NOTE;
	switch ((enum grade)c->regions.at[r->region].grade) {
	case GRADE_CODE: case GRADE_CLAIM:
		sure = capture_certainty(c, at, row);
		/* What a test captures it has tried. */
		if (sure != CERTAIN_ALWAYS && program_is_test(run->program, c->regions.at[r->region].fn))
			return SEVERITY_NOTE;
		return sure == CERTAIN_ALWAYS ? SEVERITY_ERROR : sure == CERTAIN_USUALLY || (sure == CERTAIN_SOMETIMES && r->depth <= NEAR) ? SEVERITY_WARNING : SEVERITY_NOTE;
	case GRADE_PROFILE: case GRADES:
		break;
	}
	/* Weights are made ready before anybody captures. */
	struct str own = fn_name(&run->program->functions[r->fn]);
	if (str_has(own, "weight") || str_has(own, "Weight"))
		return SEVERITY_NOTE;
	/* What a helper allocates is its caller's choice. What waits for the device can't be captured whatever it allocates or loses. */
	bool loses = is_lost(run, r->body, call, h->api);
	if (is_asked_for(run, r->body, row) || capture_is_doubtful(c, r) || r->from != NONE || run->program->functions[r->fn].f->flags & NF_STATIC || capture_waits(c, r->body))
		return SEVERITY_NOTE;
	/* A library's function that allocates and gives back, or loses it, at every call; what it keeps is made once, and its free belongs to the
	 * allocation. */
	bool is_local = is_object(r->body, call) || (is_kept_local(r->body, call, h->api) && (gives_back(run, r) || loses));
	if (!makes || !is_local || !launches(run, r->body) || capture_is_life_cycle(c, at))
		return SEVERITY_NOTE;
	return !measures_time(c, r->body) && !capture_takes_host(c, at, HOST_WAITS) ? SEVERITY_WARNING : SEVERITY_NOTE;
}

static const char *what(u8 kind)
{
	switch ((enum hazard_kind)kind) {
	case HAZARD_FREE:
		return "frees memory";
	case HAZARD_PIN:
		return "pins host memory or gives it back";
	case HAZARD_POOL:
		return "changes a memory pool";
	case HAZARD_HANDLE:
		return "makes or ends a library's handle";
	default:
		return "allocates";
	}
}

void rule_allocation_in_capture(struct rule_run *run)
{
	const struct capture *c = run->capture;
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		for (u32 row = 0; row < r->body->n && run->shows[r->fn]; row++) {
			if (!capture_has(r, row))
				continue;
			struct hazard h = hazard_at(c, r, row);
			struct str held;
			if (!is_ours(h.kind) || !h.api)
				continue;
			/* Once in a life: first-use-in-capture speaks of it. */
			if (is_first_use_on_way(c, at, row, &held))
				continue;
			rule_refused(run, grade(run, at, row, &h), at, row, &h, is_lost(run, r->body, &r->body->rows[row], h.api) ? "allocates memory that nobody gives back" : what(h.kind));
		}
	}
}
