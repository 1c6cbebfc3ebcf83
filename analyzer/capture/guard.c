/* Conditions that ask whether a capture is open, or whether there is a device at all. Known calls and types first, then names: a project's own flag is called
 * is_capturing, in_capture or capture_mode. */
#include "capture/local.h"

/* A name that speaks of an open capture: is_capturing, in_capture, capture_mode. */
static bool sounds_capturing(struct str name)
{
	static const char *const says[] = {"apturing", "in_capture", "inCapture", "InCapture", "is_capture", "isCapture", "IsCapture",
	                                   "under_capture", "during_capture", "capture_mode", "captureMode", "capture_active"};
	/* What may be captured, not what is; modes of what to keep; and BeginCapture. */
	static const char *const not[] = {"enabled", "allowed", "support", "hidden", "Enabled", "Support", "can_", "should_", "error", "egin"};
	return str_has_any(name, says, COUNT(says)) && !str_has_any(name, not, COUNT(not));
}

bool is_capture_switch(struct str name) { return str_ends(name, "capturable"); }

bool sounds_recorded(struct str name)
{
	static const char *const ends[] = {"_in_graph", "_in_cuda_graph", "_in_cudagraph", "_inside_graph", "_inside_cuda_graph", "_in_capture"};
	return str_ends_any(name, ends, COUNT(ends));
}

static bool is_status_type(struct str type) { return str_has(type, "CaptureStatus"); }

/* captureStatus, capture_status, CU_STREAM_CAPTURE_STATUS_NONE */
static bool is_status_name(struct str name)
{
	return (str_has(name, "apture") && str_has(name, "tatus")) || str_has(name, "CAPTURE_STATUS");
}

static enum guard inverse(enum guard g)
{
	switch (g) {
	case GUARD_TRUE_IF_CAPTURING:
		return GUARD_FALSE_IF_CAPTURING;
	case GUARD_FALSE_IF_CAPTURING:
		return GUARD_TRUE_IF_CAPTURING;
	case GUARD_EAGER_IF_TRUE:
		return GUARD_EAGER_IF_FALSE;
	case GUARD_EAGER_IF_FALSE:
		return GUARD_EAGER_IF_TRUE;
	case GUARD_NONE:
		break;
	}
	return GUARD_NONE;
}

enum { DEFINITIONS = 4 };

/* The row asks for the status, which an argument takes: its result is a code. */
static bool is_question(const struct capture *c, const struct body *b, u32 row)
{
	const struct region_api *api = b->rows[row].op == ROW_CALL ? region_at(c, b, row, REGION_STATUS) : NULL;
	return api && !model_arg_is_none(api->argument);
}

/* The cell holds the code of such a question. */
static bool is_code_of_question(const struct capture *c, const struct body *b, u32 cell, u32 depth)
{
	if (cell == NONE || b->cells[cell].kind != CELL_LOCAL || depth > DEFINITIONS)
		return false;
	u32 row = b->cells[cell].first_write;
	return row != NONE && (is_question(c, b, row) || (b->rows[row].op == ROW_MOVE && is_code_of_question(c, b, b->rows[row].a, depth + 1)));
}

static bool is_status(const struct capture *c, const struct body *b, u32 cell)
{
	if (cell == NONE)
		return false;
	struct str type = intern_get(&c->program->names, b->cells[cell].type);
	return is_status_type(type) || is_status_name(body_cell_name(c->program, b, cell));
}

