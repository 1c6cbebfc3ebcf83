/* The worker's side of reading. */
#include "read_file.h"

#include "parse/cython.h"
#include "parse/fence.h"
#include "parse/front.h"
#include "parse/notebook.h"

#include <stdlib.h>
#include <string.h>

/* The names of functions that the file declares or defines: `cudaError_t cudaFree(void *p)` in a stub of the runtime is no call. Sorted. */
static u32 *find_declared(struct arena *a, const struct unit *u, u32 *n)
{
	u32 *at = arena_array(a, u32, u->n_functions + u->n_prototypes + 1);
	*n = 0;
	for (u32 i = 0; i < u->n_functions; i++)
		if (u->functions[i].kind == FN_FUNCTION || u->functions[i].kind == FN_METHOD)
			at[(*n)++] = u->functions[i].at;
	for (u32 i = 0; i < u->n_prototypes; i++)
		at[(*n)++] = u->prototypes[i].at;
	qsort(at, *n, sizeof *at, order_u32);
	return at;
}

/* Tokens that some call or launch row stands at; the others are the gaps. */
static struct gap *count_understood(struct arena *a, const struct models *models, struct str bytes, struct str block,
                                    const struct index_file *index, struct answer *to)
{
	if (!index->tokens.n)
		return NULL;
	struct gap *gaps = arena_array(a, struct gap, index->tokens.n + 1);
	struct unit u;
	struct strbuf err = {0};
	if (!unit_open(&u, block, &err))
		bug("a unit that was just packed: %s", err.p);
	u32 declared_count, *declared = find_declared(a, &u, &declared_count);
	u32 *at = arena_array(a, u32, u.n_rows + 1), n = 0;
	for (u32 i = 0; i < u.n_rows; i++)
		if (u.rows[i].op == ROW_CALL || u.rows[i].op == ROW_LAUNCH)
			at[n++] = u.rows[i].at;
	qsort(at, n, sizeof *at, order_u32);
	for (u32 i = 0; i < index->tokens.n; i++) {
		const struct index_token *t = &index->tokens.at[i];
		const struct model_call *call = models_call(models, (struct str){bytes.p + t->at, t->length});
		/* cudaParam(x): somebody's variable, class or function. cuOptSolve(x) and ncclSend(x) may be definitions. */
		if (!t->is_launch && (!call || call->returns == RETURNS_DRIVER || call->returns == RETURNS_STATUS))
			continue;
		bool is_understood = bsearch(&t->at, at, n, sizeof *at, order_u32);
		if (!is_understood && bsearch(&t->at, declared, declared_count, sizeof *declared, order_u32))
			continue;
		*(t->is_launch ? &to->launches : &to->calls) += 1;
		*(t->is_launch ? &to->launches_understood : &to->calls_understood) += is_understood;
		if (!is_understood)
			gaps[to->gap_count++] = (struct gap){t->at, t->length};
	}
	return gaps;
}

/* The file's text as it will be read, what it is a notebook of, and what the index says of it. */
struct text {
	struct str bytes, unknown;
	struct notebook notebook;
	struct index_file index;
	bool is_notebook, is_cython;
	bool is_fenced; /* saved as Markdown: its code alone is read */
};

static struct hash128 text_key(const struct text *x, const struct source *source)
{
	return hash128(x->bytes, source->language | (u32)x->is_notebook << 8 | (u32)x->is_cython << 9);
}

static bool open_text(struct arena *a, const struct file_task *t, const char *path, struct text *x, struct strbuf *why)
{
	*x = (struct text){.is_notebook = is_notebook(t->source->path), .is_cython = is_cython(t->source->path)};
	return source_read(a, path, (enum language)t->source->language, t->o->max_file_bytes, &x->bytes, &x->unknown, why);
}

static bool index_text(struct arena *a, const struct file_task *t, struct text *x, struct strbuf *why)
{
	if (x->is_notebook) {
		if (!notebook_read(a, x->bytes, &x->notebook, why))
			return false;
		x->bytes = x->notebook.text;
	} else if (x->is_cython) {
		x->bytes = cython_text(a, x->bytes);
	} else if (t->source->language != LANG_PYTHON) {
		struct str code = fence_text(a, x->bytes);
		x->is_fenced = code.p != x->bytes.p;
		x->bytes = code;
	}
	index_file(a, x->bytes, (enum language)t->source->language, &x->index);
	return true;
}

