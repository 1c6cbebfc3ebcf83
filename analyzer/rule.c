/* What the rules share: from sites to spans, names for what failed, the path a finding shows. */
#include "rule.h"

bool rule_is_python(const struct rule_run *run, fn_id fn)
{
	return run->program->files[run->program->functions[fn].file].language == LANG_PYTHON;
}

static bool holds_shown(const struct program *p, const struct body *b)
{
	for (u32 i = 0; i < b->use_count; i++)
		if (p->files[p->functions[b->uses[i].fn].file].is_reported)
			return true;
	return false;
}

bool *rule_shown(struct arena *a, const struct program *p, const struct capture *c)
{
	bool *shown = arena_array(a, bool, p->function_count + 1);
	for (fn_id fn = 0; fn < p->function_count; fn++)
		shown[fn] = p->files[p->functions[fn].file].is_reported || holds_shown(p, &c->slot->bodies[fn]) || holds_shown(p, &c->own[fn]);
	return shown;
}

bool rule_reads(const struct body *b, u32 row, u32 cell)
{
	const struct body_row *r = &b->rows[row];
	if (cell_is_part(b, r->a, cell) || cell_is_part(b, r->b, cell))
		return true;
	for (u32 i = 0; i < r->arg_count; i++)
		if (cell_is_part(b, b->args[r->first_arg + i], cell))
			return true;
	return false;
}

bool rule_affords(const struct rule_run *run, const struct body *b, u32 asked)
{
	if (paths_afford(b, asked))
		return true;
	const struct fn *fn = &run->program->functions[b->fn];
	struct omission left = {run->rule, fn->file, fn_name(fn), asked};
	for (u32 i = 0; i < run->findings->omissions.n; i++) {
		const struct omission *known = &run->findings->omissions.at[i];
		if (known->rule == left.rule && known->file == left.file && str_eq(known->function, left.function))
			return false;
	}
	vec_push(run->findings->arena, &run->findings->omissions, left);
	return false;
}

bool rule_is_first_capture(const struct rule_run *run, u32 region)
{
	const struct capture *c = run->capture;
	const struct capture_region *r = &c->regions.at[region];
	if (r->grade != GRADE_CODE || r->row == NONE)
		return false;
	for (u32 i = 0; i < region; i++)
		if (c->regions.at[i].fn == r->fn)
			return false;
	return true;
}

struct span rule_span(const struct rule_run *run, const struct site *site)
{
	const struct fn *fn = &run->program->functions[site->use_fn];
	const struct row *row = site->use;
	u32 begin = row->begin, first, at, column;
	/* A chain of methods over several lines: the one that is meant. */
	if (row->op == ROW_CALL && row->flags & RF_MEMBER && row->at > row->begin && row->at < row->end) {
		unit_position(fn->unit, row->begin, &first, &column);
		unit_position(fn->unit, row->at, &at, &column);
		begin = at == first ? begin : row->at;
	}
	return (struct span){fn->file, begin, row->end};
}

struct site rule_written(const struct site *site)
{
	struct site written = *site;
	written.use_fn = site->fn;
	written.use = site->row;
	return written;
}

u32 *rule_crowds(const struct rule_run *run, const struct site *sites, u32 n)
{
	struct arena *a = run->findings->arena;
	u32 *count = arena_array(a, u32, run->program->function_count + 1), *crowds = arena_array(a, u32, n + 1);
	struct idmap seen = {0};
	bool *is_repeat = arena_array(a, bool, n + 1);
	for (u32 i = 0; i < n; i++) {
		u64 key = site_hash(&sites[i]);
		is_repeat[i] = idmap_get(&seen, key) != NONE;
		idmap_put(a, &seen, key, i);
		count[sites[i].use_fn] += !is_repeat[i];
	}
	for (u32 i = 0; i < n; i++) {
		u32 *here = &count[sites[i].use_fn];
		if (*here != NONE && *here <= CROWD) {
			crowds[i] = 1;
			continue;
		}
		crowds[i] = *here == NONE ? 0 : *here;
		*here = NONE; /* the first has spoken */
	}
	return crowds;
}

