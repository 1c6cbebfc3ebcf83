/* Applying a callee's summary at a call: what was in the slot, and each code that is handed over, go through what the
 * callee does with such a thing; what the callee leaves behind comes in. */
#include "flow/slot_local.h"

/* The call gives some parameter another constant than its default. */
static bool overrides_default(const struct walk *w, u32 row, fn_id callee)
{
	const struct body_row *r = &w->body->rows[row];
	const struct fn *fn = &w->program->functions[callee];
	for (u32 n = 0; n < r->arg_count && n < fn->f->param_count; n++) {
		enum value_class usual = default_class(w->program, callee, n), given = value_class_of(w, w->body->args[r->first_arg + n]);
		if (usual && given && given != usual)
			return true;
	}
	return false;
}

/* The one constant that the call gives all parameters which the callee asks on a failure's path, or neither. */
static enum value_class gives(const struct walk *w, u32 row, fn_id callee)
{
	const struct body_row *r = &w->body->rows[row];
	enum value_class all = CLASS_ANY;
	for (u32 n = 0; n < PARAMS; n++) {
		if (!(w->all->leaning[callee] >> n & 1))
			continue;
		enum value_class given = n < r->arg_count ? value_class_of(w, w->body->args[r->first_arg + n]) : CLASS_ANY;
		if (!given || (all && given != all))
			return CLASS_ANY;
		all = given;
	}
	return all;
}

static const struct summary *summary_for(const struct walk *w, u32 row, fn_id callee)
{
	const struct summary *other = w->all->explicit[callee];
	if (other && other->is_known && overrides_default(w, row, callee))
		return other;
	enum value_class given = gives(w, row, callee);
	other = given ? w->all->given[given == CLASS_ZERO][callee] : NULL;
	return other && other->is_known ? other : &w->all->summaries[callee];
}

/* The parameter that brings this fact's code, and how; the last one stands for all that `...` takes. NONE if none does. */
static u32 given_as(const struct walk *w, const struct fact *f, u32 row, const struct function *callee, bool *is_condition)
{
	const struct body_row *r = &w->body->rows[row];
	for (u32 n = 0; n < r->arg_count && callee->param_count; n++) {
		const struct relation *rel = fact_relation((struct fact *)(uintptr_t)f, w->body->args[r->first_arg + n]);
		if (rel && rel->back) {
			*is_condition = rel->back == CLASS_ZERO;
			return min_u32(n, callee->param_count - 1);
		}
	}
	return NONE;
}

/* One known fact through one outcome. False: it is gone. */
static bool pass(struct fact *f, const struct outcome *o, u32 row, u32 dst)
{
	if (!o->is_there)
		return false;
	bool was_in_slot = f->bits & FACT_IN_SLOT;
	if (!(o->bits & FACT_IN_SLOT) || !was_in_slot)
		f->bits &= (u16)~FACT_IN_SLOT;
	if (!(o->bits & FACT_FRESH))
		f->bits &= (u16)~FACT_FRESH;
	f->bits |= o->bits & (FACT_MET | FACT_WIPED);
	if (o->bits & FACT_FAILED) {
		if (!(o->bits & FACT_UNTESTED))
			f->bits &= (u16)~FACT_UNTESTED;
		f->bits |= FACT_FAILED;
		f->decided = min_u32(f->decided, row);
	}
	f->bits |= o->bits & (FACT_ESCAPED | FACT_READ | FACT_TOLD | FACT_THROWN);
	if (dst != NONE && (o->fwd || o->back))
		fact_relate(f, dst, (enum value_class)o->fwd, (enum value_class)o->back);
	if (dst != NONE && o->newer)
		fact_replaced_by(f, dst, (enum value_class)o->newer);
	/* Out of the slot and in nobody's hands: dealt with below. */
	return f->bits & (FACT_IN_SLOT | FACT_UNTESTED) || fact_has_code(f);
}

/* A code that is handed over. The callee may look at it in one of its builds or modes alone. */
static bool pass_param(struct walk *w, struct fact *f, const struct summary *callee, u32 param, bool is_condition, enum way way, u32 row, u32 dst)
{
	if (callee->looks >> param & 1)
		note_looked_at(w, f);
	return pass(f, &callee->params[2 * param + is_condition][way], row, dst);
}

