/* From the concrete tree to values. Keys are entered in one map for the whole document, so that a file of any shape is
 * read in time proportional to its size. */
#include "config/toml_text.h"

#include "finding/utf8.h"
#include "parse/syntax.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LEVELS = 64, MOST_TOLD = 30 };

struct toml_reader {
	struct arena *a;
	struct str text;
	struct toml_faults *faults;
	struct idmap members; /* hash of table and key -> index into all */
	VEC(struct toml *) all;
	u32 levels;
};

void toml_fault(struct toml_faults *faults, u32 at, const char *text, ...)
{
	va_list list;
	va_start(list, text);
	struct toml_fault fault = {at, str_of(arena_format_list(faults->arena, text, list))};
	va_end(list);
	vec_push(faults->arena, &faults->list, fault);
}

const char *toml_kind_name(enum toml_kind kind)
{
	static const char *const names[] = {"a text", "an integer", "a number with a fraction", "true or false", "a date or time", "a list", "a table"};
	return names[kind];
}

struct toml *toml_get(const struct toml *table, const char *key)
{
	struct toml *t = table && table->kind == TOML_TABLE ? table->first : NULL;
	while (t && !str_is(t->key, key))
		t = t->next;
	return t;
}

static u32 line_of(const struct toml_reader *r, u32 at)
{
	u32 line = 1;
	for (u32 i = 0; i < at && i < r->text.n; i++)
		line += r->text.p[i] == '\n';
	return line;
}

static struct toml *new_value(struct toml_reader *r, enum toml_kind kind, u32 at)
{
	struct toml *t = arena_new(r->a, struct toml);
	*t = (struct toml){.kind = kind, .at = at, .id = r->all.n, .key = S(""), .text = S("")};
	vec_push(r->a, &r->all, t);
	return t;
}

static u64 member_key(const struct toml *table, struct str key) { return (str_hash(key) ^ table->id) * 1099511628211u + table->id; }

static struct toml *member(const struct toml_reader *r, const struct toml *table, struct str key)
{
	u32 found = idmap_get(&r->members, member_key(table, key));
	return found == NONE ? NULL : r->all.at[found];
}

static void append(struct toml *to, struct toml *value)
{
	if (to->last)
		to->last->next = value;
	else
		to->first = value;
	to->last = value;
}

static void add_member(struct toml_reader *r, struct toml *table, struct str key, u32 key_at, struct toml *value)
{
	value->key = key;
	value->key_at = key_at;
	idmap_put(r->a, &r->members, member_key(table, key), value->id);
	append(table, value);
}

/* An error or a gap between the parts of a pair. */
static bool is_torn(const struct syn *s) { return syn_kind(s, SYN_ERROR) || syn_kind(s, SYN_MISSING); }

/* The parts of a key, in order: `a."b".c` is a tree that leans left. */
struct key_part {
	struct str name;
	u32 at;
};
struct key {
	VEC(struct key_part) parts;
};

static void take_part(struct toml_reader *r, const struct syn *s, struct key *key)
{
	bool is_bare = s && s->kind == SYN_TOML_BARE_KEY;
	if (!is_bare && !(s && s->kind == SYN_TOML_QUOTED_KEY))
		return;
	u32 n = s->end - s->begin;
	struct key_part part = {is_bare ? (struct str){arena_text(r->a, r->text.p + s->begin, n), n} : toml_text(r->a, r->text, r->faults, s->begin, s->end), s->begin};
	vec_push(r->a, &key->parts, part);
}

static void take_key(struct toml_reader *r, const struct syn *s, struct key *key)
{
	for (; s && s->kind == SYN_TOML_DOTTED_KEY; s = syn_first(s)) {
		const struct syn *right = syn_first(s);
		while (right && syn_next(right))
			right = syn_next(right);
		take_part(r, right, key);
	}
	take_part(r, s, key);
	for (u32 i = 0, k = key->parts.n; i + 1 < k; i++) {
		struct key_part part = key->parts.at[i];
		key->parts.at[i] = key->parts.at[--k];
		key->parts.at[k] = part;
	}
}

static struct toml *take_value(struct toml_reader *r, const struct syn *s);

/* The table in which the last part of a key goes; NULL if there can't be one. */
static struct toml *open_tables(struct toml_reader *r, struct toml *table, const struct key *key, bool is_pair)
{
	for (u32 i = 0; table && i + 1 < key->parts.n; i++) {
		const struct key_part *part = &key->parts.at[i];
		struct toml *next = member(r, table, part->name);
		if (!next) {
			next = new_value(r, TOML_TABLE, part->at);
			next->is_header = is_pair; /* a.b = 1 defines a: [a] can't come after */
			add_member(r, table, part->name, part->at, next);
		} else if (next->kind == TOML_LIST && !next->is_closed && next->last) {
			next = next->last;
		} else if (next->kind != TOML_TABLE || next->is_closed) {
			toml_fault(r->faults, part->at, "'%s' is no table that can be added to: it stands on line %u", part->name.p, line_of(r, next->key_at));
			return NULL;
		}
		table = next;
	}
	return table;
}

