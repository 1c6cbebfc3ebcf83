#include "capture/host_counter.h"

#include "capture/stream.h"
#include "graph/dominate.h"
#include "graph/values.h"

static bool is_number_type(struct str type)
{
	static const char *const others[] = {"*", "&", "[", "<", "ptr", "Ptr", "iterator", "string"};
	static const char *const numbers[] = {"int", "unsigned", "long", "short", "char", "float", "double", "_t", "size_type"};
	/* Of a struct a part is advanced and another part given. */
	return !str_has_any(type, others, COUNT(others)) && str_has_any(type, numbers, COUNT(numbers));
}

/* Declared as a number, in any file of the program. Asked of candidates only. O(fields). */
static bool is_number(const struct capture *c, const struct body *b, u32 cell)
{
	struct str name = body_cell_name(c->program, b, cell);
	bool is_seen = false;
	for (u32 file = 0; file < c->program->file_count; file++) {
		const struct unit *u = &c->program->units[file];
		for (u32 i = 0; u->n_functions && i < u->n_fields && c->program->files[file].language != LANG_PYTHON; i++) {
			if (!u->fields[i].cls || !str_eq(unit_text(u, u->fields[i].name), name))
				continue;
			is_seen = true;
			if (!is_number_type(unit_text(u, u->fields[i].type)))
				return false;
		}
	}
	return is_seen;
}

/* In a macro the member has no object. */
static bool is_same(const struct body *b, u32 arg, u32 cell)
{
	return arg == cell || (arg != NONE && b->cells[arg].kind == CELL_OUTER && b->cells[arg].parent == NONE && b->cells[arg].name == b->cells[cell].name);
}

static bool is_given_to_launch(const struct body *b, u32 cell, u32 *launch)
{
	for (*launch = 0; *launch < b->n; ++*launch) {
		const struct body_row *r = &b->rows[*launch];
		for (u32 i = LAUNCH_CONFIGURATION; r->op == ROW_LAUNCH && i < r->arg_count; i++)
			if (is_same(b, b->args[r->first_arg + i], cell))
				return true;
	}
	return false;
}

/* x++, x += n on a member or global. */
static u32 advanced(const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	u32 cell = r->op == ROW_UNARY && (r->sub == OP_PRE_INC || r->sub == OP_POST_INC) ? r->a : r->op == ROW_MOVE && r->sub == OP_ADD ? r->dst : NONE;
	return cell != NONE && b->cells[cell].kind == CELL_OUTER && b->cells[cell].name && !b->cells[cell].is_element && b->cells[cell].param == NONE ? cell : NONE;
}

/* `rows = 0; for (...) rows += n;`: computed anew by each call, so it counts no calls. */
static bool is_computed_here(const struct capture *c, const struct body *b, u32 advanced_at, u32 cell)
{
	const struct dominators *d = capture_dominators(c, b, false);
	for (u32 row = b->cells[cell].first_write; row != NONE; row = b->rows[row].next_write) {
		const struct body_row *r = &b->rows[row];
		bool is_set = r->op == ROW_MOVE && r->sub == OP_NONE && !(r->flags & RF_INPLACE);
		if (is_set && row != advanced_at && stands_before(d, row, advanced_at))
			return true;
	}
	return false;
}

u32 advanced_counter(const struct capture *c, const struct body *b, u32 row)
{
	u32 cell = advanced(b, row);
	return cell == NONE || is_computed_here(c, b, row, cell) || !is_number(c, b, cell) ? NONE : cell;
}

static bool is_on_legacy_stream(const struct capture *c, const struct body *b, u32 launch)
{
	struct values *v = capture_values(c, b);
	struct stream_use use;
	return stream_use_at(c, v, launch, &use) && stream_of_use(c, v, launch, &use).kind == STREAM_LEGACY;
}

static bool launches(const struct fn *fn)
{
	return fn->f->kind != FN_MACRO && fn->f->kind != FN_FILE && !(fn->f->flags & (NF_CTOR | NF_DTOR)) && fn->f->row_count > 2;
}

/* Cheap, an upper bound: something is counted on. */
static bool counts(const struct fn *fn)
{
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		operand o = row->op == ROW_UNARY && (row->sub == OP_PRE_INC || row->sub == OP_POST_INC) ? row->a : row->op == ROW_MOVE && row->sub == OP_ADD ? row->dst : 0;
		if (operand_kind(o) == OPD_PLACE || operand_kind(o) == OPD_GLOBAL)
			return true;
	}
	return false;
}

void find_host_counters(const struct capture *c, const bool *shows, struct arena *a, host_counter_list *out)
{
	const struct program *p = c->program;
	for (fn_id fn = 0; fn < p->function_count; fn++) {
		const struct fn *f = &p->functions[fn];
		if (!shows[fn] || p->files[f->file].is_test || program_is_python(p, fn) || !launches(f) || !counts(f))
			continue;
		const struct body *b = capture_body(c, fn);
		for (u32 row = 0; row < b->n; row++) {
			u32 cell = advanced(b, row), launch;
			if (cell == NONE || !is_given_to_launch(b, cell, &launch) || is_computed_here(c, b, row, cell) || !is_number(c, b, cell))
				continue;
			struct host_counter found = {b, row, launch, cell, is_on_legacy_stream(c, b, launch)};
			vec_push(a, out, found);
		}
	}
}
