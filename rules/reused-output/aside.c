/* `kept["old_scale"] = state.scale; state.scale.copy_(new)`: what was put aside is the same tensor. */
#include "reused.h"

/* A name that says what it holds was put aside, to be had again. */
static bool sounds_put_aside(struct str name)
{
	static const char *const words[] = {"old", "prev", "saved", "save_", "updated", "backup", "orig", "stash", "snapshot", "before", "restore"};
	static const char *const others[] = {"hold", "fold", "gold", "bold", "cold", "told"};
	return str_has_any(name, words, COUNT(words)) && !str_has_any(name, others, COUNT(others));
}

static bool is_place(const struct body *b, u32 cell) { return cell != NONE && b->cells[cell].parent != NONE && !b->cells[cell].is_element; }

/* kept["name"] */
static bool is_entry(const struct rule_run *run, const struct body *b, u32 cell)
{
	struct str key = b->cells[cell].is_element ? body_cell_name(run->program, b, cell) : S("");
	return key.n > 2 && (key.p[0] == '"' || key.p[0] == '\'');
}

/* The row of a call that writes the tensor in place. */
static bool writes_inplace(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	static const char *const writes[] = {"copy_", "fill_", "zero_", "add_", "sub_", "mul_", "div_", "clamp_", "index_copy_", "scatter_"};
	const struct body_row *r = &b->rows[row];
	return r->op == ROW_CALL && r->flags & RF_MEMBER && r->a == cell && str_is_any(body_row_name(run->program, r), writes, COUNT(writes));
}

static bool is_read_behind(const struct body *b, u32 from, u32 cell)
{
	for (u32 row = from + 1; row < b->n; row++)
		if (rule_reads(b, row, cell) && body_reaches(b, from, row))
			return true;
	return false;
}

/* Something else is bound there, or to the place that was put aside, in between. */
static bool is_bound_between(const struct body *b, u32 from, u32 to, u32 kept, u32 place)
{
	for (u32 row = from + 1; row < to; row++)
		if (b->rows[row].op != ROW_NOP && b->rows[row].dst != NONE && (b->rows[row].dst == kept || (cell_is_part(b, place, b->rows[row].dst) && !(b->rows[row].flags & RF_INPLACE))))
			return true;
	return false;
}

/* `if is_needed: old = snapshot(x) else: old = x`: the other arm has what is to be kept. */
static bool is_made_in_other_arm(const struct body *b, u32 row, u32 kept)
{
	for (u32 i = b->cells[kept].first_write; i != NONE; i = b->rows[i].next_write)
		if (i != row && !body_reaches(b, row, i) && !body_reaches(b, i, row) && b->rows[i].a != b->rows[row].a)
			return true;
	return false;
}

void reused_aside(struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		bool is_write = r->op == ROW_MOVE && r->dst != NONE && r->sub == OP_NONE && (!(r->flags & RF_INPLACE) || is_entry(run, b, r->dst));
		if (!is_write || !is_place(b, r->a) || !sounds_put_aside(body_cell_name(run->program, b, r->dst)) || is_made_in_other_arm(b, row, r->dst))
			continue;
		bool is_kept = b->cells[r->dst].parent != NONE;
		for (u32 write = row + 1; write < b->n; write++) {
			if (!writes_inplace(run, b, write, r->a) || !body_reaches(b, row, write) || is_bound_between(b, row, write, r->dst, r->a) || (!is_kept && !is_read_behind(b, write, r->dst)))
				continue;
			struct site site = site_in(run->program, b, row), over = site_in(run->program, b, write);
			struct str kept = body_cell_name(run->program, b, r->dst), of = body_cell_name(run->program, b, r->a);
			struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
			                                arena_format(run->findings->arena, "'%.*s' is put aside as %.*s, and is the same tensor: what is written into it behind this changes both; clone it", (int)of.n, of.p,
			                                             (int)kept.n, kept.p));
			rule_step(run, f, &over, "written in place here");
			finding_param(run->findings, f, "output", of);
			break;
		}
	}
}

bool reused_may_put_aside(const struct fn *fn)
{
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		struct str name = row->op == ROW_CALL && operand_kind(row->a) == OPD_PLACE ? unit_text(fn->unit, row->name) : S("");
		if (name.n > 1 && str_ends(name, "_") && !str_ends(name, "__"))
			return true;
	}
	return false;
}
