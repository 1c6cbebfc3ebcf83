/* One pass over the bytes. A directive is the same text in another mode, until its line ends. */
#include "index/index.h"

#include "base/hash.h"
#include "index/condition.h"
#include "index/ending.h"
#include "index/scan.h"
#include "index/words.h"

#include <string.h>

enum { BINARY_LOOK = 8 << 10 };

enum mode {
	MODE_CODE,
	MODE_DEFINE, /* a macro's body: all that code has, too */
	MODE_LINE,   /* conditions, includes, pragmas: words, but nothing that runs */
	MODE_PROSE,  /* #error and the like: nothing */
};

/* An open #if. */
struct open_if {
	struct condition_arms arms;
	bool is_off, is_debug; /* of its arm here */
	u32 begin;             /* of the same */
	struct str asked;      /* #ifdef NAME */
};

struct pass {
	struct arena *a;
	struct index_file *out;
	const char *begin, *end, *line; /* where this one begins */
	size_t mark; /* bytes of the byte order mark */
	enum mode mode;
	bool at_line_start;
	struct index_macro macro; /* the one whose body is being read */
	VEC(struct open_if) ifs;
	struct muted muted;
	u32 off, debug; /* how many of them are */
	struct word_set words, defined;
	u32 cuda_words, hip_words, api_words, kernel_words, binding_words, operator_words, stream_words, launches;
};

static u32 offset(const struct pass *x, const char *p) { return (u32)(p - x->begin); }

static bool runs(const struct pass *x) { return x->mode == MODE_CODE || x->mode == MODE_DEFINE; }

static void add_token(struct pass *x, const char *p, const char *end, bool is_launch)
{
	struct index_token token = {offset(x, p), (u32)(end - p), is_launch, x->mode == MODE_DEFINE};
	vec_push(x->a, &x->out->tokens, token);
	x->macro.is_hot = true;
}

/* An identifier in capitals, as check and dispatch macros are named. */
static bool is_shouted(struct str word)
{
	bool has_capital = false;
	for (size_t i = 0; i < word.n; i++) {
		if (word.p[i] >= 'a' && word.p[i] <= 'z')
			return false;
		has_capital |= is_capital(word.p[i]);
	}
	return has_capital && !str_starts(word, "__VA_");
}

static void take_runtime_word(struct pass *x, struct str word)
{
	const char *after = word.p + word.n;
	bool is_cuda = word.n > 4 && !memcmp(word.p, "cuda", 4) && is_capital(word.p[4]);
	bool is_hip = word.n > 3 && !memcmp(word.p, "hip", 3) && is_capital(word.p[3]);
	x->cuda_words += is_cuda;
	x->hip_words += is_hip;
	bool is_library = !is_cuda && !is_hip && index_is_library_word(word);
	x->api_words += is_library;
	if ((is_cuda || is_hip || is_library) && runs(x) && !str_ends(word, "_t") && is_call_ahead(after, x->end, x->mode == MODE_DEFINE))
		add_token(x, word.p, after, false);
}

static void take_macro_word(struct pass *x, struct str word)
{
	if (x->macro.is_hot || !(is_shouted(word) || index_is_runtime_word(word)) || str_ends(word, "_t"))
		return;
	const char *next = skip_space(word.p + word.n, x->end, true);
	x->macro.is_hot = next < x->end && *next == '(';
}

/* What makes functions callable from Python: pybind11, nanobind, PyTorch, TVM, XLA. */
static bool is_binding_word(struct str word)
{
	return str_is(word, "PYBIND11_MODULE") || str_is(word, "NB_MODULE") || str_has(word, "TORCH_LIBRARY") || str_starts(word, "TVM_FFI_DLL_EXPORT") ||
	       str_starts(word, "XLA_FFI_DEFINE_HANDLER");
}

static bool is_raw_prefix(struct str word)
{
	return word.p[word.n - 1] == 'R' &&
	       (word.n == 1 || str_is(word, "LR") || str_is(word, "uR") || str_is(word, "UR") || str_is(word, "u8R"));
}

