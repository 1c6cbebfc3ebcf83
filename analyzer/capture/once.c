/* Rows that run at the first use only, and rows for debugging. */
#include "capture/hazard.h"
#include "capture/local.h"

#include "graph/debug.h"
#include "graph/dominate.h"
#include "graph/edges.h"

/* Limits that keep the cost of one answer bounded; past them a row is no first use and not for debugging. */
enum {
	BRANCHES = 64, /* branches that stand before a row, innermost first */
	NEAR = 4096,   /* rows before a branch in which its condition is made */
	ARM = 4096,    /* rows of an arm in which the thing that was asked for is written */
};

enum { IS_ASKED = 1, IS_TRUE = 2 };

/* What is found out of one body. */
struct once {
	const struct body *body;
	u8 *first, *debug;     /* by row that only an edge of a branch leads to: the answers of that edge */
	u32 *cell;             /* the same: what is made there at the first use */
	VEC(u32) initialisers; /* rows that initialise a static, or run once by their name */
};
struct onces {
	struct once *of; /* by fn_id */
};

struct onces *onces_new(struct arena *a, u32 functions)
{
	struct onces *all = arena_new(a, struct onces);
	all->of = arena_array(a, struct once, functions + 1);
	return all;
}

static bool contains(const struct row *outer, const struct row *inner) { return outer->begin <= inner->begin && inner->end <= outer->end; }

static struct str name_of(const struct capture *c, const struct body *b, u32 cell)
{
	return body_cell_name(c->program, b, cell);
}

static bool is_static(const struct capture *c, const struct body_row *r)
{
	const struct fn *fn = &c->program->functions[r->fn];
	operand o = r->row->dst;
	return operand_kind(o) == OPD_VAR && fn->unit->vars[fn->f->first_var + operand_index(o)].flags & NF_STATIC;
}

/* A static one of the function whose body it is. */
static bool is_static_variable(const struct capture *c, const struct body *b, u32 cell)
{
	const struct fn *fn = &c->program->functions[b->fn];
	for (u32 i = fn->f->param_count; i < fn->f->var_count; i++) {
		const struct var *v = &fn->unit->vars[fn->f->first_var + i];
		if (v->flags & NF_STATIC && str_eq(unit_text(fn->unit, v->name), name_of(c, b, cell)))
			return true;
	}
	return false;
}

/* The row, if it is one, runs what is written in it once: the initialiser of a function's static, or what std::call_once is given. */
static bool is_initialiser(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (r->op == ROW_MOVE)
		return r->flags & RF_INITIALISER && r->dst != NONE && is_static(c, r);
	return r->op == ROW_CALL && r->row->name && (str_ends(body_row_name(c->program, r), "call_once") || (r->flags & RF_CONSTRUCT && is_static(c, r)));
}

static struct once *once_of(const struct capture *c, const struct body *b)
{
	struct once *o = &c->onces->of[b->fn];
	if (o->body == b)
		return o;
	*o = (struct once){b, arena_array(c->arena, u8, b->n + 1), arena_array(c->arena, u8, b->n + 1), arena_array(c->arena, u32, b->n + 1), {0}};
	for (u32 row = 0; row < b->n; row++)
		if (is_initialiser(c, b, row))
			vec_push(c->arena, &o->initialisers, row);
	return o;
}

