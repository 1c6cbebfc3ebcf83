/* Random numbers that are drawn, or whose generator is set or read, on the host while a capture is open: each replay then gets the
 * same ones. */
#include "rule.h"

enum { DEPTH = 4 };

/* ------------------------------------------------------------ C and C++ */

/* Functions whose result is random, or a seed. */
static bool draws(struct str name)
{
	static const char *const names[] = {"rand", "random", "std::rand", "drand48", "lrand48", "std::random_device", "philox_engine_inputs", "time", "std::time",
	                                    "current_seed", "initial_seed", "random_device"};
	return str_is_any(name, names, COUNT(names)) || str_ends(name, "::random_device") || str_ends(name, "philox_engine_inputs");
}

/* Objects that give a random number when they are called. */
static bool is_generator_type(struct str type)
{
	static const char *const types[] = {"mt19937", "mt19937_64", "minstd_rand", "default_random_engine", "random_device", "ranlux24", "ranlux48", "knuth_b"};
	return str_is_any(type, types, COUNT(types)) || (str_has(type, "_distribution") && !str_has(type, "::"));
}

static struct str type_of(const struct rule_run *run, const struct body *b, u32 cell)
{
	return cell == NONE ? S("") : intern_get(&run->program->names, b->cells[cell].type);
}

/* The row that drew the value that a cell holds, on the host and in this function; NONE. */
static u32 drawn_at(const struct rule_run *run, const struct body *b, u32 row, u32 cell, u32 depth)
{
	if (cell == NONE || depth > DEPTH)
		return NONE;
	struct value all[VALUES];
	for (u32 whole = cell; whole != NONE; whole = b->cells[whole].parent) { /* inputs.first */
		u32 n = values_of(capture_values(run->capture, b), row, whole, all);
		for (u32 i = 0; i < n; i++) {
			const struct body_row *r = all[i].row == NONE ? NULL : &b->rows[all[i].row];
			if (!r)
				continue;
			if (all[i].kind == VALUE_RESULT && (draws(body_row_name(run->program, r)) || is_generator_type(type_of(run, b, r->a))))
				return all[i].row;
			if (all[i].kind != VALUE_OPERATION)
				continue;
			u32 of_a = drawn_at(run, b, all[i].row, r->a, depth + 1), of_b = of_a == NONE ? drawn_at(run, b, all[i].row, r->b, depth + 1) : of_a;
			if (of_b != NONE)
				return of_b;
		}
	}
	return NONE;
}

static bool is_for_comparison(const struct rule_run *run, u32 at)
{
	static const char *const words[] = {"eager", "Eager", "fallback", "Fallback", "baseline", "Baseline", "_ref", "Ref"};
	for (; at != NONE; at = run->capture->reached.at[at].from)
		if (str_has_any(fn_name(&run->program->functions[run->capture->reached.at[at].fn]), words, COUNT(words)))
			return true;
	return false;
}

static enum severity grade_native(const struct rule_run *run, u32 at, u32 row)
{
	const struct reached *r = &run->capture->reached.at[at];
	if (reached_is_code(run->capture, r))
		return capture_certainty(run->capture, at, row) >= CERTAIN_SOMETIMES ? SEVERITY_ERROR : SEVERITY_NOTE;
	/* What is there to compare with runs eagerly, and so does what needs the host around it. */
	return is_debug_only(run->capture, r->body, row) || capture_is_life_cycle(run->capture, at) || is_for_comparison(run, at) ||
	               capture_takes_host(run->capture, at, HOST_WAITS)
	           ? SEVERITY_NOTE : SEVERITY_WARNING;
}

/* `form` is what the confirmation programs know: drawn (a number of the host), generator (one of a library), state or seed (of PyTorch's). */
static void report(struct rule_run *run, u32 at, u32 row, u32 drawn, enum severity severity, struct str form, struct str call, const char *message)
{
	const struct reached *r = &run->capture->reached.at[at];
	struct site site = site_in(run->program, r->body, row);
	struct finding *f = rule_report(run, severity, &site, message);
	finding_param(run->findings, f, "form", form);
	finding_param(run->findings, f, "call", call);
	rule_way(run, f, at);
	if (drawn != NONE && drawn != row) {
		struct site from = site_in(run->program, r->body, drawn);
		rule_step(run, f, &from, "drawn here, on the host");
	}
	rule_step(run, f, &site, "here");
}

/* A kernel is given a number that the host drew. */
static void check_launch(struct rule_run *run, u32 at, u32 row)
{
	const struct body *b = run->capture->reached.at[at].body;
	const struct body_row *r = &b->rows[row];
	struct arena *a = run->findings->arena;
	for (u32 i = 4; i < r->arg_count; i++) {
		u32 drawn = drawn_at(run, b, row, b->args[r->first_arg + i], 0);
		if (drawn == NONE)
			continue;
		struct str kernel = body_row_name(run->program, r), from = body_row_name(run->program, &b->rows[drawn]);
		if (!from.n)
			from = type_of(run, b, b->rows[drawn].a);
		report(run, at, row, drawn, grade_native(run, at, row), str_ends(from, "philox_engine_inputs") ? S("generator") : S("drawn"), from,
		       arena_format(a, "'%.*s' is given by value what '%.*s' drew on the host, %s: each replay gets the same number", (int)kernel.n, kernel.p,
		                    (int)from.n, from.p, rule_capture(run, at)));
		return;
	}
}

/* The generator is made in the same function: this is how it begins. */
static bool makes_generator(const struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++)
		if (b->rows[row].op == ROW_CALL && (str_has(body_row_name(run->program, &b->rows[row]), "CreateGenerator") ||
		                                    str_has(body_row_name(run->program, &b->rows[row]), "create_generator")))
			return true;
	return false;
}

