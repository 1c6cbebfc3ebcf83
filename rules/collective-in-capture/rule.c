/* A collective that only some ranks capture: the others never meet it. */
#include "rule.h"

static bool speaks_of_rank(struct str name)
{
	static const char *const words[] = {"rank", "Rank", "is_driver", "is_master", "is_root"};
	static const char *const not[] = {"ranks", "world", "low_rank", "lora", "rank_size", "max_rank", "num_rank", "Ranks"};
	bool says = false;
	for (u32 i = 0; i < COUNT(words); i++)
		says |= str_has(name, words[i]);
	for (u32 i = 0; i < COUNT(not); i++)
		says = says && !str_has(name, not[i]);
	return says;
}

/* All ranks must take part; sending and receiving are for two, and objects go through the host. */
static bool is_collective(const struct rule_run *run, u32 at, u32 row)
{
	const struct body *b = run->capture->reached.at[at].body;
	const struct capture_api *api = capture_api_at(run->capture, b, row);
	const struct torch_op *op = api ? NULL : torch_at(run->capture, b, at, row);
	struct str name = body_row_name(run->program, &b->rows[row]);
	bool is_pair = str_has(name, "end") || str_has(name, "ecv") || str_has(name, "roup") || str_has(name, "object");
	return !is_pair && ((api && api->does == DOES_COLLECTIVE) || (op && op->role == TORCH_COLLECTIVE));
}

/* As the tables name it: torch.distributed.all_reduce, ncclAllReduce. */
static struct str collective_name(const struct rule_run *run, u32 at, u32 row)
{
	const struct body *b = run->capture->reached.at[at].body;
	return capture_api_at(run->capture, b, row) ? body_row_name(run->program, &b->rows[row]) : torch_at(run->capture, b, at, row)->name;
}

static bool asks_for_rank(const struct rule_run *run, const struct body *b, u32 branch)
{
	u32 cell = b->rows[branch].a;
	for (u32 depth = 0; cell != NONE && depth < 3; depth++) {
		if (speaks_of_rank(body_cell_name(run->program, b, cell)))
			return true;
		const struct body_row *made = NULL;
		for (u32 row = branch; row-- > 0 && !made;)
			made = b->rows[row].dst == cell ? &b->rows[row] : NULL;
		/* A loop over ranks is no choice of one. */
		if (made && made->op == ROW_BINARY && made->sub != OP_EQ && made->sub != OP_NE && made->sub != OP_IS && made->sub != OP_IS_NOT)
			return false;
		if (!made || (made->op != ROW_BINARY && made->op != ROW_UNARY && made->op != ROW_MOVE))
			return made && made->op == ROW_CALL && speaks_of_rank(body_row_name(run->program, made));
		cell = made->a;
	}
	return false;
}

enum { BRANCHES = 64 }; /* of those that stand before a row, innermost first, so many are asked */

/* The branch on the rank that the row stands behind, or NONE. */
static u32 rank_branch(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct dominators *d = capture_dominators(run->capture, b, true);
	u32 to = d->branch[row];
	for (u32 n = 0; to != NONE && n < BRANCHES; to = next_branch(d, to), n++) {
		u32 i = d->entry[to];
		bool is_behind = b->rows[i].op == ROW_BRANCH && asks_for_rank(run, b, i);
		/* The other ranks make the same call on their own way. */
		for (u32 k = 0; k < b->n && is_behind; k++)
			is_behind = k == row || b->rows[k].op != ROW_CALL || !str_eq(body_row_name(run->program, &b->rows[k]), body_row_name(run->program, &b->rows[row])) ||
			            edge_stands_before(d, i, to, k);
		if (is_behind)
			return i;
	}
	return NONE;
}

void rule_collective_in_capture(struct rule_run *run)
{
	const struct capture *c = run->capture;
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		for (u32 row = 0; row < r->body->n && run->shows[r->fn]; row++) {
			if (!capture_has(r, row) || r->body->rows[row].op != ROW_CALL || !is_collective(run, at, row))
				continue;
			u32 branch = rank_branch(run, r->body, row);
			if (branch == NONE)
				continue;
			struct site site = site_in(run->program, r->body, row), decides = site_in(run->program, r->body, branch);
			struct str name = rule_callee(run, &site);
			struct finding *f = rule_report(run, SEVERITY_NOTE, &site,
			                                arena_format(run->findings->arena, "'%.*s' is captured on some ranks only, %s: the launch of a graph with a collective is itself one, and "
			                                             "the others never meet it", (int)name.n, name.p, rule_capture(run, at)));
			rule_way(run, f, at);
			rule_step(run, f, &decides, "the rank decides here");
			finding_param(run->findings, f, "call", collective_name(run, at, row));
		}
	}
}
