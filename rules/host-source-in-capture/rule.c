/* Copies between the device and host memory that a graph can't keep: a replay reads (or writes) the host's address again, when
 * whatever stood there is gone. In Python the host's numbers, lists and pageable tensors. */
#include "rule.h"

/* ------------------------------------------------------------ C and C++ */

/* The graph is replayed in the function whose variables it reads: they are still there. */
static bool is_replayed_here(const struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct capture_api *api = r->op == ROW_CALL && r->callee.call ? models_capture(run->program->models, body_row_name(run->program, r)) : NULL;
		if (api && api->does == DOES_GRAPH_LAUNCH)
			return true;
	}
	return false;
}

static const char *which(const struct mortal *m, struct arena *a)
{
	int n = (int)m->name.n;
	switch ((enum mortal_kind)m->kind) {
	case MORTAL_VARIABLE:
		return arena_format(a, "the local variable '%.*s'", n, m->name.p);
	case MORTAL_CONTAINER:
		return arena_format(a, "the storage of the local '%.*s'", n, m->name.p);
	case MORTAL_TEMPORARY:
		return "a temporary";
	case MORTAL_NOT:
		break;
	}
	return "";
}

/* set_head(n), setHead(n): told now and then, between the steps that somebody captures. */
static bool is_setter(struct str name)
{
	return str_starts(name, "set") && name.n > 3 && (name.p[3] == '_' || (name.p[3] >= 'A' && name.p[3] <= 'Z'));
}

enum { NEAR = 1 }; /* calls below the capture */

/* Into pageable memory a copy has ended when its call returns, and what waits elsewhere can't be captured: then only captures, which
 * nobody makes of it, would suffer. */
static enum severity grade_native(const struct rule_run *run, u32 at, u32 row, bool is_source)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	struct str held;
	struct unfit unfit;
	if (c->regions.at[r->region].grade != GRADE_PROFILE) {
		enum certainty sure = is_debug_only(c, r->body, row) ? CERTAIN_RARELY : capture_certainty(c, at, row);
		/* Deep below the capture a condition keeps it away from the way that works on the host, as what it refuses on that way does. */
		bool is_kept_away = sure < CERTAIN_USUALLY && (r->depth > NEAR || is_first_use_on_way(c, at, row, &held) || capture_is_unfit(c, at, row, &unfit));
		return sure < CERTAIN_SOMETIMES || is_kept_away ? SEVERITY_NOTE : reached_is_code(c, r) && sure != CERTAIN_USUALLY ? SEVERITY_ERROR : SEVERITY_WARNING;
	}
	const struct fn *fn = &run->program->functions[r->fn];
	/* Outside of captures a copy from pageable memory has been staged when its call returns. */
	if (!is_source || !c->is_expected || capture_is_doubtful(c, r) || capture_waits(c, r->body) || capture_is_life_cycle(c, at) || is_setter(unit_text(fn->unit, fn->f->name)))
		return SEVERITY_NOTE;
	return is_debug_only(c, r->body, row) || is_first_use_on_way(c, at, row, &held) || capture_is_unfit(c, at, row, &unfit) || capture_takes_host(c, at, HOST_WAITS) ? SEVERITY_NOTE : SEVERITY_WARNING;
}

/* Brings weights in, and waits for them at the end. */
static bool sounds_like_loading(struct str name) { return str_has(name, "load") || str_has(name, "Load") || str_has(name, "parse") || str_has(name, "Parse"); }

struct copy {
	u32 reached, row; /* reached: NONE if the function is in no capture that is known */
	const struct body *body;
	bool is_source;
	struct mortal mortal;
	u32 variable; /* the cell whose address is given, or NONE */
};

static bool is_number(const struct body *b, u32 cell) { return cell != NONE && (b->cells[cell].kind == CELL_ZERO || b->cells[cell].kind == CELL_NONZERO); }