/* A pair with an error between key and value is none: the value may be that of another line. */
static void take_pair(struct toml_reader *r, struct toml *table, const struct syn *s)
{
	if (is_torn(s))
		return;
	struct key key = {0};
	const struct syn *name_at = syn_first(s), *value_at = name_at ? syn_next(name_at) : NULL;
	take_key(r, name_at, &key);
	struct toml *value = NULL;
	for (; value_at && !value; value_at = syn_next(value_at))
		value = take_value(r, value_at);
	if (!key.parts.n || !value)
		return;
	struct key_part *name = &key.parts.at[key.parts.n - 1];
	table = open_tables(r, table, &key, true);
	struct toml *before = table ? member(r, table, name->name) : NULL;
	if (before)
		toml_fault(r->faults, name->at, "'%s' is given twice: the first time on line %u", name->name.p, line_of(r, before->key_at));
	else if (table)
		add_member(r, table, name->name, name->at, value);
}

static void take_pairs(struct toml_reader *r, struct toml *table, const struct syn *s)
{
	for (s = syn_first(s); s; s = syn_next(s))
		if (s->kind == SYN_PY_PAIR)
			take_pair(r, table, s);
}

/* The grammar lets a pair or a header follow another on its line; TOML does not. */
static void begins_line(struct toml_reader *r, const struct syn *s)
{
	u32 at = s->begin;
	while (at && (r->text.p[at - 1] == ' ' || r->text.p[at - 1] == '\t'))
		at--;
	bool is_first = !at || r->text.p[at - 1] == '\n' || r->text.p[at - 1] == '\r' || (at == 3 && str_starts(r->text, "\xef\xbb\xbf"));
	if (!is_first && !is_torn(s))
		toml_fault(r->faults, s->begin, "begins on the line of something else: a line is missing its end");
}

static void take_table(struct toml_reader *r, struct toml *table, const struct syn *s)
{
	for (const struct syn *pair = syn_first(s); pair; pair = syn_next(pair))
		if (pair->kind == SYN_PY_PAIR)
			begins_line(r, pair);
	take_pairs(r, table, s);
}

static void take_list(struct toml_reader *r, struct toml *list, const struct syn *s)
{
	for (s = syn_first(s); s; s = syn_next(s)) {
		struct toml *value = s->kind == SYN_ERROR || s->kind == SYN_MISSING ? NULL : take_value(r, s);
		if (value)
			append(list, value);
	}
}

static void read_integer(struct toml_reader *r, struct toml *t)
{
	char digits[72];
	size_t n = 0;
	int base = str_starts(t->text, "0x") ? 16 : str_starts(t->text, "0o") ? 8 : str_starts(t->text, "0b") ? 2 : 10;
	for (size_t i = base == 10 ? 0 : 2; i < t->text.n && n + 1 < sizeof digits; i++)
		if (t->text.p[i] != '_')
			digits[n++] = t->text.p[i];
	digits[n] = 0;
	errno = 0;
	t->integer = strtoll(digits, NULL, base);
	if (errno || n + 1 == sizeof digits)
		toml_fault(r->faults, t->at, "the number does not fit in 64 bits");
}

/* NULL for what is no value; the tree is left as it is. */
static struct toml *take_value(struct toml_reader *r, const struct syn *s)
{
	static const struct { u16 syn; enum toml_kind kind; } kinds[] = {
		{SYN_PY_STRING, TOML_TEXT}, {SYN_PY_INTEGER, TOML_INTEGER}, {SYN_PY_FLOAT, TOML_FLOAT}, {SYN_TOML_BOOLEAN, TOML_BOOLEAN},
		{SYN_TOML_OFFSET_TIME, TOML_TIME}, {SYN_TOML_LOCAL_TIME, TOML_TIME}, {SYN_TOML_DATE, TOML_TIME}, {SYN_TOML_TIME, TOML_TIME},
		{SYN_TOML_ARRAY, TOML_LIST}, {SYN_TOML_INLINE_TABLE, TOML_TABLE},
	};
	u32 k = 0;
	while (k < COUNT(kinds) && kinds[k].syn != s->kind)
		k++;
	if (k == COUNT(kinds))
		return NULL;
	struct toml *t = new_value(r, kinds[k].kind, s->begin);
	t->text = (struct str){arena_text(r->a, r->text.p + s->begin, s->end - s->begin), s->end - s->begin};
	t->boolean = str_is(t->text, "true");
	t->is_closed = true;
	if (t->kind == TOML_TEXT)
		t->text = toml_text(r->a, r->text, r->faults, s->begin, s->end);
	if (t->kind == TOML_INTEGER)
		read_integer(r, t);
	if (t->kind != TOML_LIST && t->kind != TOML_TABLE)
		return t;
	if (++r->levels > MOST_LEVELS)
		toml_fault(r->faults, s->begin, "nested more than %d levels deep", MOST_LEVELS);
	else if (t->kind == TOML_LIST)
		take_list(r, t, s);
	else
		take_pairs(r, t, s);
	r->levels--;
	return t;
}

