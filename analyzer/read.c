/* Reading: tasks for the pool, and the rounds that decide which files are parsed. */
#include "read_local.h"

#include "base/pool.h"
#include "parse/front.h"

#include <stdlib.h>
#include <string.h>

enum { CPU_SECONDS = 20, CPU_SECONDS_AGAIN = 60, MEMORY = 1 << 30 };

static int by_value(const void *left, const void *right)
{
	u32 a = *(const u32 *)left, b = *(const u32 *)right;
	return a < b ? -1 : a > b;
}

static bool is_c_family(const struct source *s)
{
	return s->language != LANG_NONE && s->language != LANG_PYTHON;
}

/* A reading may die of its text, or of its machine: memory that others took, a clock that ran on while the machine stood still. What the machine does must not show. So it
 * is read again, by itself, when the others are done, with room for a slow machine; a text that kills its reader does so again. After that libclang is left out. */
static bool reads_again(struct reading *r, u32 file)
{
	struct file_state *state = &r->state[file];
	if (state->deaths++)
		state->without_clang = true;
	bool is_more = state->deaths < (is_c_family(&r->sources[file]) ? 3 : 2);
	if (is_more)
		vec_push(r->arena, &r->again, file);
	return is_more;
}

static void failed(struct reading *r, u32 file, const struct pool_result *result)
{
	struct source *source = &r->sources[file];
	if (result->is_dead && reads_again(r, file))
		return;
	r->state[file].is_failed = true;
	notice_add(r->notices, source->shown, true, source->is_named, "%.*s", (int)result->text.n, result->text.p);
}

static bool work(void *context, u32 task, struct arena *a, struct str *out, struct strbuf *why)
{
	struct reading *r = context;
	u32 file = r->tasks[task];
	const struct file_state *state = &r->state[file];
	struct file_task t = {.o = r->o, .source = &r->sources[file], .key = state->key, .has_key = state->has_key, .must_parse = r->must_parse,
	                      .use_clang = !state->without_clang,
	                      .command = r->o->commands && r->o->commands->of_file ? r->o->commands->of_file[file] : NULL};
	return read_file(a, &t, out, why);
}

void count_coverage(struct reading *r, u32 file)
{
	struct coverage *c = r->coverage;
	struct answer head;
	const char *answer = r->state[file].answer;
	memcpy(&head, answer, sizeof head);
	const struct gap *gaps = (const void *)(answer + sizeof head + sizeof(u64) * ((size_t)head.word_count + head.defined_count));
	if (r->sources[file].language == LANG_PYTHON) {
		c->python_files++;
		c->python_bytes += (u64)source_kib(&r->sources[file]) << 10;
	}
	if (r->sources[file].is_vendored && !r->sources[file].is_reported)
		return;
	c->of_file[file] = (struct file_coverage){head.launches, head.launches_understood, head.calls, head.calls_understood, head.gap_count, gaps, {0}};
	c->files_parsed++;
	c->launches += head.launches;
	c->launches_understood += head.launches_understood;
	c->calls += head.calls;
	c->calls_understood += head.calls_understood;
}