static const char *take_word(struct pass *x, const char *p)
{
	u64 hash;
	const char *q = hash_word(p, x->end, &hash);
	struct str word = {p, (size_t)(q - p)};
	if (q < x->end && *q == '"' && is_raw_prefix(word))
		return skip_raw_string(q, x->end);
	if (x->mode == MODE_PROSE)
		return q;
	word_set_add(x->a, &x->words, hash);
	if (*p == 'c' || *p == 'h' || *p == 'n' || *p == 'm')
		take_runtime_word(x, word);
	else if (*p == 'P' || *p == 'N' || *p == 'S' || *p == 'T' || *p == 'X')
		x->binding_words += x->mode != MODE_DEFINE && is_binding_word(word);
	else if (*p == '_')
		x->kernel_words += str_is(word, "__global__") || str_is(word, "__device__");
	/* An operator of CUTLASS launches, and its caller need not name the runtime. */
	x->operator_words += *p == 'c' && str_is(word, "can_implement");
	/* Nor need one that hands on a framework's stream. */
	/* at::cuda::CUDAGraph: what is captured between its calls may be operations of tensors alone. */
	x->stream_words += (*p == 'c' && str_is(word, "capture_begin")) || (*p == 'C' && str_is(word, "CUDAGraph"));
	x->stream_words += *p == 'g' && (str_starts(word, "getDefault") || str_starts(word, "getCurrent")) && (str_has(word, "CUDAStream") || str_has(word, "HIPStream"));
	if (x->mode == MODE_DEFINE)
		take_macro_word(x, word);
	else if (q < x->end && (*q == '(' || class_of(q) == CHAR_BLANK) && class_of(x->line) == CHAR_WORD && x->mode == MODE_CODE && ending_is_defined(x->line, word, x->end))
		word_set_add(x->a, &x->defined, ending_hash(word));
	return q;
}

/* Three of '<' open a launch, also where a formatter has parted them: k << <1, 32 >> >(p). */
static const char *launch_end(const struct pass *x, const char *p)
{
	const char *q = p;
	while (q < x->end && *q == '<')
		q++;
	if (q - p != 2)
		return q - p == 3 ? q : NULL;
	while (q < x->end && class_of(q) == CHAR_BLANK)
		q++;
	return q > p + 2 && q < x->end && *q == '<' && (q + 1 == x->end || q[1] != '<') ? q + 1 : NULL;
}

/* A run of '<'. Three are a launch, unless they name an operator's template; more are a conflict marker or nothing. */
static const char *take_angles(struct pass *x, const char *p)
{
	const char *q = p, *before = p, *launch = launch_end(x, p);
	while (q < x->end && *q == '<')
		q++;
	if (!launch || !runs(x))
		return q;
	while (before > x->begin && class_of(before - 1) == CHAR_BLANK)
		before--;
	if (before - x->begin >= 8 && !memcmp(before - 8, "operator", 8))
		return launch;
	x->launches++;
	add_token(x, p, launch, true);
	return launch;
}

static const char *take_include(struct pass *x, const char *p)
{
	char close = p < x->end && *p == '<' ? '>' : '"';
	const char *q = p + 1;
	if (p >= x->end || (*p != '<' && *p != '"'))
		return p;
	while (q < x->end && *q != close && *q != '\n')
		q++;
	if (q >= x->end || *q != close)
		return p;
	struct index_include include = {{arena_text(x->a, p + 1, (size_t)(q - p - 1)), (size_t)(q - p - 1)}, offset(x, p),
		close == '>'};
	vec_push(x->a, &x->out->includes, include);
	return q + 1;
}

static struct str copy_word(const struct pass *x, const char *p, const char *q)
{
	return (struct str){arena_text(x->a, p, (size_t)(q - p)), (size_t)(q - p)};
}

/* From after '(' to after ')', or to where the list stops being one. */
static const char *take_params(struct pass *x, const char *p)
{
	struct index_macro *m = &x->macro;
	bool has_name = false;
	while ((p = skip_space(p, x->end, true)) < x->end && *p != ')') {
		if (*p == ',') {
			has_name = false;
			p++;
		} else if (class_of(p) == CHAR_WORD) {
			const char *q = skip_word(p, x->end);
			vec_push(x->a, &m->params, copy_word(x, p, q));
			has_name = true;
			p = q;
		} else if (x->end - p >= 3 && !memcmp(p, "...", 3)) {
			if (!has_name)
				vec_push(x->a, &m->params, S("..."));
			m->is_variadic = true;
			p += 3;
		} else {
			return p;
		}
	}
	return p < x->end ? p + 1 : p;
}

