/* The only file that knows tree-sitter: text in, flat concrete tree out. */
#include "parse/syntax.h"

#include <stdlib.h>
#include <string.h>
#include <tree_sitter/api.h>

#include "parse/front.h"

const TSLanguage *tree_sitter_cuda(void);
const TSLanguage *tree_sitter_python(void);
const TSLanguage *tree_sitter_toml(void);

enum {
	MAX_NODES = 20 << 20,
	MAX_SYMBOLS = 1024,
	MAX_FIELDS = 128,
	STEPS_PER_BYTE = 16, /* ordinary text takes below 3, the worst text that tests throw at it 10 */
	STEPS_FREE = 1 << 20,
	STEPS_PER_REPORT = 100, /* fixed in tree-sitter */
};

/* What the symbols and fields of a grammar mean to us, found by name once. */
struct meaning {
	const TSLanguage *language;
	u16 kinds[MAX_SYMBOLS];
	u8 fields[MAX_FIELDS];
	bool is_kept[MAX_SYMBOLS]; /* even without a field */
	bool keeps_missing;
};

struct syntax {
	TSParser *parser;
	const struct meaning *meaning;
	u32 count;      /* nodes of the tree parsed last */
	u64 steps_left; /* in units of STEPS_PER_REPORT */
};

static u16 named_kind(const char *symbol)
{
#define SYN(kind, text)                                                                                                \
	if (strcmp(symbol, text) == 0)                                                                                 \
		return SYN_##kind;
#include "parse/syntax.def"
#undef SYN
	return SYN_OTHER;
}

static u16 token_kind(const char *symbol)
{
#define TOKEN(kind, text)                                                                                              \
	if (strcmp(symbol, text) == 0)                                                                                 \
		return TOKEN_##kind;
#include "parse/syntax.def"
#undef TOKEN
	return SYN_TOKEN;
}

static u8 field_kind(const char *name)
{
#define FIELD(kind, text)                                                                                              \
	if (strcmp(name, text) == 0)                                                                                   \
		return FIELD_##kind;
#include "parse/syntax.def"
#undef FIELD
	return FIELD_NONE;
}

static void meaning_fill(struct meaning *m, const TSLanguage *language)
{
	u32 symbols = ts_language_symbol_count(language), fields = ts_language_field_count(language);
	if (symbols > MAX_SYMBOLS || fields >= MAX_FIELDS)
		bug("the grammar has %u symbols and %u fields", symbols, fields);
	for (u32 i = 0; i < symbols; i++) {
		const char *name = ts_language_symbol_name(language, (TSSymbol)i);
		bool is_named = ts_language_symbol_type(language, (TSSymbol)i) == TSSymbolTypeRegular;
		m->kinds[i] = !name ? SYN_OTHER : is_named ? named_kind(name) : token_kind(name);
		m->is_kept[i] = is_named ? m->kinds[i] != SYN_COMMENT : m->kinds[i] != SYN_TOKEN;
	}
	for (u32 i = 1; i <= fields; i++)
		m->fields[i] = field_kind(ts_language_field_name_for_id(language, (TSFieldId)i));
	m->language = language;
}

static const struct meaning *meaning_of(enum grammar grammar)
{
	static struct meaning known[GRAMMARS];
	static const TSLanguage *(*const languages[GRAMMARS])(void) = {tree_sitter_cuda, tree_sitter_python, tree_sitter_toml};
	struct meaning *m = &known[grammar];
	if (!m->language)
		meaning_fill(m, languages[grammar]());
	m->keeps_missing = grammar == GRAMMAR_TOML;
	return m;
}

const struct syn *syn_field(const struct syn *s, enum syn_field field)
{
	for (s = s ? syn_first(s) : NULL; s && s->field != field;)
		s = syn_next(s);
	return s;
}

const struct syn *syn_kind(const struct syn *s, enum syn_kind kind)
{
	for (s = s ? syn_first(s) : NULL; s && s->kind != kind;)
		s = syn_next(s);
	return s;
}

struct syntax *syntax_open(enum grammar grammar)
{
	struct syntax *x = calloc(1, sizeof *x);
	TSParser *parser = ts_parser_new();
	if (!x || !parser)
		die("out of memory");
	*x = (struct syntax){.parser = parser, .meaning = meaning_of(grammar)};
	if (!ts_parser_set_language(parser, x->meaning->language))
		bug("the grammar doesn't fit the tree-sitter library");
	return x;
}

