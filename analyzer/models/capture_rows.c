/* The rows of capture.tsv and regions.tsv. */
#include "models/rows.h"

const char *const does_words[DOES_END_OF_LIST + 1] = {
	"nothing", "alloc", "free", "alloc-async", "free-async", "pin", "unpin", "pool",
	"copy", "copy-async", "fill", "fill-async", "launch", "prefetch",
	"sync-device", "sync-stream", "sync-event", "query-stream", "query-event",
	"record", "wait", "host-func", "callback", "attach",
	"begin", "end", "status", "exchange-mode",
	"graph-create", "graph-add", "graph-destroy", "instantiate", "update", "set-params", "graph-launch",
	"upload", "exec-destroy", "user-object",
	"stream-create", "stream-destroy", "event-create", "event-destroy",
	"handle-create", "handle-destroy", "set-stream", "set-workspace", "pointer-mode", "library", "collective",
	"load", "unload", "jit", "setup",
	"current-stream", "legacy-stream", "per-thread-stream", "pool-stream",
};
static const char *const argument_words[CAPTURE_ARGS + 1] = {
	"stream", "to", "from", "event", "graph", "exec", "node", "function", "kind", "mode", "flags", "handle",
};
static const char *const outcome_words[OUTCOMES + 1] = {"-", "node", "ok", "once", "900", "900+", "901", "902", "903", "904",
                                                        "905", "906", "907", "907+", "906+", "1+", "401+", "broken"};

/* `A`, or `A/B` */
static bool pick_by_mode(struct line *line, u32 column, struct str cell, u8 out[2])
{
	struct str first, second;
	if (!split_at(cell, '/', &first, &second))
		second = first;
	return pick_word(line, column, first, outcome_words, &out[0]) && pick_word(line, column, second, outcome_words, &out[1]);
}

/* `A`, `A|B`, `A|B/C` */
static bool pick_legacy(struct line *line, u32 column, struct capture_api *row)
{
	struct str first, second;
	u8 beside[2];
	if (!split_at(line->cells[column], '|', &first, &second))
		second = first;
	if (!pick_word(line, column, first, outcome_words, &row->legacy[0]) || !pick_by_mode(line, column, second, beside))
		return false;
	row->legacy[1] = beside[0];
	row->legacy_relaxed = beside[1];
	return true;
}

static bool pick_arguments(struct line *line, u32 column, struct capture_api *row)
{
	for (u32 i = 0; i < CAPTURE_ARGS; i++)
		row->at[i] = -1;
	struct str rest = line->cells[column], word, role, position;
	while (next_word(&rest, ' ', &word)) {
		u8 which = 0;
		if (str_is(word, "answers")) {
			row->answers = true;
			continue;
		}
		split_at(word, '=', &role, &position);
		if (!pick_word(line, column, role, argument_words, &which) || !pick_position(line, column, position, &row->at[which]))
			return false;
	}
	return true;
}

bool add_capture(struct models *m, struct line *line)
{
	struct capture_api row = {.name = line->cells[0], .evidence = line->cells[6]};
	if (!pick(line, 1, does_words, &row.does) || !pick_arguments(line, 2, &row) ||
	    !pick_by_mode(line, 3, line->cells[3], row.here) || !pick_by_mode(line, 4, line->cells[4], row.other) ||
	    !pick_legacy(line, 5, &row))
		return false;
	row.is_hip = str_starts(row.name, "hip") || str_starts(row.name, "roc");
	name_row(m, &m->captures, row.name, m->capture_rows.n);
	vec_push(m->arena, &m->capture_rows, row);
	return true;
}

/* `-`, `ARG=WORD|WORD`, `ARG~WORD|WORD` */
static bool pick_condition(struct line *line, u32 column, struct region_api *row)
{
	struct str cell = line->cells[column], argument;
	row->when_holds = split_at(cell, '~', &argument, &row->when_words);
	bool has_words = row->when_holds || split_at(cell, '=', &argument, &row->when_words);
	if (has_words == str_is(cell, "-") || (has_words && !row->when_words.n))
		return line_fails(line, column, "'%.*s' is not of the form ARG=WORD|WORD", (int)cell.n, cell.p);
	return pick_arg(line, column, argument, &row->when);
}

/* `-`, `global`, `1=global` */
static bool pick_mode(struct line *line, u32 column, struct region_api *row)
{
	static const char *const modes[] = {"-", "global", "thread_local", "relaxed", NULL};
	struct str argument, mode;
	if (!split_at(line->cells[column], '=', &argument, &mode)) {
		row->mode_argument.position = -1;
		return pick(line, column, modes, &row->mode);
	}
	return pick_arg(line, column, argument, &row->mode_argument) && pick_word(line, column, mode, modes, &row->mode);
}

const char *const language_words[] = {"", "python", "native", "any", NULL};
const char *const region_words[REGION_KINDS + 1] = {"with", "begin", "end", "calls", "decorates", "guard", "status", "active",
                                                    "inactive", "forbids", "exchange", "replay", "eager"};

bool add_region(struct models *m, struct line *line)
{
	struct region_api row = {.name = line->cells[0], .evidence = line->cells[8]};
	u8 sure = 0;
	if (!pick(line, 1, language_words, &row.language) || !pick(line, 2, region_words, &row.kind) ||
	    !pick_arg(line, 3, line->cells[3], &row.argument) || !pick_arg(line, 4, line->cells[4], &row.graph) ||
	    !pick_condition(line, 5, &row) || !pick_mode(line, 6, &row) || !pick(line, 7, no_yes, &sure))
		return false;
	row.is_sure = sure;
	if (line->repeats)
		m->region_rows.at[m->region_rows.n - 1].has_more = true;
	else
		name_row(m, &m->regions, row.name, m->region_rows.n);
	vec_push(m->arena, &m->region_rows, row);
	return true;
}