static const char *take_define(struct pass *x, const char *hash, const char *p)
{
	if (p >= x->end || class_of(p) != CHAR_WORD) {
		x->mode = MODE_PROSE;
		return p;
	}
	const char *q = skip_word(p, x->end);
	x->macro = (struct index_macro){.name = copy_word(x, p, q), .begin = offset(x, hash), .is_device = x->off, .is_debug = x->debug};
	word_set_add(x->a, &x->words, str_hash(x->macro.name));
	x->mode = MODE_DEFINE;
	x->macro.is_function_like = q < x->end && *q == '(';
	if (x->macro.is_function_like)
		q = take_params(x, q + 1);
	q = skip_space(q, x->end, true);
	x->macro.body = offset(x, q);
	return q;
}

static void take_undef(struct pass *x, const char *hash, const char *p)
{
	struct index_undef undef = {.name = copy_word(x, p, skip_word(p, x->end)), .at = offset(x, hash)};
	u32 n = x->ifs.n;
	if (!undef.name.n || x->off)
		return;
	while (n && str_eq(x->ifs.at[n - 1].asked, undef.name))
		n--;
	undef.arm = n ? x->ifs.at[n - 1].begin : 0;
	vec_push(x->a, &x->out->undefs, undef);
}

/* A directive's text, to the end of its line. */
static struct str rest_of_line(const struct pass *x, const char *p)
{
	const char *q = p;
	for (size_t splice; q < x->end && *q != '\n'; q += splice ? splice : 1)
		splice = *q == '\\' ? splice_length(q, x->end) : 0;
	return (struct str){p, (size_t)(q - p)};
}

static void take_condition(struct pass *x, struct str name, const char *p)
{
	bool opens = str_is(name, "if") || str_is(name, "ifdef") || str_is(name, "ifndef");
	struct open_if none = {0}, *last;
	if (opens)
		vec_push(x->a, &x->ifs, none);
	else if (!x->ifs.n || !(str_is(name, "endif") || str_starts(name, "el")))
		return;
	last = &x->ifs.at[x->ifs.n - 1];
	x->off -= last->is_off;
	x->debug -= last->is_debug;
	if (str_is(name, "endif")) {
		x->ifs.n--;
		return;
	}
	last->begin = offset(x, p);
	last->asked = str_is(name, "ifdef") ? copy_word(x, p, skip_word(p, x->end)) : S("");
	last->is_off = condition_is_off(&last->arms, name, rest_of_line(x, p));
	x->off += last->is_off;
	last->is_debug = condition_is_debug(&last->arms, name, rest_of_line(x, p), &x->muted);
	x->debug += last->is_debug;
}

static const char *take_directive(struct pass *x, const char *hash)
{
	const char *p = skip_space(hash + 1, x->end, true), *q = skip_word(p, x->end);
	struct str name = {p, (size_t)(q - p)};
	q = skip_space(q, x->end, true);
	x->mode = MODE_LINE;
	if (str_is(name, "define"))
		return take_define(x, hash, q);
	if (str_is(name, "undef"))
		take_undef(x, hash, q);
	if (str_is(name, "include") || str_is(name, "include_next") || str_is(name, "import"))
		return take_include(x, q);
	if (str_is(name, "error") || str_is(name, "warning"))
		x->mode = MODE_PROSE;
	take_condition(x, name, q);
	return q;
}

static void end_line(struct pass *x, const char *p)
{
	if (x->mode == MODE_DEFINE) {
		struct index_macro *m = &x->macro;
		while (p > x->begin && p[-1] == '\r')
			p--;
		m->end = offset(x, p);
		m->body = min_u32(m->body, m->end);
		vec_push(x->a, &x->out->macros, *m);
		if (m->is_function_like && m->body < m->end)
			word_set_add(x->a, &x->defined, str_hash(m->name));
	}
	x->mode = MODE_CODE;
	x->at_line_start = true;
	x->line = p < x->end ? p + 1 : p;
}

