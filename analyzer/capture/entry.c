/* The library profile: functions that are made to be called by somebody who may capture. What shows it stands in the function's
 * own interface: it takes a stream, or tensors of a framework, or it is bound to Python. Functions that make, configure or end
 * something are no entries: nobody captures them. */
#include "capture/expected.h"
#include "capture/habit.h"
#include "capture/local.h"
#include "capture/stream.h"
#include "capture/surface.h"

#include <fnmatch.h>

#include "base/spelling.h"
#include "graph/link.h"
#include "graph/python.h"
#include "graph/unused.h"

/* The word stands at that place of a name. */
static bool is_word_at(struct str name, size_t at, const char *word)
{
	if ((name.p[at] | 32) != word[0])
		return false;
	size_t n = 1;
	while (word[n] && at + n < name.n && (name.p[at + n] | 32) == word[n])
		n++;
	char after = at + n < name.n ? name.p[at + n] : '_';
	return !word[n] && !(after >= 'a' && after <= 'z');
}

/* A word of a name, however it is written: is `Init` in cublasInitHandle, init_handle, InitHandle. */
static bool has_any_word(struct str name, const char *const *words, u32 n)
{
	for (size_t i = 0; i < name.n; i++) {
		bool begins = i == 0 || name.p[i - 1] == '_' || name.p[i - 1] == ':' || (name.p[i] >= 'A' && name.p[i] <= 'Z');
		for (u32 k = 0; begins && k < n; k++)
			if (is_word_at(name, i, words[k]))
				return true;
	}
	return false;
}

bool sounds_like_life_cycle(struct str name)
{
	static const char *const words[] = {"init", "initialize", "initialise", "create", "destroy", "destruct", "loader", "read", "setup", "register", "unregister", "finalize",
	                                    "finalise", "open", "close", "alloc", "allocate", "realloc", "reallocate", "malloc", "calloc", "parse", "allocator", "deallocate", "dealloc", "free", "release", "load", "plan", "make", "build", "tune",
	                                    "autotune", "benchmark", "profile", "test", "warmup", "configure", "reset", "resize", "reserve", "dump",
	                                    "print", "debug", "synchronize", "sync", "wait", "shutdown", "teardown", "check", "verify", "connect",
	                                    "bootstrap", "reference", "preprocess", "repack", "prepack", "download", "upload", "save", "serialize", "deserialize", "prefetch", "offload",
	                                    "calibrate", "naive", "golden", "flush"};
	return has_any_word(name, words, COUNT(words)) || str_has(name, "loader");
}

/* In Python, where such names are methods of models and loaders; a kernel may well convert or store. */
static bool is_python_life_cycle(struct str name)
{
	static const char *const words[] = {"new", "store", "loading", "weights", "process", "export", "convert", "repr", "str", "ref"};
	return sounds_like_life_cycle(name) || has_any_word(name, words, COUNT(words));
}

/* Classes, by name id, whose constructor takes a stream and that keep it: their methods work on it. */
static struct idmap classes_with_stream(const struct program *p, struct arena *a)
{
	struct idmap has_stream = {0};
	for (fn_id i = 0; i < p->function_count; i++) {
		const struct fn *fn = &p->functions[i];
		if (fn->f->flags & NF_CTOR && fn->cls && stream_in_class(fn).n && stream_is_taken(fn))
			idmap_put(a, &has_stream, fn->cls, 1);
	}
	return has_stream;
}

/* What shows that its users may capture it. */
struct evidence {
	struct str why; /* empty: nothing */
	bool is_weak;
	bool is_in_order; /* see struct capture_region */
};

/* Who takes a stream has callers with streams, unless all that call it are seen and have none but their own; and a framework's users capture. Tensors of the program's own, and Python's calls of what takes
 * neither, show nothing where the library's launches name no stream; nor do tensors of a program that nowhere speaks of captures, or a framework's in an application that is closed. */
static struct evidence evidence_of(const struct capture *c, const struct fn *fn, const struct idmap *has_stream, const struct intern *own, bool is_closed)
{
	const struct function *f = fn->f;
	struct evidence found = {0};
	if (stream_is_taken(fn)) {
		enum surface surface = surface_of(c, (fn_id)(fn - c->program->functions));
		return (struct evidence){S("it takes a stream, so whoever calls it may be capturing that stream"), surface != SURFACE_OPEN, surface == SURFACE_IN_ORDER};
	}
	for (u32 i = 0; i < f->param_count; i++) {
		struct str type = tensor_class(unit_text(fn->unit, fn->unit->vars[f->first_var + i].type));
		bool is_weak = is_closed || (type.n && (!capture_habits(c)->names_streams || !c->is_spoken_of) && is_own_class(c->program, own, fn->file, type));
		if (type.n && (!found.why.n || !is_weak))
			found = (struct evidence){S("it takes tensors, so it runs on the stream of a framework whose users capture"), is_weak, false};
	}
	if (!found.why.n && program_is_bound(c->program, (fn_id)(fn - c->program->functions)))
		found = (struct evidence){S("it is bound as an operator of a library whose users capture"), !capture_habits(c)->names_streams, false};
	if ((!found.why.n || found.is_weak) && fn->cls && idmap_get(has_stream, fn->cls) != NONE)
		found = (struct evidence){S("its object is given a stream, so whoever made it may be capturing that stream"), false, false};
	return found;
}