/* False if it is damaged. Stays where it is. */
static bool take_answer(struct reading *r, u32 file, struct str text)
{
	struct file_state *state = &r->state[file];
	struct source *source = &r->sources[file];
	struct answer head;
	memcpy(&head, text.p, sizeof head);
	bool is_parsed = head.is_parsed && (head.is_hot || r->must_parse);
	struct str rest = {text.p + sizeof head, text.n - sizeof head - head.unknown_encoding};
	const u64 *words = (const void *)rest.p, *defined = words + head.word_count;
	const struct gap *gaps = (const void *)(defined + head.defined_count);
	const char *block = (const char *)(gaps + head.gap_count);
	struct unit unit = {0};
	struct strbuf err = {0};
	if (is_parsed && !unit_open(&unit, (struct str){block, (size_t)(rest.p + rest.n - block)}, &err)) {
		strbuf_release(&err);
		return false;
	}
	r->coverage->files += !state->is_indexed;
	r->coverage->fenced_files += !state->is_indexed && head.is_fenced;
	state->is_indexed = true;
	source->language = (u8)head.language;
	source->has_allow = head.has_allow;
	source->is_test |= head.has_test_cases;
	if (head.unknown_encoding && !state->is_told)
		notice_add(r->notices, source->shown, false, source->is_named, "is written in '%.*s', which is not known here; read as it is",
		           (int)head.unknown_encoding, rest.p + rest.n);
	state->is_told |= head.unknown_encoding;
	if (head.is_binary) {
		state->is_failed = true;
		notice_add(r->notices, source->shown, true, source->is_named, "holds binary data, not source text");
		return true;
	}
	if (head.is_preprocessed) {
		if (!state->is_failed)
			notice_add(r->notices, source->shown, false, source->is_named, "is what a preprocessor wrote: what it was made from is read, where that is there");
		state->is_failed = true;
		return true;
	}
	state->known = (struct python_words){words, defined, head.word_count, head.defined_count, head.is_hot};
	state->glance = head.glance;
	if (!is_parsed)
		return true;
	r->units[file] = unit;
	state->is_parsed = true;
	state->meaning = head.meaning;
	state->answer = text.p;
	r->uses_clang |= head.second == SECOND_READ;
	r->lacks_clang |= head.second == SECOND_LACKING;
	if (state->without_clang)
		notice_add(r->notices, source->shown, false, source->is_named, "libclang could not read it; tree-sitter alone did");
	if (source->language != LANG_PYTHON)
		count_coverage(r, file);
	return true;
}

/* A worker, of this run or of another one, did without libclang where it is to be had: it had no memory for it, or the file was not there for a moment. */
static bool lacks_in_vain(struct str answer)
{
	struct answer head;
	struct strbuf why = {0};
	memcpy(&head, answer.p, sizeof head);
	bool is_vain = head.second == SECOND_LACKING && clang_describe(&why);
	strbuf_release(&why);
	return is_vain;
}

/* True if the cache had it. */
static bool take_kept(struct reading *r, u32 file)
{
	struct str answer;
	return kept_answer(r->o, r->state[file].key, r->must_parse, &answer) && !lacks_in_vain(answer) && take_answer(r, file, answer);
}

static void done(void *context, u32 task, const struct pool_result *result)
{
	struct reading *r = context;
	u32 file = r->tasks[task];
	struct file_state *state = &r->state[file];
	struct answer head;
	progress_tell(r->o->progress, r->must_parse ? "reading what belongs to it" : "reading", ++r->done, r->task_count);
	if (!result->is_ok || result->text.n < sizeof head) {
		failed(r, file, result);
		return;
	}
	memcpy(&head, result->text.p, sizeof head);
	if (r->o->cache && !state->has_key) {
		state->has_key = true;
		state->key = head.key;
	}
	if (head.is_kept) {
		if (!take_kept(r, file)) /* damaged: it is read as if there were none */
			vec_push(r->arena, &r->again, file);
		return;
	}
	if (!state->without_clang && lacks_in_vain(result->text) && reads_again(r, file)) /* by a worker that has it from us */
		return;
	if (!take_answer(r, file, result->text))
		bug("a worker sent a damaged unit");
	if (r->o->cache && !state->without_clang)
		keep_answer(r->o, state->key, result->text);
}

/* Answers of earlier runs are taken at once. The number of tasks that are left. */
static u32 take_all_kept(struct reading *r, u32 n)
{
	u32 left = 0;
	for (u32 i = 0; i < n; i++) {
		u32 file = r->tasks[i];
		struct file_state *state = &r->state[file];
		if (!state->has_key)
			state->has_key = cache_key(r->o->cache, r->sources[file].path, &r->sources[file].stamp, &state->key);
		if (!state->has_key || !take_kept(r, file))
			r->tasks[left++] = file;
	}
	return left;
}