/* A variable that is only ever given constants: the next turn writes what stands there. */
static bool is_constant(const struct copy *p)
{
	const struct body *b = p->body;
	u32 writes = 0;
	for (u32 row = 0; row < b->n && p->variable != NONE; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->dst == NONE || cell_root(b, r->dst) != p->variable)
			continue;
		bool is_one = r->op == ROW_MOVE ? is_number(b, r->a) : r->op == ROW_CALL && r->flags & RF_CONSTRUCT;
		for (u32 i = 0; i < r->arg_count; i++)
			is_one = is_one && is_number(b, b->args[r->first_arg + i]);
		if (!is_one)
			return false;
		writes++;
	}
	return writes > 0;
}

/* The next turn of the loop makes the local anew, writes it, or lets others write it. */
static bool is_written_in_turn(const struct rule_run *run, const struct copy *p)
{
	static const char *const reads[] = {"data", "size", "begin", "end", "cbegin", "cend", "get", "front", "back", "at", "empty", "c_str"};
	const struct body *b = p->body;
	bool is_seen = false;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		u32 root = r->dst;
		while (root != NONE && b->cells[root].parent != NONE)
			root = b->cells[root].parent;
		bool is_write = root != NONE && str_eq(body_cell_name(run->program, b, root), p->mortal.name);
		u32 object = r->op == ROW_CALL && r->flags & RF_MEMBER ? r->a : NONE;
		bool is_call = object != NONE && str_eq(body_cell_name(run->program, b, object), p->mortal.name) && !str_is_any(body_row_name(run->program, r), reads, COUNT(reads));
		for (u32 i = 0; i < r->arg_count && !is_call && row != p->row; i++) {
			u32 arg = b->args[r->first_arg + i], of = arg == NONE ? NONE : b->cells[arg].address_of == NONE ? arg : b->cells[arg].address_of;
			is_call = of != NONE && r->op == ROW_CALL && str_eq(body_cell_name(run->program, b, of), p->mortal.name);
		}
		is_seen |= is_write || is_call;
		if ((is_write || is_call) && body_reaches(b, p->row, row) && body_reaches(b, row, p->row))
			return true;
	}
	return !is_seen;
}

/* encoder.launch_kernel([=](cudaStream_t stream) { ... }): the copy stands in a step that somebody else runs, on the stream of his choice. An encoder
 * that takes steps so may record them, and whoever writes a step does not see when. */
static bool is_step_of_encoder(const struct rule_run *run, const struct copy *p)
{
	static const char *const takes[] = {"aunch", "ecord", "ncode", "apture", "dd_node", "ddNode"};
	const struct body *b = p->body;
	for (u32 use = b->rows[p->row].use; use != NONE; use = b->uses[use].parent) {
		const struct fn *fn = &run->program->functions[b->uses[use].fn];
		const struct body_row *given = &b->rows[b->uses[use].row];
		struct str call = given->row->op == ROW_CALL && given->row->name ? unit_text(run->program->functions[given->fn].unit, given->row->name) : S("");
		if (fn->f->kind == FN_LAMBDA && stream_is_taken(fn) && str_has_any(last_component(call), takes, COUNT(takes)))
			return true;
	}
	return false;
}

