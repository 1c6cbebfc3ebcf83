/* Graphs and executable graphs that nobody destroys: on some way out of the function that made them, in a loop, or because their
 * owner has no end. */
#include "rule.h"

#include <string.h>

static const struct capture_api *api_at(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_CALL || !r->callee.call || r->flags & RF_MEMBER)
		return NULL;
	return models_capture(run->program->models, body_row_name(run->program, r));
}

static u32 argument(const struct body *b, u32 row, const struct capture_api *api, enum capture_arg which)
{
	i8 at = api->at[which];
	const struct body_row *r = &b->rows[row];
	return at < 0 || (u32)(u8)at >= r->arg_count ? NONE : b->args[r->first_arg + (u32)(u8)at];
}

/* A capture that was begun into a graph that is already there gives that one back. Where the begin is not seen, one that nobody
 * makes anything of is taken for such. */
static bool is_old_graph(const struct rule_run *run, const struct body *b, u32 graph)
{
	const struct program *p = run->program;
	bool begins = false, is_used = false;
	for (u32 row = 0; row < b->n; row++) {
		const struct capture_api *api = api_at(run, b, row);
		if (api && api->does == DOES_BEGIN && api->at[CAPTURE_GRAPH] >= 0)
			return true;
		begins = begins || (api && api->does == DOES_BEGIN);
		for (u32 i = 0; api && i < b->rows[row].arg_count; i++)
			is_used = is_used || b->args[b->rows[row].first_arg + i] == graph;
	}
	bool may_be_old = intern_find(&p->names, S("cudaStreamBeginCaptureToGraph")) != NONE ||
	                  intern_find(&p->names, S("hipStreamBeginCaptureToGraph")) != NONE;
	return !begins && !is_used && may_be_old;
}

/* The cell whose address a making call is given, or NONE if the row makes no graph. */
static u32 made_at(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct capture_api *api = api_at(run, b, row);
	if (!api || (api->does != DOES_END && api->does != DOES_GRAPH_CREATE && api->does != DOES_INSTANTIATE))
		return NONE;
	u32 given = argument(b, row, api, api->does == DOES_INSTANTIATE ? CAPTURE_EXEC : CAPTURE_GRAPH);
	u32 cell = given == NONE ? NONE : b->cells[given].address_of;
	return cell == NONE || (api->does == DOES_END && is_old_graph(run, b, cell)) ? NONE : cell;
}

static bool is_destroyed_at(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	const struct capture_api *api = api_at(run, b, row);
	if (!api || (api->does != DOES_GRAPH_DESTROY && api->does != DOES_EXEC_DESTROY))
		return false;
	return argument(b, row, api, api->does == DOES_EXEC_DESTROY ? CAPTURE_EXEC : CAPTURE_GRAPH) == cell;
}

/* Calls of the runtime that use a graph and leave it to its owner: all that speak of graphs, but for the ends of it. */
static bool borrows(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	const struct capture_api *api = api_at(run, b, row);
	if (api)
		return api->does != DOES_GRAPH_DESTROY && api->does != DOES_EXEC_DESTROY;
	/* cudaGraphExec(exec): a class that is called so takes it. */
	struct str name = body_row_name(run->program, r);
	return r->op == ROW_CALL && r->callee.call && (str_starts(name, "cudaGraph") || str_starts(name, "hipGraph") || str_starts(name, "cuGraph"));
}

enum { PARAM_DEPTH = 3 };

static bool keeps(const struct rule_run *run, const struct body *b, u32 row, u32 cell, u32 depth);

/* A function of the program that is given the graph destroys it, stores it or hands it on. */
static bool callee_keeps(const struct rule_run *run, fn_id fn, u32 param, u32 depth)
{
	const struct body *b = capture_body(run->capture, fn);
	if (!b->n || depth > PARAM_DEPTH)
		return true;
	for (u32 cell = 0; cell < b->cell_count; cell++) {
		if (b->cells[cell].param != param)
			continue;
		for (u32 row = 0; row < b->n; row++)
			if (keeps(run, b, row, cell, depth + 1))
				return true;
	}
	return false;
}

