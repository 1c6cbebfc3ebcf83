/* Rows that run at the first use only, and rows for debugging. */
#include "capture/hazard.h"
#include "capture/local.h"

#include "graph/dominate.h"

enum { BRANCHES = 64 };

static bool contains(const struct row *outer, const struct row *inner) { return outer->begin <= inner->begin && inner->end <= outer->end; }

static struct str name_of(const struct capture *c, const struct body *b, u32 cell)
{
	return intern_get(&c->program->names, b->cells[cell].name);
}

static bool is_static(const struct capture *c, const struct body_row *r)
{
	const struct fn *fn = &c->program->functions[r->fn];
	operand o = r->row->dst;
	return operand_kind(o) == OPD_VAR && fn->unit->vars[fn->f->first_var + operand_index(o)].flags & NF_STATIC;
}

/* The initialiser of a function's static, or what std::call_once is given: in C++ they run once by the language. */
static bool is_in_initialiser(const struct capture *c, const struct body *b, u32 row, struct str *held)
{
	const struct row *inner = b->rows[row].row;
	u32 file = c->program->functions[b->rows[row].fn].file;
	for (u32 i = 0; i < b->n; i++) {
		const struct body_row *r = &b->rows[i];
		bool is_candidate = (r->op == ROW_MOVE && r->flags & RF_INITIALISER && r->dst != NONE) || (r->op == ROW_CALL && r->row->name);
		if (!is_candidate || i == row || c->program->functions[r->fn].file != file || !contains(r->row, inner))
			continue;
		if (r->op == ROW_MOVE && is_static(c, r))
			*held = name_of(c, b, r->dst);
		else if (r->op == ROW_CALL && str_ends(body_row_name(c->program, r), "call_once"))
			*held = S("a once flag");
		else if (r->op == ROW_CALL && r->flags & RF_CONSTRUCT && is_static(c, r))
			*held = name_of(c, b, r->dst);
		else
			continue;
		return true;
	}
	return false;
}

/* getattr(x, "f", None), hasattr(x, "f"): x.f, if the body has it. */
static u32 asked_by_name(const struct capture *c, const struct body *b, const struct body_row *call)
{
	struct str name = body_row_name(c->program, call);
	const struct unit *u = c->program->functions[call->fn].unit;
	if ((!str_is(name, "getattr") && !str_is(name, "hasattr")) || call->arg_count < 2 || operand_kind(u->args[call->row->first_arg + 1]) != OPD_STRING)
		return NONE;
	struct str field = unit_text(u, operand_index(u->args[call->row->first_arg + 1]));
	for (u32 i = 0; i < b->cell_count; i++)
		if (b->cells[i].parent != NONE && b->cells[i].parent == b->args[call->first_arg] && str_eq(name_of(c, b, i), field))
			return i;
	return NONE;
}

/* The member, global or static that a branch asks about: itself, negated, or compared. NONE if there is none. */
static u32 asked(const struct capture *c, const struct body *b, u32 branch)
{
	u32 cell = b->rows[branch].a;
	for (u32 depth = 0; cell != NONE && depth < 4; depth++) {
		if (b->cells[cell].kind == CELL_OUTER)
			return b->cells[cell].param == NONE ? cell : NONE; /* a reference parameter is an answer, not a store */
		const struct body_row *made = NULL;
		for (u32 row = branch; row-- > 0 && !made;)
			made = b->rows[row].dst == cell ? &b->rows[row] : NULL;
		if (!made || (made->op != ROW_UNARY && made->op != ROW_BINARY && made->op != ROW_MOVE && made->op != ROW_CALL))
			return NONE;
		u32 named = made->op == ROW_CALL && program_is_python(c->program, made->fn) ? asked_by_name(c, b, made) : NONE;
		if (named != NONE)
			return named;
		/* map.find(key) == map.end(), cache.count(key), x.defined(): the object */
		bool other = made->op == ROW_BINARY && made->b != NONE && b->cells[made->b].kind == CELL_OUTER && made->sub != OP_NOT_IN && made->sub != OP_IN;
		cell = other || made->sub == OP_NOT_IN || made->sub == OP_IN ? made->b : made->a;
	}
	return NONE;
}

static bool is_part_of(const struct body *b, u32 cell, u32 whole)
{
	for (; cell != NONE; cell = b->cells[cell].parent)
		if (cell == whole)
			return true;
	return false;
}

/* cache.emplace(...), buffer.resize(...), seen.add(...) */
static bool changes_object(struct str method)
{
	static const char *const words[] = {"emplace", "insert", "resize", "reserve", "push", "add", "append", "update", "set", "reset", "assign", "alloc",
	                                    "create", "init", "put", "store", "grow", "ensure"};
	for (u32 i = 0; i < COUNT(words); i++)
		if (str_has(method, words[i]))
			return true;
	return false;
}

static bool writes(const struct capture *c, const struct body *b, const struct body_row *r, u32 cell)
{
	if (r->dst != NONE && is_part_of(b, r->dst, cell))
		return true;
	if (r->op == ROW_CALL && r->flags & RF_MEMBER && r->a == cell && changes_object(body_row_name(c->program, r)))
		return true;
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 arg = b->args[r->first_arg + i];
		if (arg != NONE && b->cells[arg].address_of != NONE && is_part_of(b, b->cells[arg].address_of, cell))
			return true;
	}
	return false;
}