static void report_native(struct rule_run *run, const struct copy *p, u32 crowd)
{
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, p->body, p->row);
	struct str name = rule_callee(run, &site);
	const char *others = crowd > 1 ? arena_format(a, " (and %u more copies of this function)", crowd - 1) : "";
	const char *what = which(&p->mortal, a);
	const char *does = p->is_source ? arena_format(a, "reads %s", what) : arena_format(a, "writes into %s", what);
	const char *where = p->reached == NONE ? "" : arena_format(a, " %s", rule_capture(run, p->reached));
	/* Outside of a capture the runtime stages pageable memory before it returns; of what goes through others' hands in a loop the next turn is
	 * sure to overwrite what it relies on. */
	bool is_overwritten = p->is_source && !capture_api_of(run->program, &p->body->rows[p->row]) && body_reaches(p->body, p->row, p->row) && !is_constant(p) && is_written_in_turn(run, p) &&
	                      !sounds_like_loading(fn_name(&run->program->functions[p->body->fn]));
	enum severity severity = p->reached != NONE ? grade_native(run, p->reached, p->row, p->is_source) : is_overwritten || (p->is_source && is_step_of_encoder(run, p)) ? SEVERITY_WARNING : SEVERITY_NOTE;
	struct finding *f = rule_report(run, crowd ? severity : SEVERITY_NOTE, &site,
	                                arena_format(a, "'%.*s' %s%s%s, and nothing waits for it before that is gone: %s", (int)name.n, name.p, does, where, others,
	                                             p->is_source ? "the copy may read something else, and a graph reads that address again at each replay"
	                                                          : "the copy may come too late, and a graph writes to that address again at each replay"));
	if (p->reached != NONE)
		rule_way(run, f, p->reached);
	rule_step(run, f, &site, "the copy");
	finding_param(run->findings, f, "call", name);
	finding_param(run->findings, f, "form", p->mortal.kind == MORTAL_VARIABLE ? S("stack") : S("heap"));
}

typedef VEC(struct copy) copy_list;

static void look_at_copy(struct rule_run *run, struct arena *a, copy_list *copies, u32 at, const struct body *b, u32 row)
{
	const struct capture *c = run->capture;
	struct async_copy made = async_copy_at(c, b, row);
	if (!made.is_one)
		return;
	u32 from = row_argument(b, &b->rows[row], made.from), to = row_argument(b, &b->rows[row], made.to);
	struct copy p = {.reached = at, .row = row, .body = b, .variable = from == NONE ? NONE : b->cells[from].address_of};
	if (made.from_reference) {
		bool is_local = from != NONE && b->cells[from].kind == CELL_LOCAL && b->cells[from].name && !b->cells[from].is_pointer && !b->cells[from].is_reference;
		if (is_local)
			p.mortal = (struct mortal){MORTAL_VARIABLE, body_cell_name(run->program, b, from)};
	} else {
		p.mortal = mortal_at(c, b, row, from);
	}
	p.is_source = p.mortal.kind != MORTAL_NOT;
	if (!p.is_source)
		p.mortal = mortal_at(c, b, row, to);
	if (p.mortal.kind == MORTAL_NOT || waits_behind(c, b, row))
		return;
	vec_push(a, copies, p);
}

static bool is_native(const struct rule_run *run, fn_id fn) { return run->program->files[run->program->functions[fn].file].language != LANG_PYTHON; }

static void check_native(struct rule_run *run)
{
	const struct capture *c = run->capture;
	struct arena scratch = {0};
	copy_list copies = {0};
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		u32 at = c->of[fn];
		if (!run->shows[fn] || !is_native(run, fn) || str_is(fn_name(&run->program->functions[fn]), "main") || run->program->functions[fn].f->kind == FN_MACRO)
			continue;
		const struct body *b = copying_body(c, fn);
		bool is_region = at != NONE && c->reached.at[at].from == NONE && reached_is_code(c, &c->reached.at[at]);
		if (is_region && is_replayed_here(run, b))
			continue;
		for (u32 row = 0; row < b->n; row++)
			if (b->rows[row].op == ROW_CALL && (at == NONE || capture_has(&c->reached.at[at], row)))
				look_at_copy(run, &scratch, &copies, at, b, row);
	}
	struct site *sites = arena_array(&scratch, struct site, copies.n + 1);
	for (u32 i = 0; i < copies.n; i++)
		sites[i] = site_in(run->program, copies.at[i].body, copies.at[i].row);
	u32 *crowds = rule_crowds(run, sites, copies.n);
	for (u32 i = 0; i < copies.n; i++)
		report_native(run, &copies.at[i], crowds[i]);
	arena_release(&scratch);
}

