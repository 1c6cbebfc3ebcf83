/* A graph in a member: classes that make one and that nothing destroys it for. */
#include "leak.h"

#include <string.h>

static bool is_graph_type(struct str type)
{
	static const char *const types[] = {"cudaGraphExec_t", "cudaGraph_t", "hipGraphExec_t", "hipGraph_t", "CUgraphExec", "CUgraph"};
	return str_is_any(type, types, COUNT(types));
}

struct member {
	u32 file;
	const struct field *field;
	u32 name, cls; /* program-wide: the last components */
	fn_id maker;
	u32 made;      /* body row in maker; NONE: nobody makes it */
	bool is_freed; /* by a function that does not make it, or somebody else may */
};

typedef VEC(struct member) member_list;

static struct str last_part(struct str name)
{
	for (size_t i = name.n; i-- > 1;)
		if (name.p[i] == ':')
			return (struct str){name.p + i + 1, name.n - i - 1};
	return name;
}

static void find_members(const struct rule_run *run, struct arena *a, member_list *members)
{
	const struct program *p = run->program;
	for (u32 file = 0; file < p->file_count; file++)
		for (u32 i = 0; i < p->units[file].n_fields; i++) {
			const struct field *field = &p->units[file].fields[i];
			if (!is_graph_type(unit_text(&p->units[file], field->type)))
				continue;
			struct member m = {.file = file, .field = field, .made = NONE};
			m.name = intern_find(&p->names, unit_text(&p->units[file], field->name));
			m.cls = intern_find(&p->names, last_part(unit_text(&p->units[file], field->cls)));
			if (m.name != NONE && m.cls != NONE)
				vec_push(a, members, m);
		}
}

/* What a function destroys before it makes the next one is the old one; the last one is left. */
static bool is_old_one(const struct rule_run *run, const struct body *b, u32 destroyed, u32 name)
{
	bool makes = false;
	for (u32 row = 0; row < b->n; row++) {
		u32 cell = leak_made(run, b, row);
		if (cell == NONE || b->cells[cell].parent == NONE || b->cells[cell].name != name)
			continue;
		makes = true;
		if (body_reaches(b, row, destroyed))
			return false;
	}
	return makes;
}

/* `cell`: leak_made() of the row. */
static void note_row(const struct rule_run *run, const struct body *b, u32 row, u32 cell, struct member *m)
{
	const struct body_row *r = &b->rows[row];
	if (cell != NONE && b->cells[cell].parent != NONE && b->cells[cell].name == m->name && run->program->functions[b->fn].cls == m->cls &&
	    m->made == NONE) {
		m->maker = b->fn;
		m->made = row;
	}
	/* Moved away, or given to somebody. */
	if ((r->op == ROW_MOVE || r->op == ROW_RETURN) && r->a != NONE && b->cells[r->a].name == m->name)
		m->is_freed = true;
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 arg = b->args[r->first_arg + i];
		if (arg == NONE)
			continue;
		u32 whole = b->cells[arg].address_of != NONE ? b->cells[arg].address_of : arg;
		bool is_it = b->cells[whole].parent != NONE && b->cells[whole].name == m->name;
		if (is_it && leak_is_destroyed(run, b, row, arg))
			m->is_freed = m->is_freed || !is_old_one(run, b, row, m->name);
		else if (is_it && !leak_borrows(run, b, row) && !r->callee.check && !r->callee.call)
			m->is_freed = true;
	}
}

static struct str last_field(const struct unit *u, operand o)
{
	if (operand_kind(o) != OPD_PLACE)
		return S("");
	const struct place *place = &u->places[operand_index(o)];
	struct str name = S("");
	for (u32 s = 0; s < PLACE_STEPS && place->kinds[s] != STEP_END; s++)
		name = place->kinds[s] == STEP_FIELD ? unit_text(u, place->names[s]) : S("");
	return name;
}

/* A function that does nothing with the runtime may hand the member out: a getter. */
static void note_plain(const struct rule_run *run, const struct fn *fn, member_list *members)
{
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[i];
		for (u32 k = 0; k < members->n; k++) {
			struct member *m = &members->at[k];
			struct str name = intern_get(&run->program->names, m->name);
			if (row->op == ROW_MOVE || row->op == ROW_RETURN || (row->op == ROW_UNARY && row->sub == OP_ADDR))
				m->is_freed = m->is_freed || str_eq(last_field(fn->unit, row->a), name);
			for (u32 n = 0; n < row->arg_count; n++)
				m->is_freed = m->is_freed || str_eq(last_field(fn->unit, fn->unit->args[row->first_arg + n]), name);
		}
	}
}

