#include "index/scan.h"

#include <string.h>

enum { MOST_DELIMITER = 16, MOST_TEMPLATE = 256 };

#define OTHER CHAR_OTHER
#define BLANK CHAR_BLANK
#define WORD CHAR_WORD
#define DIGIT CHAR_DIGIT
#define MARK CHAR_MARK
#define WORDS_8 WORD, WORD, WORD, WORD, WORD, WORD, WORD, WORD
#define WORDS_32 WORDS_8, WORDS_8, WORDS_8, WORDS_8
#define OTHERS_8 OTHER, OTHER, OTHER, OTHER, OTHER, OTHER, OTHER, OTHER

const u8 char_class[256] = {
	OTHERS_8, OTHER, BLANK, CHAR_NEWLINE, BLANK, BLANK, BLANK, OTHER, OTHER, OTHERS_8, OTHERS_8,
	/*  ! " # $ % & ' */ BLANK, OTHER, MARK, MARK, WORD, OTHER, OTHER, MARK,
	/* ( ) * + , - . / */ OTHER, OTHER, OTHER, OTHER, OTHER, OTHER, MARK, MARK,
	/* 0 to 7 */ DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT,
	/* 8 9 : ; < = > ? */ DIGIT, DIGIT, OTHER, OTHER, MARK, OTHER, OTHER, OTHER,
	/* @, A to Z */ OTHER, WORD, WORD, WORD, WORD, WORD, WORD, WORD, WORDS_8, WORDS_8, WORD, WORD, WORD,
	/* [ \ ] ^ _ */ OTHER, MARK, OTHER, OTHER, WORD,
	/* `, a to z */ OTHER, WORD, WORD, WORD, WORD, WORD, WORD, WORD, WORDS_8, WORDS_8, WORD, WORD, WORD,
	/* { | } ~ DEL */ OTHER, OTHER, OTHER, OTHER, OTHER,
	WORDS_32, WORDS_32, WORDS_32, WORDS_32,
};

size_t splice_length(const char *p, const char *end)
{
	const char *q = p + 1;
	if (p >= end || *p != '\\')
		return 0;
	while (q < end && class_of(q) == CHAR_BLANK)
		q++;
	return q < end && *q == '\n' ? (size_t)(q + 1 - p) : 0;
}

const char *skip_word(const char *p, const char *end)
{
	while (p < end && is_word_char(p))
		p++;
	return p;
}

const char *skip_number(const char *p, const char *end)
{
	for (p++; p < end; p++) {
		bool is_sign = *p == '+' || *p == '-';
		if (is_sign ? !strchr("eEpP", p[-1]) : *p == '\'' ? p + 1 >= end || !is_word_char(p + 1) : *p != '.' && !is_word_char(p))
			break;
	}
	return p;
}

const char *skip_literal(const char *p, const char *end)
{
	char quote = *p++;
	while (p < end && *p != quote && *p != '\n') {
		size_t splice = splice_length(p, end);
		p += splice ? splice : *p == '\\' && p + 1 < end && p[1] != '\n' ? 2 : 1;
	}
	return p < end && *p == quote ? p + 1 : p;
}

const char *skip_raw_string(const char *p, const char *end)
{
	char closing[MOST_DELIMITER + 2];
	size_t n = 1;
	closing[0] = ')';
	for (const char *q = p + 1; q < end && n <= MOST_DELIMITER + 1 && !strchr(" )\\\t\v\f\n\"", *q); q++) {
		if (*q == '(') {
			size_t left = (size_t)(end - q);
			closing[n++] = '"';
			const char *found = memmem(q, left, closing, n);
			return found ? found + n : end;
		}
		if (n <= MOST_DELIMITER)
			closing[n++] = *q;
		else
			break;
	}
	return skip_literal(p, end);
}

bool is_comment(const char *p, const char *end)
{
	return p + 1 < end && *p == '/' && (p[1] == '/' || p[1] == '*');
}

/* The newline at p ends in a splice if the last thing before it is a backslash. */
static bool is_spliced(const char *begin, const char *p)
{
	while (p > begin && class_of(p - 1) == CHAR_BLANK)
		p--;
	return p > begin && p[-1] == '\\';
}

const char *skip_comment(const char *p, const char *end)
{
	const char *body = p + 2;
	if (p[1] == '*') {
		const char *close = memmem(body, (size_t)(end - body), "*/", 2);
		return close ? close + 2 : end;
	}
	for (const char *from = body;;) {
		const char *newline = from < end ? memchr(from, '\n', (size_t)(end - from)) : NULL;
		if (!newline)
			return end;
		if (!is_spliced(body, newline))
			return newline;
		from = newline + 1;
	}
}

const char *skip_space(const char *p, const char *end, bool stays_on_line)
{
	while (p < end) {
		enum char_class c = class_of(p);
		size_t splice;
		if (c == CHAR_BLANK || (c == CHAR_NEWLINE && !stays_on_line))
			p++;
		else if (c != CHAR_MARK)
			break;
		else if (is_comment(p, end))
			p = skip_comment(p, end);
		else if ((splice = splice_length(p, end)))
			p += splice;
		else
			break;
	}
	return p;
}

/* The length of an operator at '<' or '>' that opens or closes no list, << <= >= or the end of ->; 0 if it does. */
static size_t operator_length(const char *p, const char *end)
{
	if (p + 1 < end && (p[1] == '=' || (p[0] == '<' && p[1] == '<')))
		return 2;
	return *p == '>' && p[-1] == '-';
}

/* From '<' to after the '>' that balances it, or NULL. Inside parentheses '<' compares. */
static const char *skip_template(const char *p, const char *end, bool stays_on_line)
{
	const char *limit = end - p > MOST_TEMPLATE ? p + MOST_TEMPLATE : end;
	int angles = 0, others = 0;
	size_t length;
	for (; (p = skip_space(p, end, stays_on_line)) < limit && *p; p++) {
		if (*p == '"' || *p == '\'') {
			p = skip_literal(p, end) - 1;
		} else if (class_of(p) == CHAR_DIGIT) {
			p = skip_number(p, end) - 1;
		} else if (strchr("([{", *p)) {
			others++;
		} else if (strchr(")]}", *p)) {
			if (!others--)
				return NULL;
		} else if (*p == ';' || *p == '\n') {
			return NULL;
		} else if ((*p == '<' || *p == '>') && (length = operator_length(p, end))) {
			p += length - 1;
		} else if (*p == '<' && !others) {
			angles++;
		} else if (*p == '>' && !others && !--angles) {
			return p + 1;
		}
	}
	return NULL;
}

bool is_call_ahead(const char *p, const char *end, bool stays_on_line)
{
	p = skip_space(p, end, stays_on_line);
	if (p < end && *p == '<' && !operator_length(p, end))
		p = skip_template(p, end, stays_on_line);
	if (!p)
		return false;
	p = skip_space(p, end, stays_on_line);
	return p < end && *p == '(';
}