void syntax_close(struct syntax *x)
{
	ts_parser_delete(x->parser);
	free(x);
}

static const char *text_read(void *payload, u32 offset, TSPoint point UNUSED, u32 *n)
{
	const struct str *text = payload;
	*n = offset < text->n ? (u32)text->n - offset : 0;
	return *n ? text->p + offset : "";
}

static bool budget_spent(TSParseState *state)
{
	struct syntax *x = state->payload;
	return x->steps_left-- == 0;
}

static TSTree *text_parse(struct syntax *x, struct str text)
{
	x->steps_left = (STEPS_FREE + text.n * STEPS_PER_BYTE) / STEPS_PER_REPORT;
	ts_parser_reset(x->parser);
	TSInput input = {.payload = &text, .read = text_read, .encoding = TSInputEncodingUTF8};
	return ts_parser_parse_with_options(x->parser, NULL, input,
	                                    (TSParseOptions){.payload = x, .progress_callback = budget_spent});
}

/* The walk's state: nodes[0..n) is filled; open[depth] is the last child seen at that depth, or NONE. */
struct walk {
	struct arena *arena;
	const struct meaning *meaning;
	struct syn *nodes;
	u32 n, errors;
	VEC(u32) open;
};

/* False if the node is left out; its children go with it. */
static bool walk_node(struct walk *w, const TSTreeCursor *cursor)
{
	TSNode node = ts_tree_cursor_current_node(cursor);
	u8 field = w->meaning->fields[ts_tree_cursor_current_field_id(cursor)];
	TSSymbol symbol = ts_node_symbol(node);
	bool is_error = symbol == (TSSymbol)-1;
	bool is_missing = ts_node_is_missing(node);
	w->errors += is_missing;
	if (is_missing && !w->meaning->keeps_missing)
		return false;
	if (!is_error && !is_missing && !w->meaning->is_kept[symbol] &&
	    (field == FIELD_NONE || w->meaning->kinds[symbol] == SYN_COMMENT))
		return false;
	w->errors += is_error;
	struct syn *s = &w->nodes[w->n];
	u32 *last = &w->open.at[w->open.n - 1];
	if (*last != NONE)
		w->nodes[*last].next = w->n - *last;
	else if (w->open.n > 1)
		w->nodes[w->open.at[w->open.n - 2]].flags |= SYN_HAS_CHILD;
	*last = w->n++;
	s->kind = is_error ? SYN_ERROR : is_missing ? SYN_MISSING : w->meaning->kinds[symbol];
	s->field = field;
	s->flags = (u8)((ts_node_is_named(node) ? SYN_NAMED : 0) | (ts_node_has_error(node) ? SYN_HAS_ERROR : 0));
	s->begin = ts_node_start_byte(node);
	s->end = ts_node_end_byte(node);
	return true;
}

static void walk_tree(struct walk *w, TSTreeCursor *cursor)
{
	vec_push(w->arena, &w->open, NONE);
	for (;;) {
		if (walk_node(w, cursor) && ts_tree_cursor_goto_first_child(cursor)) {
			vec_push(w->arena, &w->open, NONE);
			continue;
		}
		while (!ts_tree_cursor_goto_next_sibling(cursor)) {
			if (!ts_tree_cursor_goto_parent(cursor))
				return;
			w->open.n--;
		}
	}
}

const struct syn *syntax_parse(struct syntax *x, struct arena *a, struct str text, u32 *errors, struct strbuf *err)
{
	if (text.n > UINT32_MAX / 2) {
		strbuf_puts(err, "The file is too large to be parsed.");
		return NULL;
	}
	TSTree *tree = text_parse(x, text);
	u32 count = tree ? ts_node_descendant_count(ts_tree_root_node(tree)) : 0;
	if (!tree || count > MAX_NODES) {
		strbuf_puts(err,
		            tree ? "The file has too many syntax nodes." : "The file takes too many steps to parse.");
		ts_tree_delete(tree);
		return NULL;
	}
	struct walk w = {.arena = a, .meaning = x->meaning, .nodes = arena_array(a, struct syn, count + 1)};
	TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
	walk_tree(&w, &cursor);
	ts_tree_cursor_delete(&cursor);
	ts_tree_delete(tree);
	*errors += w.errors;
	x->count = w.n;
	return w.nodes;
}

u32 syntax_count(const struct syntax *x) { return x->count; }

const char *tree_sitter_describe(void) { return "tree-sitter 0.26.1, cuda 0.21.2, python 0.25.0, toml 0.7.0"; }