/* In C++ they run once by the language. */
static bool is_in_initialiser(const struct capture *c, const struct body *b, u32 row, struct str *held)
{
	const struct once *o = once_of(c, b);
	u32 file = c->program->functions[b->rows[row].fn].file;
	for (u32 i = 0; i < o->initialisers.n; i++) {
		const struct body_row *r = &b->rows[o->initialisers.at[i]];
		if (o->initialisers.at[i] == row || c->program->functions[r->fn].file != file || !contains(r->row, b->rows[row].row))
			continue;
		bool is_flag = r->op == ROW_CALL && str_ends(body_row_name(c->program, r), "call_once");
		*held = is_flag ? S("a once flag") : name_of(c, b, r->dst);
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

static u32 maker_of(const struct body *b, u32 before, u32 cell)
{
	for (u32 row = before, n = 0; row-- > 0 && n < NEAR; n++)
		if (b->rows[row].dst == cell)
			return row;
	return NONE;
}

/* map.find(key), cache.count(key), x.defined(), p.get(), flag.load(): asks whether something is there. get_dtype() asks what it is. */
static bool asks_whether(struct str method)
{
	static const char *const names[] = {"count", "empty", "defined", "exists", "valid", "size", "length", "capacity", "get", "load", "test", "lookup", "value", "good", "none"};
	static const char *const begins[] = {"find", "has", "contains", "is", "try"};
	return str_is_any(method, names, COUNT(names)) || str_starts_any(method, begins, COUNT(begins));
}

/* auto &entry = cache[device]: part of a variable that names another one's place, itself outside of the function. */
static bool is_of_outer_reference(const struct capture *c, const struct body *b, u32 before, u32 cell)
{
	u32 root = cell_root(b, cell);
	if (root == cell || !b->cells[root].is_reference || b->cells[root].param != NONE)
		return false;
	u32 row = maker_of(b, before, root), from = row == NONE || b->rows[row].op != ROW_MOVE ? NONE : b->rows[row].a;
	while (from != NONE && b->cells[from].parent != NONE && b->cells[from].kind != CELL_OUTER)
		from = b->cells[from].parent;
	return from != NONE && (b->cells[from].kind == CELL_OUTER || is_static_variable(c, b, from));
}

/* The member, global or static that a branch asks about: itself, negated, or compared. NONE if there is none. */
static u32 asked(const struct capture *c, const struct body *b, u32 branch)
{
	u32 cell = b->rows[branch].a;
	for (u32 depth = 0; cell != NONE && depth < 4; depth++) {
		/* Python: _CACHE of the module, whose name alone says constant. */
		bool is_named = b->cells[cell].kind == CELL_NONZERO && b->cells[cell].name && program_is_python(c->program, b->fn);
		if (b->cells[cell].kind == CELL_OUTER || is_named)
			return b->cells[cell].param == NONE ? cell : NONE; /* a reference parameter is an answer, not a store */
		if (is_of_outer_reference(c, b, branch, cell))
			return cell;
		u32 row = maker_of(b, branch, cell);
		const struct body_row *made = row == NONE ? NULL : &b->rows[row];
		if (!made || (made->op != ROW_UNARY && made->op != ROW_BINARY && made->op != ROW_MOVE && made->op != ROW_CALL))
			return NONE;
		u32 named = made->op == ROW_CALL && program_is_python(c->program, made->fn) ? asked_by_name(c, b, made) : NONE;
		if (named != NONE)
			return named;
		if (made->op == ROW_CALL && made->flags & RF_MEMBER && !asks_whether(body_row_name(c->program, made)))
			return NONE;
		/* map.find(key) == map.end(), cache.count(key), x.defined(): the object */
		bool other = made->op == ROW_BINARY && made->b != NONE && b->cells[made->b].kind == CELL_OUTER && made->sub != OP_NOT_IN && made->sub != OP_IN;
		cell = other || made->sub == OP_NOT_IN || made->sub == OP_IN ? made->b : made->a;
	}
	return NONE;
}

/* cache.emplace(...), buffer.resize(...), seen.add(...) */
static bool changes_object(struct str method)
{
	static const char *const words[] = {"emplace", "insert", "resize", "reserve", "push", "add", "append", "update", "set", "reset", "assign", "alloc",
	                                    "create", "init", "put", "store", "grow", "ensure"};
	for (size_t at = 0; at < method.n; at++) {
		/* By words: get_output puts nothing. */
		bool begins = !at || method.p[at - 1] == '_' || (method.p[at] >= 'A' && method.p[at] <= 'Z');
		for (u32 i = 0; i < COUNT(words) && begins; i++) {
			struct str rest = {method.p + at, method.n - at};
			if ((rest.p[0] | 32) == words[i][0] && str_starts((struct str){rest.p + 1, rest.n - 1}, words[i] + 1))
				return true;
		}
	}
	return false;
}

static bool writes(const struct capture *c, const struct body *b, const struct body_row *r, u32 cell)
{
	if (r->dst != NONE && cell_is_part(b, r->dst, cell))
		return true;
	if (r->op == ROW_CALL && r->flags & RF_MEMBER && r->a == cell && changes_object(body_row_name(c->program, r)))
		return true;
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 arg = b->args[r->first_arg + i];
		if (arg != NONE && b->cells[arg].address_of != NONE && cell_is_part(b, b->cells[arg].address_of, cell))
			return true;
	}
	return false;
}

/* Some row that only the edge leads to writes the cell. */
static bool arm_writes(const struct capture *c, const struct body *b, u32 to, u32 cell)
{
	const struct dominators *d = capture_dominators(c, b, true);
	for (u32 i = d->begin[to]; i < d->end[to] && i < d->begin[to] + ARM; i++)
		if (writes(c, b, &b->rows[d->in_order[i]], cell))
			return true;
	return false;
}

/* The edge from the branch to the row `to` decides; `cell` takes what it decides on. */
typedef bool decide(const struct capture *c, const struct body *b, u32 branch, u32 to, u32 *cell);

/* Asks about each edge that stands before the row: the first that decides, or NONE. */
static u32 edge_before(const struct capture *c, const struct body *b, u32 row, decide *decides, u8 *answers, u32 *cells)
{
	const struct dominators *d = capture_dominators(c, b, true);
	u32 to = d->branch[row];
	for (u32 n = 0; to != NONE && n < BRANCHES; to = next_branch(d, to), n++) {
		if (!answers[to])
			answers[to] = decides(c, b, d->entry[to], to, &cells[to]) ? IS_ASKED | IS_TRUE : IS_ASKED;
		if (answers[to] & IS_TRUE)
			return to;
	}
	return NONE;
}

static bool is_once(const struct capture *c, const struct body *b, u32 branch, u32 to, u32 *cell)
{
	*cell = b->rows[branch].op == ROW_BRANCH ? asked(c, b, branch) : NONE;
	if (*cell == NONE || !arm_writes(c, b, to, *cell))
		return false;
	/* `if (is_open) throw ...;` asks whether it may go on: the second call does not. */
	u32 opposite = b->rows[branch].target == to ? b->rows[branch].other : b->rows[branch].target;
	return opposite == NONE || opposite == b->exit || body_reaches(b, opposite, b->exit);
}

bool is_first_use(const struct capture *c, const struct body *b, u32 row, struct str *held)
{
	if (is_in_initialiser(c, b, row, held))
		return true;
	struct once *o = once_of(c, b);
	u32 to = edge_before(c, b, row, is_once, o->first, o->cell);
	if (to != NONE)
		*held = name_of(c, b, o->cell[to]);
	return to != NONE;
}

/* `if graph is None:` around the begin of the capture: what is made at that first use is the graph. */
static bool is_first_use_in(const struct capture *c, u32 at, u32 row, struct str *held)
{
	const struct reached *r = &c->reached.at[at];
	if (!is_first_use(c, r->body, row, held))
		return false;
	u32 opened = r->from == NONE ? c->regions.at[r->region].row : NONE;
	struct once *o = once_of(c, r->body);
	u32 to = opened == NONE ? NONE : edge_before(c, r->body, row, is_once, o->first, o->cell);
	return to == NONE || !stands_before(capture_dominators(c, r->body, true), to, opened);
}

bool is_first_use_on_way(const struct capture *c, u32 at, u32 row, struct str *held)
{
	if (is_first_use_in(c, at, row, held))
		return true;
	for (; c->reached.at[at].from != NONE; at = c->reached.at[at].from) {
		struct first_use *known = &c->first_uses[at];
		if (!known->is_known) {
			const struct reached *r = &c->reached.at[at];
			known->is_known = true;
			known->is_once = is_first_use_in(c, r->from, r->from_row, &known->held);
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
	                                    "TIMING", "blocking", "BLOCKING", "validate", "bench", "BENCH", "SYNC", "isolation", "Isolation", "DBG", "dbg", "VALIDATE", "validation"};
	return str_has_any(name, words, COUNT(words));
}

/* By its own name, or that of what it turns on: profile.enabled, tracer.is_active(). */
static bool is_debug_cell(const struct capture *c, const struct body *b, u32 cell)
{
	static const char *const switches[] = {"enabled", "enable", "is_enabled", "isEnabled", "active", "is_active", "isActive", "on", "is_on"};
	if (cell == NONE)
		return false;
	u32 object = b->cells[cell].parent;
	return speaks_of_debugging(name_of(c, b, cell)) || (object != NONE && str_is_any(name_of(c, b, cell), switches, COUNT(switches)) && speaks_of_debugging(name_of(c, b, object)));
}

/* An arm of #if that has no other: only one of its edges leads to rows of its own. */
static bool is_lone_arm(const struct capture *c, const struct body *b, u32 alt)
{
	const struct dominators *d = capture_dominators(c, b, true);
	const struct body_row *r = &b->rows[alt];
	u32 owned = edge_stands_before(d, alt, r->target, r->target);
	owned += edge_stands_before(d, alt, r->other, r->other);
	return r->row->op == ROW_ALT && owned == 1;
}

/* The environment decides: nobody runs it who did not ask for it. */
static bool asks_environment(struct str name)
{
	return str_has(name, "environ") || str_ends(name, "getenv");
}

static bool is_debug(const struct capture *c, const struct body *b, u32 branch, u32 to, u32 *asked_for)
{
	(void)to;
	(void)asked_for;
	if (b->rows[branch].op == ROW_ALT)
		return is_lone_arm(c, b, branch);
	u32 cell = b->rows[branch].a;
	for (u32 depth = 0; cell != NONE && depth < 4; depth++) {
		/* A caller that asks for the wait has its reasons. */
		if (str_has(name_of(c, b, cell), "sync") || is_debug_cell(c, b, cell))
			return true;
		u32 made = maker_of(b, branch, cell);
		if (made == NONE)
			return false;
		/* CubDebug(call) is a check, whoever defines it: what stands behind it is no debugging. */
		if (b->rows[made].op == ROW_CALL)
			return (!b->rows[made].callee.check && !str_has(body_row_name(c->program, &b->rows[made]), "CubDebug") && speaks_of_debugging(body_row_name(c->program, &b->rows[made]))) || asks_environment(call_name(c, b, made));
		cell = b->rows[made].a;
	}
	return false;
}

bool is_below_debug_switch(const struct capture *c, const struct body *b, u32 row)
{
	const struct dominators *d = capture_dominators(c, b, true);
	u32 to = d->branch[row];
	for (u32 n = 0; to != NONE && n < BRANCHES; to = next_branch(d, to), n++) {
		const struct body_row *branch = &b->rows[d->entry[to]];
		u32 cell = branch->op == ROW_BRANCH ? branch->a : NONE, made = cell == NONE ? NONE : maker_of(b, d->entry[to], cell);
		struct str asked = made != NONE && b->rows[made].op == ROW_CALL && !b->rows[made].arg_count ? body_row_name(c->program, &b->rows[made]) : name_of(c, b, cell);
		if (cell != NONE && speaks_of_debugging(asked))
			return true;
	}
	return false;
}

bool is_debug_only(const struct capture *c, const struct body *b, u32 row)
{
	struct once *o = once_of(c, b);
	return body_is_debug_only(c->program, b, row) || edge_before(c, b, row, is_debug, o->debug, o->cell) != NONE;
}
