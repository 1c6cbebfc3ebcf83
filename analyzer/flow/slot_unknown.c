/* Calls of something that can't be seen: what its name says of it, and the worst that it may do. */
#include "flow/slot_local.h"

/* assert(ok), where ok is false after the failure. */
static bool is_refuted(const struct walk *w, const struct fact *f, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	for (u32 n = 0; n < r->arg_count; n++) {
		const struct relation *rel = fact_relation((struct fact *)(uintptr_t)f, w->body->args[r->first_arg + n]);
		if (rel && is_false_on_failure(rel) && sounds_like_check(body_row_name(w->program, r)))
			return true;
	}
	return false;
}

/* CHECK(cudaY()), behind a failure of X: it judges Y, and returns where that has worked. */
static bool judges_other(const struct walk *w, const struct state *s, u32 row, const struct fact *found)
{
	if (!sounds_like_check(body_row_name(w->program, &w->body->rows[row])) || is_given_code(w, found, row, false) || is_given_code(w, found, row, true))
		return false;
	for (u32 i = 0; i < s->n; i++)
		if (s->at[i].producer >= FIRST_ROW && s->at[i].bits & FACT_UNTESTED && is_given_code(w, &s->at[i], row, false))
			return true;
	return false;
}

enum { MACROS_DEEP = 8 };

/* fail(text), where what can't be seen is called by a name that says it throws, in the function's text or in that of its macros: THROW_IMPL(count)(type, text). */
static bool throws_by_name(struct program *p, fn_id fn, u32 depth)
{
	const struct fn *f = &p->functions[fn];
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
		const struct row *r = &f->unit->rows[i];
		if (r->op != ROW_CALL || !r->name)
			continue;
		struct str name = unit_text(f->unit, r->name);
		struct call_target t = program_resolve(p, fn, r, name);
		if (!t.n && !t.call && !t.check && sounds_like_throw(name))
			return true;
		if (t.n && p->functions[t.at[0]].f->kind == FN_MACRO && depth < MACROS_DEEP && throws_by_name(p, t.at[0], depth + 1))
			return true;
	}
	return false;
}

bool is_told_by_throw(const struct walk *w, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	return r->callee.n && sounds_like_error(body_row_name(w->program, r)) && (program_throws(w->program, r->callee.at[0]) || throws_by_name(w->program, r->callee.at[0], 0));
}

void may_end(const struct walk *w, struct state *s, u32 row)
{
	struct str name = body_row_name(w->program, &w->body->rows[row]);
	/* error("text"), which throws in the usual mode and returns in another. */
	bool says_so = sounds_like_throw(name) || sounds_like_end(name) || is_told_by_throw(w, row);
	for (u32 i = 0; i < s->n; i++) {
		struct fact *f = &s->at[i];
		if (!(f->bits & FACT_FAILED) || f->bits & FACT_UNTESTED || judges_other(w, s, row, f))
			continue;
		if (is_refuted(w, f, row) || (!(f->bits & FACT_SHARED) && says_so))
			f->bits |= FACT_ESCAPED;
		else if (!(f->bits & FACT_SHARED))
			f->bits |= FACT_MAY_END;
	}
}

/* The slot is read, perhaps: an unseen macro or function that sounds like a check and is given no code. */
static bool may_read_slot(const struct walk *w, const struct state *s, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	struct str name = body_row_name(w->program, r);
	/* A macro that is given a block to run for each type chooses, and checks nothing. */
	if (str_starts(name, "std::") || is_given_lambda(w, row))
		return false;
	bool is_check = sounds_like_check(name);
	/* CUDA_CALL(cudaX()) looks at that code. */
	return (is_check || (r->flags & RF_MACRO_LIKE && sounds_like_runtime(name) && !sounds_like_timing(name))) && !is_given_any_code(w, s, row);
}

/* Who knows what it did before it returned or threw. */
static void note_unknown(struct state *s, const struct body_row *r, struct str name)
{
	bool is_harmless = str_starts(name, "std::") || r->flags & RF_CONSTRUCT || sounds_harmless(name) || sounds_like_check(name);
	s->flags |= is_harmless ? STATE_CALLED : STATE_MAY_RUN;
	if (!is_harmless)
		s->flags &= (u8)~STATE_WAS_READ;
}

/* It makes a text, or an object of the standard library, for which only the host's memory can be too small: no reason that shows. */
static bool only_lacks_memory(const struct walk *w, u32 row)
{
	static const char *const texts[] = {"to_string", "str", "c_str"};
	const struct body_row *r = &w->body->rows[row];
	struct str name = body_row_name(w->program, r);
	bool is_std = str_starts(name, "std::"), is_member = r->flags & RF_MEMBER;
	return !is_given_lambda(w, row) && ((is_std && r->flags & RF_CONSTRUCT) || ((is_std || is_member) && str_is_any(str_behind_scope(name), texts, COUNT(texts))));
}

