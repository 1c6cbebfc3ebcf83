/* The rows of runtime.tsv, checks.tsv and noreturn.tsv. */
#include "models/rows.h"

const char *const returns_words[] = {"void", "value", "error", "driver", "status", NULL};
const char *const latches_words[] = {"no", "yes", "drains", "empties", NULL};
const char *const role_words[ROLES + 1] = {"plain", "drain", "peek",  "text", "launch", "sync",  "query",
                                             "cleanup", "alloc", "copy", "setup", "graph", "capture", "version", "device"};
const char *const reads_words[] = {"nothing", "code", "condition", "slot", NULL};
const char *const fails_words[] = {"nothing", "abort", "throw", "return", "log", "glog", NULL};
const char *const no_yes[] = {"no", "yes", NULL};

bool add_call(struct models *m, struct line *line)
{
	struct model_call row = {.name = line->cells[0], .design = line->cells[4], .evidence = line->cells[5]};
	if (str_starts(row.design, "!")) {
		row.is_routine = true;
		row.design = (struct str){row.design.p + 1, row.design.n - 1};
	}
	if (str_starts(row.design, "~")) {
		row.is_hardly = true;
		row.design = S("");
	}
	u8 latch = 0;
	if (!pick(line, 1, returns_words, &row.returns) || !pick(line, 2, latches_words, &latch) ||
	    !pick(line, 3, role_words, &row.role))
		return false;
	row.latches = latch == 1 || latch == 3;
	row.empties = latch == 3;
	row.drains = latch == 2;
	row.is_hip = str_starts(row.name, "hip") || str_starts(row.name, "roc");
	name_row(m, &m->calls, row.name, m->call_rows.n);
	vec_push(m->arena, &m->call_rows, row);
	return true;
}

enum { GLOG = FAILS_LOG + 1 }; /* the last of fails_words */

bool add_check(struct models *m, struct line *line)
{
	struct model_check row = {.name = line->cells[0], .evidence = line->cells[4]};
	u8 drains = 0;
	if (!pick(line, 1, reads_words, &row.reads) || !pick(line, 2, fails_words, &row.fails) ||
	    !pick(line, 3, no_yes, &drains))
		return false;
	row.drains = drains;
	if (row.fails == GLOG) {
		row.is_glog = true;
		row.fails = FAILS_THROW;
	}
	name_row(m, &m->checks, row.name, m->check_rows.n);
	vec_push(m->arena, &m->check_rows, row);
	return true;
}

bool add_noreturn(struct models *m, struct line *line)
{
	name_row(m, &m->noreturns, line->cells[0], m->noreturn_rows.n);
	vec_push(m->arena, &m->noreturn_rows, line->cells[0]);
	return true;
}
