/* Reading: tasks for the pool, and the rounds that decide which files are parsed. */
#include "read.h"

#include "base/pool.h"
#include "graph/python_wanted.h"
#include "parse/front.h"
#include "parse/notebook.h"

#include <stdlib.h>
#include <string.h>

enum { CPU_SECONDS = 20, MEMORY = 1 << 30 };

/* What a worker sends back before the unit's block or the words; 16-byte aligned like every pool result. */
struct answer {
	u32 is_parsed, is_binary, language;
	u32 launches, launches_understood, calls, calls_understood;
	u32 word_count, defined_count; /* hashes; then gaps; a unit follows them, or not */
	u32 is_hot, has_allow;
	u32 gap_count;
	u32 unknown_encoding; /* bytes of its name, which come last */
	u32 pad[3];
};

struct file_state {
	bool is_indexed, is_parsed, is_failed, without_clang;
	bool is_told; /* of its encoding */
	struct python_words known; /* of C-family files the words alone */
};

struct reading {
	struct arena *arena;
	const struct read_options *o;
	struct source *sources;
	struct unit *units;
	struct coverage *coverage;
	struct notices *notices;
	struct file_state *state;
	u32 *tasks; /* this round's files */
	u32 task_count, done; /* of this round */
	bool has_clang, must_parse;
	VEC(u32) again;
};

static int by_value(const void *left, const void *right)
{
	u32 a = *(const u32 *)left, b = *(const u32 *)right;
	return a < b ? -1 : a > b;
}

/* Tokens that some call or launch row stands at; the others are the gaps. */
static struct gap *count_understood(struct arena *a, const struct models *models, struct str bytes, struct str block,
                                    const struct index_file *index, struct answer *to)
{
	struct gap *gaps = arena_array(a, struct gap, index->tokens.n + 1);
	struct unit u;
	struct strbuf err = {0};
	if (!unit_open(&u, block, &err))
		bug("a unit that was just packed: %s", err.p);
	u32 *at = arena_array(a, u32, u.n_rows + 1), n = 0;
	for (u32 i = 0; i < u.n_rows; i++)
		if (u.rows[i].op == ROW_CALL || u.rows[i].op == ROW_LAUNCH)
			at[n++] = u.rows[i].at;
	qsort(at, n, sizeof *at, by_value);
	for (u32 i = 0; i < index->tokens.n; i++) {
		const struct index_token *t = &index->tokens.at[i];
		const struct model_call *call = models_call(models, (struct str){bytes.p + t->at, t->length});
		/* cudaParam(x): somebody's variable, class or function. cuOptSolve(x) and ncclSend(x) may be definitions. */
		if (!t->is_launch && (!call || call->returns == RETURNS_DRIVER || call->returns == RETURNS_STATUS))
			continue;
		bool is_understood = bsearch(&t->at, at, n, sizeof *at, by_value);
		*(t->is_launch ? &to->launches : &to->calls) += 1;
		*(t->is_launch ? &to->launches_understood : &to->calls_understood) += is_understood;
		if (!is_understood)
			gaps[to->gap_count++] = (struct gap){t->at, t->length};
	}
	return gaps;
}

static bool work(void *context, u32 task, struct arena *a, struct str *out, struct strbuf *why)
{
	struct reading *r = context;
	u32 file = r->tasks[task];
	const struct source *source = &r->sources[file];
	struct str bytes, unknown;
	struct index_file index;
	struct notebook notebook;
	bool is_notebook_file = is_notebook(source->path);
	bool is_named_python = source->language == LANG_PYTHON && source->is_named;
	const char *path = arena_format(a, "%.*s/%.*s", (int)r->o->root.n, r->o->root.p, (int)source->path.n, source->path.p);
	if (!source_read(a, path, (enum language)source->language, r->o->max_file_bytes, &bytes, &unknown, why))
		return false;
	if (is_notebook_file) {
		if (!notebook_read(a, bytes, &notebook, why))
			return false;
		bytes = notebook.text;
	}
	index_file(a, bytes, (enum language)source->language, &index);
	struct answer head = {.is_binary = index.is_binary, .language = index.language, .unknown_encoding = (u32)unknown.n,
	                      .has_allow = memmem(bytes.p, bytes.n, "caplint:", 8) != NULL};
	struct str rest = {0};
	struct gap *gaps = NULL;
	if (!index.is_binary && (index.is_hot || r->must_parse || is_named_python)) {
		struct front_input in = {.path = source->shown, .bytes = bytes, .language = (enum language)index.language, .index = &index,
		                        .notebook = is_notebook_file ? &notebook : NULL};
		const struct compile_command *command = r->o->commands && r->o->commands->of_file ? r->o->commands->of_file[file] : NULL;
		if (command || r->o->cuda_path) {
			in.path = str_of(path); /* quoted includes are looked for beside the file */
			in.args = compile_args(a, command, in.language, r->o->root, r->o->cuda_path, &in.arg_count);
		}
		if (!parse_file(a, &in, r->has_clang && !r->state[file].without_clang, &rest, why))
			return false;
		head.is_parsed = true;
		gaps = count_understood(a, r->o->models, bytes, rest, &index, &head);
	} else {
		head.word_count = index.word_count;
	}
	if (index.language == LANG_PYTHON) { /* who defines and who uses a name is asked of parsed files too */
		head.word_count = index.word_count;
		head.defined_count = index.defined_count;
		head.is_hot = index.is_hot || is_named_python;
	}
	size_t words = sizeof(u64) * head.word_count, defined = sizeof(u64) * head.defined_count, gap_bytes = sizeof *gaps * head.gap_count;
	char *bytes_out = arena_alloc(a, sizeof head + words + defined + gap_bytes + rest.n + unknown.n), *to = bytes_out;
	struct str parts[] = {{(const char *)&head, sizeof head}, {(const char *)index.words, words}, {(const char *)index.defined, defined},
	                      {(const char *)gaps, gap_bytes}, rest, unknown};
	for (u32 i = 0; i < COUNT(parts); i++) {
		if (parts[i].n)
			memcpy(to, parts[i].p, parts[i].n);
		to += parts[i].n;
	}
	*out = (struct str){bytes_out, (size_t)(to - bytes_out)};
	return true;
}

