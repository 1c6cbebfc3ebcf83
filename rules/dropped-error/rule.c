/* The code of a call that can fail is thrown away, never looked at, or overwritten before anybody does. */
#include "dropped.h"

static const char *how(enum loss loss)
{
	switch (loss) {
	case LOSS_DISCARDED:
		return "is discarded";
	case LOSS_VOID_CAST:
		return "is cast away";
	case LOSS_UNREAD:
		return "is stored but never looked at";
	case LOSS_OVERWRITTEN:
		return "is overwritten before anybody looks at it";
	}
	return "";
}

/* Also by name, where a row tells of a whole family of calls. */
static bool is_cleanup(const struct rule_run *run, const struct code_loss *loss)
{
	static const char *const words[] = {"Destroy", "Free", "Release", "Unload", "CtxPop", "destroy", "free", "release"};
	if (loss->producer.call->role == ROLE_CLEANUP) /* of nothing as well, which makes the context: without one all that follows is refused */
		return true;
	for (u32 i = 0; i < COUNT(words) && models_is_family(loss->producer.call); i++)
		if (str_has(rule_callee(run, &loss->producer.origin), words[i]))
			return true;
	return false;
}

/* Without it the next call is refused, whose code is not thrown away; a kernel whose occupancy can't be told has no code here, and its launch says so. */
static bool is_met_at_once(const struct rule_run *run, const struct code_loss *loss)
{
	static const char *const inits[] = {"cuInit", "hipInit", "InitDevice"};
	struct str name = rule_callee(run, &loss->producer.origin);
	const struct body *b = &run->slot->bodies[loss->producer.site.body];
	for (u32 i = loss->producer.site.body_row + 1; i < b->n && str_ends_any(name, inits, COUNT(inits)); i++) {
		const struct model_call *call = b->rows[i].op == ROW_CALL ? b->rows[i].callee.call : NULL;
		if (call && (call->returns == RETURNS_DRIVER || call->returns == RETURNS_ERROR))
			return b->rows[i].dst != NONE;
	}
	return str_has(name, "Occupancy");
}

/* A hint changes nothing that anybody counts on; a version is there or zero; the first device is the current one anyway; which device is current and what every device knows is told where anything works at all; and where zero is the answer that nobody gave, and is asked for, the loss is seen. */
static bool is_harmless(const struct rule_run *run, const struct code_loss *loss)
{
	const struct model_call *call = loss->producer.call;
	if (call->role == ROLE_DEVICE || is_met_at_once(run, loss) || rule_asks_known_attribute(run, &loss->producer) || rule_goes_to_known_device(run, &loss->producer))
		return true;
	/* Which context is current, and on which device, is no call that fails where the driver is there. */
	static const char *const asked[] = {"CtxGetCurrent", "CtxGetDevice"};
	if (str_ends_any(rule_callee(run, &loss->producer.origin), asked, COUNT(asked)))
		return true;
	/* Refused for a mode that there isn't, and for nothing else. */
	if (str_ends(call->name, "ThreadExchangeStreamCaptureMode"))
		return true;
	/* Asked with an answer at hand that holds if there is none. */
	bool asks = str_ends(call->name, "CanAccessPeer") || (models_is_family(call) && str_has(rule_callee(run, &loss->producer.origin), "Get"));
	if (loss->is_preset && asks)
		return true;
	return (call->is_hardly && (call->role == ROLE_SETUP || loss->is_preset)) || loss->is_missed || loss->is_first_device || str_ends(rule_callee(run, &loss->producer.origin), "GetVersion");
}

/* A library's setting, for which nothing runs: it fails with a handle that every other call would refuse as well. */
static bool is_setting(const struct rule_run *run, const struct code_loss *loss)
{
	static const char *const words[] = {"PointerMode", "pointer_mode", "MathMode", "math_mode"};
	if (!models_is_family(loss->producer.call))
		return false;
	struct str name = rule_callee(run, &loss->producer.origin);
	return str_has_any(name, words, COUNT(words)) || (str_has(name, "Set") && str_ends(name, "Descriptor"));
}

/* Python: cuda-python has a runtime of its own, whose slot its own cudaGetLastError() reads: on every way behind the call somebody takes that answer. */
static bool is_read_behind(const struct rule_run *run, const struct code_loss *loss)
{
	const struct site *site = &loss->producer.site;
	if (loss->is_latched || !program_is_python(run->program, site->fn))
		return false;
	const struct body *b = capture_body(run->capture, site->fn);
	const struct dominators *d = capture_dominators(run->capture, b, false);
	u32 at = 0;
	while (at < b->n && b->rows[at].row != site->row)
		at++;
	for (u32 row = at + 1; row < b->n; row++) {
		struct str name = b->rows[row].op == ROW_CALL && b->rows[row].dst != NONE ? body_row_name(run->program, &b->rows[row]) : S("");
		if ((str_ends(name, "GetLastError") || str_ends(name, "PeekAtLastError")) && stands_before(d, row, b->exit) && body_reaches(b, at, row))
			return true;
	}
	return false;
}