enum severity rule_thin(const struct rule_run *run, u32 *seen, const struct site *site, enum severity severity)
{
	(void)run;
	if (severity == SEVERITY_NOTE)
		return severity;
	return ++seen[site->use_fn] > CROWD ? SEVERITY_NOTE : severity;
}

struct str rule_callee(const struct rule_run *run, const struct site *site)
{
	return unit_text(run->program->functions[site->fn].unit, site->row->name);
}

bool rule_hands_back(const struct rule_run *run, const struct survivor *v)
{
	const struct fn *fn = v->tolerated_by == NONE ? NULL : &run->program->functions[v->tolerated_by];
	if (!fn || fn->f->kind != FN_MACRO)
		return false;
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
		const struct row *r = &fn->unit->rows[i];
		if (r->op == ROW_RETURN && !(r->flags & RF_MACRO_VALUE) && r->a)
			return true;
	}
	return false;
}

/* It stands outside of any function, where C++ has no statements: a piece of a text. */
static bool is_fragment(const struct rule_run *run, const struct site *site)
{
	const struct fn *fn = &run->program->functions[site->body];
	if (fn->f->kind != FN_FILE || rule_is_python(run, site->body))
		return false;
	/* Where functions are, a brace is missing, or a parser has lost its way. */
	for (u32 i = 0; i < fn->unit->n_functions; i++) {
		const struct function *f = &fn->unit->functions[i];
		if ((f->kind == FN_FUNCTION || f->kind == FN_METHOD) && !(f->flags & (NF_GLOBAL | NF_DEVICE)))
			return false;
	}
	return true;
}

bool rule_asks_attribute(const struct rule_run *run, const struct producer *p, const char *const *names, u32 n)
{
	if (!p->call || !str_ends(p->call->name, "DeviceGetAttribute"))
		return false;
	const struct body *b = &run->slot->bodies[p->origin.body];
	const struct body_row *r = p->origin.body_row < b->n ? &b->rows[p->origin.body_row] : NULL;
	return r && r->callee.call == p->call && r->arg_count > 1 && str_has_any(body_cell_name(run->program, b, b->args[r->first_arg + 1]), names, n);
}

bool rule_asks_known_attribute(const struct rule_run *run, const struct producer *p)
{
	static const char *const known[] = {"ComputeCapability", "MultiProcessor", "MultiprocessorCount", "MaxThreads", "WarpSize", "MaxSharedMemory", "MaxGridDim", "MaxBlockDim", "ClockRate", "L2CacheSize", "BusWidth"};
	return rule_asks_attribute(run, p, known, COUNT(known));
}

enum { BELOW = 2 }; /* a clean-up's own helpers, and theirs */

/* Of the runtime the function uses nothing but what gives back, waits, and goes to a device; *gives: it gives something back. */
static bool only_gives_back(const struct rule_run *run, fn_id fn, u32 below, bool *gives)
{
	const struct body *b = &run->slot->bodies[fn];
	for (u32 i = 0; i < b->n; i++) {
		const struct body_row *r = &b->rows[i];
		const struct model_call *call = r->callee.call;
		bool is_known = call && call->returns == RETURNS_ERROR && !call_reads_slot(call) && call->role != ROLE_SYNC;
		bool cleans = call && call->role == ROLE_CLEANUP;
		*gives = *gives || cleans;
		if (r->op == ROW_LAUNCH || (is_known && !cleans && !str_ends(call->name, "SetDevice") && !str_ends(call->name, "GetDevice")))
			return false;
		for (u32 k = 0; k < r->callee.n; k++)
			if (run->slot->bodies[r->callee.at[k]].n && (!below || !only_gives_back(run, r->callee.at[k], below - 1, gives)))
				return false;
	}
	return true;
}

