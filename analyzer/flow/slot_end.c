/* Calls that never return: by the tables, by the program's declarations, by the level of a log. */
#include "flow/slot_local.h"
#include "graph/link.h"

/* LOG(FATAL) << ..., LOG(FATAL_THROW) << ...: the level says it, in glog, abseil and their kin. */
static bool is_fatal_level(const struct walk *w, u32 cell)
{
	struct str level = cell == NONE ? S("") : body_cell_name(w->program, w->body, cell);
	return str_is(level, "FATAL") || str_starts(level, "FATAL_");
}

/* #define LOG(level) LOG_##level.stream(): the program's own, to which the level is given. What is only its text (#level) is no operand. */
static bool is_own_fatal_log(const struct walk *w, const struct body_row *r)
{
	const struct fn *text = &w->program->functions[r->fn];
	if (text->f->kind != FN_MACRO || !sounds_like_log(fn_name(text)))
		return false;
	bool is_given = is_fatal_level(w, r->a);
	for (u32 i = 0; i < r->arg_count && !is_given; i++)
		is_given = is_fatal_level(w, w->body->args[r->first_arg + i]);
	return is_given;
}

static bool is_fatal_log(const struct walk *w, const struct body_row *r)
{
	if (is_own_fatal_log(w, r))
		return true;
	if (!(r->flags & RF_MACRO_LIKE) || r->callee.n || !r->arg_count || w->body->args[r->first_arg] == NONE)
		return false;
	return is_fatal_level(w, w->body->args[r->first_arg]) && sounds_like_log(body_row_name(w->program, r));
}

bool call_never_returns(const struct walk *w, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	struct str name = body_row_name(w->program, r);
	if (r->op != ROW_CALL || r->callee.call)
		return false;
	if (is_fatal_log(w, r))
		return true;
	return (!(r->flags & RF_MEMBER) && models_noreturn(w->program->models, name)) || program_never_returns(w->program, name) ||
	       (!(r->flags & (RF_MEMBER | RF_CONSTRUCT)) && program_ends_as_temporary(w->program, name));
}
