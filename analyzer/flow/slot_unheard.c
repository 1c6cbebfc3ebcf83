/* Answers that nobody hears: a function takes what is in the slot, answers by it, and its caller throws the answer away. The slot is empty then, and nobody was told. */
#include "flow/slot_local.h"
#include "graph/edges.h"

enum { NEAR = 24, MOST = 64 }; /* rows between a value and what decides by it; rows of the path of failure */

/* What a function answers by. */
struct given {
	struct site read; /* where the slot is emptied; row NULL: it gives no such answer */
	bool is_told;     /* the failure is printed on its way */
};

struct givers {
	struct slot_program *all;
	struct given *given; /* by fn_id */
};

static bool is_success(const struct walk *w, const struct body_row *r)
{
	const struct fn *fn = &w->program->functions[w->body->fn];
	struct str type = unit_text(fn->unit, fn->f->result);
	enum value_class cls = value_class_of(w, r->a);
	bool is_truth = str_is(type, "bool") || str_ends(type, "*");
	return cls && cls == (is_truth ? CLASS_NONZERO : CLASS_ZERO);
}

/* From where the failure is found every way comes to a return of something else than success, and does nothing but telling and cleaning up. */
static bool arm_answers(const struct walk *w, u32 from, u32 value, bool *is_told)
{
	u32 seen[MOST], n = 0, answers = 0;
	seen[n++] = from;
	for (u32 i = 0; i < n; i++) {
		const struct body_row *r = &w->body->rows[seen[i]];
		const struct model_call *call = r->callee.call;
		if (r->op == ROW_RETURN) {
			if (r->a == NONE || is_success(w, r) || (r->a != value && !value_class_of(w, r->a)))
				return false;
			answers++;
			continue;
		}
		if (r->op == ROW_LAUNCH || r->op == ROW_EXIT || path_ends(w, seen[i]) || (call && call->returns == RETURNS_ERROR && call->role != ROLE_CLEANUP))
			return false;
		*is_told |= r->op == ROW_CALL && !call && sounds_like_log(body_row_name(w->program, r));
		if (!edges_into(w->body, seen[i], seen, &n, MOST))
			return false;
	}
	return answers;
}

/* The function returns what the row gives, or answers a failure by it. */
static bool is_answered(const struct walk *w, u32 row, bool *is_told)
{
	u32 value = w->body->rows[row].dst, code = value;
	bool fails_if_true = true;
	for (u32 i = row + 1; value != NONE && i < w->body->n && i < row + NEAR; i++) {
		const struct body_row *r = &w->body->rows[i];
		bool is_given = r->a == value || (r->op == ROW_BINARY && r->b == value);
		if (r->op == ROW_RETURN)
			return is_given;
		if (r->op == ROW_MOVE && is_given && r->dst != NONE)
			code = value = r->dst;
		else if (r->op == ROW_UNARY && r->sub == OP_NOT && is_given) {
			value = r->dst;
			fails_if_true = !fails_if_true;
		} else if (r->op == ROW_BINARY && is_given) {
			fails_if_true = r->sub != OP_EQ;
			value = r->dst;
		} else if (r->op == ROW_BRANCH && is_given) {
			return arm_answers(w, fails_if_true ? r->target : r->other, code, is_told);
		} else if (r->op == ROW_CALL && (r->callee.n || row_is_given(w->body, r, value)) && !(r->callee.call && r->callee.call->role == ROLE_TEXT)) {
			return false;
		}
	}
	return false;
}

/* It speaks of a call's code, which the function hands on: dropped-error tells of that. */
static bool is_of_call(const struct slot_program *all, const struct site *read)
{
	for (u32 i = 0; i < all->out->reads.n; i++) {
		const struct slot_read *r = &all->out->reads.at[i];
		if (r->site.row == read->row && r->site.fn == read->fn && r->untested.n)
			return true;
	}
	return false;
}

