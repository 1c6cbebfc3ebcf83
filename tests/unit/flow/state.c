/* The lattice: laws of the join on random states, and what a branch does. */
#include "tests.h"

#include <string.h>

enum { ROUNDS = 3000, PRODUCERS = 5, CELLS = 4, BITS = 1023 };

static struct arena arena;
static u64 seed;

static void setup(void) { seed = 88172645463325252u; }
static void teardown(void) { arena_release(&arena); }

static u32 draw(u32 below)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (u32)(seed >> 20) % below;
}

/* A state that can come up: relations to few cells, each of a class. */
static struct state draw_state(void)
{
	struct state s = {.is_live = draw(20) != 0, .flags = (u8)draw(64)};
	for (u32 p = 0; s.is_live && p < PRODUCERS; p++) {
		if (draw(3) == 0)
			continue;
		struct fact *f = state_add(&arena, &s, p);
		f->bits = (u16)draw(BITS + 1);
		f->decided = f->bits & FACT_FAILED ? draw(50) : NONE;
		for (u32 cell = 0; cell < CELLS; cell++)
			if (draw(2))
				fact_relate(f, cell, (enum value_class)draw(3), (enum value_class)draw(3));
		for (u32 i = draw(PREMISES + 1); i-- > 0;)
			premises_add(&f->premises, (struct premise){draw(CELLS), draw(3), 0});
	}
	return s;
}

static struct state copy(const struct state *s)
{
	struct state made = {0};
	state_copy(&arena, &made, s);
	return made;
}

static struct state join(const struct state *a, const struct state *b)
{
	struct state made = copy(a);
	state_join(&arena, &made, b);
	return made;
}

static bool same_relations(const struct fact *a, const struct fact *b)
{
	for (u32 cell = 0; cell < CELLS; cell++) {
		const struct relation *x = fact_relation((struct fact *)(uintptr_t)a, cell), *y = fact_relation((struct fact *)(uintptr_t)b, cell);
		struct relation none = {.cell = cell}, left = x ? *x : none, right = y ? *y : none;
		if (left.fwd != right.fwd || left.back != right.back || left.clears != right.clears)
			return false;
	}
	return true;
}

static bool same(const struct state *a, const struct state *b)
{
	if (a->is_live != b->is_live || (a->is_live && (a->flags != b->flags || a->n != b->n)))
		return false;
	for (u32 i = 0; a->is_live && i < a->n; i++) {
		const struct fact *f = &a->at[i], *g = &b->at[i];
		if (f->producer != g->producer || f->bits != g->bits || f->decided != g->decided || !same_relations(f, g) || !premises_equal(&f->premises, &g->premises))
			return false;
	}
	return true;
}

START_TEST(join_commutes)
{
	for (u32 i = 0; i < ROUNDS; i++) {
		struct state a = draw_state(), b = draw_state(), ab = join(&a, &b), ba = join(&b, &a);
		ck_assert_msg(same(&ab, &ba), "round %u", i);
	}
}
END_TEST

START_TEST(join_associates)
{
	for (u32 i = 0; i < ROUNDS; i++) {
		struct state a = draw_state(), b = draw_state(), c = draw_state();
		struct state ab = join(&a, &b), bc = join(&b, &c), left = join(&ab, &c), right = join(&a, &bc);
		ck_assert_msg(same(&left, &right), "round %u", i);
	}
}
END_TEST

START_TEST(join_again_changes_nothing)
{
	for (u32 i = 0; i < ROUNDS; i++) {
		struct state a = draw_state(), b = draw_state(), ab = join(&a, &b), before = copy(&ab);
		ck_assert_msg(!state_join(&arena, &ab, &b), "round %u", i);
		ck_assert_msg(!state_join(&arena, &ab, &a), "round %u", i);
		ck_assert(same(&ab, &before));
	}
}
END_TEST

/* What it says it changed is what changed: a fixpoint neither stops early nor runs on. */
START_TEST(join_tells_of_change)
{
	for (u32 i = 0; i < ROUNDS; i++) {
		struct state a = draw_state(), b = draw_state(), before = copy(&a);
		bool changed = state_join(&arena, &a, &b);
		ck_assert_msg(changed == !same(&a, &before), "round %u: says %d", i, changed);
	}
}
END_TEST

/* A chain of joins can only go up: each new state leaves what the ones before made it absorb absorbed. */
START_TEST(join_ascends)
{
	for (u32 i = 0; i < ROUNDS / 20; i++) {
		struct state all = {0}, seen[20];
		for (u32 k = 0; k < COUNT(seen); k++) {
			seen[k] = draw_state();
			state_join(&arena, &all, &seen[k]);
			for (u32 before = 0; before <= k; before++) {
				struct state again = join(&all, &seen[before]);
				ck_assert_msg(same(&again, &all), "chain %u, step %u against %u", i, k, before);
			}
		}
	}
}
END_TEST

