/* Calls: what a runtime call, a launch, an idiom of the models or something unknown does to the slot and to the codes
 * handed to it. */
#include "flow/slot_local.h"
#include "graph/link.h"

struct site site_of(const struct walk *w, u32 row) { return site_in(w->program, w->body, row); }

struct origin *origin_at(struct walk *w, u32 producer)
{
	return producer >= FIRST_ROW ? &w->origins.at[producer - FIRST_ROW] : NULL;
}

/* Of a producer that is known to be a row's. */
static struct origin *own_origin(struct walk *w, u32 producer) { return &w->origins.at[producer - FIRST_ROW]; }

u32 origin_of(struct walk *w, u32 row, u32 which)
{
	u64 key = (u64)row << 20 | which;
	u32 known = idmap_get(&w->by_key, key);
	if (known != NONE)
		return known;
	if (w->origins.n >= FACTS)
		return NONE;
	struct origin o = {.row = row, .tolerated_by = NONE, .failed_to = NONE};
	o.producer.site = o.producer.origin = site_of(w, row);
	vec_push(w->arena, &w->origins, o);
	u32 made = FIRST_ROW + w->origins.n - 1;
	idmap_put(w->arena, &w->by_key, key, made);
	return made;
}

static void state_ran(struct state *s) { s->flags = (u8)((s->flags | STATE_RAN) & ~(STATE_WAS_READ | STATE_LAUNCHED_LAST)); }

enum { WHICH_CALL = 0, WHICH_OLD = 1, WHICH_WRAPPER = 2, WHICH_EXPORT = 16 };

void keep_older(struct walk *w, struct state *s, u32 row, u32 producer)
{
	const struct fact *f = state_find(s, producer);
	if (!f || !(f->bits & FACT_IN_SLOT) || !(f->bits & FACT_FAILED))
		return;
	struct fact kept = *f;
	u32 old = origin_of(w, row, WHICH_OLD);
	if (old == NONE)
		return;
	struct producer what = own_origin(w, producer)->producer;
	own_origin(w, old)->producer = what;
	own_origin(w, old)->is_old = true;
	own_origin(w, old)->meets_runtime = own_origin(w, old)->meets_runtime || w->is_recording;
	struct fact *to = state_add(&w->scratch, s, old);
	to->bits = (u16)((kept.bits & ~(FACT_UNTESTED | FACT_FRESH)) | FACT_FAILED);
	to->decided = kept.decided;
	/* What was set because of it still is. */
	for (u32 i = 0; i < kept.relations; i++)
		if (kept.rel[i].fwd && !kept.rel[i].back && !kept.rel[i].clears)
			fact_relate(to, kept.rel[i].cell, (enum value_class)kept.rel[i].fwd, CLASS_ANY);
}

/* The call runs again in a loop, and the code of the round before is still unread in a variable of its own. */
static void note_overwritten(struct walk *w, const struct state *s, u32 producer)
{
	const struct fact *f = state_find(s, producer);
	if (!w->is_recording || !f || !(f->bits & FACT_UNTESTED) || f->bits & (FACT_ESCAPED | FACT_READ))
		return;
	for (u32 i = 0; i < f->relations; i++) {
		u32 cell = f->rel[i].cell;
		if (!f->rel[i].back || cell >= w->body->cell_count || !w->body->cells[cell].name || w->body->cells[cell].parent != NONE)
			continue;
		own_origin(w, producer)->is_overwritten = true;
		own_origin(w, producer)->overwritten_at = w->row;
	}
}

void call_replaces(struct state *s, u32 code)
{
	for (u32 i = 0; i < s->n && code != NONE; i++) {
		struct fact *f = &s->at[i];
		bool is_decided = f->producer == ENTRY || (f->producer >= FIRST_ROW && f->bits & FACT_FAILED && !(f->bits & FACT_UNTESTED));
		if (is_decided && f->bits & FACT_IN_SLOT)
			fact_replaced_by(f, code, CLASS_NONZERO);
	}
}

