/* What a name that nobody defines sounds like. Guesses: they only ever make the flow say less. */
#include "flow/slot_local.h"
#include "graph/link.h"

enum { LONGEST = 64 };

struct lower_name {
	char text[LONGEST];
	u32 letters; /* which it holds, a bit each */
	bool begins[LONGEST + 1]; /* a word begins here: after `_`, or at a capital after a small letter */
	size_t n;
};

static bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

static u32 letter(char c) { return c >= 'a' && c <= 'z' ? 1u << (c - 'a') : 1u << 31; }

/* The name holds the first two letters of the word, which has two at least: hardly any does, and most need no search. */
static bool may_hold(const struct lower_name *name, const char *word)
{
	u32 both = letter(word[0]) | letter(word[1]);
	return (name->letters & both) == both;
}

static void make_lower(struct str name, struct lower_name *out)
{
	struct str last = last_component(name);
	char before = '_';
	out->letters = 0;
	for (out->n = 0; out->n < last.n && out->n < LONGEST; out->n++) {
		char c = last.p[out->n];
		out->begins[out->n] = before == '_' || (is_capital(c) && !is_capital(before));
		out->text[out->n] = is_capital(c) ? (char)(c + 32) : c;
		out->letters |= letter(out->text[out->n]);
		before = c;
	}
	out->begins[out->n] = true;
}

bool name_has(struct str name, const char *const *words, u32 n)
{
	struct lower_name lower;
	make_lower(name, &lower);
	for (u32 i = 0; i < n; i++)
		if (may_hold(&lower, words[i]) && str_has((struct str){lower.text, lower.n}, words[i]))
			return true;
	return false;
}

/* As a word of its own: `try` is in try_launch and not in entry. */
static bool has_whole_word(struct str name, const char *const *words, u32 n)
{
	struct lower_name lower;
	make_lower(name, &lower);
	for (u32 i = 0; i < n; i++) {
		if (!may_hold(&lower, words[i]))
			continue;
		struct str word = str_of(words[i]);
		for (size_t at = 0; at + word.n <= lower.n; at++) {
			size_t end = at + word.n;
			bool ends = lower.begins[end] || lower.text[end] == '_' || (lower.text[end] >= '0' && lower.text[end] <= '9');
			if (lower.begins[at] && ends && str_eq((struct str){lower.text + at, word.n}, word))
				return true;
		}
	}
	return false;
}

bool sounds_like_check(struct str name)
{
	static const char *const parts[] = {"check", "chk", "error", "assert", "verify", "ensure", "enforce", "throw"};
	static const char *const words[] = {"err", "errs", "status", "safe", "try"};
	static const char *const others[] = {"checkpoint", "checksum", "alignment"};
	return (name_has(name, parts, COUNT(parts)) && !name_has(name, others, COUNT(others))) || has_whole_word(name, words, COUNT(words));
}

bool sounds_like_code(struct str name)
{
	static const char *const words[] = {"status", "err", "error", "errcode"};
	return has_whole_word(name, words, COUNT(words));
}

bool sounds_like_error(struct str name)
{
	static const char *const words[] = {"error", "err", "fail", "failure"};
	return has_whole_word(name, words, COUNT(words));
}

bool sounds_like_throw(struct str name)
{
	static const char *const parts[] = {"throw", "raise"};
	return name_has(name, parts, COUNT(parts));
}

bool sounds_like_end(struct str name)
{
	static const char *const words[] = {"abort", "fatal", "panic", "die", "terminate"};
	struct lower_name lower;
	make_lower(name, &lower);
	for (u32 i = 0; i < COUNT(words); i++)
		if (str_ends((struct str){lower.text, lower.n}, words[i]) && lower.begins[lower.n - str_of(words[i]).n])
			return true;
	return false;
}

bool sounds_like_runtime(struct str name)
{
	static const char *const parts[] = {"cuda", "hip", "gpu", "launch", "kernel", "post", "last", "abort", "fail", "peek"};
	return name_has(name, parts, COUNT(parts));
}

bool sounds_like_timing(struct str name)
{
	static const char *const words[] = {"tic", "toc", "tick", "tock", "time", "timer", "timers", "timing", "elapsed", "profile", "profiler", "profiling", "nvtx", "range", "loop"};
	return has_whole_word(name, words, COUNT(words));
}

bool sounds_like_log(struct str name)
{
	static const char *const parts[] = {"printf", "log", "print", "warn", "puts", "format", "to_string", "trace", "message", "c_str", "errorstring",
	                                    "error_string", "errorname", "error_name", "tostring", "strerror"};
	return name_has(name, parts, COUNT(parts));
}

bool sounds_harmless(struct str name)
{
	static const char *const parts[] = {"free", "dealloc", "release", "destroy", "erase", "remove", "clear", "delete", "unlock",
	                                    "dim3", "make_", "get", "find", "is", "has", "default", "current", "name", "size"};
	static const char *const works[] = {"launch", "run", "exec", "kernel", "compute", "forward", "copy", "set", "fill", "apply"};
	return name_has(name, parts, COUNT(parts)) && !name_has(name, works, COUNT(works));
}