static bool parse_text(struct arena *a, const struct file_task *t, const char *path, const struct text *x, struct str *block, struct answer *head, struct strbuf *why)
{
	struct parse_told told;
	struct front_input in = {.path = t->source->shown, .bytes = x->bytes, .language = (enum language)x->index.language, .index = &x->index,
	                        .notebook = x->is_notebook ? &x->notebook : NULL};
	if (t->command || t->o->cuda_path) {
		in.path = str_of(path); /* quoted includes are looked for beside the file */
		in.args = compile_args(a, t->command, in.language, t->o->root, t->o->cuda_path, &in.arg_count);
	}
	if (!parse_file(a, &in, t->use_clang, block, &told, why))
		return false;
	head->second = told.second;
	head->code_bytes = told.lost.bytes;
	head->lost_bytes = told.lost.lost_bytes;
	for (u32 i = 0; told.lost.first != NONE && !x->is_notebook && i < told.lost.first; i++)
		head->lost_line += x->bytes.p[i] == '\n';
	return true;
}

static struct str pack_answer(struct arena *a, const struct answer *head, const struct text *x, const struct gap *gaps, struct str block)
{
	struct str parts[] = {{(const char *)head, sizeof *head}, {(const char *)x->index.words, sizeof(u64) * head->word_count},
	                      {(const char *)x->index.defined, sizeof(u64) * head->defined_count}, {(const char *)gaps, sizeof *gaps * head->gap_count},
	                      block, x->unknown};
	size_t size = 0;
	for (u32 i = 0; i < COUNT(parts); i++)
		size += parts[i].n;
	char *bytes = arena_alloc(a, size), *to = bytes;
	for (u32 i = 0; i < COUNT(parts); i++) {
		if (parts[i].n)
			memcpy(to, parts[i].p, parts[i].n);
		to += parts[i].n;
	}
	return (struct str){bytes, size};
}

static bool is_answer(struct str answer, struct answer *head)
{
	if (answer.n < sizeof *head)
		return false;
	memcpy(head, answer.p, sizeof *head);
	u64 rest = sizeof(u64) * ((u64)head->word_count + head->defined_count) + sizeof(struct gap) * (u64)head->gap_count + head->unknown_encoding;
	return rest <= answer.n - sizeof *head;
}

bool kept_answer(const struct read_options *o, struct hash128 key, bool must_parse, struct str *answer)
{
	struct answer head;
	if (!must_parse && cache_find(o->cache, key, CACHE_GLANCE, answer) && is_answer(*answer, &head))
		return true;
	/* Of Python an answer with facts has all that a glance tells. */
	return cache_find(o->cache, key, CACHE_FACTS, answer) && is_answer(*answer, &head) &&
	       (must_parse || head.is_hot || head.language == LANG_PYTHON);
}

void keep_answer(const struct read_options *o, struct hash128 key, struct str answer)
{
	struct answer head;
	memcpy(&head, answer.p, sizeof head);
	cache_put(o->cache, key, head.is_parsed ? CACHE_FACTS : CACHE_GLANCE, answer);
}

static size_t tables_of(const struct answer *head)
{
	return sizeof(u64) * ((size_t)head->word_count + head->defined_count);
}

bool answer_unit(struct str answer, struct unit *u, struct strbuf *err)
{
	struct answer head;
	if (!is_answer(answer, &head) || !head.is_parsed)
		return false;
	size_t before = sizeof head + tables_of(&head) + sizeof(struct gap) * head.gap_count;
	return unit_open(u, (struct str){answer.p + before, answer.n - before - head.unknown_encoding}, err);
}

/* Of a text: what does not stand in its unit. */
bool answer_is_alike(struct str old, struct str now)
{
	struct answer a, b;
	if (!is_answer(old, &a) || !is_answer(now, &b))
		return false;
	b.key = a.key;
	b.meaning = a.meaning;
	return !memcmp(&a, &b, sizeof a) && !memcmp(old.p + sizeof a, now.p + sizeof b, tables_of(&a)) &&
	       !memcmp(old.p + old.n - a.unknown_encoding, now.p + now.n - b.unknown_encoding, a.unknown_encoding);
}

static struct python_words words_of(struct str answer, const struct answer *head)
{
	const u64 *words = (const void *)(answer.p + sizeof *head);
	return (struct python_words){words, words + head->word_count, head->word_count, head->defined_count, head->is_hot};
}

bool answer_says_the_same(struct str old, struct str now, const struct asked *asked, bool is_python_test)
{
	struct answer a, b;
	if (!is_answer(old, &a) || !is_answer(now, &b) || a.is_hot || b.is_hot || a.language != b.language || a.is_binary != b.is_binary ||
	    a.has_test_cases != b.has_test_cases || a.is_fenced != b.is_fenced || a.is_preprocessed != b.is_preprocessed || a.unknown_encoding || b.unknown_encoding)
		return false;
	struct python_words before = words_of(old, &a), after = words_of(now, &b);
	return !hash128_cmp(asked_of(asked, &before, is_python_test), asked_of(asked, &after, is_python_test));
}