/* A lambda that speaks of the variable: who runs it, and when, is not known. */
static bool lambda_speaks(const struct rule_run *run, fn_id fn, struct str name)
{
	const struct fn *f = &run->program->functions[fn];
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[i];
		for (u32 k = 0; k < row->arg_count; k++) {
			operand o = f->unit->args[row->first_arg + k];
			if (operand_kind(o) == OPD_CAPTURED && str_eq(unit_text(f->unit, operand_index(o)), name))
				return true;
		}
		if ((operand_kind(row->a) == OPD_CAPTURED && str_eq(unit_text(f->unit, operand_index(row->a)), name)))
			return true;
	}
	return false;
}

static bool is_same(const struct body *b, u32 cell, u32 of) { return cell != NONE && (cell == of || b->cells[cell].address_of == of); }

/* After the row somebody else answers for the graph, or it is gone. */
static bool keeps(const struct rule_run *run, const struct body *b, u32 row, u32 cell, u32 depth)
{
	const struct body_row *r = &b->rows[row];
	if (is_destroyed_at(run, b, row, cell))
		return true;
	if (r->op == ROW_MOVE || r->op == ROW_RETURN || r->op == ROW_YIELD || r->op == ROW_THROW)
		return is_same(b, r->a, cell);
	if (r->op == ROW_UNARY)
		return r->sub == OP_NONE && is_same(b, r->a, cell);
	if (r->op != ROW_CALL || borrows(run, b, row))
		return false;
	if (r->flags & RF_MEMBER && r->a == cell)
		return true;
	struct str name = body_cell_name(run->program, b, cell);
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 arg = b->args[r->first_arg + i];
		if (arg != NONE && b->cells[arg].function != NONE && lambda_speaks(run, b->cells[arg].function, name))
			return true;
		if (!is_same(b, arg, cell))
			continue;
		bool is_kept = !r->callee.n || r->flags & RF_CONSTRUCT;
		for (u32 k = 0; k < r->callee.n && !is_kept; k++)
			is_kept = callee_keeps(run, r->callee.at[k], i, depth);
		if (is_kept && !(r->callee.check || r->callee.call))
			return true;
	}
	return false;
}

struct life {
	struct rule_run *run;
	const struct body *body;
	u32 made, cell;        /* the row that makes it, the variable that holds it */
	bool is_made_again;    /* a path comes back to the row */
	u32 other;             /* a row that makes another one in the same variable, or NONE */
	bool is_ever_kept;
};

static bool stops(void *context, u32 row)
{
	struct life *life = context;
	if (row == life->made) {
		life->is_made_again = true;
		return true;
	}
	bool kept = keeps(life->run, life->body, row, life->cell, 0);
	life->is_ever_kept = life->is_ever_kept || kept;
	if (!kept && made_at(life->run, life->body, row) == life->cell) {
		life->other = row;
		return true;
	}
	return kept;
}

/* What a flood from one row meets: a row that keeps the graph, and a given row. */
static bool leads_to_keeping(const struct life *life, u32 from, u32 other, bool *meets_other)
{
	struct arena scratch = {0};
	bool *seen = arena_array(&scratch, bool, life->body->n + 1), found = false;
	VEC(u32) todo = {0};
	u32 to[EDGES];
	*meets_other = false;
	vec_push(&scratch, &todo, from);
	while (todo.n) {
		u32 row = todo.at[--todo.n];
		if (seen[row] || row == life->made)
			continue;
		seen[row] = true;
		if (row == other) { /* what stands behind the branch is no part of this arm */
			*meets_other = true;
			continue;
		}
		found = found || keeps(life->run, life->body, row, life->cell, 0);
		for (u32 n = body_edges(life->body, row, false, to); n-- > 0;)
			vec_push(&scratch, &todo, to[n]);
	}
	arena_release(&scratch);
	return found;
}

