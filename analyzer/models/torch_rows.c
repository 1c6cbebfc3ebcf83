/* The rows of torch.tsv. */
#include "models/rows.h"

static const char *const test_words[] = {"given", "missing", "true", "false", "cpu", "cuda", "device", "host", "pinned", "data",
                                         "number", "list", "mask", "index", "scalar", "element", "own", NULL};
const char *const torch_capture_words[] = {"ok", "sync", "copy", "refused", "stalls", "once", NULL};
const char *const gives_words[] = {"none", "new", "view", "maybe", "self", "placed", "host-tensor", "host", "pointer",
                                          "object", NULL};
const char *const torch_role_words[TORCH_ROLES + 1] = {
	"compute", "factory", "convert", "move", "fill", "view", "index", "read", "branch", "meta", "synchronize", "query", "record",
	"wait", "stream", "random", "memory", "graph", "collective", "jit", "launch", "io", "optimizer", "runtime",
};
static const char *const trait_words[] = {"data-shape", "rng", "seeds", "allocates", "pinned", "frees", "lazy", "source", NULL};

static bool pick_whens(struct line *line, u32 column, struct torch_op *row)
{
	struct str rest = line->cells[column], word, test, argument;
	while (next_word(&rest, ' ', &word)) {
		if (row->whens == TORCH_WHENS)
			return line_fails(line, column, "more than %d tests", TORCH_WHENS);
		struct torch_when *when = &row->when[row->whens++];
		if (!split_at(word, ':', &test, &argument))
			return line_fails(line, column, "'%.*s' is not of the form TEST:ARG", (int)word.n, word.p);
		if (!pick_word(line, column, test, test_words, &when->test) || !pick_arg(line, column, argument, &when->argument))
			return false;
	}
	return true;
}

static bool pick_writes(struct line *line, u32 column, u16 *writes)
{
	struct str rest = line->cells[column], word;
	while (next_word(&rest, ',', &word)) {
		i8 position = 0;
		if (!pick_position(line, column, word, &position))
			return false;
		*writes |= (u16)(1u << position);
	}
	return true;
}

static bool pick_traits(struct line *line, u32 column, u8 *traits)
{
	struct str rest = line->cells[column], word;
	while (next_word(&rest, ' ', &word)) {
		u8 trait = 0;
		if (!pick_word(line, column, word, trait_words, &trait))
			return false;
		*traits |= (u8)(1u << trait);
	}
	return true;
}

bool add_torch(struct models *m, struct line *line)
{
	struct torch_op row = {.name = line->cells[0], .evidence = line->cells[8]};
	u8 waits = 0;
	if (!pick_whens(line, 1, &row) || !pick(line, 2, torch_capture_words, &row.capture) || !pick(line, 3, no_yes, &waits) ||
	    !pick(line, 4, gives_words, &row.gives) || !pick_writes(line, 5, &row.writes) || !pick(line, 6, torch_role_words, &row.role) ||
	    !pick_traits(line, 7, &row.traits))
		return false;
	row.waits = waits;
	if (row.gives == GIVES_NEW || row.gives == GIVES_MAYBE || row.gives == GIVES_PLACED)
		row.traits |= TRAIT_ALLOCATES;
	struct torch_op *above = line->repeats ? &m->torch_rows.at[m->torch_rows.n - 1] : NULL;
	if (above && !above->whens)
		return line_fails(line, 1, "the row above holds always, so this one never does");
	if (above)
		above->has_more = true;
	else
		name_row(m, &m->torches, row.name, m->torch_rows.n);
	vec_push(m->arena, &m->torch_rows, row);
	return true;
}
