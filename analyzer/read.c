/* Reading: tasks for the pool, and the rounds of C and its kin. */
#include "read_local.h"

#include "base/pool.h"
#include "parse/front.h"

#include <stdlib.h>
#include <string.h>

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

/* What is mostly errors is told of, since silence about it would read as success. A file that gave nothing at all was not understood. A header that holds nothing to be understood
 * may be a piece of code that others take in: a table of numbers, a list of X(a, b). */
static void tell_lost(const struct reading *r, u32 file, const struct answer *head)
{
	const struct source *source = &r->sources[file];
	u64 lost = head->lost_bytes, all = head->code_bytes;
	bool is_piece = is_header(source) && !(head->launches + head->calls);
	if (lost * 2 < all || !lost || is_piece)
		return;
	bool is_unread = lost * 10 >= all * 9 && !(head->launches_understood + head->calls_understood);
	if (is_unread)
		notice_add(r->notices, source->shown, true, source->is_named, "could not be parsed: syntax errors from line %u on", head->lost_line + 1);
	else
		notice_add(r->notices, source->shown, false, source->is_named, "%u %% of its code could not be parsed (syntax errors from line %u on): little is found there",
		           (u32)(lost * 100 / all), head->lost_line + 1);
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
	tell_lost(r, file, &head);
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

bool lacks_in_vain(struct str answer)
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
		qsort(r->again.at, r->again.n, sizeof *r->again.at, order_u32);
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

/* Only where a file needed it. Where nobody named one the list of places is long, and what helps is short. */
static void tell_clang_lacks(struct notices *notices)
{
	static const char remedy[] = "install the Python package libclang-ng beside caplint, or name a libclang in CAPLINT_LIBCLANG ('caplint --version' lists where it was looked for)";
	const char *named = getenv("CAPLINT_LIBCLANG");
	struct strbuf why = {0};
	if (!clang_describe(&why))
		notice_add(notices, S(""), false, false, "libclang is not to be had, so tree-sitter reads alone and understands less: %s", named && *named ? why.p : remedy);
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
		n = read_wanted(r, tasks);
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

const struct word_list *read_words(const struct reading *r, struct arena *a)
{
	struct word_list *lists = arena_array(a, struct word_list, r->count + 1);
	for (u32 i = 0; i < r->count; i++) {
		const struct source *s = &r->sources[i];
		const struct python_words *known = &r->state[i].known;
		if (is_c_family(s) && !s->is_test && !s->is_vendored && !r->state[i].is_parsed)
			lists[i] = (struct word_list){known->words, known->word_count};
	}
	return lists;
}

bool read_is_sized(const struct reading *r, u32 file) { return python_is_sized(r, file); }

void read_choices(const struct reading *r, struct size_choice out[SIZE_CHOICES])
{
	out[0] = (struct size_choice){r->rest, NATIVE_SMALL, false};
	out[1] = (struct size_choice){r->python, PYTHON_SMALL, true};
	out[2] = (struct size_choice){python_library(r), PYTHON_LIBRARY, true};
}