static bool may_be_entry(const struct program *p, const struct fn *fn)
{
	const struct function *f = fn->f;
	const struct source *s = &p->files[fn->file];
	if (f->kind != FN_FUNCTION && f->kind != FN_METHOD)
		return false;
	if (f->flags & (NF_GLOBAL | NF_DEVICE | NF_CTOR | NF_DTOR) || s->is_test || s->is_vendored || s->language == LANG_PYTHON)
		return false;
	return !sounds_like_life_cycle(unit_text(fn->unit, f->name));
}

/* What a step is made of is handed to it. */
static bool takes_step(const struct fn *fn)
{
	static const char *const names[] = {"input_ids", "positions", "forward_batch", "attn_metadata", "common_attn_metadata", "seq_lens", "hidden_states"};
	for (u32 i = 0; i < fn->f->param_count; i++)
		if (str_is_any(unit_text(fn->unit, fn->unit->vars[fn->f->first_var + i].name), names, COUNT(names)))
			return true;
	return false;
}

/* A method that is named after the replays that it prepares or runs, or after the metadata of a step, or that makes an object ready and is handed a
 * step. What is recorded says so: metadata_in_graph. */
static bool is_step(const struct fn *fn)
{
	struct str name = unit_text(fn->unit, fn->f->name), cls = unit_text(fn->unit, fn->f->cls);
	bool is_builder = str_has(cls, "Metadata") && (str_starts(name, "build") || str_starts(name, "_build"));
	bool is_made_ready = (str_starts(name, "init_") || str_starts(name, "prepare_") || str_starts(name, "_prepare_")) && takes_step(fn);
	return fn->cls && fn->f->param_count > 1 && !sounds_recorded(name) && (is_builder || is_made_ready || str_has(name, "forward_metadata") || str_has(name, "replay"));
}

bool replays_graph(const struct fn *fn)
{
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		if (row->op == ROW_CALL && row->flags & RF_MEMBER && str_is(str_behind(unit_text(fn->unit, row->name), '.'), "replay"))
			return true;
	}
	return false;
}

static bool is_switch(const struct fn *fn, operand o)
{
	u32 i = operand_index(o), last = 0;
	if (operand_kind(o) == OPD_VAR)
		return is_capture_switch(unit_text(fn->unit, fn->unit->vars[fn->f->first_var + i].name));
	if (operand_kind(o) != OPD_PLACE)
		return false;
	const struct place *p = &fn->unit->places[i];
	while (last < PLACE_STEPS && p->kinds[last] == STEP_FIELD)
		last++;
	return last && is_capture_switch(unit_text(fn->unit, p->names[last - 1]));
}

/* It asks whether its stream is captured, or has a switch for that: so it is called there. Whoever replays asks for another reason. */
static bool asks_for_capture(const struct fn *fn)
{
	bool asks = false;
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count && !asks; i++) {
		const struct row *row = &fn->unit->rows[i];
		asks = row->op == ROW_CALL ? str_is(str_behind(unit_text(fn->unit, row->name), '.'), "is_current_stream_capturing") : row->op == ROW_BRANCH && is_switch(fn, row->a);
	}
	return asks && !replays_graph(fn);
}

/* Python: a function that is handed tensors, or a module's forward. Its users' runners may capture it. */
static struct str python_reason(const struct fn *fn, bool *is_beside)
{
	const struct function *f = fn->f;
	*is_beside = replays_graph(fn);
	if (*is_beside)
		return S("it replays a graph, so it runs at each step");
	*is_beside = is_step(fn);
	if (*is_beside)
		return S("its name says that it prepares each step");
	for (u32 i = 0; i < f->param_count; i++) {
		struct str type = unit_text(fn->unit, fn->unit->vars[f->first_var + i].type);
		if (str_is(type, "torch.Tensor") || str_is(type, "Tensor") || str_has(type, "[torch.Tensor]") || str_starts(type, "torch.Tensor |"))
			return S("it takes tensors, so a runner may capture it");
	}
	if (asks_for_capture(fn))
		return S("it asks whether it is captured, so some runner captures it");
	struct str name = unit_text(fn->unit, f->name);
	if (sounds_recorded(name))
		return S("its name says that it stands in a graph");
	return fn->cls && (str_is(name, "forward") || str_is(name, "forward_decode")) ? S("a module's forward runs in whatever its runner captures") : S("");
}

/* free(indices): a pool's slots, given back at each step; no memory is. */
static bool is_pool_step(struct str name)
{
	static const char *const names[] = {"free", "alloc", "release", "alloc_extend", "alloc_decode"};
	return str_is_any(name, names, COUNT(names));
}