/* [a.b] and [[a.b]]: the table that the pairs below it go to. */
static struct toml *take_header(struct toml_reader *r, struct toml *root, const struct syn *s)
{
	struct key key = {0};
	bool is_item = s->kind == SYN_TOML_TABLE_ITEM;
	const struct syn *name = syn_first(s);
	while (name && name->kind != SYN_TOML_BARE_KEY && name->kind != SYN_TOML_QUOTED_KEY && name->kind != SYN_TOML_DOTTED_KEY)
		name = syn_next(name);
	take_key(r, name, &key);
	struct toml *table = key.parts.n ? open_tables(r, root, &key, false) : NULL;
	if (!table)
		return new_value(r, TOML_TABLE, s->begin); /* its pairs are read for their mistakes */
	const struct key_part *last = &key.parts.at[key.parts.n - 1];
	struct toml *here = member(r, table, last->name);
	bool fits = !here || (is_item ? here->kind == TOML_LIST && !here->is_closed : here->kind == TOML_TABLE && !here->is_closed && !here->is_header);
	if (!fits) {
		toml_fault(r->faults, last->at, "'%s' is there already, on line %u", last->name.p, line_of(r, here->key_at));
		return new_value(r, TOML_TABLE, s->begin);
	}
	if (!here) {
		here = new_value(r, is_item ? TOML_LIST : TOML_TABLE, last->at);
		add_member(r, table, last->name, last->at, here);
	}
	here->is_header = true;
	if (!is_item)
		return here;
	struct toml *item = new_value(r, TOML_TABLE, s->begin);
	append(here, item);
	return item;
}

static bool was_told(const struct toml_reader *r, u32 at)
{
	return r->faults->list.n && r->faults->list.at[r->faults->list.n - 1].at == at;
}

/* The last node's distance: the last child of the last child of ... */
static u32 last_node(const struct syn *root)
{
	const struct syn *s = root;
	for (const struct syn *child; (child = syn_first(s)); s = child)
		while (syn_next(child))
			child = syn_next(child);
	return (u32)(s - root);
}

/* Every ERROR and missing token, outermost and first. */
static void take_mistakes(struct toml_reader *r, const struct syn *root)
{
	u32 until = 0, told = 0, last = last_node(root);
	for (const struct syn *s = root; s <= root + last; s++) {
		bool is_bad = s->kind == SYN_ERROR || s->kind == SYN_MISSING || (s->kind == SYN_PY_PAIR && is_torn(s));
		if (is_bad && s->begin >= until && !was_told(r, s->begin) && told < MOST_TOLD) {
			u32 at = s->begin;
			while (at < s->end && strchr(" \t\r\n", r->text.p[at]) && r->text.p[at])
				at++;
			const char *what = s->kind == SYN_MISSING ? "something is missing here" : toml_guess(r->a, r->text, &at, s->end);
			toml_fault(r->faults, at, "%s", what);
			until = s->end;
			told++;
		}
	}
}

static int by_place(const void *x, const void *y)
{
	const struct toml_fault *a = x, *b = y;
	return a->at != b->at ? (a->at < b->at ? -1 : 1) : str_cmp(a->text, b->text);
}

void toml_faults_sort(struct toml_faults *faults)
{
	if (faults->list.n)
		qsort(faults->list.at, faults->list.n, sizeof *faults->list.at, by_place);
}

struct toml *toml_read(struct arena *a, struct str text, struct toml_faults *faults)
{
	struct toml_reader r = {.a = a, .text = text, .faults = faults};
	struct toml *root = new_value(&r, TOML_TABLE, 0);
	if (str_starts(text, "\xff\xfe") || str_starts(text, "\xfe\xff")) {
		toml_fault(faults, 0, "is UTF-16: save it as UTF-8");
		return root;
	}
	struct syntax *syntax = syntax_open(GRAMMAR_TOML);
	struct strbuf err = {0};
	u32 errors = 0;
	const struct syn *tree = syntax_parse(syntax, a, text, &errors, &err);
	syntax_close(syntax);
	for (size_t at = 0; at < text.n;) {
		bool is_bad = false;
		size_t begin = at;
		utf8_next(text, &at, &is_bad);
		if (is_bad) {
			toml_fault(faults, (u32)begin, "is no UTF-8 here");
			break;
		}
	}
	if (!tree) {
		toml_fault(faults, 0, "can't be read: %s", err.p);
		strbuf_release(&err);
		return root;
	}
	if (errors)
		take_mistakes(&r, tree);
	struct toml *table = root; /* of the pairs that stand free: an error can cut a table's body off */
	for (const struct syn *s = syn_first(tree); s; s = syn_next(s)) {
		bool is_table = s->kind == SYN_TOML_TABLE || s->kind == SYN_TOML_TABLE_ITEM;
		if (s->kind == SYN_PY_PAIR || is_table)
			begins_line(&r, s);
		if (s->kind == SYN_PY_PAIR)
			take_pair(&r, table, s);
		if (!is_table)
			continue;
		table = take_header(&r, root, s);
		take_table(&r, table, s);
	}
	toml_faults_sort(faults);
	return root;
}
