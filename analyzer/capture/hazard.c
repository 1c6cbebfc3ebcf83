#include "capture/hazard.h"

#include "capture/local.h"
#include "capture/stream.h"
#include "capture/tensor.h"
#include "capture/words.h"
#include "graph/python.h"

static enum hazard_kind kind_of(enum capture_does does)
{
	switch (does) {
	case DOES_SYNC_DEVICE: case DOES_SYNC_STREAM: case DOES_SYNC_EVENT:
		return HAZARD_WAIT;
	case DOES_QUERY_STREAM: case DOES_QUERY_EVENT:
		return HAZARD_QUERY;
	case DOES_CALLBACK:
		return HAZARD_CALLBACK;
	case DOES_ALLOC:
		return HAZARD_ALLOCATE;
	case DOES_FREE:
		return HAZARD_FREE;
	case DOES_PIN: case DOES_UNPIN:
		return HAZARD_PIN;
	case DOES_POOL:
		return HAZARD_POOL;
	case DOES_HANDLE_CREATE: case DOES_HANDLE_DESTROY:
		return HAZARD_HANDLE;
	case DOES_LOAD: case DOES_UNLOAD: case DOES_JIT:
		return HAZARD_LOAD;
	/* On the stream that it is given: a library that copies and waits inside. */
	case DOES_COPY: case DOES_FILL:
		return HAZARD_WAIT;
	/* What the streams' rules, the copies' rules and the graphs' rules speak of. */
	case DOES_BEGIN: case DOES_END: case DOES_COPY_ASYNC: case DOES_FILL_ASYNC: case DOES_LAUNCH: case DOES_RECORD: case DOES_WAIT:
		return HAZARD_NONE;
	default:
		return HAZARD_REFUSED;
	}
}

static bool is_refusal(u8 outcome) { return outcome >= OUTCOME_900; }

static struct str code_name(u8 outcome)
{
	switch ((enum capture_outcome)outcome) {
	case OUTCOME_900: case OUTCOME_900_GOES_ON:
		return S("cudaErrorStreamCaptureUnsupported");
	case OUTCOME_901:
		return S("cudaErrorStreamCaptureInvalidated");
	case OUTCOME_902:
		return S("cudaErrorStreamCaptureMerge");
	case OUTCOME_903:
		return S("cudaErrorStreamCaptureUnmatched");
	case OUTCOME_904:
		return S("cudaErrorStreamCaptureUnjoined");
	case OUTCOME_905:
		return S("cudaErrorStreamCaptureIsolation");
	case OUTCOME_906: case OUTCOME_906_GOES_ON:
		return S("cudaErrorStreamCaptureImplicit");
	case OUTCOME_907: case OUTCOME_907_GOES_ON:
		return S("cudaErrorCapturedEvent");
	case OUTCOME_1_GOES_ON:
		return S("cudaErrorInvalidValue");
	case OUTCOME_401_GOES_ON:
		return S("cudaErrorIllegalState");
	case OUTCOME_BROKEN: /* and what the call tells is its library's */
	case OUTCOME_UNKNOWN: case OUTCOME_NODE: case OUTCOME_OK: case OUTCOME_ONCE: case OUTCOMES:
		break;
	}
	return S("");
}

static struct hazard of_api(const struct capture *c, const struct reached *r, u32 row, struct str name)
{
	const struct body_row *call = &r->body->rows[row];
	const struct capture_api *api = call->callee.n ? NULL : models_capture(c->program->models, name);
	struct hazard h = {.api = api, .name = name};
	if (!api || !is_refusal(api->here[0]))
		return h;
	bool is_relaxed = c->regions.at[r->region].mode == MODE_RELAXED;
	h.is_always = is_refusal(api->here[1]);
	if (!h.is_always && (is_relaxed || capture_is_relaxed_on_way(c, (u32)(r - c->reached.at), row)))
		return h;
	h.kind = (u8)kind_of((enum capture_does)api->does);
	if (api->does == DOES_LAUNCH && str_starts(api->name, "thrust::") && thrust_waits(c, capture_values(c, r->body), row, api))
		h.kind = HAZARD_WAIT;
	if (h.kind == HAZARD_WAIT && str_starts(api->name, "Device") && asks_for_size(c, capture_values(c, r->body), row))
		h.kind = HAZARD_NONE;
	h.code = code_name(api->here[0]);
	h.is_measured = str_starts(api->evidence, "measured");
	return h;
}

