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
	return api && api->does == DOES_COPY && str_ends(copy_direction(c->program, b, &b->rows[row], api), "DeviceToHost");
}

static bool refuses(const struct capture *c, u32 at, u32 depth);

/* `if (e != success) return e;`, `if (...) return cudaErrorInvalidValue;`: a way on which something has failed, not one through the work. */
static bool is_failed_return(const struct capture *c, const struct body *b, u32 row)
{
	static const char *const words[] = {"rror", "RROR", "Fail", "FAIL", "nvalid", "INVALID"};
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_RETURN || r->a == NONE)
		return false;
	u32 to = capture_dominators(c, b, false)->branch[row];
	if (to == NONE)
		return false;
	u32 asked_at = capture_dominators(c, b, false)->entry[to], asked = b->rows[asked_at].a;
	if (b->cells[r->a].kind == CELL_NONZERO)
		return str_has_any(body_cell_name(c->program, b, r->a), words, COUNT(words));
	struct value v = b->rows[asked_at].op == ROW_BRANCH && asked != NONE ? value_of(capture_values(c, b), asked_at, asked) : (struct value){0};
	bool is_compared = v.kind == VALUE_OPERATION && (b->rows[v.row].a == r->a || b->rows[v.row].b == r->a);
	return is_compared || asked == r->a;
}

/* No way leads from `row` to the end but through `by`, or through a failure. O(rows). */
static bool stands_behind(const struct capture *c, const struct body *b, u32 row, u32 by)
{
	struct arena scratch = {0};
	bool *seen = arena_array(&scratch, bool, b->n + 1), is_round = false;
	VEC(u32) next = {0};
	vec_push(&scratch, &next, row);
	seen[row] = seen[by] = true;
	while (next.n && !is_round) {
		u32 to[EDGES], at = next.at[--next.n], n = is_failed_return(c, b, at) ? 0 : body_edges(b, at, false, to);
		is_round = at == b->exit;
		for (u32 i = 0; i < n; i++)
			if (!seen[to[i]]) {
				seen[to[i]] = true;
				vec_push(&scratch, &next, to[i]);
			}
	}
	arena_release(&scratch);
	return !is_round;
}

/* A capture refuses what the row does, in itself or in the one function that it calls. */
static bool is_refused(const struct capture *c, const struct reached *r, u32 row, u32 depth, struct unfit *out)
{
	const struct body_row *br = &r->body->rows[row];
	if (!capture_has(r, row))
		return false;
	struct hazard h = hazard_at(c, r, row);
	if (br->op != ROW_CALL) /* Python: `assert not x.any()`, `x[mask]` */
		return h.kind == HAZARD_WAIT && h.op && (out->by = h.name, out->waits = true) && !is_debug_only(c, r->body, row);
	struct str held;
	u32 callee = br->callee.n == 1 && br->callee.is_complete ? c->of[br->callee.at[0]] : NONE;
	bool is_plain = h.kind == HAZARD_WAIT || h.kind == HAZARD_ALLOCATE || h.kind == HAZARD_FREE || h.kind == HAZARD_PIN || h.kind == HAZARD_LOAD;
	out->by = h.name.n ? h.name : body_row_name(c->program, br);
	out->waits = h.kind == HAZARD_WAIT;
	return (is_plain || native_op_waits(c, br) || counts_for_host(c, br) || copies_back(c, r->body, row) || (callee != NONE && callee != (u32)(r - c->reached.at) && depth < CALLEES && refuses(c, callee, depth + 1))) &&
	       !is_first_use(c, r->body, row, &held) && !is_debug_only(c, r->body, row);
}

/* On every way through a reached function. */
static bool refuses(const struct capture *c, u32 at, u32 depth)
{
	u8 *known = &c->refuses[at];
	const struct reached *r = &c->reached.at[at];
	struct unfit unused;
	if (*known != NOT_ASKED)
		return *known == REFUSES;
	*known = ASKED;
	for (u32 row = 0; row < r->body->n && *known == ASKED; row++)
		if (is_refused(c, r, row, depth, &unused) && (row == 0 || stands_behind(c, r->body, 0, row)))
			*known = REFUSES;
	return *known == REFUSES;
}

bool capture_is_unfit(const struct capture *c, u32 reached, u32 row, struct unfit *out)
{
	for (u32 at = reached; at != NONE; row = c->reached.at[at].from_row, at = c->reached.at[at].from) {
		const struct reached *r = &c->reached.at[at];
		const struct dominators *d = capture_dominators(c, r->body, false);
		for (u32 i = 0; i < r->body->n; i++) {
			if ((i == row && !counts_for_host(c, &r->body->rows[i])) || !is_refused(c, r, i, 0, out))
				continue;
			out->is_before = stands_before(d, i, row);
			if (out->is_before || (body_reaches(r->body, row, i) && stands_behind(c, r->body, row, i)))
				return true;
		}
	}
	return false;
}
