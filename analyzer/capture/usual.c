#include "capture/usual.h"

#include "graph/overload.h"

enum {
	CASES = 3, /* as many values that something is compared with, and it is a choice among kinds */
	SKIPS = 12 /* rows of a way that ends at once */
};

struct usual {
	const struct capture *c;
	const struct body *b;
	const struct dominators *d;
	u32 row;
	bool by_failures; /* only failures may keep away from the row */
	struct edges_back back;
	bool *leads; /* by row: some way leads from there to the row, without another round of a loop */
};

/* The edge goes back to the head of a loop. */
static bool goes_back(const struct usual *u, u32 from, u32 to) { return stands_before(u->d, to, from); }

static bool goes_on(const void *usual, const struct body *b, u32 from, u32 to)
{
	(void)b;
	return !goes_back(usual, from, to);
}

static void mark_leading(struct arena *a, struct usual *u)
{
	u->leads = arena_array(a, bool, u->b->n + 1);
	u->leads[u->row] = true;
	edges_back(a, u->b, false, &u->back);
	rows_leading(u->b, &u->back, u->leads, goes_on, u);
}

/* The comparison with a constant that a branch asks, or NULL. */
static const struct body_row *comparison_of(const struct body *b, u32 branch)
{
	u32 cell = b->rows[branch].a, row = cell == NONE ? NONE : b->cells[cell].first_write;
	const struct body_row *r = row == NONE || b->cells[cell].kind != CELL_LOCAL ? NULL : &b->rows[row];
	if (!r || r->op != ROW_BINARY || r->a == NONE || r->b == NONE)
		return NULL;
	u8 kind = b->cells[r->b].kind;
	return kind == CELL_ZERO || kind == CELL_NONZERO ? r : NULL;
}

/* case ADD: ...; case MUL: ...: the value says what is to be done. One that says how, or when, may well be another one in a capture. */
static bool is_choice(const struct usual *u, u32 branch)
{
	static const char *const ways[] = {"mode", "Mode", "state", "State", "stage", "Stage", "phase", "Phase", "strategy", "Strategy", "path", "Path", "algo", "Algo", "method", "Method", "backend", "Backend", "level", "Level"};
	const struct body_row *asked = comparison_of(u->b, branch);
	u32 cases = 0;
	if (!asked || asked->sub != OP_EQ || str_has_any(body_cell_name(u->c->program, u->b, asked->a), ways, COUNT(ways)))
		return false;
	for (u32 i = 0; i < u->b->n && cases < CASES; i++) {
		const struct body_row *other = u->b->rows[i].op == ROW_BRANCH ? comparison_of(u->b, i) : NULL;
		cases += other && other->sub == OP_EQ && other->a == asked->a;
	}
	return cases >= CASES;
}

/* n == 0, n <= 0, n < 1, tensors.empty() */
static bool asks_for_work(const struct usual *u, u32 branch)
{
	const struct body_row *asked = comparison_of(u->b, branch);
	if (asked)
		return asked->sub == OP_EQ || asked->sub == OP_LE || asked->sub == OP_LT;
	u32 cell = u->b->rows[branch].a, row = cell == NONE ? NONE : u->b->cells[cell].first_write;
	const struct body_row *r = row == NONE ? NULL : &u->b->rows[row];
	struct str name = r && r->op == ROW_CALL ? body_row_name(u->c->program, r) : S("");
	return str_ends(name, "empty") || str_ends(name, "Empty");
}

/* n == 0: without any there is nothing that a capture would be for, whatever is done then. */
static bool asks_for_any(const struct usual *u, u32 branch)
{
	static const char *const counts[] = {"num", "Num", "count", "Count", "size", "Size", "len", "Len", "total", "rows", "elem"};
	const struct body_row *asked = comparison_of(u->b, branch);
	struct str name = asked && (asked->sub == OP_EQ || asked->sub == OP_LE) && u->b->cells[asked->b].kind == CELL_ZERO ? body_cell_name(u->c->program, u->b, asked->a) : S("");
	return name.n == 1 || str_has_any(name, counts, COUNT(counts));
}

/* From there the function ends, or the next round begins, and nothing is called before. */
static bool ends_at_once(const struct usual *u, u32 at)
{
	for (u32 i = 0; i < SKIPS; i++) {
		const struct body_row *r = &u->b->rows[at];
		u32 to[EDGES];
		if (at == u->b->exit)
			return true;
		if (r->op == ROW_CALL || r->op == ROW_LAUNCH || r->op == ROW_THROW || body_edges(u->b, at, false, to) != 1)
			return false;
		if (goes_back(u, at, to[0]))
			return true;
		at = to[0];
	}
	return false;
}