/* Failures that were found: who tells of them is not thought to fail in that, before the drain that stands behind. */
static void drop_failed(struct state *s)
{
	u32 kept = 0;
	for (u32 i = 0; i < s->n; i++)
		if (!(s->at[i].bits & FACT_FAILED) || s->at[i].bits & FACT_THROWN)
			s->at[kept++] = s->at[i];
	s->n = kept;
}

/* On the way out of an unseen check by an exception, the code that it was given was a failure. */
void unknown_throws(struct walk *w, const struct state *s, u32 row, struct state *thrown)
{
	struct state out = {0};
	struct str name = body_row_name(w->program, &w->body->rows[row]);
	bool is_check = sounds_like_check(name);
	state_copy(&w->scratch, &out, s);
	if (only_lacks_memory(w, row))
		drop_failed(&out);
	escape_args(w, &out, row, FACT_ESCAPED);
	note_unknown(&out, &w->body->rows[row], name);
	for (u32 i = 0; sounds_like_throw(name) && i < out.n; i++)
		if (s->at[i].bits & FACT_FAILED && (!(s->at[i].bits & FACT_SHARED) || is_refuted(w, &s->at[i], row)))
			out.at[i].bits |= FACT_THROWN;
	for (u32 i = 0; is_check && i < out.n; i++) {
		struct fact *f = &out.at[i];
		if (!(f->bits & FACT_UNTESTED) || s->at[i].bits & FACT_ESCAPED || !is_given_code(w, &s->at[i], row, false))
			continue;
		f->bits = (u16)((f->bits & ~(FACT_UNTESTED | FACT_ESCAPED)) | FACT_FAILED | FACT_TOLD);
		f->decided = row;
		f->relations = 0;
	}
	state_join(&w->scratch, thrown, &out);
}

bool call_is_right_before(const struct walk *w, u32 call, u32 row)
{
	for (u32 i = call + 1; i < row; i++) {
		enum row_op op = (enum row_op)w->body->rows[i].op;
		bool is_unseen = op == ROW_CALL && !w->body->rows[i].callee.call;
		/* The lambda's own calls have been met; what it is given to only chooses. */
		if ((is_unseen && !is_given_lambda(w, i)) || op == ROW_LAUNCH)
			return false;
	}
	return call < row;
}

/* cudaX(); CHECK_LAST(): nothing but the runtime is called between them, and the check is given nothing but text and numbers. */
static bool is_right_behind(const struct walk *w, u32 call, u32 check)
{
	const struct body_row *r = &w->body->rows[check];
	if (r->flags & RF_MEMBER || !sounds_like_check(body_row_name(w->program, r)))
		return false;
	for (u32 n = 0; n < r->arg_count; n++)
		if (!value_class_of(w, w->body->args[r->first_arg + n]))
			return false;
	return call_is_right_before(w, call, check);
}

void be_read(struct walk *w, struct state *s, u32 row)
{
	for (u32 i = 0; i < s->n; i++) {
		struct fact *f = &s->at[i];
		struct origin *o = origin_at(w, f->producer);
		if (!(f->bits & FACT_IN_SLOT) || !(f->bits & FACT_UNTESTED) || fact_has_code(f))
			continue;
		f->bits |= FACT_ESCAPED | FACT_MET;
		if (o && w->is_recording && is_right_behind(w, o->row, row))
			o->is_picked_up = o->is_picked_first = true;
	}
}

/* LOG(out).paragraph().append(text): what is done with what a log call gave is output, too. */
static bool continues_log(const struct walk *w, u32 row)
{
	enum { NEAR = 16 };
	u32 object = w->body->rows[row].flags & RF_MEMBER ? w->body->rows[row].a : NONE;
	for (u32 i = row; object != NONE && i-- > 0 && i + NEAR > row;) {
		const struct body_row *r = &w->body->rows[i];
		if (r->dst != object)
			continue;
		if (r->op != ROW_CALL || sounds_like_log(body_row_name(w->program, r)))
			return r->op == ROW_CALL;
		object = r->flags & RF_MEMBER ? r->a : NONE;
	}
	return false;
}

void unknown_transfer(struct walk *w, struct state *s, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	struct str name = body_row_name(w->program, r);
	bool is_log = (sounds_like_log(name) || continues_log(w, row) || (program_is_python(w->program, r->fn) && is_python_log(name))) && !sounds_like_throw(name) && !sounds_like_end(name);
	bool may_read = !is_log && may_read_slot(w, s, row);
	w->meets_unknown = true;
	/* LOG_ERR(cudaX()) looks at the code before it prints; a failure that was found before is only told. */
	for (u32 i = 0; is_log && i < s->n; i++)
		if (s->at[i].bits & FACT_UNTESTED && is_given_code(w, &s->at[i], row, false))
			s->at[i].bits |= FACT_ESCAPED;
	escape_args(w, s, row, is_log ? FACT_TOLD : FACT_ESCAPED);
	if (!is_log) {
		may_end(w, s, row);
		note_unknown(s, r, name);
	}
	if (may_read)
		be_read(w, s, row);
	forget_result(w, s, row);
}