START_TEST(dead_paths_say_nothing)
{
	struct state a = draw_state(), dead = {0}, before;
	a.is_live = true;
	before = copy(&a);
	ck_assert(!state_join(&arena, &a, &dead));
	ck_assert(same(&a, &before));
	ck_assert(state_join(&arena, &dead, &a));
	ck_assert(same(&a, &dead));
}
END_TEST

/* One fact with these bits, tied to cell 7. */
static struct state one(u16 bits, enum value_class fwd, enum value_class back)
{
	struct state s = {.is_live = true};
	struct fact *f = state_add(&arena, &s, 3);
	f->bits = bits;
	fact_relate(f, 7, fwd, back);
	return s;
}

START_TEST(relations_need_both_sides)
{
	struct state a = one(FACT_IN_SLOT | FACT_UNTESTED, CLASS_NONZERO, CLASS_NONZERO);
	struct state b = one(FACT_IN_SLOT | FACT_UNTESTED, CLASS_NONZERO, CLASS_ANY), ab = join(&a, &b);
	const struct relation *r = fact_relation(state_find(&ab, 3), 7);
	ck_assert_ptr_nonnull(r);
	ck_assert_uint_eq(r->fwd, CLASS_NONZERO);
	ck_assert_uint_eq(r->back, CLASS_ANY);
	struct state c = one(FACT_IN_SLOT, CLASS_ZERO, CLASS_ZERO), ac = join(&a, &c);
	ck_assert_ptr_null(fact_relation(state_find(&ac, 3), 7));
	/* Who does not know the producer has no say. */
	struct state empty = {.is_live = true}, ae = join(&a, &empty);
	ck_assert_uint_eq(fact_relation(state_find(&ae, 3), 7)->back, CLASS_NONZERO);
}
END_TEST

START_TEST(settled_failures_have_no_say)
{
	struct state open = one(FACT_IN_SLOT | FACT_UNTESTED, CLASS_NONZERO, CLASS_NONZERO);
	struct state settled = one(FACT_FAILED, CLASS_ANY, CLASS_ANY);
	struct state a = join(&open, &settled), b = join(&settled, &open);
	ck_assert(same(&a, &open));
	ck_assert(same(&b, &open));
}
END_TEST

START_TEST(some_bits_need_every_path)
{
	u16 all = FACT_FRESH | FACT_ESCAPED | FACT_MAY_END;
	struct state with = one((u16)(FACT_IN_SLOT | all), CLASS_ANY, CLASS_ANY), without = one(FACT_IN_SLOT | FACT_FAILED, CLASS_ANY, CLASS_ANY);
	struct state made = join(&with, &without);
	ck_assert_uint_eq(state_find(&made, 3)->bits & all, 0);
	ck_assert_uint_ne(state_find(&made, 3)->bits & FACT_FAILED, 0);
}
END_TEST

START_TEST(assume_kills)
{
	/* If it failed, the cell is not zero; so where the cell is zero it did not fail. */
	struct state s = one(FACT_IN_SLOT | FACT_UNTESTED, CLASS_NONZERO, CLASS_ANY);
	state_assume(&s, 7, CLASS_ZERO, 9);
	ck_assert_ptr_null(state_find(&s, 3));
}
END_TEST

START_TEST(assume_decides)
{
	struct state s = one(FACT_IN_SLOT | FACT_UNTESTED, CLASS_NONZERO, CLASS_NONZERO);
	state_assume(&s, 7, CLASS_NONZERO, 9);
	const struct fact *f = state_find(&s, 3);
	ck_assert_ptr_nonnull(f);
	ck_assert_uint_eq(f->bits & (FACT_FAILED | FACT_UNTESTED | FACT_IN_SLOT), FACT_FAILED | FACT_IN_SLOT);
	ck_assert_uint_eq(f->decided, 9);
	/* The first branch that found it stays. */
	state_assume(&s, 7, CLASS_NONZERO, 12);
	ck_assert_uint_eq(state_find(&s, 3)->decided, 9);
}
END_TEST

START_TEST(assume_leaves_others)
{
	struct state s = one(FACT_IN_SLOT | FACT_UNTESTED, CLASS_NONZERO, CLASS_ANY), before = copy(&s);
	state_assume(&s, 7, CLASS_NONZERO, 9); /* possible, but tells nothing */
	ck_assert(same(&s, &before));
	state_assume(&s, 8, CLASS_ZERO, 9);
	ck_assert(same(&s, &before));
}
END_TEST

START_TEST(assume_not_ready)
{
	struct state s = one(FACT_IN_SLOT | FACT_UNTESTED, CLASS_ANY, CLASS_ANY);
	fact_relation(state_find(&s, 3), 7)->clears = CLASS_NONZERO;
	struct state other = copy(&s);
	state_assume(&s, 7, CLASS_NONZERO, 9);
	ck_assert_ptr_null(state_find(&s, 3));
	state_assume(&other, 7, CLASS_ZERO, 9);
	ck_assert_ptr_nonnull(state_find(&other, 3));
}
END_TEST