static void failed(struct reading *r, u32 file, const struct pool_result *result)
{
	struct source *source = &r->sources[file];
	if (result->is_dead && r->has_clang && !r->state[file].without_clang) {
		r->state[file].without_clang = true;
		vec_push(r->arena, &r->again, file);
		return;
	}
	r->state[file].is_failed = true;
	notice_add(r->notices, source->shown, true, source->is_named, "%.*s", (int)result->text.n, result->text.p);
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
	r->coverage->files += !state->is_indexed;
	state->is_indexed = true;
	struct source *source = &r->sources[file];
	source->language = (u8)head.language;
	source->has_allow = head.has_allow;
	struct str rest = {result->text.p + sizeof head, result->text.n - sizeof head - head.unknown_encoding};
	if (head.unknown_encoding && !state->is_told)
		notice_add(r->notices, source->shown, false, source->is_named, "is written in '%.*s', which is not known here; read as it is",
		           (int)head.unknown_encoding, rest.p + rest.n);
	state->is_told |= head.unknown_encoding;
	if (head.is_binary) {
		state->is_failed = true;
		notice_add(r->notices, source->shown, true, source->is_named, "holds binary data, not source text");
		return;
	}
	state->known.words = (const u64 *)(const void *)rest.p;
	state->known.word_count = head.word_count;
	state->known.defined = state->known.words + head.word_count;
	state->known.defined_count = head.defined_count;
	state->known.is_hot = head.is_hot;
	if (!head.is_parsed)
		return;
	size_t skip = sizeof(u64) * ((size_t)head.word_count + head.defined_count);
	const struct gap *gaps = (const struct gap *)(const void *)(rest.p + skip);
	skip += sizeof *gaps * head.gap_count;
	rest = (struct str){rest.p + skip, rest.n - skip};
	struct strbuf err = {0};
	if (!unit_open(&r->units[file], rest, &err))
		bug("a unit that a worker sent: %s", err.p);
	state->is_parsed = true;
	if (state->without_clang)
		notice_add(r->notices, source->shown, false, source->is_named, "libclang could not read it; tree-sitter alone did");
	if (source->is_vendored && !source->is_reported)
		return;
	r->coverage->of_file[file] = (struct file_coverage){head.launches, head.launches_understood, head.calls, head.calls_understood,
		head.gap_count, gaps};
	r->coverage->files_parsed++;
	r->coverage->launches += head.launches;
	r->coverage->launches_understood += head.launches_understood;
	r->coverage->calls += head.calls;
	r->coverage->calls_understood += head.calls_understood;
}

