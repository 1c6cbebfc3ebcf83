#include "capture/unfit.h"

#include "capture/host_part.h"
#include "capture/local.h"
#include "capture/stream.h"
#include "capture/tensor.h"

enum { CALLEES = 4 }; /* calls down from the row that is asked about */

enum { NOT_ASKED, ASKED, REFUSES };

/* A synchronous copy to the host. */
static bool copies_back(const struct capture *c, const struct body *b, u32 row)
{
	const struct capture_api *api = capture_api_at(c, b, row);
	return api && api->does == DOES_COPY && (str_ends(copy_direction(c->program, b, &b->rows[row], api), "DeviceToHost") || str_has(api->name, "FromSymbol") || str_has(api->name, "DtoH"));
}

static bool refuses(const struct capture *c, u32 at, u32 depth);

/* `if (e != success) return e;`, `if (...) return cudaErrorInvalidValue;`: a way on which something has failed, not one through the work. */
static bool is_failed_return(const struct capture *c, const struct body *b, u32 row)
{
	static const char *const words[] = {"rror", "RROR", "Fail", "FAIL", "nvalid", "INVALID"}, *const types[] = {"rror", "tatus", "esult"};
	const struct body_row *r = &b->rows[row];
	const struct fn *fn = &c->program->functions[b->fn];
	if (r->op != ROW_RETURN || r->a == NONE || program_is_python(c->program, b->fn) || !str_has_any(unit_text(fn->unit, fn->f->result), types, COUNT(types)))
		return false;
	u32 to = capture_dominators(c, b, false)->branch[row];
	if (to == NONE)
		return false;
	u32 asked_at = capture_dominators(c, b, false)->entry[to], asked = b->rows[asked_at].a;
	if (b->cells[r->a].kind == CELL_NONZERO)
		return str_has_any(body_cell_name(c->program, b, r->a), words, COUNT(words));
	struct value v = asked_value(c, b, asked_at);
	bool is_compared = v.kind == VALUE_OPERATION && (b->rows[v.row].a == r->a || b->rows[v.row].b == r->a);
	return is_compared || asked == r->a;
}

/* No way leads from `row` to the end but through one of the rows `through`, or through a failure. *first: that of them with the lowest number
 * that is met. O(rows). */
static bool all_ways_lead_through(const struct capture *c, const struct body *b, u32 row, const bool *through, u32 *first)
{
	struct arena scratch = {0};
	bool *seen = arena_array(&scratch, bool, b->n + 1), is_round = false;
	VEC(u32) next = {0};
	vec_push(&scratch, &next, row);
	seen[row] = true;
	*first = NONE;
	while (next.n && !is_round) {
		u32 to[EDGES], at = next.at[--next.n], n = is_failed_return(c, b, at) ? 0 : body_edges(b, at, false, to);
		is_round = at == b->exit;
		for (u32 i = 0; i < n; i++) {
			if (seen[to[i]])
				continue;
			seen[to[i]] = true;
			if (!through[to[i]])
				vec_push(&scratch, &next, to[i]);
			else if (to[i] < *first)
				*first = to[i];
		}
	}
	arena_release(&scratch);
	return !is_round && *first != NONE;
}

enum { OVERLOADS = 4 };

/* A capture refuses each function that the call may run. */
static bool callees_refuse(const struct capture *c, u32 from, const struct body_row *call, u32 depth)
{
	if (!call->callee.n || call->callee.n > OVERLOADS || !call->callee.is_complete || depth >= CALLEES)
		return false;
	u32 refusing = 0;
	for (u32 i = 0; i < call->callee.n; i++) {
		u32 at = c->of[call->callee.at[i]];
		if (at == from) /* an overload that hands on to the others */
			continue;
		if (at == NONE || !refuses(c, at, depth + 1))
			return false;
		refusing++;
	}
	return refusing > 0;
}

/* A capture refuses what the row does, in itself or in what it calls. */
static bool is_refused(const struct capture *c, const struct reached *r, u32 row, u32 depth, struct unfit *out)
{
	const struct body_row *br = &r->body->rows[row];
	if (!capture_has(r, row))
		return false;
	struct hazard h = hazard_at(c, r, row);
	if (br->op != ROW_CALL) /* Python: `assert not x.any()`, `x[mask]` */
		return h.kind == HAZARD_WAIT && h.op && (out->by = h.name, out->waits = true) && !is_debug_only(c, r->body, row);
	struct str held;
	bool is_plain = h.kind == HAZARD_WAIT || h.kind == HAZARD_ALLOCATE || h.kind == HAZARD_FREE || h.kind == HAZARD_PIN || h.kind == HAZARD_LOAD;
	out->by = h.name.n ? h.name : body_row_name(c->program, br);
	out->waits = h.kind == HAZARD_WAIT;
	return (is_plain || native_op_waits(c, br) || counts_for_host(c, br) || copies_back(c, r->body, row) || callees_refuse(c, (u32)(r - c->reached.at), br, depth)) &&
	       !is_first_use(c, r->body, row, &held) && !is_debug_only(c, r->body, row);
}

/* On every way through a reached function, here by one call and there by another. */
static bool refuses(const struct capture *c, u32 at, u32 depth)
{
	u8 *known = &c->refuses[at];
	const struct reached *r = &c->reached.at[at];
	struct arena scratch = {0};
	struct unfit unused;
	u32 first;
	if (*known != NOT_ASKED)
		return *known == REFUSES;
	*known = ASKED;
	bool *refused = arena_array(&scratch, bool, r->body->n + 1), has_any = false;
	for (u32 row = 0; row < r->body->n; row++)
		has_any |= refused[row] = is_refused(c, r, row, depth, &unused);
	if (has_any && (refused[0] || all_ways_lead_through(c, r->body, 0, refused, &first)))
		*known = REFUSES;
	arena_release(&scratch);
	return *known == REFUSES;
}

/* What is refused in this function stands before the row, or behind it on every way. */
static bool is_unfit_here(const struct capture *c, const struct reached *r, u32 row, struct unfit *out)
{
	const struct dominators *d = capture_dominators(c, r->body, false);
	struct arena scratch = {0};
	bool *refused = arena_array(&scratch, bool, r->body->n + 1), has_any = false, is_unfit = false;
	u32 first;
	for (u32 i = 0; i < r->body->n && !is_unfit; i++) {
		if ((i == row && !counts_for_host(c, &r->body->rows[i])) || !is_refused(c, r, i, 0, out))
			continue;
		has_any = refused[i] = true;
		is_unfit = out->is_before = stands_before(d, i, row);
	}
	if (!is_unfit && has_any && all_ways_lead_through(c, r->body, row, refused, &first))
		is_unfit = is_refused(c, r, first, 0, out);
	arena_release(&scratch);
	return is_unfit;
}

bool capture_is_unfit(const struct capture *c, u32 reached, u32 row, struct unfit *out)
{
	for (u32 at = reached; at != NONE; row = c->reached.at[at].from_row, at = c->reached.at[at].from)
		if (is_unfit_here(c, &c->reached.at[at], row, out))
			return true;
	return false;
}