/* A module that is made to be exported: another runtime runs it. TrtLlm names kernels. */
static bool is_exported(const struct fn *fn)
{
	static const char *const words[] = {"Onnx", "ONNX", "TensorRT", "Export", "CoreML", "OpenVINO"};
	struct str cls = unit_text(fn->unit, fn->f->cls);
	bool is_trt = (str_starts(cls, "Trt") && cls.n > 3 && cls.p[3] >= 'A' && cls.p[3] <= 'Z') || str_ends(cls, "Trt");
	return str_has_any(cls, words, COUNT(words)) || (is_trt && !str_has(cls, "TrtLlm"));
}

static bool may_be_python_entry(const struct program *p, const struct fn *fn)
{
	const struct source *s = &p->files[fn->file];
	struct str name = unit_text(fn->unit, fn->f->name);
	if (fn->f->kind != FN_FUNCTION && fn->f->kind != FN_METHOD)
		return false;
	/* What prepares each step is no life cycle: init_forward_metadata. */
	return !s->is_test && !s->is_vendored && !str_starts(name, "__") && !is_exported(fn) && (is_step(fn) || sounds_recorded(name) || is_pool_step(name) || !is_python_life_cycle(name));
}

/* A file with a main is a program: what it does with its streams is its own matter. */
static bool *files_with_main(const struct program *p, struct arena *a)
{
	bool *has_main = arena_array(a, bool, p->file_count + 1);
	for (fn_id i = 0; i < p->function_count; i++)
		if (p->functions[i].f->kind == FN_FUNCTION && str_is(fn_name(&p->functions[i]), "main"))
			has_main[p->functions[i].file] = true;
	return has_main;
}

/* The whole name or an ending of it at a `::` or `.`, as rows of the models match; a pattern may hold `*`. */
static bool is_named(const char *pattern, const char *name)
{
	for (const char *p = name; *p; p++)
		if ((p == name || p[-1] == ':' || p[-1] == '.') && !fnmatch(pattern, p, 0))
			return true;
	return false;
}

void regions_named(struct capture *c)
{
	const struct program *p = c->program;
	for (u32 k = 0; k < p->models->entry_points.n; k++) {
		const char *pattern = p->models->entry_points.at[k];
		bool is_met = false;
		for (fn_id i = 0; i < p->function_count; i++) {
			const struct fn *fn = &p->functions[i];
			struct str name = fn_name(fn);
			if ((fn->f->kind != FN_FUNCTION && fn->f->kind != FN_METHOD) || !is_named(pattern, arena_text(c->arena, name.p, name.n)))
				continue;
			struct capture_region r = {.grade = GRADE_CODE, .fn = i, .row = NONE, .why = S("the configuration names it as an entry point of a capture")};
			vec_push(c->arena, &c->regions, r);
			is_met = true;
		}
		if (!is_met)
			vec_push(c->arena, &c->unmet, pattern);
	}
}

/* Who opens a capture is not captured by others: captures don't nest. */
static bool opens_capture(const struct capture *c, const struct body *b)
{
	bool may_open = c->is_candidate[b->fn];
	for (u32 row = 0; row < b->n && !may_open; row++) /* lambdas that are unfolded into it */
		may_open = c->is_candidate[b->rows[row].fn];
	const u8 *effects = may_open ? row_effects(c, b) : NULL;
	for (u32 row = 0; effects && row < b->n; row++)
		if (effects[row] == EFFECT_OPENS)
			return true;
	return false;
}

void regions_of_profile(struct capture *c)
{
	const struct program *p = c->program;
	c->has_main = files_with_main(p, c->arena);
	capture_expect(c);
	struct idmap has_stream = classes_with_stream(p, c->arena);
	struct intern own = own_classes(p, c->arena);
	bool is_closed = capture_is_closed(c);
	for (fn_id i = 0; i < p->function_count; i++) {
		const struct fn *fn = &p->functions[i];
		if (program_is_python(p, i)) {
			struct capture_region r = {.grade = GRADE_PROFILE, .fn = i, .row = NONE};
			if (may_be_python_entry(p, fn))
				r.why = python_reason(fn, &r.is_beside);
			r.is_asked = r.why.n && !r.is_beside && asks_for_capture(fn);
			if (r.why.n)
				vec_push(c->arena, &c->regions, r);
			continue;
		}
		if (c->has_main[fn->file] || !c->slot->bodies[i].n || !may_be_entry(p, fn) || opens_capture(c, &c->slot->bodies[i]) || is_dead(c, i))
			continue;
		struct evidence e = evidence_of(c, fn, &has_stream, &own, is_closed);
		struct capture_region r = {.grade = GRADE_PROFILE, .fn = i, .row = NONE, .why = e.why, .is_weak = e.is_weak, .is_in_order = e.is_in_order};
		/* What takes tensors is called from a binding: an operator without one runs nowhere. */
		if (r.why.n && !(str_has(r.why, "tensors") && program_is_unused(c->program, i)))
			vec_push(c->arena, &c->regions, r);
	}
}
