/* How grave a code is that stays behind: an error where refusal is an expected answer, since then it happens in normal use; a note where the failure is told
 * to callers that nobody sees, or where nobody can come to suffer from it. */
#include "latched.h"

static bool is_destructor(const struct rule_run *run, const struct site *s)
{
	return s->row && run->program->functions[s->fn].f->flags & NF_DTOR;
}

/* In a destructor there is nobody to tell, and what fails there fails since something worse has happened. */
static bool is_last_act(const struct rule_run *run, const struct survivor *v)
{
	return is_destructor(run, &v->producer.site) || is_destructor(run, &v->decided) || is_destructor(run, &v->caught);
}

/* The macro made a status of it for its user, and somebody above lost that: whether it was told is not known. */
static bool is_handed_back(const struct rule_run *run, const struct survivor *v)
{
	return v->answer == ANSWER_NOTHING && !(v->producer.call && v->producer.call->design.n) && rule_hands_back(run, v);
}

/* EXPECT_EQ(cudaX(), cudaSuccess): the test has failed. */
static bool is_test(const struct rule_run *run, const struct survivor *v)
{
	struct str check = v->tolerated_by == NONE && v->decided.row ? rule_callee(run, &v->decided) : S("");
	if (v->tolerated_by != NONE)
		check = fn_name(&run->program->functions[v->tolerated_by]);
	return str_starts(check, "EXPECT_") || str_starts(check, "ASSERT_");
}

static enum severity grade(const struct survivor *v)
{
	/* The answer that is expected by name is drained: others are left. */
	bool is_expected = v->producer.call && v->producer.call->design.n && !v->is_named_drained;
	/* No device, no driver: nothing is launched after that. */
	if (v->producer.call && (v->producer.call->role == ROLE_VERSION || v->producer.call->role == ROLE_DEVICE))
		return SEVERITY_NOTE;
	/* It hardly fails: who reckons with it, by the code's name, or reads it behind a launch, is a reason to tell. */
	if (v->producer.call && v->producer.call->is_hardly && !v->names_code && !v->victims.n)
		return SEVERITY_NOTE;
	/* Memory that is not there is what callers catch, and they can't be asked to drain for the allocator. */
	if (v->how == SURVIVES_THROWN)
		return v->producer.call && v->producer.call->role == ROLE_ALLOC && v->is_made_exception && v->tolerated_by == NONE ? SEVERITY_WARNING : SEVERITY_NOTE;
	/* What a wait reports is a fault of the device, mostly, which no drain takes away. So is what giving back reports: only what was
	 * taken with success is given back, unless the code says that it knows better. */
	bool is_undone = v->producer.call && v->producer.call->role == ROLE_CLEANUP && !(is_expected && v->names_code);
	if (is_undone || (v->producer.call && v->producer.call->role == ROLE_SYNC))
		return SEVERITY_NOTE;
	if (v->how == SURVIVES_STATUS || v->how == SURVIVES_CODE)
		return SEVERITY_NOTE;
	/* Told as a failure, to callers that hand it on: the drain is missing, but nobody takes it for a success. */
	if (v->answer == ANSWER_STATUS)
		return is_expected ? SEVERITY_WARNING : SEVERITY_NOTE;
	/* The handler may stand far from the call, and know what it catches. */
	if (v->is_thrown)
		return is_expected ? SEVERITY_WARNING : SEVERITY_NOTE;
	return is_expected ? SEVERITY_ERROR : SEVERITY_WARNING;
}

/* The process ends with it, and what runs until then returns codes of its own: no read of the slot comes behind it. */
static bool is_met_by_nobody(const struct survivor *v) { return v->how == SURVIVES_MAIN && !v->victims.n; }