/* ------------------------------------------------------------ tensors, of Python and C++ */

/* What stands on the way of a capture only under a condition is, in a program that works, the way not taken; so is what a test
 * captures to see it refused. */
static enum severity grade_tensor(const struct rule_run *run, u32 at, u32 row)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	const struct capture_region *region = &c->regions.at[r->region];
	bool is_test = program_is_test(run->program, region->fn);
	if (!is_debug_only(c, r->body, row) && (capture_is_sure_in_forward(c, at, row) || capture_is_by_convention(c, at, row)))
		return SEVERITY_WARNING;
	/* What each layer of a model does to its host, it does always: it is asked once before the first. */
	bool is_always = stands_before(capture_dominators(c, r->body, false), row, r->body->exit);
	if (is_always && rule_is_python(run, r->body->rows[row].fn) && !is_debug_only(c, r->body, row) && runs_in_each_layer(c, at))
		return SEVERITY_WARNING;
	if (region->grade == GRADE_PROFILE || is_debug_only(c, r->body, row) || capture_certainty(c, at, row) != CERTAIN_ALWAYS)
		return SEVERITY_NOTE;
	return region->grade == GRADE_CODE && !is_test ? SEVERITY_ERROR : SEVERITY_WARNING;
}

static bool sounds_host(struct str name) { return str_has(name, "host") || str_has(name, "cpu") || str_has(name, "pinned"); }

/* It asks whether a capture is on: somebody captures it. */
static bool asks_for_captures(const struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++)
		if (b->rows[row].op == ROW_CALL && str_has(body_row_name(run->program, &b->rows[row]), "capturing"))
			return true;
	return false;
}

/* Python: a copy that waits, of what is seen to be a tensor that isn't on the host; a list or an array of the host has a tolist() as well. */
static bool is_of_device(const struct rule_run *run, u32 at, u32 row, const struct hazard *h)
{
	const struct body *b = run->capture->reached.at[at].body;
	u32 object = rule_is_python(run, b->rows[row].fn) ? b->rows[row].a : NONE;
	struct tensor t = object == NONE ? (struct tensor){0} : tensor_at(run->capture, b, at, row, object);
	/* An array has a tolist() as well; a tensor of the host a cpu() that does nothing, and who may capture a library need not. */
	bool is_profile = run->capture->regions.at[run->capture->reached.at[at].region].grade == GRADE_PROFILE;
	bool is_move = str_is(h->name, "Tensor.cpu") || str_is(h->name, "Tensor.to");
	bool is_likely = is_move ? !is_profile || asks_for_captures(run, b) : t.is_tensor;
	return object != NONE && h->op->waits && (t.home == HOME_DEVICE || (t.home == HOME_UNKNOWN && is_likely));
}

enum { FEW = 1 }; /* `if len(x) == 0: return` */

/* The way is a guess by a name, and more than one condition of the function decides about the row: a mode that is not captured, more often than not. */
static bool is_far_guess(const struct rule_run *run, u32 at, u32 row)
{
	const struct capture *c = run->capture;
	const struct dominators *d = capture_dominators(c, c->reached.at[at].body, false);
	u32 n = 0;
	for (u32 to = d->branch[row]; to != NONE && n <= FEW; to = next_branch(d, to))
		n++;
	return c->reached.at[at].by_name && n > FEW;
}

