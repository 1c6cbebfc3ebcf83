/* Reading Python: which files are parsed, and what is remembered of that from run to run.
 *
 * The answer (python_wanted.h) follows from what the facts say of the files that are parsed, wherever it stands in the text, and from what the others
 * say to the names that they are asked for. So the answer of an earlier run is right if that is the same. If not, it is a good guess: it
 * is analysed while a process of its own finds the answer from the start, in the very steps of a run that knows nothing; a wrong guess
 * costs time alone. */
#include "read_local.h"

#include "base/bytes.h"
#include "base/pool.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of a file: whether it belongs to the parsed ones. FAILED: it would, but could not be parsed. */
enum { OUT, IN, FAILED };

struct python_tree {
	struct python_words *words; /* by file */
	u8 *seeds, *guess;          /* by file: IN or OUT */
	struct asked asked;         /* the files that are OUT */
	u8 *sized;                  /* by file: 1 where its size matters */
	u64 library;                /* KiB: see library_files */
	struct hash128 key;
	pid_t pid; /* that asks; 0: none */
	int answers;
};

/* What an earlier run found, kept under one key for each program and its entry points: this; hashes of the paths that are IN, sorted; of each other file
 * what it says, in the order of files; what these are asked for; by file whether its size matters. */
struct kept_tree {
	struct hash128 meaning;
	u64 in, out, asked, files;
};

/* `said`: to what it is asked for. As long as its glance is the same, so is that. */
struct kept_out {
	struct hash128 glance, said;
};

static bool is_python(const struct reading *r, u32 i) { return r->sources[i].language == LANG_PYTHON; }

static u64 of_library(void) { return str_hash(S("torch")); }

/* The files of a library that work on tensors: who uses it may capture any of them. None if they are too much to be one library. */
static u32 library_files(const struct reading *r, u32 *files)
{
	u64 torch = of_library(), size = 0;
	u32 n = 0;
	for (u32 i = 0; i < r->count; i++) {
		if (!is_python(r, i) || !r->state[i].known.word_count || r->sources[i].is_test || (r->state[i].is_failed && !r->state[i].is_indexed) ||
		    !uses_any(&r->state[i], &torch, 1))
			continue;
		size += source_kib(&r->sources[i]);
		files[n++] = i;
	}
	r->tree->library = size;
	return size <= PYTHON_LIBRARY ? n : 0;
}

/* Parses those that are not parsed. */
static void parse(struct reading *r, const u32 *files, u32 n)
{
	u32 *tasks = arena_array(r->arena, u32, n + 1), left = 0;
	for (u32 i = 0; i < n; i++)
		if (r->state[files[i]].is_indexed && !r->state[files[i]].is_parsed && !r->state[files[i]].is_failed)
			tasks[left++] = files[i];
	r->tasks = tasks;
	run_round(r, left);
}

/* Files come to the units that the question may look at. */
static void take_in(struct reading *r, struct unit *seen, u8 *in, const u32 *files, u32 n)
{
	parse(r, files, n);
	for (u32 i = 0; i < n; i++) {
		const struct file_state *s = &r->state[files[i]];
		in[files[i]] = s->is_parsed ? IN : s->is_failed && s->is_indexed ? FAILED : OUT;
		if (s->is_parsed)
			seen[files[i]] = r->units[files[i]];
	}
}

/* From the seeds on: what the tree alone tells, whatever is parsed already. */
static void ask(struct reading *r, u8 *in)
{
	struct unit *seen = arena_array(r->arena, struct unit, r->count + 1);
	u32 *files = arena_array(r->arena, u32, r->count + 1), n;
	for (u32 i = 0; i < r->count; i++) {
		in[i] = r->tree->seeds[i];
		if (in[i] || !is_python(r, i))
			seen[i] = r->units[i];
	}
	n = library_files(r, files);
	take_in(r, seen, in, files, n);
	struct python_reading *reading = python_reading_begin(r->o->models, r->sources, seen, r->tree->words, r->count);
	n = 1;
	for (u32 round = 0; n && round < PYTHON_ROUNDS; round++) {
		bool *wanted = arena_array(r->arena, bool, r->count + 1);
		n = 0;
		if (!python_wanted(reading, wanted))
			break;
		for (u32 i = 0; i < r->count; i++)
			if (wanted[i] && !in[i] && r->state[i].is_indexed)
				files[n++] = i;
		take_in(r, seen, in, files, n);
	}
	const u64 *names = python_asked(reading, &n);
	u64 *copy = arena_array(r->arena, u64, n + 1);
	memcpy(copy, names, sizeof *copy * n);
	copy[n] = of_library(); /* library_files */
	r->tree->asked = asked_make(copy, n + 1);
	for (u32 i = 0; i < r->count; i++)
		r->tree->sized[i] = python_sized(reading)[i];
	python_reading_end(reading);
}

