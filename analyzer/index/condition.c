/* A small expression reader: numbers, names, defined, !, comparisons, && and ||. What it can't read is unknown. */
#include "index/condition.h"

#include "index/scan.h"

enum { DEEPEST = 32 };

struct reader {
	const char *p, *end;
	u32 depth;
};

struct value {
	bool is_known;
	long long n;
};

static const struct value unknown;

static struct value known(long long n) { return (struct value){true, n}; }

/* Defined where code is made for a device, or by the runtime compilers. */
static bool is_device_name(struct str name)
{
	return str_is(name, "__CUDA_ARCH__") || str_starts(name, "__CUDA_ARCH_FEAT_") || str_is(name, "__CUDA_ARCH_SPECIFIC__") ||
	       str_is(name, "__HIP_DEVICE_COMPILE__") || str_is(name, "__CUDACC_RTC__") || str_is(name, "__HIPCC_RTC__") ||
	       str_is(name, "__SYCL_DEVICE_ONLY__") || str_is(name, "__NVPTX__") || str_is(name, "__AMDGCN__");
}

static void skip_blanks(struct reader *r) { r->p = skip_space(r->p, r->end, true); }

static bool take(struct reader *r, const char *mark)
{
	size_t n = str_of(mark).n;
	skip_blanks(r);
	if ((size_t)(r->end - r->p) < n || memcmp(r->p, mark, n))
		return false;
	r->p += n;
	return true;
}

static struct str take_name(struct reader *r)
{
	skip_blanks(r);
	const char *begin = r->p;
	if (r->p < r->end && class_of(r->p) == CHAR_WORD)
		r->p = skip_word(r->p, r->end);
	return (struct str){begin, (size_t)(r->p - begin)};
}

static struct value read_number(struct reader *r)
{
	const char *q = r->p;
	long long n = 0;
	r->p = skip_number(q, r->end);
	while (q < r->p && class_of(q) == CHAR_DIGIT && n < 1000000000)
		n = n * 10 + (*q++ - '0');
	/* Of suffixes and octal numbers zero and not zero is enough; others are rare. */
	return q == r->p || *q == 'L' || *q == 'U' || *q == 'l' || *q == 'u' ? known(n) : unknown;
}

static struct value read_defined(struct reader *r)
{
	bool is_wrapped = take(r, "(");
	struct str name = take_name(r);
	if (is_wrapped && !take(r, ")"))
		r->p = r->end;
	return is_device_name(name) ? known(0) : unknown;
}

static struct value read_any(struct reader *r);

/* NAME(...) is asked of a macro or of the compiler. */
static void skip_arguments(struct reader *r)
{
	u32 open = 0;
	do {
		open += *r->p == '(';
		open -= *r->p == ')';
		r->p++;
	} while (open && r->p < r->end);
}

static struct value read_single(struct reader *r);

static struct value read_operand(struct reader *r)
{
	if (take(r, "!")) {
		struct value v = read_single(r);
		return v.is_known ? known(!v.n) : unknown;
	}
	if (take(r, "(")) {
		struct value v = read_any(r);
		return take(r, ")") ? v : unknown;
	}
	if (r->p < r->end && class_of(r->p) == CHAR_DIGIT)
		return read_number(r);
	struct str name = take_name(r);
	if (!name.n) {
		r->p = r->end;
		return unknown;
	}
	if (str_is(name, "defined"))
		return read_defined(r);
	skip_blanks(r);
	if (r->p < r->end && *r->p == '(') {
		skip_arguments(r);
		return unknown;
	}
	return is_device_name(name) ? known(0) : unknown;
}

static struct value read_single(struct reader *r)
{
	struct value v = unknown;
	if (r->depth >= DEEPEST) {
		r->p = r->end;
		return v;
	}
	r->depth++;
	v = read_operand(r);
	r->depth--;
	return v;
}

static struct value read_comparison(struct reader *r)
{
	static const char *const marks[] = {"==", "!=", "<=", ">=", "<", ">"};
	struct value a = read_single(r);
	for (u32 i = 0; i < COUNT(marks); i++) {
		if (!take(r, marks[i]))
			continue;
		struct value b = read_single(r);
		bool results[] = {a.n == b.n, a.n != b.n, a.n <= b.n, a.n >= b.n, a.n < b.n, a.n > b.n};
		return a.is_known && b.is_known ? known(results[i]) : unknown;
	}
	return a;
}

static struct value read_all_of(struct reader *r)
{
	struct value v = read_comparison(r);
	while (take(r, "&&")) {
		struct value b = read_comparison(r);
		bool is_no = (v.is_known && !v.n) || (b.is_known && !b.n);
		v = is_no ? known(0) : v.is_known && b.is_known ? known(1) : unknown;
	}
	return v;
}

static struct value read_any(struct reader *r)
{
	struct value v = read_all_of(r);
	while (take(r, "||")) {
		struct value b = read_all_of(r);
		bool is_yes = (v.is_known && v.n) || (b.is_known && b.n);
		v = is_yes ? known(1) : v.is_known && b.is_known ? known(0) : unknown;
	}
	return v;
}

enum truth condition_on_host(struct str directive, struct str text)
{
	struct reader r = {.p = text.p, .end = text.p + text.n};
	if (str_is(directive, "else"))
		return TRUTH_YES;
	bool is_inverse = str_is(directive, "ifndef") || str_is(directive, "elifndef");
	if (is_inverse || str_is(directive, "ifdef") || str_is(directive, "elifdef"))
		return !is_device_name(take_name(&r)) ? TRUTH_UNKNOWN : is_inverse ? TRUTH_YES : TRUTH_NO;
	struct value v = read_any(&r);
	skip_blanks(&r);
	return r.p < r.end || !v.is_known ? TRUTH_UNKNOWN : v.n ? TRUTH_YES : TRUTH_NO;
}

bool condition_is_off(struct condition_arms *arms, struct str directive, struct str text)
{
	enum truth here = condition_on_host(directive, text);
	bool is_off = arms->has_yes || here == TRUTH_NO;
	arms->has_yes |= here == TRUTH_YES;
	return is_off;
}

static bool is_one_of_two(struct str text) { return str_has(text, "||"); }

/* The text's first name but for `defined` is one of those. */
static bool asks_for_muted(struct str text, const struct muted *muted)
{
	struct reader r = {.p = text.p, .end = text.p + text.n};
	struct str name = {0};
	do {
		while (r.p < r.end && class_of(r.p) != CHAR_WORD)
			r.p++;
		name = take_name(&r);
	} while (str_is(name, "defined"));
	return name.n && muted_holds(muted, name) && !str_has(text, "=") && !str_has(text, "<");
}

bool condition_is_debug(struct condition_arms *arms, struct str directive, struct str text, const struct muted *muted)
{
	if (str_is(directive, "else"))
		return arms->is_debug_else;
	bool is_inverse = str_is(directive, "ifndef") || str_is(directive, "elifndef"), has_not = str_has(text, "!");
	bool is_plain = str_is(directive, "if") || str_is(directive, "ifdef") || str_is(directive, "elif") || str_is(directive, "elifdef");
	bool has_release = str_has(text, "NDEBUG"), asks = !is_one_of_two(text) && ((str_has(text, "DEBUG") && !has_release) || asks_for_muted(text, muted));
	bool asks_release = has_release && !is_one_of_two(text) && !str_has(text, "&&");
	arms->is_debug_else = (is_inverse && asks) || (is_plain && !has_not && asks_release);
	return (is_plain && !has_not && asks) || (is_inverse && asks_release) || (is_plain && has_not && asks_release);
}
