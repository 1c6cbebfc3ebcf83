/* What a call may run. Names first, then classes, then stored function pointers; what is left is a runtime call, an
 * idiom of the models, or unknown. More than CANDIDATES are none; those that the types of the arguments leave are
 * counted once more by the body (TARGETS). */
#include "graph/candidates.h"
#include "graph/destroy.h"
#include "graph/held_function.h"
#include "graph/link.h"
#include "graph/python.h"
#include "graph/special.h"

fn_id program_lambda(const struct program *p, fn_id in, operand callee)
{
	const struct fn *f = &p->functions[in];
	fn_id found = NONE;
	if (operand_kind(callee) == OPD_FUNCTION)
		return program_fn(p, f->file, operand_index(callee));
	if (operand_kind(callee) != OPD_VAR)
		return NONE;
	for (u32 r = f->f->first_row; r < f->f->first_row + f->f->row_count; r++) {
		const struct row *row = &f->unit->rows[r];
		if (row->op != ROW_MOVE || row->dst != callee)
			continue;
		if (operand_kind(row->a) != OPD_FUNCTION || found != NONE)
			return NONE;
		found = program_fn(p, f->file, operand_index(row->a));
	}
	return found;
}

/* An object of the standard library that holds none of the program's: its methods are none of theirs, whatever they are called. */
static bool is_standard(struct str type)
{
	static const char *const types[] = {"std::atomic", "std::mutex", "std::recursive_mutex", "std::shared_mutex", "std::condition_variable", "std::string",
	                                    "std::thread", "std::ostringstream", "std::istringstream", "std::stringstream", "std::ifstream", "std::ofstream", "std::fstream"};
	if (str_starts(type, "static "))
		type = (struct str){type.p + 7, type.n - 7};
	if (str_starts(type, "const "))
		type = (struct str){type.p + 6, type.n - 6};
	for (u32 i = 0; i < COUNT(types); i++)
		if (str_starts(type, types[i]))
			return true;
	return false;
}

/* x.store(v, std::memory_order_release): an atomic's. */
static bool is_given_memory_order(const struct unit *u, const struct row *row)
{
	for (u32 i = 0; i < row->arg_count; i++) {
		operand o = u->args[row->first_arg + i];
		if (operand_kind(o) == OPD_GLOBAL && str_has(unit_text(u, operand_index(o)), "memory_order"))
			return true;
	}
	return false;
}

static void keep_special(const struct program *p, const struct special *s, struct candidates *c)
{
	u32 kept = 0;
	for (u32 i = 0; i < c->n; i++)
		if (!special_excludes(p, s, c->at[i]))
			c->at[kept++] = c->at[i];
	c->n = kept;
}

struct call_target program_destructor(struct program *p, fn_id in, const struct row *row, u32 cls)
{
	struct candidates c = {0};
	u32 name = destructor_name(p, cls);
	if (name != NONE)
		candidates_methods(p, name, cls, 0, &c);
	struct special s = special_of(p, in, row, cls, unit_text(p->functions[in].unit, row->name));
	keep_special(p, &s, &c);
	return candidates_finish(p, p->functions[in].file, &c, true);
}

static struct call_target resolve_python(struct program *p, fn_id in, const struct row *row)
{
	struct python_call c = python_resolve(p, in, row);
	struct call_target t = {.is_complete = c.is_complete};
	fn_id *at = arena_array(p->arena, fn_id, c.n + 1);
	for (u32 i = 0; i < c.n; i++) {
		if (c.at[i].how & HOW_DEVICE)
			continue;
		at[t.n++] = c.at[i].fn;
		t.by_name |= (c.at[i].how & HOW_BY_NAME) != 0;
	}
	t.at = at;
	return t;
}

struct call_target program_resolve(struct program *p, fn_id in, const struct row *row, struct str wanted)
{
	const struct fn *f = &p->functions[in];
	struct candidates c = {0};
	if (program_is_python(p, in))
		return resolve_python(p, in, row);
	if (row->op == ROW_DESTROY)
		return program_destructor(p, in, row, link_type(p, wanted, false));
	/* A template has no other way: f.operator()<float>(x). */
	bool calls_object = !(row->flags & RF_MEMBER) || str_starts(wanted, "operator()");
	fn_id lambda = calls_object ? program_lambda(p, in, row->a) : NONE;
	if (lambda != NONE) {
		candidates_add(&c, lambda);
		return candidates_finish(p, f->file, &c, true);
	}
	if (!(row->flags & RF_MEMBER))
		candidates_of_table(p, in, row->a, row->arg_count, &c);
	bool of_class = false;
	if (!(row->flags & RF_MEMBER) && !c.n)
		held_candidates(p, in, row->a, &c, &of_class);
	if (c.n) {
		struct call_target held = candidates_finish(p, f->file, &c, false);
		held.of_class = of_class;
		return held;
	}
	struct str last = last_component(wanted);
	if (!last.n)
		return (struct call_target){0};
	bool is_plain = !(row->flags & RF_MEMBER);
	/* ns::check(x): of a macro `ns` qualifies what it expands to. */
	struct call_target t = is_plain ? program_macro(p, f->file, last, f->f->kind == FN_MACRO ? NONE : row->begin) : (struct call_target){0};
	if (t.n && !macro_is_port(p, &t, wanted))
		return t;
	t = (struct call_target){0};
	u32 name = intern_find(&p->names, last);
	t.call = is_plain ? models_call(p->models, wanted) : NULL;
	/* gpuMemcpy and its like are no API's names: the program's own go first. */
	if ((!t.call || models_is_family(t.call) || str_starts(last, "gpu")) && name != NONE) {
		u32 cls = is_plain ? 0 : object_class(p, in, row->a);
		if (is_plain && row->flags & RF_CONSTRUCT)
			candidates_methods(p, name, link_type(p, wanted, false), row->arg_count, &c);
		else if (is_plain)
			candidates_functions(p, in, name, wanted, row->arg_count, &c);
		else if (cls)
			candidates_methods(p, name, cls, row->arg_count, &c);
		of_class = !is_plain && c.n;
		if (is_plain && !c.n && !t.call)
			candidates_of_parameter(p, f->file, name, wanted, row->arg_count, &c);
		if (!is_plain && !c.n) {
			candidates_assigned(p, name, &c);
			of_class = c.n && held_by_one_class(p, name);
		}
		bool is_others = !is_plain && !c.n && !cls && (is_standard(object_type(p, in, row->a)) || is_given_memory_order(f->unit, row));
		if (!is_plain && !c.n && !cls && !is_others)
			candidates_only_method(p, name, row->arg_count, &c);
		struct special s = special_of(p, in, row, row->flags & RF_CONSTRUCT ? link_type(p, wanted, false) : cls, S(""));
		keep_special(p, &s, &c);
		if (c.n) {
			t = candidates_finish(p, f->file, &c, is_plain);
			t.of_class = of_class;
			return t;
		}
	}
	if (!t.call)
		t.check = models_check(p->models, wanted);
	if (!t.call && !t.check && link_returns_error(p, wanted))
		t.call = &p->link->declared;
	return t;
}