/* Of an edge before `row`: some row that only this edge leads to writes the cell. */
static bool arm_writes(const struct capture *c, const struct body *b, const bool *without, u32 cell)
{
	for (u32 i = 0; i < b->n; i++)
		if (!without[i] && writes(c, b, &b->rows[i], cell))
			return true;
	return false;
}

typedef bool decide(const struct capture *c, const struct body *b, u32 branch, const bool *without, void *context);

/* Asks about each edge that stands before the row: true if one of them decides. */
static bool any_edge_before(const struct capture *c, const struct body *b, u32 row, decide *decides, void *context)
{
	struct arena scratch = {0};
	bool found = false;
	for (u32 i = row, seen = 0; i-- > 0 && seen < BRANCHES && !found;) {
		const struct body_row *r = &b->rows[i];
		if (r->op != ROW_BRANCH && r->op != ROW_ALT)
			continue;
		seen++;
		for (u32 k = 0; k < 2 && !found; k++) {
			bool *without = arena_array(&scratch, bool, b->n + 1);
			rows_without_edge(b, i, k ? r->other : r->target, without);
			found = !without[row] && decides(c, b, i, without, context);
			arena_release(&scratch);
		}
	}
	return found;
}

static bool is_once(const struct capture *c, const struct body *b, u32 branch, const bool *without, void *held)
{
	u32 cell = b->rows[branch].op == ROW_BRANCH ? asked(c, b, branch) : NONE;
	if (cell == NONE || !arm_writes(c, b, without, cell))
		return false;
	*(struct str *)held = name_of(c, b, cell);
	return true;
}

bool is_first_use(const struct capture *c, const struct body *b, u32 row, struct str *held)
{
	return is_in_initialiser(c, b, row, held) || any_edge_before(c, b, row, is_once, held);
}

bool is_first_use_on_way(const struct capture *c, u32 at, u32 row, struct str *held)
{
	if (is_first_use(c, c->reached.at[at].body, row, held))
		return true;
	for (; c->reached.at[at].from != NONE; at = c->reached.at[at].from) {
		struct first_use *known = &c->first_uses[at];
		if (!known->is_known) {
			const struct reached *r = &c->reached.at[at];
			known->is_known = true;
			known->is_once = is_first_use(c, c->reached.at[r->from].body, r->from_row, &known->held);
		}
		if (known->is_once) {
			*held = known->held;
			return true;
		}
	}
	return false;
}

static bool speaks_of_debugging(struct str name)
{
	static const char *const words[] = {"debug", "Debug", "DEBUG", "verbose", "VERBOSE", "trace", "TRACE", "dump", "DUMP", "profil", "PROFIL", "timing",
	                                    "TIMING", "blocking", "BLOCKING", "validate", "bench", "BENCH", "sync_after", "SYNC", "isolation", "Isolation", "DBG", "dbg", "VALIDATE", "validation"};
	for (u32 i = 0; i < COUNT(words); i++)
		if (str_has(name, words[i]))
			return true;
	return false;
}

/* An arm of #if that has no other: only one of its edges leads to rows of its own. */
static bool is_lone_arm(const struct body *b, u32 alt)
{
	const struct body_row *r = &b->rows[alt];
	struct arena scratch = {0};
	u32 owned = 0;
	for (u32 k = 0; k < 2; k++) {
		bool *without = arena_array(&scratch, bool, b->n + 1);
		rows_without_edge(b, alt, k ? r->other : r->target, without);
		owned += !without[k ? r->other : r->target];
	}
	arena_release(&scratch);
	return r->row->op == ROW_ALT && owned == 1;
}

/* The environment decides: nobody runs it who did not ask for it. */
static bool asks_environment(struct str name)
{
	return str_has(name, "environ") || str_ends(name, "getenv");
}

static u32 maker_of(const struct body *b, u32 before, u32 cell)
{
	for (u32 row = before; row-- > 0;)
		if (b->rows[row].dst == cell)
			return row;
	return NONE;
}

static bool is_debug(const struct capture *c, const struct body *b, u32 branch, const bool *without, void *context)
{
	(void)without;
	(void)context;
	if (b->rows[branch].op == ROW_ALT)
		return is_lone_arm(b, branch);
	u32 cell = b->rows[branch].a;
	for (u32 depth = 0; cell != NONE && depth < 4; depth++) {
		if (speaks_of_debugging(name_of(c, b, cell)))
			return true;
		u32 made = maker_of(b, branch, cell);
		if (made == NONE)
			return false;
		if (b->rows[made].op == ROW_CALL)
			return speaks_of_debugging(body_row_name(c->program, &b->rows[made])) || asks_environment(call_name(c, b, made));
		cell = b->rows[made].a;
	}
	return false;
}

bool is_debug_only(const struct capture *c, const struct body *b, u32 row)
{
	return any_edge_before(c, b, row, is_debug, NULL);
}