/* `if (owned) destroy(graph);` says who owns it: only the arm that destroys is ours. */
static bool takes(void *context, u32 row, u32 to)
{
	const struct life *life = context;
	const struct body_row *r = &life->body->rows[row];
	u32 other = to == r->target ? r->other : r->target;
	bool joins;
	return r->op != ROW_BRANCH || other == NONE || !leads_to_keeping(life, other, to, &joins) || !joins;
}

static struct str name_of(const struct rule_run *run, const struct body *b, u32 cell)
{
	return body_cell_name(run->program, b, cell);
}

static bool is_main(const struct rule_run *run, fn_id fn) { return str_is(fn_name(&run->program->functions[fn]), "main"); }

static const char *how(const struct life *life, const struct leave *l, struct arena *a)
{
	struct site site = site_in(life->run->program, life->body, l->row);
	struct str name = unit_text(life->run->program->functions[site.use_fn].unit, site.use->name);
	if (l->kind == LEAVE_RETURN)
		return "this way out of the function";
	return name.n ? arena_format(a, "an exception of '%.*s'", (int)name.n, name.p) : "this exception";
}

static void report_overwritten(const struct life *life)
{
	struct rule_run *run = life->run;
	struct arena *a = run->findings->arena;
	struct site made = site_in(run->program, life->body, life->made), other = site_in(run->program, life->body, life->other);
	struct str api = rule_callee(run, &made), next = rule_callee(run, &other), name = name_of(run, life->body, life->cell);
	struct finding *f = rule_report(run, is_main(run, life->body->fn) ? SEVERITY_NOTE : SEVERITY_WARNING, &made,
	                                arena_format(a, "what '%.*s' makes in '%.*s' is never destroyed: '%.*s' puts another one there", (int)api.n, api.p, (int)name.n,
	                                             name.p, (int)next.n, next.p));
	rule_step(run, f, &made, "here it is made");
	rule_step(run, f, &other, "here another one is put in its place");
	finding_param(run->findings, f, "call", str_has(api, "Instantiate") ? S("cudaGraphInstantiate") : S("cudaStreamEndCapture"));
}

/* CHECK(make(&graph)), whose text names its argument once more where it has failed: that is the same call, and it has made nothing. */
static bool is_of_own_check(const struct life *life, const struct leave *l)
{
	struct site made = site_in(life->run->program, life->body, life->made), left = site_in(life->run->program, life->body, l->row);
	return l->kind != LEAVE_RETURN && made.row == made.use && left.row != left.use && left.use_fn == made.use_fn && left.use->begin <= made.use->begin && made.use->end <= left.use->end;
}

static void report_local(const struct life *life, const struct paths *p)
{
	struct rule_run *run = life->run;
	struct arena *a = run->findings->arena;
	const struct leave *first = NULL;
	for (u32 i = 0; i < p->leaves.n; i++) {
		const struct leave *l = &p->leaves.at[i];
		if (is_of_own_check(life, l))
			continue;
		bool is_better = !first || (l->kind == LEAVE_RETURN && first->kind != LEAVE_RETURN) || (l->kind == first->kind && l->row < first->row);
		first = is_better ? l : first;
	}
	if (!first && !life->is_made_again)
		return;
	struct site made = site_in(run->program, life->body, life->made), left = first ? site_in(run->program, life->body, first->row) : made;
	struct str api = rule_callee(run, &made), name = name_of(run, life->body, life->cell);
	enum severity severity = is_main(run, life->body->fn) && !life->is_made_again ? SEVERITY_NOTE : SEVERITY_WARNING;
	struct finding *f;
	if (!life->is_ever_kept && (!first || first->kind == LEAVE_RETURN || life->is_made_again))
		f = rule_report(run, severity, &made, arena_format(a, "'%.*s', which '%.*s' makes here, is never destroyed nor handed on", (int)name.n,
		                                                   name.p, (int)api.n, api.p));
	else if (!first || (life->is_made_again && first->kind != LEAVE_RETURN))
		f = rule_report(run, severity, &made, arena_format(a, "'%.*s' is made again in the next turn while the one before is not destroyed on "
		                                                   "every way", (int)name.n, name.p));
	else
		f = rule_report(run, severity, &left, arena_format(a, "%s leaves '%.*s' behind, which '%.*s' has made and nobody destroys then",
		                                                   how(life, first, a), (int)name.n, name.p, (int)api.n, api.p));
	rule_step(run, f, &made, "here it is made");
	if (first)
		rule_step(run, f, &left, "here the function is left");
	finding_param(run->findings, f, "call", str_has(api, "Instantiate") ? S("cudaGraphInstantiate") : S("cudaStreamEndCapture"));
}