/* `is_capturing == false`, `capturing is True`; by the flag's name, since an error is compared with zero as well. */
static enum guard of_truth(const struct capture *c, const struct body *b, const struct body_row *r)
{
	u8 kind = r->b == NONE ? CELL_LOCAL : b->cells[r->b].kind;
	/* isCapturing(stream, &status) == success: of what can't be asked nothing is captured. */
	if (kind == CELL_ZERO && is_code_of_question(c, b, r->a, 0))
		return r->sub == OP_EQ ? GUARD_EAGER_IF_FALSE : GUARD_EAGER_IF_TRUE;
	if ((kind != CELL_ZERO && kind != CELL_NONZERO) || !sounds_capturing(body_cell_name(c->program, b, r->a)))
		return GUARD_NONE;
	return (kind == CELL_ZERO) == (r->sub == OP_EQ || r->sub == OP_IS) ? GUARD_FALSE_IF_CAPTURING : GUARD_TRUE_IF_CAPTURING;
}

/* `status == cudaStreamCaptureStatusNone`; the other constants mean that a capture is, or was, open. */
static enum guard of_comparison(const struct capture *c, const struct body *b, const struct body_row *r)
{
	if (r->sub != OP_EQ && r->sub != OP_NE && r->sub != OP_IS && r->sub != OP_IS_NOT)
		return GUARD_NONE;
	bool is_equal = r->sub == OP_EQ || r->sub == OP_IS;
	u32 value = r->a, constant = r->b;
	struct str name = body_cell_name(c->program, b, constant);
	if (!is_status_name(name)) {
		struct str other = body_cell_name(c->program, b, value);
		if (str_has(other, "CaptureStatus") || str_has(other, "CAPTURE_STATUS")) {
			name = other;
			value = r->b;
		} else if (!is_status(c, b, value) || b->cells[constant].kind != CELL_ZERO) {
			return of_truth(c, b, r);
		} else {
			name = S("None");
		}
	}
	enum guard g = str_ends(name, "None") || str_ends(name, "NONE") ? GUARD_FALSE_IF_CAPTURING : GUARD_TRUE_IF_CAPTURING;
	return is_equal ? g : inverse(g);
}

/* captures.empty(), of a list of the captures that are open */
static bool is_empty_list(const struct capture *c, const struct body *b, const struct body_row *r)
{
	return r->flags & RF_MEMBER && r->a != NONE && str_is(body_row_name(c->program, r), "empty") && str_ends(body_cell_name(c->program, b, r->a), "captures");
}

/* `eager = status == None; if (forced) eager = true;`: set again behind the question, the variable says no more that nothing is captured.
 * A value that it has before the question is a default. */
static bool is_overruled(const struct body *b, u32 cell, u32 asked_at, enum guard g)
{
	u8 wrong = g == GUARD_TRUE_IF_CAPTURING ? CELL_ZERO : CELL_NONZERO;
	if (!b->cells[cell].name)
		return false;
	for (u32 row = b->rows[asked_at].next_write; row != NONE; row = b->rows[row].next_write) {
		const struct body_row *r = &b->rows[row];
		if (r->op == ROW_MOVE && r->sub == OP_NONE && r->a != NONE && b->cells[r->a].kind == wrong)
			return true;
	}
	return false;
}

static enum guard of_cell(const struct capture *c, const struct body *b, u32 cell, u32 depth)
{
	if (cell == NONE || depth > DEFINITIONS)
		return GUARD_NONE;
	if (is_status(c, b, cell) || sounds_capturing(body_cell_name(c->program, b, cell)) || is_capture_switch(body_cell_name(c->program, b, cell)))
		return GUARD_TRUE_IF_CAPTURING;
	if (b->cells[cell].kind != CELL_LOCAL)
		return GUARD_NONE;
	enum guard found = GUARD_NONE;
	for (u32 row = b->cells[cell].first_write; row != NONE && found == GUARD_NONE; row = b->rows[row].next_write) {
		const struct body_row *r = &b->rows[row];
		if (is_question(c, b, row))
			found = GUARD_EAGER_IF_TRUE;
		else if (r->op == ROW_CALL && sounds_capturing(body_row_name(c->program, r)))
			found = GUARD_TRUE_IF_CAPTURING;
		else if (r->op == ROW_CALL && is_empty_list(c, b, r))
			found = GUARD_FALSE_IF_CAPTURING;
		else if (r->op == ROW_UNARY && r->sub == OP_NOT)
			found = inverse(of_cell(c, b, r->a, depth + 1));
		else if (r->op == ROW_BINARY)
			found = of_comparison(c, b, r);
		else if (r->op == ROW_MOVE && r->sub == OP_NONE)
			found = of_cell(c, b, r->a, depth + 1);
		if (found != GUARD_NONE && is_overruled(b, cell, row, found))
			return GUARD_NONE;
	}
	return found;
}