static enum hazard_kind kind_of_op(const struct torch_op *op)
{
	switch ((enum torch_capture)op->capture) {
	case TORCH_SYNC:
		return op->role == TORCH_QUERY ? HAZARD_QUERY : HAZARD_WAIT;
	case TORCH_COPY:
		return HAZARD_COPY;
	case TORCH_REFUSED:
		return op->role == TORCH_MEMORY ? HAZARD_FREE : HAZARD_REFUSED;
	case TORCH_OK: case TORCH_STALLS: case TORCH_ONCE:
		break;
	}
	return HAZARD_NONE;
}

/* Branches and indexing are operations only if the object is known to be a tensor on the device. */
static bool is_implicit(const struct body_row *r) { return r->op != ROW_CALL; }

/* `if isinstance(x, torch.Tensor): ... else:` the row, which asks x or compares it, stands behind the else. */
static bool is_told_otherwise(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	u32 of[3] = {cell, NONE, NONE};
	struct value v = value_of(capture_values(c, b), row, cell);
	if (v.kind == VALUE_OPERATION) {
		of[1] = b->rows[v.row].a;
		of[2] = b->rows[v.row].b;
	}
	const struct dominators *d = capture_dominators(c, b, false);
	for (u32 to = d->branch[row]; to != NONE; to = next_branch(d, to)) {
		u32 branch = d->entry[to];
		struct value asked = asked_value(c, b, branch);
		if (asked.kind != VALUE_RESULT || to != b->rows[branch].other)
			continue;
		const struct body_row *call = &b->rows[asked.row];
		u32 about = str_is(body_row_name(c->program, call), "isinstance") && call->arg_count == 2 ? b->args[call->first_arg] : NONE;
		struct str cls = about == NONE || b->args[call->first_arg + 1] == NONE ? S("") : body_cell_name(c->program, b, b->args[call->first_arg + 1]);
		for (u32 i = 0; i < COUNT(of) && about != NONE; i++)
			if (of[i] == about && str_is(cls, "Tensor"))
				return true;
	}
	return false;
}

static bool is_device_tensor(const struct capture *c, const struct reached *r, u32 at, u32 row)
{
	const struct body_row *br = &r->body->rows[row];
	u32 cell = br->op == ROW_MOVE ? NONE : br->a;
	struct str name = torch_name(c, r->body, row);
	if (br->op == ROW_MOVE) {
		cell = str_is(name, "Tensor.__setitem__") ? br->dst : br->a;
		cell = cell == NONE ? NONE : r->body->cells[cell].parent;
	}
	struct tensor t = tensor_at(c, r->body, at, row, cell);
	/* In what merely takes tensors they are most likely on the device. */
	bool is_likely = t.home == HOME_UNKNOWN && c->regions.at[r->region].grade == GRADE_PROFILE;
	return t.is_tensor && (t.home == HOME_DEVICE || is_likely) && (br->op != ROW_BRANCH || !is_told_otherwise(c, r->body, row, cell));
}

/* torch.nonzero(x), x.unique() of a tensor in host memory: nothing of the device is asked for. */
static bool is_computed_on_host(const struct capture *c, const struct reached *r, u32 at, u32 row, const struct torch_op *op)
{
	struct str text;
	struct model_arg first = {S(""), 0};
	u32 cell = op->role == TORCH_COMPUTE ? torch_argument(c, r->body, row, first, &text) : NONE;
	u8 home = cell == NONE ? HOME_UNKNOWN : tensor_at(c, r->body, at, row, cell).home;
	return home == HOME_HOST || home == HOME_PINNED;
}

static struct hazard of_op(const struct capture *c, const struct reached *r, u32 row)
{
	const struct body_row *br = &r->body->rows[row];
	u32 at = (u32)(r - c->reached.at);
	struct hazard h = {.name = torch_name(c, r->body, row)};
	if (!h.name.n || (br->op == ROW_CALL && br->callee.n && br->callee.is_complete))
		return h;
	if (is_implicit(br) && !is_device_tensor(c, r, at, row))
		return h;
	const struct torch_op *op = torch_at(c, r->body, at, row);
	if (!op || is_computed_on_host(c, r, at, row, op))
		return h;
	h.op = op;
	h.kind = (u8)kind_of_op(op);
	h.is_always = true;
	h.is_measured = str_starts(op->evidence, "measured");
	return h;
}