/* One of the characters that may begin more than themselves. */
static const char *take_mark(struct pass *x, const char *p)
{
	const char *next = p + 1;
	size_t splice;
	switch (*p) {
	case '/':
		if (is_comment(p, x->end))
			return skip_comment(p, x->end); /* leaves at_line_start alone */
		break;
	case '\\':
		splice = splice_length(p, x->end);
		if (splice)
			return p + splice;
		break;
	case '#':
		if (x->at_line_start && x->mode == MODE_CODE)
			next = take_directive(x, p);
		break;
	case '"':
	case '\'': next = skip_literal(p, x->end); break;
	case '<': next = take_angles(x, p); break;
	case '.':
		if (next < x->end && class_of(next) == CHAR_DIGIT)
			next = skip_number(next, x->end);
		break;
	default: break;
	}
	x->at_line_start = false;
	return next;
}

static void read_all(struct pass *x)
{
	x->line = x->begin + x->mark;
	for (const char *p = x->begin + x->mark; p < x->end;) {
		switch (class_of(p)) {
		case CHAR_BLANK: p++; break;
		case CHAR_NEWLINE: end_line(x, p++); break;
		case CHAR_MARK: p = take_mark(x, p); break;
		case CHAR_WORD:
			x->at_line_start = false;
			p = take_word(x, p);
			break;
		case CHAR_DIGIT:
			x->at_line_start = false;
			p = skip_number(p, x->end);
			break;
		case CHAR_OTHER:
			x->at_line_start = false;
			p++;
			break;
		}
	}
	end_line(x, x->end);
}

/* A file named for HIP stays HIP; HIP's names without CUDA's make it so; CUDA's, or a kernel, make it CUDA. Plain C is
 * left alone unless it holds a kernel or a launch. */
static enum language refine(const struct pass *x, enum language language)
{
	bool has_kernels = x->kernel_words || x->launches;
	if (language == LANG_HIP || (language == LANG_C && !has_kernels))
		return language;
	if (x->hip_words && !x->cuda_words)
		return LANG_HIP;
	return x->cuda_words || has_kernels ? LANG_CUDA : language;
}

/* # 1 "file.cu": the headers of some machine follow, megabytes of them. `#line 1`, which generators of source write, is no such marker. */
static bool begins_with_marker(struct str text)
{
	return str_starts(text, "# 1 \"") || str_starts(text, "# 0 \"");
}

/* Kernels of another vendor's language, which launches by <<<>>> as well: Ascend C marks what runs on the device so. */
static bool is_of_other_device(const struct index_file *f)
{
	return hashes_hold(f->words, f->word_count, str_hash(S("__aicore__")));
}

void index_file(struct arena *a, struct str bytes, enum language language, struct index_file *out)
{
	size_t mark = bytes.n >= 3 && !memcmp(bytes.p, "\xef\xbb\xbf", 3) ? 3 : 0; /* of UTF-8; it would begin the first word */
	struct pass x = {.a = a, .out = out, .begin = bytes.p, .end = bytes.p + bytes.n, .mark = mark, .at_line_start = true};
	bool is_c_family = language == LANG_C || language == LANG_CPP || language == LANG_CUDA || language == LANG_HIP;
	*out = (struct index_file){.language = (u8)language};
	out->is_binary = bytes.n && memchr(bytes.p, 0, bytes.n < BINARY_LOOK ? bytes.n : BINARY_LOOK);
	if (!out->is_binary && language == LANG_PYTHON && bytes.n < NONE)
		index_python(a, (struct str){bytes.p + mark, bytes.n - mark}, out);
	out->is_preprocessed = is_c_family && begins_with_marker((struct str){bytes.p + mark, bytes.n - mark});
	if (out->is_binary || out->is_preprocessed || !is_c_family || bytes.n >= NONE)
		return;
	muted_find(a, bytes, &x.muted);
	read_all(&x);
	out->words = word_set_sorted(a, &x.words);
	out->word_count = x.words.n;
	out->defined = word_set_sorted(a, &x.defined);
	out->defined_count = x.defined.n;
	out->is_hot = x.launches || x.cuda_words || x.hip_words || x.api_words || x.binding_words || x.operator_words || x.stream_words;
	out->language = (u8)refine(&x, language);
	if (is_of_other_device(out)) {
		out->is_hot = false;
		out->tokens.n = 0;
		out->language = LANG_NONE;
	}
}