/* The first cuBLAS, of cublas.h: its operations return nothing. */
static bool is_void_cublas(const struct rule_run *run, const struct code_loss *loss)
{
	static const char *const others[] = {"cublasSet", "cublasShutdown", "cublasInit", "cublasCreate", "cublasDestroy"};
	static const char *const first[] = {"cublas.h"}, *const second[] = {"cublas_v2.h", "cublasLt.h", "cublasXt.h"};
	struct str name = str_behind_scope(rule_callee(run, &loss->producer.origin));
	bool is_operation = str_starts(name, "cublas") && name.n > 8 && memchr("SDCZI", name.p[6], 5) && name.p[7] >= 'a' && name.p[7] <= 'z' && !str_starts_any(name, others, COUNT(others));
	return is_operation && program_uses(run->program, first, COUNT(first)) && !program_uses(run->program, second, COUNT(second));
}

static enum severity grade(const struct rule_run *run, const struct code_loss *loss)
{
	/* A macro that no code in sight uses: its value is its users', who are out of sight. What only a debugging build has, its makers look at. */
	if (run->program->functions[loss->producer.site.body].f->kind == FN_MACRO || rule_is_debug_only(run, &loss->producer.site))
		return SEVERITY_NOTE;
	/* A method of an unknown object, which only its name says to be this one. */
	if (loss->producer.depth && loss->is_by_name)
		return SEVERITY_NOTE;
	/* "The init error is ignored here", says a comment. */
	if (loss->how == LOSS_DISCARDED && loss->producer.site.row && loss->producer.site.row->flags & RF_EXPLAINED)
		return SEVERITY_NOTE;
	if (dropped_is_kept(run, loss) || dropped_before_failure(run, loss) || dropped_at_end_of_life(run, loss))
		return SEVERITY_NOTE;
	/* Every caller asks the slot before anything else is done; or what comes next does, wherever it has something to do, or is refused likewise and looked at. */
	if (loss->is_read_by_callers || loss->is_asked || loss->is_told_again || is_read_behind(run, loss))
		return SEVERITY_NOTE;
	/* Cleaning up has nobody to tell: a throw in a destructor would end the process. Behind another failure that one is told. A macro with a body for each build looks
	 * at it in one of them. The call with the real storage follows the size query. */
	if (loss->how == LOSS_VOID_CAST || loss->in_cleanup || loss->in_failure || loss->is_in_alternatives || loss->is_size_query || is_cleanup(run, loss) || is_setting(run, loss) || is_harmless(run, loss) || dropped_is_told_by_launch(run, loss))
		return SEVERITY_NOTE;
	return SEVERITY_WARNING;
}

/* The next read of the slot speaks of it: that is swallowed-error's or misread-error's matter. An ignored refusal of normal
 * use is latched-error's. */
static bool is_ours(const struct rule_run *run, const struct code_loss *loss)
{
	return loss->producer.call && !loss->is_picked_up && !loss->is_drained_on_purpose && !dropped_by_check(run, loss) && !is_void_cublas(run, loss);
}

static void report(struct rule_run *run, const struct code_loss *loss, const struct site *at, u32 crowd)
{
	struct arena *a = run->findings->arena;
	struct str name = rule_failing(run, &loss->producer);
	struct str written = rule_callee(run, &loss->producer.site);
	const char *through = loss->producer.depth ? arena_format(a, ", which hands on the code of '%.*s',", (int)name.n, name.p) : "";
	const char *stays = loss->is_latched ? "; a failure stays in the last-error slot" : "";
	const char *others = crowd > 1 ? arena_format(a, " (and those of %u more calls in this function)", crowd - 1) : "";
	struct finding *f = rule_report(run, crowd ? grade(run, loss) : SEVERITY_NOTE, at,
	                                arena_format(a, "the result of '%.*s'%s %s%s%s", (int)written.n, written.p, through, how(loss->how), others, stays));
	if (loss->producer.depth)
		rule_path(run, f, &loss->producer);
	rule_step(run, f, &loss->overwritten_at, "here the code is overwritten");
	finding_param(run->findings, f, "call", name);
}

/* Codes that stay in the slot and codes that nothing remembers are two crowds: the one is not told by the other. */
static void report_losses(struct rule_run *run, bool is_latched)
{
	const struct slot_flow *slot = run->slot;
	struct arena *a = run->findings->arena;
	struct site *sites = arena_array(a, struct site, slot->losses.n + 1);
	u32 *losses = arena_array(a, u32, slot->losses.n + 1), n = 0;
	for (u32 i = 0; i < slot->losses.n; i++) {
		const struct code_loss *loss = &slot->losses.at[i];
		/* In a macro's own text it is one mistake, however often the macro is used. */
		struct site at = rule_written(&loss->producer.site);
		if (!is_ours(run, loss) || loss->is_latched != is_latched)
			continue;
		if (grade(run, loss) == SEVERITY_NOTE) {
			report(run, loss, &at, 1);
			continue;
		}
		sites[n] = at;
		losses[n++] = i;
	}
	u32 *crowds = rule_crowds(run, sites, n);
	for (u32 i = 0; i < n; i++)
		report(run, &slot->losses.at[losses[i]], &sites[i], crowds[i]);
}

void rule_dropped_error(struct rule_run *run)
{
	report_losses(run, true);
	report_losses(run, false);
	dropped_in_member(run);
	dropped_in_assert(run);
}
