/* What the forms share: the names of streams, waits of the host, how a race is told. */
#include "race.h"

const char *race_stream_name(const struct race *r, u32 stream)
{
	struct str name = r->table.streams.at[stream].name;
	return r->table.streams.at[stream].cell == NONE ? arena_format(r->run->findings->arena, "%.*s", (int)name.n, name.p)
	                                                : arena_format(r->run->findings->arena, "'%.*s'", (int)name.n, name.p);
}

struct finding *race_report(struct race *r, u32 row, const char *form, bool is_sure, const char *message)
{
	struct site site = site_in(r->run->program, r->b, row);
	struct finding *f = rule_report(r->run, is_sure || (r->reached != NONE && reached_is_code(r->run->capture, &r->run->capture->reached.at[r->reached])) ? SEVERITY_WARNING : SEVERITY_NOTE, &site, message);
	finding_param(r->run->findings, f, "form", str_of(form));
	if (r->reached != NONE)
		rule_way(r->run, f, r->reached);
	return f;
}

/* `x_np.sum().item()`: of an array of NumPy, which is no device's. */
static bool is_of_numpy(const struct race *r, u32 row)
{
	for (u32 depth = 0, cell = r->b->rows[row].a; depth < 6 && cell != NONE; depth++) {
		struct str name = body_cell_name(r->run->program, r->b, cell);
		if (str_ends(name, "_np") || str_is(name, "np"))
			return true;
		struct value v = value_of(capture_values(r->run->capture, r->b), row, cell);
		if (v.kind != VALUE_RESULT || !(r->b->rows[v.row].flags & RF_MEMBER) || v.row >= row)
			return false;
		row = v.row;
		cell = r->b->rows[row].a;
	}
	return false;
}

static bool waits_at_host(const struct race *r, u32 row)
{
	struct str name = r->b->rows[row].op == ROW_CALL ? body_row_name(r->run->program, &r->b->rows[row]) : S("");
	const struct torch_op *op = name.n ? torch_at(r->run->capture, r->b, r->reached, row) : NULL;
	return str_has(name, "ynchronize") || str_has(name, "barrier") || (op && op->waits && !is_of_numpy(r, row));
}

void race_find_waits(struct race *r)
{
	u32 *waits = arena_array(&r->scratch, u32, r->b->n + 1);
	for (u32 row = 0; row < r->b->n; row++)
		waits[row + 1] = waits[row] + waits_at_host(r, row);
	r->waits = waits;
}

bool race_host_waits(const struct race *r, u32 from, u32 to)
{
	from++; /* NONE: from the first row on */
	return from < to && r->waits[min_u32(to, r->b->n)] > r->waits[from];
}