void run_round(struct reading *r, u32 n)
{
	struct strbuf clang = {0};
	if (r->o->cache)
		n = take_all_kept(r, n);
	if (n > 1 && r->uses_clang) /* loaded here once, it is there in all workers */
		(void)!clang_describe(&clang);
	strbuf_release(&clang);
	struct pool_job job = {.task_count = n, .jobs = r->o->jobs, .cpu_seconds = CPU_SECONDS, .memory_bytes = MEMORY,
	                       .arena = r->arena, .context = r, .work = work, .done = done};
	r->task_count = n;
	r->done = 0;
	if (n)
		pool_run(&job);
	job.jobs = 1;
	job.cpu_seconds = CPU_SECONDS_AGAIN;
	while (r->again.n) {
		/* In path order, whatever the order of the crashes. */
		qsort(r->again.at, r->again.n, sizeof *r->again.at, by_value);
		r->tasks = r->again.at;
		job.task_count = r->task_count = r->again.n;
		r->done = 0;
		r->again.n = 0;
		r->again.cap = 0;
		pool_run(&job);
	}
}

static void note_all(const struct reading *r, u32 count)
{
	for (u32 i = 0; i < count && r->o->cache; i++)
		if (r->state[i].has_key)
			cache_note(r->o->cache, r->sources[i].path, &r->sources[i].stamp, r->state[i].key);
}

/* A macro over runtime calls or launches, or over another such macro. */
static bool is_hot_macro(const struct reading *r, const struct unit *u, const struct function *f, const struct idmap *hot)
{
	if (f->kind != FN_MACRO)
		return false;
	for (u32 i = f->first_row; i < f->first_row + f->row_count; i++) {
		struct str name = u->rows[i].op == ROW_CALL ? unit_text(u, u->rows[i].name) : S("");
		if (u->rows[i].op == ROW_LAUNCH || (name.n && (models_call(r->o->models, name) || idmap_get(hot, str_hash(name)) != NONE)))
			return true;
	}
	return false;
}

static bool is_error_type(struct str type)
{
	return str_has(type, "cudaError") || str_has(type, "hipError");
}

/* A function that launches and does not read the slot: its callers may. */
static bool leaves_launch(const struct unit *u, const struct function *f)
{
	bool launches = false;
	for (u32 i = f->first_row; i < f->first_row + f->row_count; i++) {
		struct str name = u->rows[i].op == ROW_CALL ? unit_text(u, u->rows[i].name) : S("");
		launches |= u->rows[i].op == ROW_LAUNCH;
		if (str_ends(name, "GetLastError") || str_ends(name, "PeekAtLastError"))
			launches = false;
	}
	return launches && f->kind != FN_LAMBDA && unit_text(u, f->name).n > 3;
}

/* Hashes of the names that carry codes out of the files parsed so far, sorted. */
static u64 *carriers(struct reading *r, u32 count, u32 *n, struct arena *scratch)
{
	VEC(u64) names = {0};
	struct idmap seen = {0};
	for (u32 i = 0; i < r->o->models->added.n; i++) /* wrappers that the user has told of */
		vec_push(scratch, &names, str_hash(r->o->models->added.at[i]));
	for (u32 before = NONE; before != names.n;) {
		before = names.n;
		for (u32 file = 0; file < count; file++)
			for (u32 i = 0; i < r->units[file].n_functions; i++) {
				const struct unit *u = &r->units[file];
				const struct function *f = &u->functions[i];
				u64 hash = str_hash(unit_text(u, f->name));
				bool carries = is_error_type(unit_text(u, f->result)) || is_hot_macro(r, u, f, &seen) || leaves_launch(u, f);
				if (!carries || idmap_get(&seen, hash) != NONE)
					continue;
				idmap_put(scratch, &seen, hash, 1);
				vec_push(scratch, &names, hash);
			}
	}
	*n = names.n;
	return names.at;
}

/* Names that may end a failure path: throw_on_error, FATAL, die, ... Macros shout them. */
static bool sounds_final(struct str name)
{
	static const char *const words[] = {"throw", "abort", "error", "fail", "fatal", "exit", "terminate", "panic", "assert", "raise", "die", "unreachable",
	                                    "enforce", "require", "verify", "ensure", "critical", "bail", "crash", "halt", "_err"};
	char lower[128];
	size_t n = name.n < sizeof lower ? name.n : sizeof lower;
	for (size_t i = 0; i < n; i++)
		lower[i] = name.p[i] >= 'A' && name.p[i] <= 'Z' ? (char)(name.p[i] + 32) : name.p[i];
	for (u32 i = 0; i < COUNT(words); i++)
		if (str_has((struct str){lower, n}, words[i]))
			return true;
	return false;
}