/* All that the answer was made of, if it is `in`, but for what the others say. */
static struct hash128 meaning(const struct reading *r, const u8 *in)
{
	struct strbuf all = {0};
	u32 *files = arena_array(r->arena, u32, r->count + 1), library = library_files(r, files) != 0;
	strbuf_add(&all, (const char *)&library, sizeof library);
	for (u32 i = 0; i < r->count; i++) {
		const struct source *source = &r->sources[i];
		const struct file_state *s = &r->state[i];
		const u32 flags[] = {source->language, source->is_test, s->is_failed, s->is_indexed, in[i], r->tree->sized[i] ? source_kib(source) : 0};
		strbuf_add(&all, source->path.p, source->path.n + 1);
		if (!is_python(r, i))
			continue;
		strbuf_add(&all, (const char *)flags, sizeof flags);
		if (in[i]) {
			strbuf_add(&all, (const char *)&s->glance, sizeof s->glance);
			strbuf_add(&all, (const char *)&s->meaning, sizeof s->meaning);
		}
	}
	struct hash128 hash = hash128(strbuf_str(&all), 0);
	strbuf_release(&all);
	return hash;
}

static struct hash128 tree_key(const struct read_options *o)
{
	struct strbuf all = {0};
	strbuf_puts(&all, "python");
	for (u32 i = 0; i < o->models->entry_points.n; i++)
		strbuf_addf(&all, "\n%s", o->models->entry_points.at[i]);
	struct hash128 key = hash128(strbuf_str(&all), 0);
	strbuf_release(&all);
	return key;
}

void hold_python_tree(const struct read_options *o) { cache_hold(o->cache, tree_key(o)); }

static int by_hash(const void *left, const void *right) { return hash128_cmp(*(const struct hash128 *)left, *(const struct hash128 *)right); }

static void put_tree(struct reading *r, const u8 *in)
{
	struct kept_tree head = {.meaning = meaning(r, in), .asked = r->tree->asked.n, .files = r->count};
	struct hash128 *paths = arena_array(r->arena, struct hash128, r->count + 1);
	struct kept_out *outs = arena_array(r->arena, struct kept_out, r->count + 1);
	struct strbuf all = {0};
	for (u32 i = 0; i < r->count; i++) {
		if (in[i] == FAILED)
			return;
		if (in[i])
			paths[head.in++] = hash128(r->sources[i].path, 0);
		else if (is_python(r, i))
			outs[head.out++] = (struct kept_out){r->state[i].glance, asked_of(&r->tree->asked, &r->state[i].known, r->sources[i].is_test)};
	}
	qsort(paths, head.in, sizeof *paths, by_hash);
	bytes_put(&all, &head, sizeof head);
	bytes_put(&all, paths, sizeof *paths * head.in);
	bytes_put(&all, outs, sizeof *outs * head.out);
	bytes_put(&all, r->tree->asked.names, sizeof(u64) * r->tree->asked.n);
	bytes_put(&all, r->tree->sized, r->count);
	cache_put(r->o->cache, r->tree->key, CACHE_TREE, (struct str){arena_text(r->arena, all.p, all.n), all.n});
	strbuf_release(&all);
}