/* x[mask] among what the row reads. */
static struct hazard of_reads(const struct capture *c, const struct reached *r, u32 row)
{
	const struct body_row *br = &r->body->rows[row];
	const struct unit *u = c->program->functions[br->fn].unit;
	u32 at = (u32)(r - c->reached.at);
	struct hazard h = {0};
	for (u32 i = 0; i < br->arg_count + 2 && !h.kind; i++) {
		bool is_argument = i >= 2 && i - 2 < br->row->arg_count;
		operand o = i == 0 ? br->row->a : i == 1 ? br->row->b : is_argument ? u->args[br->row->first_arg + i - 2] : 0;
		u32 cell = i == 0 ? br->a : i == 1 ? br->b : r->body->args[br->first_arg + i - 2];
		const struct torch_op *op = torch_read_at(c, r->body, at, row, o, cell);
		if (!op || kind_of_op(op) == HAZARD_NONE)
			continue;
		h = (struct hazard){.name = S("Tensor.__getitem__"), .op = op, .kind = (u8)kind_of_op(op), .is_always = true};
		h.is_measured = str_starts(op->evidence, "measured");
	}
	return h;
}

static struct hazard of_native_op(const struct capture *c, const struct reached *r, u32 row)
{
	bool is_likely;
	const struct torch_op *op = native_op_at(c, r, row, &is_likely);
	return op ? (struct hazard){.is_likely = is_likely, .name = op->name, .op = op, .kind = (u8)kind_of_op(op), .is_always = true, .is_measured = str_starts(op->evidence, "measured")}
	          : (struct hazard){0};
}

static struct hazard find(const struct capture *c, const struct reached *r, u32 row)
{
	const struct body_row *call = &r->body->rows[row];
	if (program_is_python(c->program, call->fn)) {
		struct hazard own = of_op(c, r, row), read = own.kind ? own : of_reads(c, r, row);
		return read.kind ? read : own;
	}
	if (call->op != ROW_CALL)
		return (struct hazard){0};
	struct hazard api = of_api(c, r, row, call_name(c, r->body, row));
	return api.api ? api : of_native_op(c, r, row);
}

static bool waits_somewhere(const struct capture *c, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct capture_api *api = capture_api_of(c->program, r);
		struct str name = r->op == ROW_CALL && !api ? body_row_name(c->program, r) : S("");
		if (says_wait(name) || api_waits(api) || (api && api->does == DOES_COPY))
			return true;
	}
	return false;
}

bool capture_waits(const struct capture *c, const struct body *b)
{
	u8 *known = &c->waits[b->fn];
	if (!*known)
		*known = waits_somewhere(c, b) ? 2 : 1;
	return *known == 2;
}

/* Each rule asks for each row; most rows hold none. */
struct hazards {
	u32 **of; /* by index in reached: by row; 0: not asked yet, else index in all */
	VEC(struct hazard) all;
};

struct hazards *hazards_begin(const struct capture *c)
{
	struct hazards *h = arena_new(c->arena, struct hazards);
	struct hazard none = {0};
	h->of = arena_array(c->arena, u32 *, c->reached.n + 1);
	vec_push(c->arena, &h->all, none);
	vec_push(c->arena, &h->all, none);
	return h;
}

struct hazard hazard_at(const struct capture *c, const struct reached *r, u32 row)
{
	u32 **rows = &c->hazards->of[r - c->reached.at];
	if (!*rows)
		*rows = arena_array(c->arena, u32, r->body->n);
	u32 *known = &(*rows)[row];
	if (!*known) {
		struct hazard h = find(c, r, row);
		bool is_none = !h.kind && !h.api && !h.op && !h.name.n;
		if (!is_none)
			vec_push(c->arena, &c->hazards->all, h);
		*known = is_none ? 1 : c->hazards->all.n - 1;
	}
	return c->hazards->all.at[*known];
}