/* launch.template operator()<N>(): a callable that a parameter brings, and no function of that name. */
static bool is_brought(const struct walk *w, const struct body_row *r)
{
	return str_has(body_row_name(w->program, r), "operator()") || (r->a != NONE && w->body->cells[r->a].param != NONE && w->body->cells[r->a].function == NONE && !(r->flags & RF_MEMBER));
}

/* What a row takes from the slot: a read that empties it, or a call of functions that answer by one. */
static bool takes(const struct givers *g, const struct walk *w, u32 row, struct given *out)
{
	const struct body_row *r = &w->body->rows[row];
	if (r->op != ROW_CALL || (r->callee.n && is_brought(w, r)))
		return false;
	if (r->callee.call && r->callee.call->role == ROLE_DRAIN)
		*out = (struct given){.read = site_in(w->program, w->body, row)};
	for (u32 i = 0; i < r->callee.n; i++) {
		const struct given *from = &g->given[r->callee.at[i]];
		if (!from->read.row)
			return false;
		*out = (struct given){from->read, from->is_told || (i && out->is_told)};
	}
	return out->read.row;
}

static struct given given_by(const struct givers *g, const struct walk *w)
{
	const struct fn *fn = &w->program->functions[w->body->fn];
	struct str type = unit_text(fn->unit, fn->f->result);
	bool has_answer = fn->f->kind != FN_MACRO && fn->f->kind != FN_LAMBDA && type.n && !str_is(type, "void") && !program_is_python(w->program, w->body->fn);
	for (u32 row = 0; has_answer && row < w->body->n; row++) {
		struct given from = {0};
		if (takes(g, w, row, &from) && w->body->rows[row].dst != NONE && is_answered(w, row, &from.is_told))
			return from;
	}
	return (struct given){0};
}

/* The answer of a function that somebody looks at is meant to be. */
static void note_listeners(const struct givers *g, bool *is_heard)
{
	for (fn_id f = 0; f < g->all->program->function_count; f++) {
		struct walk w = {.all = g->all, .program = g->all->program, .body = &g->all->bodies[f]};
		for (u32 row = 0; row < w.body->n; row++) {
			const struct body_row *r = &w.body->rows[row];
			for (u32 i = 0; r->op == ROW_CALL && r->dst != NONE && i < r->callee.n; i++)
				if (g->given[r->callee.at[i]].read.row && !is_heard[r->callee.at[i]])
					is_heard[r->callee.at[i]] = value_fate(&w, row) > FATE_NOWHERE;
		}
	}
}

void slot_unheard(struct slot_program *all)
{
	enum { DEPTH = 4 }; /* functions that hand the answer on */
	struct program *p = all->program;
	struct arena scratch = {0};
	struct givers g = {all, arena_array(&scratch, struct given, p->function_count + 1)};
	bool *is_heard = arena_array(&scratch, bool, p->function_count + 1), changed = true;
	for (u32 round = 0; changed && round < DEPTH; round++) {
		changed = false;
		for (fn_id f = 0; f < p->function_count; f++) {
			struct walk w = {.all = all, .program = p, .body = &all->bodies[f]};
			if (g.given[f].read.row || !w.body->n)
				continue;
			g.given[f] = given_by(&g, &w);
			changed |= g.given[f].read.row != NULL;
		}
	}
	note_listeners(&g, is_heard);
	for (fn_id f = 0; f < p->function_count; f++) {
		struct walk w = {.all = all, .program = p, .body = &all->bodies[f]};
		for (u32 row = 0; row < w.body->n; row++) {
			const struct body_row *r = &w.body->rows[row];
			struct given from = {0};
			if (!r->callee.n || r->dst != NONE || r->flags & RF_VOID_CAST || !takes(&g, &w, row, &from) || is_of_call(all, &from.read))
				continue;
			struct unheard u = {.site = site_in(p, w.body, row), .read = from.read, .is_told = from.is_told, .in_cleanup = is_cleanup(p, f)};
			for (u32 i = 0; i < r->callee.n; i++)
				u.is_heard_elsewhere |= is_heard[r->callee.at[i]];
			vec_push(all->arena, &all->out->unheard, u);
		}
	}
	arena_release(&scratch);
}