/* What a wait returns is looked at next: if it failed its code is in the slot in the place of the launches' before it, and told. */
static void wait_replaces(struct walk *w, struct state *s, u32 code)
{
	for (u32 i = 0; i < s->n && code != NONE; i++) {
		struct origin *o = origin_at(w, s->at[i].producer);
		if (o && o->producer.is_launch && s->at[i].bits & FACT_IN_SLOT)
			fact_replaced_by(&s->at[i], code, CLASS_NONZERO);
	}
}

static void call_produces(struct walk *w, struct state *s, u32 row, const struct model_call *call)
{
	const struct body_row *r = &w->body->rows[row];
	u32 p = origin_of(w, row, WHICH_CALL);
	if (r->dst != NONE)
		value_forget(w, s, r->dst);
	if (p == NONE)
		return;
	struct origin *o = own_origin(w, p);
	o->producer.call = call;
	o->producer.is_query = call->role == ROLE_QUERY;
	o->is_latched = call->latches;
	o->in_failure = s->flags & STATE_IN_FAILURE;
	keep_older(w, s, row, p);
	note_overwritten(w, s, p);
	if (call->latches)
		call_replaces(s, r->dst);
	if (call->latches && call->role == ROLE_SYNC)
		wait_replaces(w, s, r->dst);
	struct fact *f = value_fact(w, s, p);
	f->bits = FACT_UNTESTED | FACT_FRESH | (call->latches ? FACT_IN_SLOT : 0);
	if (r->dst == NONE)
		f->bits |= FACT_DISCARDED;
	else
		fact_relate(f, r->dst, CLASS_NONZERO, CLASS_NONZERO);
	if (r->dst != NONE && r->dst < w->body->cell_count && w->body->cells[r->dst].kind == CELL_OUTER)
		f->bits |= FACT_ESCAPED;
	u32 first = r->arg_count ? w->body->args[r->first_arg] : NONE;
	const struct relation *known = first == NONE ? NULL : fact_relation(f, first);
	o->is_given_null = known && known->fwd == CLASS_ZERO && !known->back;
	if (str_ends(call->name, "SetDevice"))
		o->is_first_device = value_class_of(w, first) == CLASS_ZERO || (known && known->fwd == CLASS_ZERO && !known->back);
}

static void launch_produces(struct walk *w, struct state *s, u32 row)
{
	u32 p = origin_of(w, row, WHICH_CALL);
	for (u32 i = 0; i < s->n; i++)
		s->at[i].bits &= (u16)~FACT_FRESH;
	if (p == NONE)
		return;
	own_origin(w, p)->producer.is_launch = true;
	value_fact(w, s, p)->bits = FACT_IN_SLOT | FACT_UNTESTED | FACT_FRESH;
}

/* Sets the bits of each fact whose code, or a part of what holds it, the call is given. */
static void escape_args(struct walk *w, struct state *s, u32 row, u16 bits)
{
	const struct body_row *r = &w->body->rows[row];
	for (u32 i = 0; i < s->n; i++)
		for (u32 k = 0; k < s->at[i].relations; k++) {
			const struct relation *rel = &s->at[i].rel[k];
			bool is_given = r->a != NONE && rel->cell == r->a;
			for (u32 n = 0; n < r->arg_count && !is_given; n++) {
				u32 arg = w->body->args[r->first_arg + n];
				u32 pointee = arg < w->body->cell_count ? w->body->cells[arg].address_of : NONE;
				u32 whole = rel->cell < w->body->cell_count ? w->body->cells[rel->cell].parent : NONE;
				is_given = arg != NONE && (arg == rel->cell || pointee == rel->cell ||
				                           (whole != NONE && (arg == whole || pointee == whole)));
			}
			if (is_given && (rel->back || rel->clears))
				s->at[i].bits |= bits;
		}
}

/* ok || not ready: false means failed, though true tells nothing. */
static bool is_false_on_failure(const struct relation *r) { return r->fwd == CLASS_ZERO || r->clears == CLASS_NONZERO; }

static bool is_given_code(const struct walk *w, const struct fact *f, u32 row, bool as_condition)
{
	const struct body_row *r = &w->body->rows[row];
	for (u32 n = 0; n < r->arg_count; n++) {
		const struct relation *rel = fact_relation((struct fact *)(uintptr_t)f, w->body->args[r->first_arg + n]);
		if (rel && rel->back == (as_condition ? CLASS_ZERO : CLASS_NONZERO))
			return true;
		if (rel && as_condition && f->bits & FACT_FAILED && is_false_on_failure(rel))
			return true;
	}
	return false;
}