static void check_seed(struct rule_run *run, u32 at, u32 row)
{
	static const char *const names[] = {"curandSetPseudoRandomGeneratorSeed", "curandSetGeneratorOffset", "curandGenerateSeeds",
	                                    "hiprandSetPseudoRandomGeneratorSeed", "hiprandSetGeneratorOffset", "rocrand_set_seed", "rocrand_set_offset"};
	const struct body *b = run->capture->reached.at[at].body;
	const struct body_row *r = &b->rows[row];
	struct str name = body_row_name(run->program, r), held;
	if (r->callee.n || !str_is_any(name, names, COUNT(names)) || makes_generator(run, b) || is_first_use_on_way(run->capture, at, row, &held))
		return;
	report(run, at, row, NONE, grade_native(run, at, row), S("generator"), name,
	       arena_format(run->findings->arena, "'%.*s' sets the generator %s: it does so once, while recording, and not at the replays", (int)name.n, name.p,
	                    rule_capture(run, at)));
}

/* ------------------------------------------------------------ Python */

static bool draws_in_python(struct str name)
{
	return str_starts(name, "numpy.random.") || str_is(name, "random.random") || str_is(name, "random.randint") || str_is(name, "random.uniform") ||
	       str_is(name, "random.randrange") || str_is(name, "random.choice") || str_is(name, "random.gauss");
}

/* The hot path of a module or an autograd function: whoever trains or serves with graphs captures it. */
static bool is_hot_path(const struct rule_run *run, const struct reached *r)
{
	struct str name = unit_text(run->program->functions[r->fn].unit, run->program->functions[r->fn].f->name);
	return r->from == NONE && (str_is(name, "forward") || str_is(name, "backward") || str_is(name, "__call__"));
}

/* The host's own generator, which no kernel draws from. */
static bool is_of_host(struct str name)
{
	static const char *const names[] = {"torch.get_rng_state", "torch.set_rng_state", "torch.random.get_rng_state", "torch.random.set_rng_state",
	                                    "torch.random.fork_rng"};
	return str_is_any(name, names, COUNT(names));
}

static enum severity grade_python(const struct rule_run *run, u32 at, u32 row, struct str name)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	u8 grade = c->regions.at[r->region].grade;
	/* What is downloaded, tried again, or built on the way is no part of what the graph computes. */
	if (is_debug_only(c, r->body, row) || is_of_host(name) || (draws_in_python(name) && capture_is_life_cycle(c, at)))
		return SEVERITY_NOTE;
	/* Who seeds there wants the same numbers; who computes a part again in the backward trains without graphs, or leaves that part out. */
	if (grade == GRADE_PROFILE)
		return c->is_python_expected && is_hot_path(run, r) && str_has(name, "rng_state") && !str_has(fn_name(&run->program->functions[r->fn]), "heckpoint") ? SEVERITY_WARNING : SEVERITY_NOTE;
	enum certainty sure = capture_certainty(c, at, row);
	/* What a test or a benchmark captures it has tried. */
	bool is_tried = run->program->files[run->program->functions[c->regions.at[r->region].fn].file].is_test && sure != CERTAIN_ALWAYS;
	return sure < CERTAIN_SOMETIMES || is_tried ? SEVERITY_NOTE : sure == CERTAIN_ALWAYS && grade == GRADE_CODE ? SEVERITY_ERROR : SEVERITY_WARNING;
}

static void check_python_call(struct rule_run *run, u32 at, u32 row)
{
	const struct reached *r = &run->capture->reached.at[at];
	struct arena *a = run->findings->arena;
	struct str name = torch_name(run->capture, r->body, row), held;
	const struct torch_op *op = name.n ? torch_at(run->capture, r->body, at, row) : NULL;
	bool seeds = op && op->traits & TRAIT_SEEDS;
	if (op && op->traits & TRAIT_RNG && op->capture == TORCH_REFUSED) {
		report(run, at, row, NONE, grade_python(run, at, row, name), S("state"), name,
		       arena_format(a, "'%.*s' draws from a generator of its own %s, which nobody registers with the graph: a capture refuses it, or every replay draws the same numbers",
		                    (int)name.n, name.p, rule_capture(run, at)));
		return;
	}
	if ((!seeds && !draws_in_python(name)) || is_first_use_on_way(run->capture, at, row, &held))
		return;
	const char *what = !seeds ? "draws on the host" : op->capture == TORCH_REFUSED ? "sets a generator" : "reads or sets a generator's state on the host";
	const char *outcome = !seeds ? "each replay gets the same number"
	                      : op->capture == TORCH_REFUSED ? "a capture refuses it"
	                                                     : "it happens once, while recording: replays neither save nor restore what they draw with";
	struct str form = !seeds ? S("drawn") : op->capture == TORCH_REFUSED ? S("seed") : S("state");
	report(run, at, row, NONE, grade_python(run, at, row, name), form, name,
	       arena_format(a, "'%.*s' %s %s: %s", (int)name.n, name.p, what, rule_capture(run, at), outcome));
}

void rule_frozen_rng(struct rule_run *run)
{
	const struct capture *c = run->capture;
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		bool is_python = program_is_python(run->program, r->fn);
		for (u32 row = 0; row < r->body->n && run->shows[r->fn]; row++) {
			if (!capture_has(r, row))
				continue;
			if (is_python && r->body->rows[row].op == ROW_CALL)
				check_python_call(run, at, row);
			else if (r->body->rows[row].op == ROW_LAUNCH)
				check_launch(run, at, row);
			else if (r->body->rows[row].op == ROW_CALL)
				check_seed(run, at, row);
		}
	}
}
