/* Branches that ask whether there is a stream at all: `if (stream)`, `stream == nullptr`, `stream != cudaStreamLegacy`. */
#include "capture/local.h"
#include "capture/stream.h"

/* Null, or a name of the legacy stream. */
static bool is_none(const struct capture *c, const struct body *b, u32 cell)
{
	static const char *const names[] = {"cudaStreamLegacy", "cudaStreamDefault", "hipStreamLegacy", "hipStreamDefault", "CU_STREAM_LEGACY", "CU_STREAM_DEFAULT"};
	return cell != NONE && (b->cells[cell].kind == CELL_ZERO || str_is_any(body_cell_name(c->program, b, cell), names, COUNT(names)));
}

/* By its type; by its name alone where no type shows: `handle.stream`. */
static bool is_stream(const struct capture *c, const struct body *b, u32 cell)
{
	static const char *const ends[] = {"stream", "stream_", "Stream", "Stream_"};
	if (cell == NONE)
		return false;
	struct str type = intern_get(&c->program->names, b->cells[cell].type), name = body_cell_name(c->program, b, cell);
	return stream_is_type(type, name) || ((!type.n || str_is(type, "auto")) && str_ends_any(name, ends, COUNT(ends)));
}

static struct stream_question question_at(const struct capture *c, const struct body *b, u32 branch)
{
	struct stream_question none = {.cell = NONE};
	const struct body_row *r = &b->rows[branch];
	if (r->op != ROW_BRANCH || r->a == NONE || program_is_python(c->program, r->fn))
		return none;
	if (is_stream(c, b, r->a))
		return (struct stream_question){r->a, false};
	struct value v = value_of(capture_values(c, b), branch, r->a);
	if (v.kind != VALUE_OPERATION)
		return none;
	const struct body_row *made = &b->rows[v.row];
	if (made->op == ROW_UNARY && made->sub == OP_NOT && is_stream(c, b, made->a))
		return (struct stream_question){made->a, true};
	if (made->op != ROW_BINARY || (made->sub != OP_EQ && made->sub != OP_NE))
		return none;
	if (is_stream(c, b, made->a) && is_none(c, b, made->b))
		return (struct stream_question){made->a, made->sub == OP_EQ};
	if (is_stream(c, b, made->b) && is_none(c, b, made->a))
		return (struct stream_question){made->b, made->sub == OP_EQ};
	return none;
}

/* `if (!stream) stream = current();`: none is made up for. */
static bool is_made_up_for(const struct body *b, u32 cell)
{
	return (b->cells[cell].param != NONE || b->cells[cell].kind == CELL_OUTER) && b->cells[cell].first_write != NONE;
}

struct stream_question stream_question_at(const struct capture *c, const struct body *b, u32 branch)
{
	struct stream_question q = question_at(c, b, branch);
	return q.cell != NONE && is_made_up_for(b, q.cell) ? (struct stream_question){.cell = NONE} : q;
}

enum without_stream without_stream(const struct capture *c, fn_id fn)
{
	const struct body *b = capture_body(c, fn);
	enum without_stream found = WITHOUT_NOTHING;
	for (u32 row = 0; row < b->n && found != WITHOUT_OTHER; row++) {
		u32 cell = b->rows[row].op == ROW_BRANCH ? question_at(c, b, row).cell : NONE;
		if (cell != NONE && b->cells[cell].param != NONE && b->cells[cell].parent == NONE)
			found = is_made_up_for(b, cell) ? WITHOUT_OTHER : WITHOUT_ARM;
	}
	return found;
}

/* The only stream that the function takes: where another one is at hand, that there is none here tells nothing. */
static bool is_only_stream(const struct capture *c, const struct body *b, u32 cell)
{
	const struct fn *fn = &c->program->functions[b->fn];
	u32 streams = 0;
	for (u32 i = 0; i < fn->f->param_count; i++) {
		const struct var *v = &fn->unit->vars[fn->f->first_var + i];
		streams += stream_is_type(unit_text(fn->unit, v->type), unit_text(fn->unit, v->name));
	}
	return streams == 1 && b->cells[cell].param != NONE && b->cells[cell].parent == NONE;
}

enum guard guard_of_stream(const struct capture *c, const struct body *b, u32 branch)
{
	struct stream_question q = stream_question_at(c, b, branch);
	if (q.cell == NONE || !is_only_stream(c, b, q.cell))
		return GUARD_NONE;
	return q.is_none ? GUARD_EAGER_IF_TRUE : GUARD_EAGER_IF_FALSE;
}