/* Files that a guess lets fail would give a notice that the answer may not. */
static bool parse_guess(struct reading *r)
{
	u32 *files = arena_array(r->arena, u32, r->count + 1), n = 0, said = r->notices->list.n;
	for (u32 i = 0; i < r->count; i++)
		if (r->tree->guess[i])
			files[n++] = i;
	parse(r, files, n);
	bool is_whole = r->notices->list.n == said;
	for (u32 i = 0; i < n; i++) {
		struct file_state *s = &r->state[files[i]];
		is_whole &= s->is_parsed;
		s->is_failed &= !s->is_indexed;
	}
	r->notices->list.n = said;
	return is_whole;
}

/* The files that are OUT say what they said. */
static bool say_the_same(const struct reading *r, const struct kept_out *outs, u64 n)
{
	u64 at = 0;
	for (u32 i = 0; i < r->count; i++) {
		const struct file_state *s = &r->state[i];
		if (!is_python(r, i) || r->tree->guess[i])
			continue;
		if (at == n || (hash128_cmp(outs[at].glance, s->glance) && hash128_cmp(outs[at].said, asked_of(&r->tree->asked, &s->known, r->sources[i].is_test))))
			return false;
		at++;
	}
	return at == n;
}

/* What an earlier run found, parsed. */
static bool take_guess(struct reading *r, bool *is_right)
{
	struct kept_tree head;
	struct str kept;
	if (!r->o->cache || !cache_find(r->o->cache, r->tree->key, CACHE_TREE, &kept) || kept.n < sizeof head)
		return false;
	memcpy(&head, kept.p, sizeof head);
	struct bytes from = {kept.p + sizeof head, kept.n - sizeof head, false};
	const struct hash128 *paths = (const void *)bytes_take(&from, sizeof *paths * head.in);
	const struct kept_out *outs = (const void *)bytes_take(&from, sizeof *outs * head.out);
	r->tree->asked = (struct asked){(const void *)bytes_take(&from, sizeof(u64) * head.asked), (u32)head.asked};
	const char *sized = bytes_take(&from, head.files);
	if (from.is_bad || from.n)
		return false;
	for (u32 i = 0; i < r->count; i++) {
		r->tree->sized[i] = i < head.files ? (u8)sized[i] : 0;
		struct hash128 path = hash128(r->sources[i].path, 0);
		if (is_python(r, i) && r->state[i].is_indexed && !r->state[i].is_failed && head.in && bsearch(&path, paths, head.in, sizeof path, by_hash))
			r->tree->guess[i] = IN;
	}
	if (!parse_guess(r))
		return false;
	*is_right = head.files == r->count && !hash128_cmp(meaning(r, r->tree->guess), head.meaning) && say_the_same(r, outs, head.out);
	for (u32 i = 0; i < r->count; i++)
		r->tree->guess[i] |= r->tree->seeds[i];
	return true;
}

struct asked python_asked_for(const struct reading *r) { return r->tree ? r->tree->asked : (struct asked){0}; }

bool python_is_sized(const struct reading *r, u32 file) { return r->tree && r->tree->sized[file]; }

u64 python_library(const struct reading *r) { return r->tree ? r->tree->library : 0; }

static bool write_all(int fd, const void *from, size_t n)
{
	const char *bytes = from;
	while (n) {
		ssize_t written = write(fd, bytes, n);
		if (written < 0 && errno != EINTR)
			return false;
		bytes += written < 0 ? 0 : written;
		n -= written < 0 ? 0 : (size_t)written;
	}
	return true;
}

static bool read_all(int fd, void *to, size_t n)
{
	char *bytes = to;
	while (n) {
		ssize_t got = read(fd, bytes, n);
		if (!got || (got < 0 && errno != EINTR))
			return false;
		bytes += got < 0 ? 0 : got;
		n -= got < 0 ? 0 : (size_t)got;
	}
	return true;
}

/* The child: what it says on the way is said again if it matters. */
static _Noreturn void answer(struct reading *r, int to, pid_t parent)
{
	struct read_options quiet = *r->o;
	u8 *in = arena_array(r->arena, u8, r->count + 1);
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent || nowhere < 0)
		_exit(0);
	dup2(nowhere, STDOUT_FILENO);
	dup2(nowhere, STDERR_FILENO);
	quiet.progress = NULL;
	r->o = &quiet;
	ask(r, in);
	const struct asked *asked = &r->tree->asked;
	_exit(!(write_all(to, in, r->count) && write_all(to, r->tree->sized, r->count) && write_all(to, &asked->n, sizeof asked->n) &&
	        write_all(to, asked->names, sizeof *asked->names * asked->n)));
}

