#include "capture/hazard.h"

#include "capture/local.h"

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
	/* What the streams' rules, the copies' rules and the graphs' rules speak of. */
	case DOES_COPY: case DOES_FILL: case DOES_COPY_ASYNC: case DOES_FILL_ASYNC: case DOES_LAUNCH: case DOES_RECORD: case DOES_WAIT:
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
	case OUTCOME_906:
		return S("cudaErrorStreamCaptureImplicit");
	case OUTCOME_907:
		return S("cudaErrorCapturedEvent");
	case OUTCOME_UNKNOWN: case OUTCOME_NODE: case OUTCOME_OK: case OUTCOME_ONCE:
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
	if (is_relaxed && !h.is_always)
		return h;
	h.kind = (u8)kind_of((enum capture_does)api->does);
	h.code = code_name(api->here[0]);
	h.is_measured = str_starts(api->evidence, "measured");
	return h;
}

struct hazard hazard_at(const struct capture *c, const struct reached *r, u32 row)
{
	const struct body_row *call = &r->body->rows[row];
	if (call->op != ROW_CALL)
		return (struct hazard){0};
	return of_api(c, r, row, call_name(c, r->body, row));
}