static u64 *finals(struct reading *r, u32 count, u32 *n, struct arena *scratch)
{
	VEC(u64) names = {0};
	struct idmap seen = {0}, read = {0};
	for (u32 file = 0; file < count; file++) {
		const struct unit *u = &r->units[file];
		for (u32 i = 0; i < u->n_rows; i++) {
			struct str name = u->rows[i].op == ROW_CALL ? unit_text(u, u->rows[i].name) : S("");
			u64 text = str_hash(name);
			if (!name.n || idmap_get(&read, text) != NONE)
				continue;
			idmap_put(scratch, &read, text, 1);
			while (str_has(name, "::"))
				name = (struct str){name.p + 1, name.n - 1};
			if (name.n && name.p[0] == ':')
				name = (struct str){name.p + 1, name.n - 1};
			u64 hash = str_hash(name);
			if (!sounds_final(name) || idmap_get(&seen, hash) != NONE)
				continue;
			idmap_put(scratch, &seen, hash, 1);
			vec_push(scratch, &names, hash);
		}
	}
	*n = names.n;
	return names.at;
}

static bool has_any(const u64 *hashes, u32 count, const u64 *names, u32 n)
{
	for (u32 i = 0; count && i < n; i++)
		if (hashes_hold(hashes, count, names[i]))
			return true;
	return false;
}

bool uses_any(const struct file_state *s, const u64 *names, u32 n)
{
	return has_any(s->known.words, s->known.word_count, names, n);
}

/* Where others learn that a function never returns. */
static bool is_header(const struct source *s)
{
	static const char *const ends[] = {".h", ".hpp", ".hh", ".hxx", ".cuh", ".inl", ".H"};
	return str_ends_any(s->path, ends, COUNT(ends));
}

/* Nobody's answer depends on the callers in tests. */
static bool may_call(const struct source *s) { return is_c_family(s) && !s->is_test; }

/* ---- Captures that one function opens and another one ends: who calls the two is captured in between ---- */

enum {
	ENDS_SHARED = 24, /* a name in more files tells nothing: start, begin */
	ENDS_ROUNDS = 3,  /* wrappers of wrappers */
};

/* What the rows of a function do to a capture, by the names of what they call. */
static void ends_of(const struct reading *r, const struct unit *u, const struct function *f, const struct idmap opened, const struct idmap closed, bool *opens, bool *closes)
{
	*opens = *closes = false;
	for (u32 i = f->first_row; i < f->first_row + f->row_count; i++) {
		struct str name = u->rows[i].op == ROW_CALL ? unit_text(u, u->rows[i].name) : S("");
		if (!name.n)
			continue;
		for (const struct region_api *api = models_region(r->o->models, name, u->rows[i].flags & RF_MEMBER); api; api = api->has_more ? api + 1 : NULL) {
			*opens |= api->kind == REGION_BEGIN && api->language & REGION_NATIVE;
			*closes |= api->kind == REGION_END && api->language & REGION_NATIVE;
		}
		u64 hash = str_hash(str_behind(str_behind(name, '.'), ':'));
		*opens |= idmap_get(&opened, hash) != NONE;
		*closes |= idmap_get(&closed, hash) != NONE;
	}
}

/* Hashes of the names of functions that open a capture and leave it so, or end what they did not begin, and of their classes: the functions'
 * callers have the name, the headers that say what an object is the class's. */