/* cudaGetDevice(&before); ... cudaSetDevice(before) */
static bool is_asked_before(const struct rule_run *run, const struct site *set, u32 arg)
{
	const struct body *b = &run->slot->bodies[set->body];
	const struct body_row *call = set->body_row < b->n ? &b->rows[set->body_row] : NULL;
	u32 device = call && call->arg_count > arg ? b->args[call->first_arg + arg] : NONE;
	for (u32 i = 0; device != NONE && i < set->body_row; i++) {
		const struct body_row *r = &b->rows[i];
		u32 out = r->callee.call && str_ends(r->callee.call->name, "GetDevice") && r->arg_count ? b->args[r->first_arg] : NONE;
		if (out != NONE && b->cells[out].address_of == device)
			return true;
	}
	return false;
}

bool rule_asks_current_device(const struct rule_run *run, const struct producer *p)
{
	return p->call && str_ends(p->call->name, "GetDeviceProperties") && is_asked_before(run, &p->origin, 1);
}

bool rule_goes_to_known_device(const struct rule_run *run, const struct producer *p)
{
	if (!p->call || p->call->role != ROLE_SETUP || !str_ends(p->call->name, "SetDevice"))
		return false;
	bool gives = run->program->functions[p->origin.fn].f->flags & NF_DTOR;
	return gives || is_asked_before(run, &p->origin, 0) || (only_gives_back(run, p->origin.body, BELOW, &gives) && gives);
}

struct str rule_failing(const struct rule_run *run, const struct producer *p)
{
	return p->call ? rule_callee(run, &p->origin) : p->is_launch ? S("the kernel launch") : rule_callee(run, &p->site);
}

bool rule_is_debug_only(const struct rule_run *run, const struct site *site)
{
	const struct body *b = &run->slot->bodies[site->body];
	return site->body_row < b->n && b->rows[site->body_row].row == site->row && body_is_debug_only(run->program, b, site->body_row);
}

struct finding *rule_report(const struct rule_run *run, enum severity severity, const struct site *site, const char *message)
{
	struct span span = rule_span(run, site);
	bool is_unlisted = program_is_unlisted(run->program, span.file);
	bool is_idle = severity > SEVERITY_NOTE && (is_unlisted || is_fragment(run, site) || program_is_unused(run->program, site->use_fn) ||
	                                            python_is_unused(run->program, site->use_fn));
	struct finding *f = finding_add(run->findings, run->rule, is_idle ? SEVERITY_NOTE : severity, span, "%s%s", message,
	                                is_unlisted ? " (no list of the build names this file)" : "");
	f->function = fn_name(&run->program->functions[site->body]);
	if (run->program->files[f->span.file].language == LANG_HIP)
		finding_param(run->findings, f, "runtime", S("hip"));
	return f;
}

void rule_step(const struct rule_run *run, struct finding *f, const struct site *site, const char *text)
{
	if (site->row)
		finding_step(run->findings, f, rule_span(run, site), "%s", text);
}

void rule_path(const struct rule_run *run, struct finding *f, const struct producer *p)
{
	struct str name = rule_failing(run, p);
	struct arena *a = run->findings->arena;
	if (p->depth)
		rule_step(run, f, &p->origin, arena_format(a, "'%.*s' fails here and its code is handed on", (int)name.n, name.p));
	rule_step(run, f, &p->site, p->depth ? arena_format(a, "the code arrives here, %u call%s up", p->depth, p->depth > 1 ? "s" : "")
	                                     : arena_format(a, "'%.*s' fails and writes its code into the last-error slot", (int)name.n, name.p));
}

static const char *how_resolved(const struct call_target *t)
{
	if (t->is_complete)
		return "";
	return !t->of_class ? ", resolved by its name" : t->n > 1 ? ", one of several that the object may have" : "";
}

enum { WAY = 24 };