static bool has_word(struct str text, struct str word)
{
	for (size_t i = 0; word.n && i + word.n <= text.n; i++)
		if (!memcmp(text.p + i, word.p, word.n) && (!i || !char_is_word(text.p[i - 1])) && (i + word.n == text.n || !char_is_word(text.p[i + word.n])))
			return true;
	return false;
}

/* One object, or a few, that live as long as the process: every variable of the class is static or global, and nothing else holds or makes one. */
static bool is_for_life(const struct rule_run *run, struct str cls)
{
	const struct program *p = run->program;
	u32 found = 0;
	for (u32 file = 0; file < p->file_count; file++)
		for (u32 i = 0; i < p->units[file].n_fields; i++)
			if (has_word(unit_text(&p->units[file], p->units[file].fields[i].type), cls))
				return false;
	for (fn_id fn = 0; fn < p->function_count; fn++) {
		const struct fn *f = &p->functions[fn];
		for (u32 i = f->f->param_count; i < f->f->var_count; i++) {
			const struct var *v = &f->unit->vars[f->f->first_var + i];
			struct str type = unit_text(f->unit, v->type);
			if (!has_word(type, cls))
				continue;
			bool is_pointer = str_has(type, "*") || str_has(type, "&") || str_has(type, "_ptr");
			if (!is_pointer && (v->flags & NF_STATIC || f->f->kind == FN_FILE))
				found++;
			else if (!is_pointer || str_has(type, "_ptr"))
				return false;
		}
		for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
			const struct row *row = &f->unit->rows[i];
			struct str name = row->op == ROW_CALL && row->name ? unit_text(f->unit, row->name) : S("");
			bool is_made = str_has(name, "make_") || (row->flags & RF_CONSTRUCT && operand_kind(row->dst) != OPD_VAR); /* new C() */
			if (is_made && has_word(name, cls))
				return false;
		}
	}
	return found > 0;
}

void leak_members(struct rule_run *run)
{
	struct arena scratch = {0};
	member_list members = {0};
	find_members(run, &scratch, &members);
	for (fn_id fn = 0; members.n && fn < run->program->function_count; fn++) {
		const struct body *b = &run->slot->bodies[fn];
		if (!b->n)
			note_plain(run, &run->program->functions[fn], &members);
		for (u32 row = 0; row < b->n; row++) {
			bool is_use = b->rows[row].op == ROW_CALL || b->rows[row].op == ROW_MOVE || b->rows[row].op == ROW_RETURN;
			u32 cell = is_use ? leak_made(run, b, row) : NONE;
			for (u32 i = 0; is_use && i < members.n; i++)
				note_row(run, b, row, cell, &members.at[i]);
		}
	}
	for (u32 i = 0; i < members.n; i++) {
		const struct member *m = &members.at[i];
		bool is_said = false;
		for (u32 k = 0; k < i; k++) /* its graph and its executable are one owner's */
			is_said = is_said || (members.at[k].cls == m->cls && members.at[k].made != NONE && !members.at[k].is_freed);
		if (m->made == NONE || m->is_freed || is_said)
			continue;
		const struct unit *u = &run->program->units[m->file];
		struct str cls = last_part(unit_text(u, m->field->cls)), name = unit_text(u, m->field->name);
		u32 at = m->field->cls_at ? m->field->cls_at : m->field->at;
		struct span span = {m->file, at, at + (u32)(m->field->cls_at ? cls.n : name.n)};
		struct finding *f = finding_add(run->findings, run->rule, is_for_life(run, cls) ? SEVERITY_NOTE : SEVERITY_WARNING, span,
		                                "'%.*s' makes '%.*s' but nothing destroys it when the object ends: its memory stays for the life of the "
		                                "process", (int)cls.n, cls.p, (int)name.n, name.p);
		f->function = cls;
		struct site made = site_in(run->program, &run->slot->bodies[m->maker], m->made);
		rule_step(run, f, &made, "here it is made");
		finding_param(run->findings, f, "call", str_has(unit_text(u, m->field->type), "Exec") ? S("cudaGraphInstantiate") : S("cudaStreamEndCapture"));
	}
	arena_release(&scratch);
}