static u64 *open_ends(struct reading *r, u32 count, u32 *n, struct arena *scratch)
{
	VEC(u64) names = {0};
	struct idmap opened = {0}, closed = {0}, seen = {0};
	for (u32 round = 0, before = NONE; round < ENDS_ROUNDS && before != names.n; round++) {
		before = names.n;
		for (u32 file = 0; file < count; file++) {
			const struct unit *u = &r->units[file];
			for (u32 i = 0; i < u->n_functions && may_call(&r->sources[file]); i++) {
				const struct function *f = &u->functions[i];
				struct str name = unit_text(u, f->name), cls = str_behind(unit_text(u, f->cls), ':');
				bool opens, closes;
				if ((f->kind != FN_FUNCTION && f->kind != FN_METHOD) || !name.n)
					continue;
				ends_of(r, u, f, opened, closed, &opens, &closes);
				if (opens == closes)
					continue;
				idmap_put(scratch, opens ? &opened : &closed, str_hash(name), 1);
				struct str both[] = {name, cls};
				for (u32 k = 0; k < COUNT(both); k++) {
					u64 hash = str_hash(both[k]);
					if (both[k].n <= 3 || idmap_get(&seen, hash) != NONE)
						continue;
					idmap_put(scratch, &seen, hash, 1);
					vec_push(scratch, &names, hash);
				}
			}
		}
	}
	/* Names that half the tree has. */
	u32 kept = 0;
	for (u32 i = 0; i < names.n; i++) {
		u32 files = 0;
		for (u32 file = 0; file < count && files <= ENDS_SHARED; file++)
			files += may_call(&r->sources[file]) && r->state[file].is_indexed && uses_any(&r->state[file], &names.at[i], 1);
		if (files <= ENDS_SHARED)
			names.at[kept++] = names.at[i];
	}
	*n = kept;
	return names.at;
}

enum { NATIVE_SMALL = 512 }; /* KiB of C and C++ that no rule asks for */

/* What is left of a small tree is parsed as well, where some of it was: who calls the functions that use the runtime, up to main, is seen. */
static bool is_small(struct reading *r)
{
	bool has_some = false;
	u64 rest = 0;
	for (u32 i = 0; i < r->count; i++) {
		has_some |= r->state[i].is_parsed;
		if (may_call(&r->sources[i]) && !r->state[i].is_parsed)
			rest += source_kib(&r->sources[i]);
	}
	if (!r->is_small)
		r->rest = rest;
	r->is_small |= has_some && rest <= NATIVE_SMALL;
	return has_some && rest <= NATIVE_SMALL;
}

/* Only where a file needed it. */
static void tell_clang_lacks(struct notices *notices)
{
	struct strbuf why = {0};
	if (!clang_describe(&why))
		notice_add(notices, S(""), false, false, "libclang is not to be had, tree-sitter reads alone: %s", why.p);
	strbuf_release(&why);
}

struct reading *read_program(struct arena *a, const struct read_options *o, struct source *sources, u32 count, struct unit *units,
                             struct coverage *coverage, struct notices *notices)
{
	struct reading *r = arena_new(a, struct reading);
	*r = (struct reading){.arena = a, .o = o, .sources = sources, .units = units, .count = count, .coverage = coverage, .notices = notices,
	                      .state = arena_array(a, struct file_state, count + 1)};
	coverage->of_file = arena_array(a, struct file_coverage, count + 1);
	u32 *tasks = arena_array(a, u32, count + 1), n = 0;
	for (u32 i = 0; i < count; i++)
		if (is_c_family(&sources[i]))
			tasks[n++] = i;
	r->tasks = tasks;
	run_round(r, n);
	for (r->must_parse = true; n;) {
		struct arena scratch = {0};
		u32 name_count;
		u32 final_count, end_count;
		u64 *names = carriers(r, count, &name_count, &scratch), *ends = finals(r, count, &final_count, &scratch), *open = open_ends(r, count, &end_count, &scratch);
		u64 noreturn[] = {str_hash(S("noreturn")), str_hash(S("__noreturn__")), str_hash(S("_Noreturn"))};
		bool takes_all = is_small(r);
		u64 *asked = arena_array(a, u64, (size_t)name_count + final_count + COUNT(noreturn));
		memcpy(asked, noreturn, sizeof noreturn);
		for (u32 i = 0; i < name_count; i++)
			asked[COUNT(noreturn) + i] = names[i];
		for (u32 i = 0; i < final_count; i++)
			asked[COUNT(noreturn) + name_count + i] = ends[i];
		r->asked = asked_make(asked, (u32)COUNT(noreturn) + name_count + final_count);
		n = 0;
		for (u32 i = 0; i < count; i++) {
			const struct file_state *s = &r->state[i];
			if (!is_c_family(&sources[i]) || !s->is_indexed || s->is_parsed || s->is_failed)
				continue;
			if ((takes_all && may_call(&sources[i])) || uses_any(s, names, name_count) || (may_call(&sources[i]) && uses_any(s, open, end_count)) || has_any(s->known.defined, s->known.defined_count, ends, final_count) ||
			    (is_header(&sources[i]) && uses_any(s, noreturn, COUNT(noreturn)) && uses_any(s, ends, final_count)))
				tasks[n++] = i;
		}
		arena_release(&scratch);
		r->tasks = tasks;
		run_round(r, n);
	}
	read_python(r);
	if (r->lacks_clang)
		tell_clang_lacks(notices);
	note_all(r, count);
	return r;
}