/* Python: `x.is_cuda`, `x.device.type == "cuda"`: nobody captures what is not on the device. */
static enum guard of_device(const struct capture *c, const struct body *b, u32 row)
{
	u32 cell = b->rows[row].a;
	if (cell == NONE || !program_is_python(c->program, b->rows[row].fn))
		return GUARD_NONE;
	if (str_is(body_cell_name(c->program, b, cell), "is_cuda"))
		return GUARD_EAGER_IF_FALSE;
	u32 made = b->cells[cell].first_write;
	const struct body_row *r = made == NONE || b->cells[cell].kind != CELL_LOCAL ? NULL : &b->rows[made];
	if (!r || r->next_write != NONE || r->op != ROW_BINARY || (r->sub != OP_EQ && r->sub != OP_NE) || r->a == NONE || !str_is(body_cell_name(c->program, b, r->a), "type") ||
	    b->cells[r->a].parent == NONE || !str_is(body_cell_name(c->program, b, b->cells[r->a].parent), "device"))
		return GUARD_NONE;
	operand o = r->row->b;
	struct str wanted = operand_kind(o) == OPD_STRING ? unit_text(c->program->functions[r->fn].unit, operand_index(o)) : S("");
	if (str_is(wanted, "cuda"))
		return r->sub == OP_EQ ? GUARD_EAGER_IF_FALSE : GUARD_EAGER_IF_TRUE;
	return str_is(wanted, "cpu") ? (r->sub == OP_EQ ? GUARD_EAGER_IF_TRUE : GUARD_EAGER_IF_FALSE) : GUARD_NONE;
}

/* Every name that is looked for above holds one of these; few files do, and a file's names lie side by side. */
static bool file_speaks(const struct capture *c, u32 file)
{
	const struct unit *u = &c->program->units[file];
	if (!c->speaks[file])
		c->speaks[file] = unit_holds(u, S("aptur")) || unit_holds(u, S("CAPTUR")) ? 2 : 1;
	return c->speaks[file] == 2;
}

static bool body_speaks(const struct capture *c, const struct body *b)
{
	bool speaks = file_speaks(c, c->program->functions[b->fn].file);
	for (u32 i = 0; i < b->use_count && !speaks; i++)
		speaks = file_speaks(c, c->program->functions[b->uses[i].fn].file);
	return speaks;
}

enum guard guard_of(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	enum guard of_stream = r->op == ROW_BRANCH ? guard_of_stream(c, b, row) : GUARD_NONE;
	if (of_stream != GUARD_NONE || !body_speaks(c, b))
		return of_stream;
	enum guard of_place = r->op == ROW_BRANCH ? of_device(c, b, row) : GUARD_NONE;
	if (of_place != GUARD_NONE)
		return of_place;
	if (r->op != ROW_CALL)
		return of_cell(c, b, r->a, 0);
	/* TORCH_CHECK(!capturing, ...): nothing goes on where the condition is false. */
	const struct model_check *check = r->callee.check;
	bool is_known = check && check->reads == READS_CONDITION && (check->fails == FAILS_THROW || check->fails == FAILS_ABORT);
	bool sounds_like_check = !check && !r->callee.n && r->flags & RF_MACRO_LIKE && str_ends(body_row_name(c->program, r), "CHECK");
	return (is_known || sounds_like_check) && r->arg_count ? of_cell(c, b, b->args[r->first_arg], 0) : GUARD_NONE;
}