void rule_way(const struct rule_run *run, struct finding *f, u32 reached)
{
	const struct capture *c = run->capture;
	const struct capture_region *region = &c->regions.at[c->reached.at[reached].region];
	const struct fn *fn = &run->program->functions[region->fn];
	static const char *const modes[] = {"", "global", "thread_local", "relaxed"};
	u32 way[WAY], n = 0;
	if (region->mode != MODE_UNKNOWN)
		finding_param(run->findings, f, "mode", str_of(modes[region->mode]));
	for (u32 at = reached; c->reached.at[at].from != NONE && n < WAY; at = c->reached.at[at].from)
		way[n++] = at;
	if (region->row != NONE) {
		struct site site = site_in(run->program, capture_body(c, region->fn), region->row);
		rule_step(run, f, &site, region->why.p);
	} else {
		struct span span = {fn->file, fn->f->at, fn->f->at + (u32)unit_text(fn->unit, fn->f->name).n};
		finding_step(run->findings, f, span, "%.*s", (int)region->why.n, region->why.p);
	}
	while (n-- > 0) {
		const struct reached *r = &c->reached.at[way[n]], *from = &c->reached.at[r->from];
		struct site site = site_in(run->program, from->body, r->from_row);
		struct str name = fn_name(&run->program->functions[r->fn]);
		rule_step(run, f, &site, arena_format(run->findings->arena, "calls '%.*s'%s", (int)name.n, name.p,
		                                      how_resolved(&from->body->rows[r->from_row].callee)));
	}
}

const char *rule_capture(const struct rule_run *run, u32 reached)
{
	const struct reached *r = &run->capture->reached.at[reached];
	const struct capture_region *region = &run->capture->regions.at[r->region];
	struct str name = fn_name(&run->program->functions[region->fn]);
	struct arena *a = run->findings->arena;
	const char *up = r->depth ? arena_format(a, ", %u call%s up", r->depth, r->depth > 1 ? "s" : "") : "";
	switch ((enum grade)region->grade) {
	case GRADE_CODE:
		if (region->is_cut)
			return arena_format(a, "in '%.*s', which is captured in pieces%s", (int)name.n, name.p, up);
		if (r->depth && !name.n) /* a module's own rows */
			return arena_format(a, "in the capture that the module opens%s", up);
		return r->depth ? arena_format(a, "in the capture that '%.*s' opens%s", (int)name.n, name.p, up) : "while a capture is open";
	case GRADE_CLAIM:
		return arena_format(a, "in '%.*s', which says that it can be captured%s", (int)name.n, name.p, up);
	case GRADE_PROFILE:
		if (region->is_beside)
			return arena_format(a, "in '%.*s', which runs beside the replays of a graph%s", (int)name.n, name.p, up);
		return arena_format(a, "in '%.*s', which its users may capture%s", (int)name.n, name.p, up);
	case GRADES:
		break;
	}
	return "";
}

struct finding *rule_refused(const struct rule_run *run, enum severity severity, u32 reached, u32 row, const struct hazard *h, const char *what)
{
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, run->capture->reached.at[reached].body, row);
	const char *code = h->code.n ? arena_format(a, " with %.*s", (int)h->code.n, h->code.p) : "";
	struct finding *f = rule_report(run, severity, &site,
	                                arena_format(a, "'%.*s' %s %s: a capture refuses it%s%s and is broken", (int)h->name.n, h->name.p, what, rule_capture(run, reached), code,
	                                             h->is_always ? "" : ", unless its mode is relaxed,"));
	rule_way(run, f, reached);
	rule_step(run, f, &site, "here");
	finding_param(run->findings, f, "call", h->name);
	return f;
}

void rule_victims(const struct rule_run *run, struct finding *f, const struct survivor *v)
{
	for (u32 i = 0; i < v->victims.n; i++)
		finding_related(run->findings, f, rule_span(run, &v->victims.at[i]),
		                "this launch check can read the code and blame its own kernel");
}

bool rule_leans_on_reset(const struct rule_run *run, const struct survivor *v)
{
	return run->is_hip_legacy && v->producer.call && v->producer.call->is_hip && v->meets_runtime;
}