static void report_tensor(struct rule_run *run, u32 at, u32 row, const struct hazard *h)
{
	const struct reached *r = &run->capture->reached.at[at];
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, r->body, row);
	bool is_upload = h->op->traits & TRAIT_SOURCE;
	struct unfit unfit;
	bool is_needless = is_upload && h->op->role == TORCH_FACTORY && is_made_of_numbers(run->capture, r->body, row) && is_step_of_operator(run->capture, at, row) &&
	                   !capture_is_unfit(run->capture, at, row, &unfit);
	const char *what = is_needless ? "uploads numbers that torch.full or fill_ makes on the device," : is_upload ? "reads the host's data" : "copies to host memory that is not pinned";
	const char *outcome = !is_upload && h->op->waits ? "it waits for the device, which a capture refuses"
	                      : h->op->waits ? "newer releases refuse it in a capture, older ones use the same address of the host again at each replay"
	                                   : "the graph uses the same address of the host again at each replay, whatever stands there then";
	enum severity severity = is_upload || is_of_device(run, at, row, h) ? grade_tensor(run, at, row) : SEVERITY_NOTE;
	/* Who uses a library need not capture its reference code, which is where numbers are mostly uploaded: of 14 read in unseen and well-known trees 3 were right. */
	const struct capture_region *region = &run->capture->regions.at[r->region];
	/* What stands under conditions in what a test captures, the test does not come to: it would have been refused. */
	bool is_sure = is_needless && region->grade != GRADE_PROFILE && !program_is_test(run->program, region->fn) && !capture_is_ruled_out(run->capture, at, row) &&
	               !is_far_guess(run, at, row);
	struct finding *f = rule_report(run, is_sure && severity < SEVERITY_WARNING ? SEVERITY_WARNING : severity, &site,
	                                arena_format(a, "'%.*s' %s %s: %s", (int)h->name.n, h->name.p, what, rule_capture(run, at), outcome));
	rule_way(run, f, at);
	rule_step(run, f, &site, "here");
	finding_param(run->findings, f, "call", h->name);
}

static void check_tensors(struct rule_run *run)
{
	const struct capture *c = run->capture;
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		if (!run->shows[r->fn])
			continue;
		for (u32 row = 0; row < r->body->n; row++) {
			struct str held;
			if (!capture_has(r, row))
				continue;
			struct hazard h = hazard_at(c, r, row);
			if (h.kind != HAZARD_COPY || !h.op || is_first_use_on_way(c, at, row, &held))
				continue;
			/* Where the object is not known to be on the device, its name may say that it isn't. */
			u32 object = r->body->rows[row].a;
			if (object != NONE && sounds_host(body_cell_name(run->program, r->body, object)))
				continue;
			report_tensor(run, at, row, &h);
		}
	}
}

static void report_prepared(struct rule_run *run, const struct prepared *p)
{
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, p->body, p->row);
	int what = (int)p->what.n, why = (int)p->why.n;
	enum severity severity = SEVERITY_WARNING;
	const char *message = "";
	switch ((enum prepared_kind)p->kind) {
	case PREPARED_BUFFER:
		message = arena_format(a, "'%.*s' is made without a device, so in host memory, in '%.*s', which is made for CUDA graphs: a graph that reads it "
		                       "copies from the host's address at each replay, or is refused", what, p->what.p, why, p->why.p);
		break;
	case PREPARED_SCALAR:
		message = arena_format(a, "a number is written into one element of '%.*s', in code for CUDA graphs ('%.*s'): that copies from a host scalar, "
		                       "which a capture refuses; a slice or fill_ does not", what, p->what.p, why, p->why.p);
		break;
	case PREPARED_UPLOAD:
		severity = SEVERITY_NOTE;
		message = arena_format(a, "'%.*s' uploads host data and waits for it: the work that is enqueued next to a graph's replay stalls", what, p->what.p);
		break;
	}
	struct finding *f = rule_report(run, severity, &site, message);
	finding_param(run->findings, f, "call", S("Tensor.to"));
}

/* What a captured row has told need not be told again: the finding of the higher grade is kept at one site. */
static void check_prepared(struct rule_run *run)
{
	struct arena scratch = {0};
	prepared_list list = {0};
	find_prepared(run->capture, &scratch, &list);
	for (u32 i = 0; i < list.n; i++)
		report_prepared(run, &list.at[i]);
	arena_release(&scratch);
}

void rule_host_source_in_capture(struct rule_run *run)
{
	check_native(run);
	check_tensors(run);
	check_prepared(run);
}