/* Both edges of a branch together cover what was there, if nothing ties the fact to the cell both ways. */
START_TEST(assume_splits)
{
	for (u32 i = 0; i < ROUNDS; i++) {
		struct state s = draw_state(), yes = copy(&s), no = copy(&s);
		if (!s.is_live)
			continue;
		state_assume(&yes, 1, CLASS_NONZERO, 9);
		state_assume(&no, 1, CLASS_ZERO, 9);
		for (u32 k = 0; k < s.n; k++) {
			const struct relation *r = fact_relation(&s.at[k], 1);
			bool is_in_yes = state_find(&yes, s.at[k].producer), is_in_no = state_find(&no, s.at[k].producer);
			ck_assert(is_in_yes == !(r && (r->fwd == CLASS_ZERO || r->clears == CLASS_NONZERO)));
			ck_assert(is_in_no == !(r && (r->fwd == CLASS_NONZERO || r->clears == CLASS_ZERO)));
		}
	}
}
END_TEST

START_TEST(facts_stay_sorted)
{
	struct state s = {.is_live = true};
	for (u32 i = 0; i < 200; i++)
		state_add(&arena, &s, draw(100))->bits = FACT_FAILED;
	for (u32 i = 0; i < 60; i++)
		state_remove(&s, draw(100));
	for (u32 i = 1; i < s.n; i++)
		ck_assert_uint_lt(s.at[i - 1].producer, s.at[i].producer);
	for (u32 p = 0; p < 100; p++) {
		const struct fact *f = state_find(&s, p);
		ck_assert(!f || f->producer == p);
	}
}
END_TEST

/* What decides something is kept longest when there are more cells than room. */
START_TEST(deciding_relations_are_kept)
{
	struct fact f = {0};
	fact_relate(&f, 100, CLASS_NONZERO, CLASS_NONZERO);
	for (u32 cell = 0; cell < 3 * RELATIONS; cell++)
		fact_relate(&f, cell, CLASS_ZERO, CLASS_ANY);
	ck_assert_uint_eq(f.relations, RELATIONS);
	ck_assert_ptr_nonnull(fact_relation(&f, 100));
	fact_forget(&f, 100);
	ck_assert_ptr_null(fact_relation(&f, 100));
	ck_assert_uint_eq(f.relations, RELATIONS - 1);
}
END_TEST

/* What was asked on one side alone is not known behind the join. */
START_TEST(premises_need_both_sides)
{
	struct state a = {.is_live = true}, b = {.is_live = true};
	struct fact *f = state_add(&arena, &a, 1);
	f->bits = FACT_IN_SLOT | FACT_UNTESTED;
	premises_add(&f->premises, (struct premise){3, 4, 0});
	premises_add(&f->premises, (struct premise){5, PREMISE_NOT, 0});
	struct fact *g = state_add(&arena, &b, 1);
	g->bits = FACT_IN_SLOT | FACT_UNTESTED;
	premises_add(&g->premises, (struct premise){5, PREMISE_NOT, 0});
	ck_assert(state_join(&arena, &a, &b));
	ck_assert_uint_eq(a.at[0].premises.n, 1);
	ck_assert_uint_eq(a.at[0].premises.at[0].cell, 5);
	ck_assert(!state_join(&arena, &a, &b));
}
END_TEST

START_TEST(premises_make_room)
{
	struct premises p = {0};
	for (u32 cell = 0; cell < PREMISES + 2; cell++) {
		premises_add(&p, (struct premise){cell, 1, 0});
		premises_add(&p, (struct premise){cell, 1, 0});
	}
	ck_assert_uint_eq(p.n, PREMISES);
	ck_assert_uint_eq(p.at[0].cell, 2);
	premises_drop(&p, 3);
	ck_assert_uint_eq(p.n, PREMISES - 1);
	ck_assert_uint_eq(p.at[1].cell, 4);
}
END_TEST

TCase *state_tests(void)
{
	TCase *t = tcase_create("state");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, join_commutes);
	tcase_add_test(t, join_associates);
	tcase_add_test(t, join_again_changes_nothing);
	tcase_add_test(t, join_tells_of_change);
	tcase_add_test(t, join_ascends);
	tcase_add_test(t, dead_paths_say_nothing);
	tcase_add_test(t, relations_need_both_sides);
	tcase_add_test(t, settled_failures_have_no_say);
	tcase_add_test(t, some_bits_need_every_path);
	tcase_add_test(t, assume_kills);
	tcase_add_test(t, assume_decides);
	tcase_add_test(t, assume_leaves_others);
	tcase_add_test(t, assume_not_ready);
	tcase_add_test(t, assume_splits);
	tcase_add_test(t, facts_stay_sorted);
	tcase_add_test(t, deciding_relations_are_kept);
	tcase_add_test(t, premises_need_both_sides);
	tcase_add_test(t, premises_make_room);
	return t;
}