static bool is_in_turn(const void *head, const struct body *b, u32 from, u32 to)
{
	(void)b, (void)from;
	return to != *(const u32 *)head;
}

/* The branch is the head of a loop that the row stands in, and `away` leaves it. */
static bool is_head_of_loop(const struct usual *u, u32 branch, u32 away)
{
	struct arena scratch = {0};
	bool is_head = false;
	for (u32 from = 0; from < u->b->n && !is_head; from++) {
		u32 to[EDGES], n = body_edges(u->b, from, false, to), head = NONE;
		for (u32 i = 0; i < n; i++)
			head = goes_back(u, from, to[i]) ? to[i] : head;
		/* Nothing is decided between the head and the branch. */
		if (head == NONE || !stands_before(u->d, head, branch) || !stands_before(u->d, branch, u->row) || u->d->branch[branch] != u->d->branch[head])
			continue;
		bool *inside = arena_array(&scratch, bool, u->b->n + 1);
		inside[from] = inside[head] = true;
		rows_leading(u->b, &u->back, inside, is_in_turn, &head);
		is_head = inside[branch] && inside[u->row] && !inside[away];
	}
	arena_release(&scratch);
	return is_head;
}

static bool is_code(const struct usual *u, u32 row, u32 cell)
{
	if (cell == NONE || type_is_code(intern_get(&u->c->program->names, u->b->cells[cell].type)))
		return cell != NONE;
	struct value v = value_of(capture_values(u->c, u->b), row, cell);
	u32 type = v.kind == VALUE_RESULT ? overload_result_type(u->c->program, &u->b->rows[v.row]) : 0;
	return type && type_is_code(intern_get(&u->c->program->names, type));
}

/* if (err != cudaSuccess) return err; if (err) ...; if (err == cudaSuccess) { the row }: a capture that comes there has failed already. */
static bool is_for_failure(const struct usual *u, u32 branch, u32 away)
{
	const struct body_row *asked = comparison_of(u->b, branch), *r = &u->b->rows[branch];
	if (r->op != ROW_BRANCH || r->target == r->other)
		return false;
	if (!asked)
		return away == r->target && is_code(u, branch, r->a);
	u32 failed = asked->sub == OP_NE ? r->target : asked->sub == OP_EQ ? r->other : NONE;
	return away == failed && u->b->cells[asked->b].kind == CELL_ZERO && is_code(u, branch, asked->a);
}

static bool keeps_nothing_away(const struct usual *u, u32 branch, u32 away)
{
	if (u->by_failures)
		return is_for_failure(u, branch, away);
	return u->b->rows[branch].op == ROW_BRANCH && (is_for_failure(u, branch, away) || is_choice(u, branch) || asks_for_any(u, branch) || (asks_for_work(u, branch) && ends_at_once(u, away)) || is_head_of_loop(u, branch, away));
}

static bool is_run(const struct capture *c, const struct body *b, u32 row, bool by_failures)
{
	struct arena scratch = {0};
	struct usual u = {.c = c, .b = b, .d = capture_dominators(c, b, false), .row = row, .by_failures = by_failures};
	bool *seen = arena_array(&scratch, bool, b->n + 1), is_usual = true;
	VEC(u32) todo = {0};
	mark_leading(&scratch, &u);
	vec_push(&scratch, &todo, 0);
	is_usual = u.leads[0];
	while (todo.n && is_usual) {
		u32 at = todo.at[--todo.n], to[EDGES];
		if (seen[at] || at == row)
			continue;
		seen[at] = true;
		for (u32 n = body_edges(b, at, false, to); n-- > 0 && is_usual;) {
			if (goes_back(&u, at, to[n]))
				continue;
			if (u.leads[to[n]])
				vec_push(&scratch, &todo, to[n]);
			else
				is_usual = keeps_nothing_away(&u, at, to[n]);
		}
	}
	arena_release(&scratch);
	return is_usual;
}

bool is_usually_run(const struct capture *c, const struct body *b, u32 row) { return is_run(c, b, row, false); }

bool is_run_unless_failed(const struct capture *c, const struct body *b, u32 row) { return is_run(c, b, row, true); }