static void pass_known(struct walk *w, struct state *s, u32 row, fn_id callee_id, enum way way, u32 dst)
{
	const struct summary *callee = summary_for(w, row, callee_id);
	const struct function *function = w->program->functions[callee_id].f;
	u32 kept = 0;
	for (u32 i = 0; i < s->n; i++) {
		struct fact f = s->at[i];
		struct premises asked;
		bool is_condition = false;
		u32 param = given_as(w, &f, row, function, &is_condition);
		bool stays = true, is_elsewhere = false;
		if (param != NONE && param >= PARAMS)
			f.bits |= FACT_ESCAPED; /* further back than is followed */
		else if (param != NONE)
			stays = pass_param(w, &f, callee, param, is_condition, way, row, dst);
		else if (f.bits & FACT_IN_SLOT) {
			is_elsewhere = !premise_at_call(w, row, &callee->entry_premises[way], &f.premises, &asked);
			stays = !is_elsewhere && pass(&f, &callee->entry[way], row, dst);
		}
		struct origin *o = origin_at(w, f.producer);
		if (w->is_recording && way == WAY_NORMAL && !is_elsewhere && o && s->at[i].bits & FACT_IN_SLOT && s->at[i].bits & FACT_FRESH &&
		    (!stays || !(f.bits & FACT_IN_SLOT))) {
			o->is_picked_up = true;
			o->is_picked_first = o->is_picked_first || !callee->read_count;
		}
		if (stays)
			s->at[kept++] = f;
	}
	s->n = kept;
}

static void add_premises(struct fact *f, const struct premises *more)
{
	for (u32 i = 0; i < more->n; i++)
		premises_add(&f->premises, more->at[i]);
}

/* The codes that a wrapper hands on are one producer at the call: the caller decides on it. */
static void import_transparent(struct walk *w, struct state *s, u32 row, const struct export *e, const struct premises *asked, u32 dst)
{
	u32 p = origin_of(w, row, WHICH_WRAPPER);
	if (p == NONE)
		return;
	struct origin *o = origin_at(w, p);
	bool is_worse = !o->producer.depth || call_likelihood(e->producer.call) > call_likelihood(o->producer.call);
	if (is_worse) {
		struct site here = o->producer.site;
		o->producer = e->producer;
		o->producer.site = here;
		o->producer.depth = e->producer.depth + 1;
	}
	if (e->ways[WAY_NORMAL].bits & FACT_IN_SLOT)
		call_replaces(s, dst);
	struct fact *f = state_find(s, p);
	const struct fact *constants = state_find(s, CONSTANTS);
	if (!f || !(f->bits & FACT_UNTESTED)) {
		keep_older(w, s, row, p);
		f = value_fact(w, s, p);
		add_premises(f, asked);
	} else if (constants) {
		struct fact again = {.premises = constants->premises};
		add_premises(&again, asked);
		premises_meet(&f->premises, &again.premises);
	}
	o->is_latched = o->is_latched || e->ways[WAY_NORMAL].bits & FACT_IN_SLOT;
	f->bits |= FACT_UNTESTED | FACT_FRESH | (e->ways[WAY_NORMAL].bits & FACT_IN_SLOT);
	if (dst == NONE)
		f->bits |= FACT_DISCARDED;
	else
		fact_relate(f, dst, CLASS_NONZERO, CLASS_NONZERO);
	if (dst != NONE && dst < w->body->cell_count && w->body->cells[dst].kind == CELL_OUTER)
		f->bits |= FACT_ESCAPED;
}

/* Of one name in several files, or of several overrides, most are of other programs and classes than the caller's. One that does not use
 * the runtime, such as a stand-in for tests, is no choice. */
static bool is_guess(const struct walk *w, u32 row)
{
	const struct call_target *t = &w->body->rows[row].callee;
	u32 file = NONE;
	for (u32 i = 0; i < t->n; i++) {
		u32 other = w->program->functions[t->at[i]].file;
		if (!w->all->summaries[t->at[i]].runs)
			continue;
		if (file != NONE && other != file)
			return true;
		file = other;
	}
	return false;
}

static void import_decided(struct walk *w, struct state *s, u32 row, u32 which, const struct export *e, enum way as, const struct premises *asked, u32 dst)
{
	const struct outcome *way = &e->ways[as];
	/* The two ways out are two origins: one may be tolerated and the other not. */
	u32 p = origin_of(w, row, WHICH_EXPORT + 2 * which + (as == WAY_THROWN));
	if (p == NONE)
		return;
	struct origin *o = origin_at(w, p);
	o->producer = e->producer;
	o->is_import = true;
	o->is_named_drained = e->is_named_drained;
	o->is_guessed = e->is_guessed || is_guess(w, row);
	o->is_asked = e->is_asked;
	o->calls = e->calls < CALLS ? (u8)(e->calls + 1) : CALLS;
	bool is_far = w->program->functions[e->producer.site.fn].file != w->program->functions[w->body->fn].file;
	o->is_thrown = e->is_thrown || (as == WAY_THROWN && is_far);
	o->is_caught = as == WAY_THROWN;
	o->decided = e->decided;
	o->tolerated_by = e->tolerated_by;
	o->answer = as == WAY_THROWN && e->ways[WAY_NORMAL].is_there ? ANSWER_NOTHING : e->answer;
	struct fact *f = value_fact(w, s, p);
	add_premises(f, asked);
	f->bits = (u16)(way->bits & ~FACT_DENIED);
	f->decided = row;
	if (dst != NONE && (way->fwd || way->back))
		fact_relate(f, dst, (enum value_class)way->fwd, (enum value_class)way->back);
	if (dst != NONE && way->newer)
		fact_replaced_by(f, dst, (enum value_class)way->newer);
}