/* False if there is no second CPU or process to be had, or one job is all that is allowed. */
static bool ask_aside(struct reading *r)
{
	int ends[2];
	pid_t parent = getpid();
	if ((r->o->jobs ? r->o->jobs : pool_cpus()) < 2 || pipe2(ends, O_CLOEXEC))
		return false;
	pid_t pid = fork();
	if (!pid)
		answer(r, ends[1], parent);
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return false;
	}
	r->tree->pid = pid;
	r->tree->answers = ends[0];
	return true;
}

/* The answer is known: only what it says belongs to the program. */
static void finish(struct reading *r, const u8 *in, bool is_news)
{
	for (u32 i = 0; i < r->count; i++) {
		if (!is_python(r, i) || !r->state[i].is_parsed)
			continue;
		if (in[i] == IN)
			count_coverage(r, i);
		else
			r->units[i] = (struct unit){0};
	}
	if (r->o->cache && r->tree && is_news)
		put_tree(r, in);
}

static void finish_all(struct reading *r)
{
	for (u32 i = 0; i < r->count; i++)
		if (is_python(r, i) && r->state[i].is_parsed)
			count_coverage(r, i);
}

void read_python(struct reading *r)
{
	u32 *tasks = arena_array(r->arena, u32, r->count + 1), n = 0;
	for (u32 i = 0; i < r->count; i++)
		if (is_python(r, i)) {
			tasks[n++] = i;
			r->python += source_kib(&r->sources[i]);
		}
	r->tasks = tasks;
	r->must_parse = r->python <= PYTHON_SMALL;
	run_round(r, n);
	if (!n || r->must_parse) {
		finish_all(r);
		return;
	}
	struct python_tree *t = r->tree = arena_new(r->arena, struct python_tree);
	t->words = arena_array(r->arena, struct python_words, r->count + 1);
	t->seeds = arena_array(r->arena, u8, r->count + 1);
	t->guess = arena_array(r->arena, u8, r->count + 1);
	t->sized = arena_array(r->arena, u8, r->count + 1);
	t->key = tree_key(r->o);
	for (u32 i = 0; i < r->count; i++)
		if (is_python(r, i)) {
			t->words[i] = r->state[i].known;
			t->seeds[i] = r->state[i].is_parsed ? IN : OUT;
		}
	r->must_parse = true;
	bool is_right = false, has_guess = take_guess(r, &is_right);
	if (r->o->cache)
		hold_python_tree(r->o);
	if (has_guess && is_right)
		finish(r, t->guess, false);
	else if (!has_guess || !ask_aside(r)) {
		u8 *in = arena_array(r->arena, u8, r->count + 1);
		ask(r, in);
		finish(r, in, true);
	}
}

static bool take_asked(struct reading *r, int fd)
{
	u32 n;
	if (!read_all(fd, r->tree->sized, r->count) || !read_all(fd, &n, sizeof n))
		return false;
	u64 *names = arena_array(r->arena, u64, (size_t)n + 1);
	r->tree->asked = (struct asked){names, n};
	return read_all(fd, names, sizeof *names * n);
}

bool settle_python(struct reading *r)
{
	struct python_tree *t = r->tree;
	if (!t || !t->pid)
		return true;
	u8 *in = arena_array(r->arena, u8, r->count + 1);
	u32 *files = arena_array(r->arena, u32, r->count + 1), n = 0;
	bool is_told = read_all(t->answers, in, r->count) && take_asked(r, t->answers), is_same = true;
	close(t->answers);
	while (waitpid(t->pid, NULL, 0) < 0 && errno == EINTR)
		;
	t->pid = 0;
	if (!is_told)
		ask(r, in);
	for (u32 i = 0; i < r->count; i++) {
		is_same &= (in[i] == IN) == (t->guess[i] == IN);
		if (in[i])
			files[n++] = i;
	}
	parse(r, files, n); /* those that fail do so once more, and are told of */
	finish(r, in, true);
	return is_same;
}