/* A check of the models that is given a code or a condition, or reads the slot itself. */
static void check_transfer(struct walk *w, struct state *s, u32 row, const struct model_check *check, struct state *thrown)
{
	if (check->reads == READS_SLOT)
		read_transfer(w, s, row, READ_CHECK);
	struct state failed = {0};
	state_copy(&w->scratch, &failed, s);
	u32 kept = 0;
	for (u32 i = 0; i < s->n; i++) {
		struct fact f = s->at[i];
		bool is_seen = check->reads == READS_SLOT ? (f.bits & FACT_IN_SLOT) != 0 :
		               check->reads == READS_NOTHING ? false :
		               is_given_code(w, &f, row, check->reads == READS_CONDITION) ||
		               is_given_code(w, &f, row, check->reads != READS_CONDITION);
		if (is_seen) {
			struct fact *left = state_find(&failed, f.producer);
			left->bits = (u16)((f.bits & ~FACT_UNTESTED) | FACT_FAILED | FACT_TOLD);
			left->decided = row;
			left->relations = 0;
			/* ENSURE(try_alloc()): an exception is made of the callee's answer. */
			if (program_check_throws(w->program, check) && !is_given_code(w, &f, row, false))
				left->bits |= FACT_THROWN;
			if (check->drains)
				left->bits &= (u16)~FACT_IN_SLOT;
			if (check->fails == FAILS_NOTHING || check->fails == FAILS_LOG)
				f = *left;
			else
				continue;
			if (!(f.bits & FACT_IN_SLOT))
				continue;
		}
		s->at[kept++] = f;
	}
	s->n = kept;
	/* TORCH_CHECK(false, ...) is no check: nobody comes past it. */
	const struct body_row *r = &w->body->rows[row];
	bool is_end = check->reads == READS_CONDITION && (check->fails == FAILS_THROW || check->fails == FAILS_ABORT) && r->arg_count &&
	              w->body->args[r->first_arg] != NONE && w->body->cells[w->body->args[r->first_arg]].kind == CELL_ZERO;
	for (u32 i = 0; i < failed.n && is_end; i++)
		if (failed.at[i].bits & FACT_FAILED && !(failed.at[i].bits & FACT_SHARED))
			failed.at[i].bits |= FACT_THROWN;
	if (program_check_throws(w->program, check))
		state_join(&w->scratch, thrown, &failed);
	if (is_end)
		s->is_live = false;
}

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

/* A failure that was found, and then a call that may never return: what comes next tells (see step()). One that the good
 * path makes as well does return. */