static void check_local(struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	const struct cell *c = &b->cells[cell];
	bool is_variable = (c->kind == CELL_LOCAL || (c->is_reference && c->param != NONE)) && c->name && c->parent == NONE && !c->is_pointer && !c->is_array;
	bool is_own = c->param == NONE && !c->is_reference;
	if (!is_variable)
		return;
	struct life life = {.run = run, .body = b, .made = row, .cell = cell, .other = NONE};
	struct path_asks asks = {.stops = stops, .takes = takes, .context = &life};
	struct known known[KNOWN + 2] = {{cell, false}, {b->rows[row].dst, true}};
	u32 n = b->rows[row].dst == NONE ? 1 : 2;
	struct paths p;
	paths_open(&p, run->capture->program, b, run->slot->bodies);
	/* What was asked on every way to the row is still so behind it: if (uses_graph) make(); ...; if (uses_graph) destroy(); */
	n += min_u32(paths_known_before(&p, row, known + n), KNOWN / 2); /* the rest is for what comes behind */
	paths_walk(&p, row, known, n, &asks);
	/* Of what the caller gave only what is put in its place is ours to see. */
	if (life.other != NONE)
		report_overwritten(&life);
	else if (is_own)
		report_local(&life, &p);
	paths_close(&p);
}

/* ------------------------------------------------------------ owners */

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
		u32 cell = made_at(run, b, row);
		if (cell == NONE || b->cells[cell].parent == NONE || b->cells[cell].name != name)
			continue;
		makes = true;
		if (body_reaches(b, row, destroyed))
			return false;
	}
	return makes;
}

static void note_row(const struct rule_run *run, const struct body *b, u32 row, struct member *m)
{
	const struct body_row *r = &b->rows[row];
	u32 cell = made_at(run, b, row);
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
		if (is_it && is_destroyed_at(run, b, row, arg))
			m->is_freed = m->is_freed || !is_old_one(run, b, row, m->name);
		else if (is_it && !borrows(run, b, row) && !r->callee.check && !r->callee.call)
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

static void check_owners(struct rule_run *run)
{
	struct arena scratch = {0};
	member_list members = {0};
	find_members(run, &scratch, &members);
	for (fn_id fn = 0; members.n && fn < run->program->function_count; fn++) {
		const struct body *b = &run->slot->bodies[fn];
		if (!b->n)
			note_plain(run, &run->program->functions[fn], &members);
		for (u32 row = 0; row < b->n; row++)
			if (b->rows[row].op == ROW_CALL || b->rows[row].op == ROW_MOVE || b->rows[row].op == ROW_RETURN)
				for (u32 i = 0; i < members.n; i++)
					note_row(run, b, row, &members.at[i]);
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

void rule_graph_leak(struct rule_run *run)
{
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct body *b = &run->slot->bodies[fn];
		if (!run->shows[fn] || run->program->functions[fn].f->kind == FN_FILE) /* blocks behind unknown macros, one after the other */
			continue;
		for (u32 row = 0, asked = 0; row < b->n; row++) {
			u32 cell = made_at(run, b, row);
			if (cell == NONE)
				continue;
			if (!rule_affords(run, b, asked++))
				break;
			check_local(run, b, row, cell);
		}
	}
	check_owners(run);
}