bool read_settle(struct reading *r) { return settle_python(r); }

/* There is a file to be loaded, and it would not load: it may the next time. */
static bool clang_may_come(void)
{
	struct strbuf places = {0};
	clang_stamp(&places);
	bool is_there = places.n && !str_is(strbuf_str(&places), "none");
	strbuf_release(&places);
	return is_there;
}

bool read_texts(const struct reading *r, struct hash128 *texts)
{
	if (r->lacks_clang && clang_may_come())
		return false;
	for (u32 i = 0; i < r->count; i++) {
		const struct file_state *s = &r->state[i];
		bool is_none = r->sources[i].language == LANG_NONE;
		if (!is_none && (!s->has_key || !s->is_indexed || s->without_clang))
			return false;
		texts[i] = is_none ? (struct hash128){0} : s->key;
	}
	return true;
}

struct asked read_asked(const struct reading *r, bool is_python) { return is_python ? python_asked_for(r) : r->asked; }

/* Python that was parsed by guess and doesn't belong has lost its unit. */
bool read_is_parsed(const struct reading *r, u32 file)
{
	return r->state[file].is_parsed && (r->sources[file].language != LANG_PYTHON || r->units[file].n_functions);
}

bool read_is_sized(const struct reading *r, u32 file) { return python_is_sized(r, file); }

void read_choices(const struct reading *r, struct size_choice out[SIZE_CHOICES])
{
	out[0] = (struct size_choice){r->rest, NATIVE_SMALL, false};
	out[1] = (struct size_choice){r->python, PYTHON_SMALL, true};
	out[2] = (struct size_choice){python_library(r), PYTHON_LIBRARY, true};
}

/* Files that are read by themselves. */
struct alone {
	const struct read_options *o;
	const struct source *sources;
	const u32 *files;
	const bool *must_parse;
	struct str *answers;
	bool is_whole;
};

static bool work_alone(void *context, u32 task, struct arena *a, struct str *out, struct strbuf *why)
{
	const struct alone *alone = context;
	struct file_task t = {.o = alone->o, .source = &alone->sources[alone->files[task]], .must_parse = alone->must_parse[task], .use_clang = true};
	return read_file(a, &t, out, why);
}

static void done_alone(void *context, u32 task, const struct pool_result *result)
{
	struct alone *alone = context;
	struct answer head;
	alone->answers[task] = result->text;
	if (!result->is_ok || result->text.n < sizeof head) {
		alone->is_whole = false;
		return;
	}
	memcpy(&head, result->text.p, sizeof head);
	if ((head.is_kept && !kept_answer(alone->o, head.key, alone->must_parse[task], &alone->answers[task])) || lacks_in_vain(alone->answers[task]))
		alone->is_whole = false;
}

bool read_alone(struct arena *a, const struct read_options *o, const struct source *sources, const u32 *files, const bool *must_parse, u32 n,
                struct str *answers)
{
	struct alone alone = {o, sources, files, must_parse, answers, true};
	struct pool_job job = {.task_count = n, .jobs = o->jobs, .cpu_seconds = CPU_SECONDS, .memory_bytes = MEMORY, .arena = a, .context = &alone,
	                       .work = work_alone, .done = done_alone};
	if (n)
		pool_run(&job);
	return alone.is_whole;
}