static void note_reads(struct walk *w, struct state *s, const struct summary *callee)
{
	const struct fact *entry = state_find(s, ENTRY);
	for (u32 k = 0; k < callee->reads.n && !is_guess(w, w->row); k++) {
		const struct entry_read *read = &callee->reads.at[k];
		struct entry_read here = {.site = read->site};
		if (entry && entry->bits & FACT_IN_SLOT && w->entry_reads.n < VICTIMS && premise_at_call(w, w->row, &read->premises, &entry->premises, &here.premises)) {
			for (u32 i = 0; i < entry->premises.n; i++)
				premises_add(&here.premises, entry->premises.at[i]);
			vec_push(w->arena, &w->entry_reads, here);
		}
		for (u32 i = 0; w->is_recording && i < s->n; i++) {
			struct origin *o = origin_at(w, s->at[i].producer);
			bool is_code = o && (!o->producer.is_launch || (is_handed_on(o) && s->at[i].bits & FACT_FAILED));
			bool is_there = is_code && s->at[i].bits & FACT_IN_SLOT && !(s->at[i].bits & FACT_ESCAPED);
			if (is_there && premise_at_call(w, w->row, &read->premises, &s->at[i].premises, &here.premises))
				meet_check(w, o, &s->at[i], read->site);
		}
	}
}

/* The callee looks at what is in the slot: a check helper. */
static bool reads_slot(const struct summary *callee)
{
	const struct outcome *entry = &callee->entry[WAY_NORMAL];
	return callee->returns && (!entry->is_there || !(entry->bits & FACT_IN_SLOT) || entry->bits & FACT_READ);
}

/* What left by an exception on one way and was never looked at on this one: dropped, and decided by nobody. */
static bool is_decided(const struct export *e, const struct outcome *way)
{
	return e->producer.is_launch || way->bits & FACT_FAILED || way->back;
}

static void apply_way(struct walk *w, struct state *s, u32 row, u32 which, enum way way)
{
	fn_id callee_id = w->body->rows[row].callee.at[which];
	const struct summary *callee = summary_for(w, row, callee_id);
	u32 dst = way == WAY_NORMAL ? w->body->rows[row].dst : NONE;
	if (dst != NONE)
		value_forget(w, s, dst);
	static const struct premises none;
	pass_known(w, s, row, callee_id, way, dst);
	for (u32 i = 0; i < callee->exports.n; i++) {
		const struct export *e = &callee->exports.at[i];
		struct premises asked;
		const struct fact *constants = state_find(s, CONSTANTS);
		if (!e->ways[way].is_there || !premise_at_call(w, row, &e->premises[way], constants ? &constants->premises : &none, &asked))
			continue;
		if (e->is_transparent && way == WAY_NORMAL)
			import_transparent(w, s, row, e, &asked, dst);
		else if (is_decided(e, &e->ways[way]))
			import_decided(w, s, row, which * EXPORTS + i, e, way, &asked, dst);
	}
	if (callee->runs)
		s->flags = (u8)((s->flags | STATE_RAN | STATE_RAN_BELOW) & ~STATE_WAS_READ);
	if (callee->may_run)
		s->flags = (u8)((s->flags | STATE_MAY_RUN) & ~STATE_WAS_READ);
	if (callee->drops)
		s->flags |= STATE_DROPPED;
}

void summary_apply(struct walk *w, struct state *s, u32 row, u32 which, struct state *thrown)
{
	const struct summary *callee = summary_for(w, row, w->body->rows[row].callee.at[which]);
	if (!callee->is_known)
		return;
	if (callee->runs) {
		w->runs = true;
		meet_runtime(w, s, row);
	}
	note_reads(w, s, callee);
	if (reads_slot(callee))
		read_through(w, s, row);
	if (callee->throws) {
		struct state out = {0};
		state_copy(&w->scratch, &out, s);
		apply_way(w, &out, row, which, WAY_THROWN);
		state_join(&w->scratch, thrown, &out);
	}
	if (callee->returns)
		apply_way(w, s, row, which, WAY_NORMAL);
	else
		s->is_live = false;
}