static void may_end(const struct walk *w, struct state *s, u32 row)
{
	struct str name = body_row_name(w->program, &w->body->rows[row]);
	const struct call_target *t = &w->body->rows[row].callee;
	/* error("text"), which throws in the usual mode and returns in another. */
	bool says_so = sounds_like_throw(name) || sounds_like_end(name) || (t->n && sounds_like_error(name) && program_throws(w->program, t->at[0]));
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

/* Code of ours is handed over: the call judges that, whatever else is in the slot. */
static bool is_given_any_code(const struct walk *w, const struct state *s, u32 row)
{
	for (u32 i = 0; i < s->n; i++)
		if (s->at[i].producer >= FIRST_ROW && (is_given_code(w, &s->at[i], row, false) || is_given_code(w, &s->at[i], row, true)))
			return true;
	return false;
}

static bool is_given_lambda(const struct walk *w, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	for (u32 n = 0; n < r->arg_count; n++) {
		u32 arg = w->body->args[r->first_arg + n];
		const struct cell *c = arg < w->body->cell_count ? &w->body->cells[arg] : NULL;
		if (c && c->kind == CELL_FUNCTION && (c->function == NONE || w->program->functions[c->function].f->kind == FN_LAMBDA))
			return true;
	}
	return false;
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
	return (is_check || (r->flags & RF_MACRO_LIKE && sounds_like_runtime(name))) && !(is_check && is_given_any_code(w, s, row));
}

/* Who knows what it did before it returned or threw. */
static void note_unknown(struct state *s, const struct body_row *r, struct str name)
{
	bool is_harmless = str_starts(name, "std::") || r->flags & RF_CONSTRUCT || sounds_harmless(name) || sounds_like_check(name);
	s->flags |= is_harmless ? STATE_CALLED : STATE_MAY_RUN;
	if (!is_harmless)
		s->flags &= (u8)~STATE_WAS_READ;
}

/* On the way out of an unseen check by an exception, the code that it was given was a failure. */
static void unknown_throws(struct walk *w, const struct state *s, u32 row, struct state *thrown)
{
	struct state out = {0};
	struct str name = body_row_name(w->program, &w->body->rows[row]);
	bool is_check = sounds_like_check(name);
	state_copy(&w->scratch, &out, s);
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

/* Something that can't be seen looks at what is in the slot, or may. */
static void be_read(struct walk *w, struct state *s, u32 row)
{
	for (u32 i = 0; i < s->n; i++) {
		struct fact *f = &s->at[i];
		struct origin *o = origin_at(w, f->producer);
		if (!(f->bits & FACT_IN_SLOT) || !(f->bits & FACT_UNTESTED) || fact_has_code(f))
			continue;
		f->bits |= FACT_ESCAPED | FACT_MET;
		if (o && w->is_recording && is_right_behind(w, o->row, row))
			o->is_picked_up = true;
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

static void unknown_transfer(struct walk *w, struct state *s, u32 row)
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
	if (is_log)
		return;
	may_end(w, s, row);
	note_unknown(s, r, name);
	if (may_read)
		be_read(w, s, row);
}

/* rocsparse_conj(x) * y: what one calculates with is no status. Nor is what a function returns as a T. */
static bool is_calculated_with(const struct walk *w, u32 row)
{
	enum { NEAR = 24 };
	u32 value = w->body->rows[row].dst;
	for (u32 i = row + 1; value != NONE && i < w->body->n && i < row + NEAR; i++) {
		const struct body_row *r = &w->body->rows[i];
		bool is_arithmetic = r->op == ROW_BINARY && (r->sub == OP_MUL || r->sub == OP_DIV || r->sub == OP_SUB || r->sub == OP_ADD);
		if (is_arithmetic && (r->a == value || r->b == value))
			return true;
		if (r->op == ROW_MOVE && r->a == value && r->sub == OP_NONE)
			value = r->dst;
		if (r->op == ROW_RETURN && r->a == value) {
			const struct fn *fn = &w->program->functions[w->body->fn];
			return str_is(unit_text(fn->unit, fn->f->result), "T");
		}
	}
	return false;
}

/* A call of which nobody knows more than how its name begins: its result counts if it is one of an API, not somebody's own
 * check of that name. */
static bool has_code(const struct walk *w, u32 row, const struct model_call *call)
{
	if (call->returns == RETURNS_ERROR)
		return call->latches || call->drains;
	static const char *const checks[] = {"check", "assert", "verify", "err", "throw", "ensure", "log", "print", "string"};
	if (w->body->rows[row].flags & RF_CONSTRUCT)
		return false;
	return !models_is_family(call) || (!name_has(body_row_name(w->program, &w->body->rows[row]), checks, COUNT(checks)) && !is_calculated_with(w, row));
}

/* dst, and what a known function gave it, if no summary did. */
static void forget_result(struct walk *w, struct state *s, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	if (r->dst != NONE)
		value_forget(w, s, r->dst);
}

static void model_transfer(struct walk *w, struct state *s, u32 row, const struct model_call *call)
{
	const struct body_row *r = &w->body->rows[row];
	if (call_reads_slot(call)) {
		read_transfer(w, s, row, call->role == ROLE_DRAIN ? READ_GET : READ_PEEK);
		return;
	}
	if (call->role == ROLE_TEXT) {
		escape_args(w, s, row, FACT_TOLD);
		forget_result(w, s, row);
		return;
	}
	/* cuSafeCall(cudaX()): no function of an API is given a code but to tell what it means. */
	if (models_is_family(call) && (!has_code(w, row, call) || is_given_any_code(w, s, row))) {
		unknown_transfer(w, s, row);
		forget_result(w, s, row);
		return;
	}
	if (call->returns == RETURNS_VALUE || call->returns == RETURNS_VOID) {
		escape_args(w, s, row, FACT_ESCAPED);
		forget_result(w, s, row);
		/* It throws what it meets in the slot. */
		if (call->drains)
			be_read(w, s, row);
		return;
	}
	meet_runtime(w, s, row);
	state_ran(s);
	if (call->drains)
		read_drain(w, s, r->dst);
	for (u32 i = 0; call->empties && i < s->n; i++)
		s->at[i].bits |= FACT_WIPED;
	if (has_code(w, row, call))
		call_produces(w, s, row, call);
	else if (r->dst != NONE)
		value_forget(w, s, r->dst);
}

/* LOG(FATAL) << ..., LOG(FATAL_THROW) << ...: the level says it, in glog, abseil and their kin. */
static bool is_fatal_level(const struct walk *w, u32 cell)
{
	struct str level = cell == NONE ? S("") : body_cell_name(w->program, w->body, cell);
	return str_is(level, "FATAL") || str_starts(level, "FATAL_");
}

/* #define LOG(level) LOG_##level.stream(): the program's own, to which the level is given. What is only its text (#level) is no operand. */
static bool is_own_fatal_log(const struct walk *w, const struct body_row *r)
{
	const struct fn *text = &w->program->functions[r->fn];
	if (text->f->kind != FN_MACRO || !sounds_like_log(fn_name(text)))
		return false;
	bool is_given = is_fatal_level(w, r->a);
	for (u32 i = 0; i < r->arg_count && !is_given; i++)
		is_given = is_fatal_level(w, w->body->args[r->first_arg + i]);
	return is_given;
}

static bool is_fatal_log(const struct walk *w, const struct body_row *r)
{
	if (is_own_fatal_log(w, r))
		return true;
	if (!(r->flags & RF_MACRO_LIKE) || r->callee.n || !r->arg_count || w->body->args[r->first_arg] == NONE)
		return false;
	return is_fatal_level(w, w->body->args[r->first_arg]) && sounds_like_log(body_row_name(w->program, r));
}

bool call_never_returns(const struct walk *w, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	struct str name = body_row_name(w->program, r);
	if (r->op != ROW_CALL || r->callee.call)
		return false;
	if (is_fatal_log(w, r))
		return true;
	return (!(r->flags & RF_MEMBER) && models_noreturn(w->program->models, name)) || program_never_returns(w->program, name) ||
	       (!(r->flags & (RF_MEMBER | RF_CONSTRUCT)) && program_ends_as_temporary(w->program, name));
}

/* What one of several callees leaves behind is a fact of that one, so the good path of the others is not its own. */
static void unshare(const struct state *before, const struct state *one, struct state *after)
{
	for (u32 i = 0; i < one->n && one->is_live; i++) {
		struct fact *f = state_find(after, one->at[i].producer);
		if (f && !(one->at[i].bits & FACT_SHARED) && !state_find(before, f->producer))
			f->bits &= (u16)~FACT_SHARED;
	}
}

static void apply_callees(struct walk *w, struct state *s, u32 row, const struct call_target *t, struct state *thrown)
{
	struct state before = {0}, after = {0}, ones[TARGETS] = {0};
	state_copy(&w->scratch, &before, s);
	/* Recursion through one of several overloads, first round: the others tell. */
	bool any_known = false;
	for (u32 i = 0; i < t->n; i++)
		any_known = any_known || w->all->summaries[t->at[i]].is_known;
	for (u32 i = 0; i < t->n; i++) {
		if (any_known && !w->all->summaries[t->at[i]].is_known && w->all->bodies[t->at[i]].n)
			continue;
		struct state *one = &ones[i % TARGETS];
		state_copy(&w->scratch, one, &before);
		summary_apply(w, one, row, i, thrown);
		state_join(&w->scratch, &after, one);
	}
	for (u32 i = 0; i < t->n && t->n > 1 && i < TARGETS; i++)
		unshare(&before, &ones[i], &after);
	*s = after;
}

/* Functions of Python that were not looked at: anything. */
static bool is_out_of_sight(const struct walk *w, const struct call_target *t)
{
	for (u32 i = 0; i < t->n; i++)
		if (!program_is_python(w->program, t->at[i]) || w->all->bodies[t->at[i]].n)
			return false;
	return true;
}

/* Whom it calls. */
static void note_uses(struct walk *w, const struct state *s, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	struct use_of use = {.caller = w->body->fn, .in_failure = s->flags & STATE_IN_FAILURE};
	if (!w->is_recording || w->program->files[w->program->functions[w->body->fn].file].is_test)
		return;
	for (u32 i = 0; i < r->callee.n; i++) {
		use.callee = r->callee.at[i];
		vec_push(w->all->arena, &w->all->uses, use);
	}
}

/* A question about a stream that is never the legacy one is refused by no capture: it is asked of what exists. */
static const struct model_call *call_as_made(struct walk *w, u32 row, const struct model_call *call)
{
	static const char *const questions[] = {"IsCapturing", "GetCaptureInfo"};
	const struct body_row *r = &w->body->rows[row];
	bool is_question = call->role == ROLE_CAPTURE && call->design.n && r->arg_count && str_has_any(call->name, questions, COUNT(questions));
	u32 cell = is_question ? w->body->args[r->first_arg] : NONE, write = cell == NONE ? NONE : w->body->cells[cell].first_write;
	if (write != NONE && w->body->rows[write].op == ROW_MOVE && w->body->rows[write].next_write == NONE)
		cell = w->body->rows[write].a;
	const struct capture_api *api = cell == NONE ? NULL : models_capture(w->program->models, body_cell_name(w->program, w->body, cell));
	if (!api || api->does != DOES_PER_THREAD_STREAM)
		return call;
	struct model_call *plain = arena_new(w->all->arena, struct model_call);
	*plain = *call;
	plain->design = S("");
	plain->is_hardly = true;
	plain->is_routine = false;
	return plain;
}

void call_transfer(struct walk *w, struct state *s, u32 row, struct state *thrown)
{
	const struct body_row *r = &w->body->rows[row];
	const struct call_target *t = &r->callee;
	if (r->op == ROW_LAUNCH) {
		meet_runtime(w, s, row);
		state_ran(s);
		s->flags |= STATE_LAUNCHED_LAST;
		w->runs = true;
		launch_produces(w, s, row);
		return;
	}
	value_handed(w, s, row);
	note_uses(w, s, row);
	if (t->call) {
		w->runs = w->runs || t->call->returns == RETURNS_ERROR;
		model_transfer(w, s, row, call_as_made(w, row, t->call));
		return;
	}
	if (t->n && !is_out_of_sight(w, t) && !(call_never_returns(w, row) && !w->all->bodies[t->at[0]].n)) {
		s->flags |= STATE_CALLED;
		/* Defined in sight, though what it comes to is not. */
		const struct summary *first = &w->all->summaries[t->at[0]];
		struct str name = body_row_name(w->program, r);
		if ((sounds_like_end(name) && (!first->is_known || first->meets_unknown)) || (sounds_like_error(name) && program_throws(w->program, t->at[0])))
			may_end(w, s, row);
		apply_callees(w, s, row, t, thrown);
		/* A declaration says so, though what the body ends with is not in sight. */
		s->is_live = s->is_live && !call_never_returns(w, row);
		return;
	}
	if (call_never_returns(w, row)) {
		/* Known by its name only: it ends the process, unless somebody here catches or the name says that it throws. */
		if ((handler_of(w->body, row) != NONE && !program_ends_process(w->program, body_row_name(w->program, r))) || sounds_like_throw(body_row_name(w->program, r)))
			state_join(&w->scratch, thrown, s);
		s->is_live = false;
		return;
	}
	if (t->check) {
		check_transfer(w, s, row, t->check, thrown);
		forget_result(w, s, row);
		return;
	}
	if (r->op == ROW_DESTROY)
		return;
	if (r->unwind != NONE || sounds_like_throw(body_row_name(w->program, r)))
		unknown_throws(w, s, row, thrown);
	unknown_transfer(w, s, row);
	forget_result(w, s, row);
}