/* The cases of a test framework stand in it, of Catch2 and doctest, GoogleTest or Boost.Test: wherever it lies, it is a test. */
static bool holds(const struct index_file *x, const char *word) { return hashes_hold(x->words, x->word_count, str_hash(str_of(word))); }

/* TEST alone may be anything: it is GoogleTest's where that is included. */
static bool holds_google_tests(const struct index_file *x)
{
	static const char *const headers[] = {"gtest/", "gmock/"};
	for (u32 i = 0; i < x->includes.n; i++)
		if (str_has_any(x->includes.at[i].path, headers, COUNT(headers)))
			return holds(x, "TEST");
	return false;
}

static bool holds_test_cases(const struct index_file *x)
{
	static const char *const names[] = {"TEST_CASE", "TEST_CASE_METHOD", "TEMPLATE_TEST_CASE", "TEST_F", "TEST_P", "TYPED_TEST", "BOOST_AUTO_TEST_CASE"};
	for (u32 i = 0; i < COUNT(names); i++)
		if (holds(x, names[i]))
			return true;
	return holds_google_tests(x);
}

static void take_meaning(const struct text *x, struct str block, struct answer *head)
{
	struct unit u;
	struct strbuf err = {0};
	head->glance = hash128((struct str){(const char *)x->index.words, sizeof(u64) * x->index.word_count}, x->index.is_hot);
	head->glance = hash128((struct str){(const char *)x->index.defined, sizeof(u64) * x->index.defined_count}, head->glance.a ^ head->glance.b);
	if (!head->is_parsed)
		return;
	if (!unit_open(&u, block, &err))
		bug("a unit that was just packed: %s", err.p);
	head->meaning = unit_meaning(&u);
}

static const char *path_of(struct arena *a, const struct read_options *o, const struct source *source)
{
	return arena_format(a, "%.*s/%.*s", (int)o->root.n, o->root.p, (int)source->path.n, source->path.p);
}

bool read_key(const struct read_options *o, const struct source *source, struct hash128 *key)
{
	struct arena scratch = {0};
	struct strbuf why = {0};
	struct file_task t = {.o = o, .source = source};
	struct text x;
	bool is_read = open_text(&scratch, &t, path_of(&scratch, o, source), &x, &why);
	if (is_read)
		*key = text_key(&x, source);
	strbuf_release(&why);
	arena_release(&scratch);
	return is_read;
}

bool read_file(struct arena *a, const struct file_task *t, struct str *answer, struct strbuf *why)
{
	struct text x;
	struct str block = {0};
	struct gap *gaps = NULL;
	const char *path = path_of(a, t->o, t->source);
	if (!open_text(a, t, path, &x, why))
		return false;
	struct answer head = {.key = t->key};
	if (t->o->cache && !t->has_key)
		head.key = text_key(&x, t->source);
	if (t->o->cache && !t->has_key && kept_answer(t->o, head.key, t->must_parse, answer)) {
		head.is_kept = true;
		*answer = pack_answer(a, &head, &(struct text){0}, NULL, block);
		return true;
	}
	if (!index_text(a, t, &x, why))
		return false;
	head.is_binary = x.index.is_binary;
	head.is_fenced = x.is_fenced;
	head.is_preprocessed = x.index.is_preprocessed;
	head.language = x.index.language;
	head.is_hot = x.index.is_hot;
	head.has_allow = memmem(x.bytes.p, x.bytes.n, "caplint:", 8) != NULL;
	head.has_test_cases = x.index.language != LANG_PYTHON && holds_test_cases(&x.index);
	head.unknown_encoding = (u32)x.unknown.n;
	head.is_parsed = !x.index.is_binary && !x.index.is_preprocessed && (x.index.is_hot || t->must_parse);
	if (head.is_parsed) {
		if (!parse_text(a, t, path, &x, &block, &head, why))
			return false;
		gaps = count_understood(a, t->o->models, x.bytes, block, &x.index, &head);
	}
	if (t->o->cache && x.index.language == LANG_PYTHON)
		take_meaning(&x, block, &head);
	if (!head.is_parsed || x.index.language == LANG_PYTHON) { /* who defines and who uses a name is asked of parsed Python too */
		head.word_count = x.index.word_count;
		head.defined_count = x.index.defined_count;
	}
	*answer = pack_answer(a, &head, &x, gaps, block);
	return true;
}