static void run_round(struct reading *r, u32 n)
{
	struct pool_job job = {.task_count = n, .jobs = r->o->jobs, .cpu_seconds = CPU_SECONDS, .memory_bytes = MEMORY,
	                       .arena = r->arena, .context = r, .work = work, .done = done};
	r->task_count = n;
	r->done = 0;
	if (n)
		pool_run(&job);
	if (!r->again.n)
		return;
	/* In path order, whatever the order of the crashes. */
	qsort(r->again.at, r->again.n, sizeof *r->again.at, by_value);
	r->tasks = r->again.at;
	job.task_count = r->task_count = r->again.n;
	r->done = 0;
	r->again.n = 0;
	r->again.cap = 0;
	pool_run(&job);
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

/* Names that may end a failure path and are defined nowhere in what was parsed: throw_on_error, fatal, die, ... */
static bool sounds_final(struct str name)
{
	static const char *const words[] = {"throw", "abort", "error", "Error", "fail", "Fail", "fatal", "Fatal", "exit", "terminate", "panic", "assert"};
	for (u32 i = 0; i < COUNT(words); i++)
		if (str_has(name, words[i]))
			return true;
	return false;
}

static u64 *finals(struct reading *r, u32 count, u32 *n, struct arena *scratch)
{
	VEC(u64) names = {0};
	struct idmap seen = {0};
	for (u32 file = 0; file < count; file++) {
		const struct unit *u = &r->units[file];
		for (u32 i = 0; i < u->n_rows; i++) {
			struct str name = u->rows[i].op == ROW_CALL ? unit_text(u, u->rows[i].name) : S("");
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

static int by_hash(const void *left, const void *right)
{
	u64 a = *(const u64 *)left, b = *(const u64 *)right;
	return a < b ? -1 : a > b;
}

static bool uses_any(const struct file_state *s, const u64 *names, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (bsearch(&names[i], s->known.words, s->known.word_count, sizeof *names, by_hash))
			return true;
	return false;
}

static bool is_c_family(const struct source *s)
{
	return s->language != LANG_NONE && s->language != LANG_PYTHON;
}

/* Where others learn that a function never returns. */
static bool is_header(const struct source *s)
{
	static const char *const ends[] = {".h", ".hpp", ".hh", ".hxx", ".cuh", ".inl"};
	for (u32 i = 0; i < COUNT(ends); i++)
		if (str_ends(s->path, ends[i]))
			return true;
	return false;
}

/* The files of a library that work on tensors: who uses it may capture any of them. None if they are too much to be one library. */
static u32 library_files(const struct reading *r, const struct python_words *words, u32 count, u32 *tasks)
{
	u64 torch = str_hash(S("torch")), size = 0;
	u32 n = 0;
	for (u32 i = 0; i < count; i++) {
		const struct file_state *s = &r->state[i];
		if (!words[i].word_count || r->sources[i].is_test || s->is_failed || !uses_any(s, &torch, 1))
			continue;
		size += r->sources[i].size;
		if (!s->is_parsed)
			tasks[n++] = i;
	}
	return size <= PYTHON_LIBRARY ? n : 0;
}

/* Every Python file through the index, seeds through the parser at once; then what is wanted, in rounds. */
static void read_python(struct reading *r, u32 count)
{
	u32 *tasks = arena_array(r->arena, u32, count + 1), n = 0;
	u64 size = 0;
	for (u32 i = 0; i < count; i++)
		if (r->sources[i].language == LANG_PYTHON) {
			tasks[n++] = i;
			size += r->sources[i].size;
		}
	r->tasks = tasks;
	r->must_parse = size <= PYTHON_SMALL;
	run_round(r, n);
	struct python_words *words = arena_array(r->arena, struct python_words, count + 1);
	if (!n || r->must_parse)
		return;
	for (u32 i = 0; i < count; i++)
		if (r->sources[i].language == LANG_PYTHON)
			words[i] = r->state[i].known;
	r->must_parse = true;
	run_round(r, library_files(r, words, count, tasks));
	struct python_reading *reading = python_reading_begin(r->o->models, r->sources, r->units, words, count);
	for (u32 round = 0; n && round < PYTHON_ROUNDS; round++) {
		bool *wanted = arena_array(r->arena, bool, count + 1);
		n = 0;
		if (!python_wanted(reading, wanted))
			break;
		for (u32 i = 0; i < count; i++)
			if (wanted[i] && r->state[i].is_indexed && !r->state[i].is_parsed && !r->state[i].is_failed)
				tasks[n++] = i;
		r->tasks = tasks;
		run_round(r, n);
	}
	python_reading_end(reading);
}

void read_program(struct arena *a, const struct read_options *o, struct source *sources, u32 count, struct unit *units,
                  struct coverage *coverage, struct notices *notices)
{
	struct strbuf clang = {0};
	struct reading r = {.arena = a, .o = o, .sources = sources, .units = units, .coverage = coverage, .notices = notices,
	                    .state = arena_array(a, struct file_state, count + 1), .has_clang = clang_describe(&clang)};
	coverage->of_file = arena_array(a, struct file_coverage, count + 1);
	if (!r.has_clang)
		notice_add(notices, S(""), false, false, "libclang is not to be had, tree-sitter reads alone: %s", clang.p);
	strbuf_release(&clang);
	u32 *tasks = arena_array(a, u32, count + 1), n = 0;
	for (u32 i = 0; i < count; i++)
		if (is_c_family(&sources[i]))
			tasks[n++] = i;
	r.tasks = tasks;
	run_round(&r, n);
	for (r.must_parse = true; n;) {
		struct arena scratch = {0};
		u32 name_count;
		u32 final_count;
		u64 *names = carriers(&r, count, &name_count, &scratch), *ends = finals(&r, count, &final_count, &scratch);
		u64 noreturn[] = {str_hash(S("noreturn")), str_hash(S("__noreturn__")), str_hash(S("_Noreturn"))};
		n = 0;
		for (u32 i = 0; i < count; i++) {
			const struct file_state *s = &r.state[i];
			if (!is_c_family(&sources[i]) || !s->is_indexed || s->is_parsed || s->is_failed)
				continue;
			if (uses_any(s, names, name_count) || (is_header(&sources[i]) && uses_any(s, noreturn, COUNT(noreturn)) && uses_any(s, ends, final_count)))
				tasks[n++] = i;
		}
		arena_release(&scratch);
		r.tasks = tasks;
		run_round(&r, n);
	}
	read_python(&r, count);
}