static char letter(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

/* cuda_malloc_from_c, cudaMallocC: the letters of the other name stand in it, in that order, but for `_` and capitals. */
static bool holds_name(struct str name, struct str other)
{
	for (size_t at = 0; at < name.n; at++) {
		size_t i = at, k = 0;
		for (; i < name.n && k < other.n; i++)
			if (letter(name.p[i]) == letter(other.p[k]))
				k++;
			else if (name.p[i] != '_')
				break;
		if (k == other.n)
			return true;
	}
	return false;
}

/* return cudaMallocC(p, n); */
static bool hands_on(const struct fn *fn, struct str name)
{
	const struct row *rows = fn->unit->rows + fn->f->first_row;
	for (u32 i = 0; i + 1 < fn->f->row_count; i++)
		if (rows[i].op == ROW_CALL && rows[i + 1].op == ROW_RETURN && rows[i + 1].a == rows[i].dst && str_eq(unit_text(fn->unit, rows[i].name), name))
			return true;
	return false;
}

/* int cuda_malloc_c(...), which nobody in sight calls: the call itself under a name for another language, and its number is the code. What callers do about that is theirs. */
static bool is_call_for_others(const struct rule_run *run, const struct survivor *v)
{
	const struct fn *fn = &run->program->functions[v->producer.site.fn], *root = &run->program->functions[v->root];
	bool is_answer = v->answer == ANSWER_ZERO || v->answer == ANSWER_NUMBER;
	if (!is_answer || !v->producer.call || v->victims.n || fn->f->cls || !holds_name(fn_short_name(fn), v->producer.call->name))
		return false;
	return root == fn || hands_on(root, fn_short_name(fn));
}

/* What every device can answer: it fails where nothing else works. A newer attribute is asked whether it is known. */
static bool is_question(const struct rule_run *run, const struct survivor *v)
{
	static const char *const words[] = {"MemGetInfo", "Occupancy", "CanAccessPeer", "GetPCIBusId", "DeviceGetName", "StreamGetFlags", "StreamGetPriority"};
	const struct model_call *call = v->producer.call;
	if (call && (rule_asks_known_attribute(run, &v->producer) || rule_asks_current_device(run, &v->producer)))
		return true;
	if (!call || call->design.n || v->victims.n)
		return false;
	/* Older than any driver that a toolkit of today runs with: those of CUDA 12 and later ask for 525, whose attributes end with those of CUDA 12.0. */
	static const char *const older[] = {"DevAttrIntegrated", "AttributeIntegrated", "ConcurrentManagedAccess", "AttrManagedMemory", "UnifiedAddressing", "CooperativeLaunch", "PageableMemoryAccess",
	                                    "AttrMemoryPoolsSupported", "AttributeMemoryPoolsSupported", "MemoryPoolSupportedHandleTypes", "VirtualMemoryManagementSupported", "VirtualAddressManagementSupported", "HostRegisterSupported"};
	if (str_ends(call->name, "DeviceGetAttribute"))
		return rule_asks_attribute(run, &v->producer, older, COUNT(older));
	return str_has_any(call->name, words, COUNT(words));
}

/* Nobody is there to read it: it waits for whoever is linked with this program, which an answer that is expected comes to. */
static bool is_unread(const struct rule_run *run, const struct survivor *v)
{
	bool is_expected = v->producer.call && v->producer.call->design.n;
	if (v->is_unread_program && !is_expected)
		return true;
	return run->slot->is_whole && !run->slot->is_read && (!is_expected || run->slot->is_alone);
}

/* The handler of a test: what is tested does not go on. */
static bool is_caught_in_test(const struct rule_run *run, const struct survivor *v)
{
	return v->caught.row && program_is_test(run->program, v->caught.fn);
}

enum severity latched_grade(const struct rule_run *run, const struct survivor *v)
{
	bool is_harmless = is_last_act(run, v) || rule_goes_to_known_device(run, &v->producer) || is_test(run, v) || is_caught_in_test(run, v) || is_handed_back(run, v) || is_met_by_nobody(v) || is_question(run, v) || is_unread(run, v) || v->is_unread_thread || is_call_for_others(run, v);
	return is_harmless ? SEVERITY_NOTE : grade(v);
}

enum severity latched_grade_python(const struct rule_run *run, const struct producer *p, enum severity severity)
{
	if (!rule_is_python(run, p->origin.fn) || severity == SEVERITY_NOTE)
		return severity;
	if (p->call && p->call->role == ROLE_CLEANUP)
		return SEVERITY_NOTE;
	struct python_call called = python_resolve(run->capture->program, p->origin.fn, p->origin.row);
	bool is_copy = str_starts(called.callee, "ctypes.") || is_cython(run->program->files[run->program->functions[p->origin.fn].file].path);
	return is_copy ? SEVERITY_WARNING : severity;
}
