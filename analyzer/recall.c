#include "recall.h"

#include "finding/kept.h"
#include "questions.h"
#include "read_file.h"
#include "report/report.h"

#include <stdlib.h>

/* More than CHANGED texts that differ are no edit of comments; more than HASHED that may differ are another checkout. */
enum { CHANGED = 32, HASHED = 1024, ANSWER_BYTES = 4 << 20 };

struct recall {
	struct arena *arena;
	const struct read_options *how;
	struct source *files;
	u32 count;
	struct notices *notices;
	u32 rule_count;
	u32 said;              /* notices before it began */
	bool is_about;         /* recall_is_about */
	struct question asked; /* of all but the texts */
	struct question answered; /* in this run: it or one that holds it */
	bool has_answered;
	struct hash128 *texts; /* by file, as far as they are known */
};

/* What the answer begins with; then what was asked, texts and marks by file, notices, findings. */
struct head {
	struct hash128 about; /* as in struct question */
	u64 count, asked[2];
	struct size_choice choices[SIZE_CHOICES];
	struct coverage coverage;
};

/* By file: what was asked and what reading told of it, and what the captures in it are. */
struct mark {
	u8 is_reported, language, has_allow, is_test, is_parsed, is_sized;
	u32 kib;
	struct capture_counts captures;
};

/* What a run leaves beside its findings. */
struct kept {
	struct asked asked[2]; /* the files that are not parsed: of C and its kin, of Python */
	struct size_choice choices[SIZE_CHOICES];
	struct mark *marks;
};

static bool is_read(const struct source *s) { return s->language != LANG_NONE; }
static bool is_python(const struct source *s) { return s->language == LANG_PYTHON; }

static bool is_kept(const struct options *o) { return o->command == COMMAND_CHECK && !o->dump; }

bool recall_is_about(const struct options *o)
{
	bool is_plain = is_kept(o);
	for (u32 i = 0; i < o->output_count; i++)
		is_plain &= o->outputs[i].format != FORMAT_MARKDOWN && o->outputs[i].format != FORMAT_HTML;
	return is_plain;
}

/* Vendored code is counted only where it is reported, so that is no part of a smaller question. */
static struct question question_of(const struct options *o, const struct setup *setup, const struct read_options *how, const struct discovery *d)
{
	struct strbuf all = {0};
	struct question q;
	strbuf_addf(&all, "%u %llu", o->hip_semantics, (unsigned long long)o->max_file_bytes);
	strbuf_add(&all, (const char *)setup->filter.is_off, sizeof(bool) * setup->filter.rule_count);
	strbuf_addf(&all, "%s", setup->config.path ? setup->config.path : "");
	for (u32 i = 0; i < how->models->entry_points.n; i++)
		bytes_put_str(&all, str_of(how->models->entry_points.at[i]));
	for (u32 i = 0; i < d->files.n; i++) {
		const struct source *s = &d->files.at[i];
		const u32 flags[] = {s->language, s->is_vendored, s->is_vendored && s->is_reported, s->is_test, s->is_unlisted};
		bytes_put_str(&all, s->path);
		bytes_put_str(&all, s->shown);
		strbuf_add(&all, (const char *)flags, sizeof flags);
	}
	q.about = hash128(strbuf_str(&all), 0);
	all.n = 0;
	strbuf_add(&all, (const char *)&q.about, sizeof q.about);
	for (u32 i = 0; i < d->files.n; i++)
		strbuf_add(&all, d->files.at[i].is_reported ? "1" : "0", 1);
	q.key = hash128(strbuf_str(&all), 0);
	strbuf_release(&all);
	return q;
}

struct recall *recall_ask(struct arena *a, const struct options *o, const struct setup *setup, const struct read_options *how, struct discovery *d,
                          struct notices *notices)
{
	if (!how->cache || !is_kept(o))
		return NULL;
	struct recall *r = arena_new(a, struct recall);
	*r = (struct recall){.arena = a, .how = how, .files = d->files.at, .count = d->files.n, .notices = notices, .rule_count = setup->filter.rule_count, .said = notices->list.n, .is_about = recall_is_about(o),
	                     .asked = question_of(o, setup, how, d), .texts = arena_array(a, struct hash128, d->files.n + 1)};
	return r;
}

/* Of files that were written to the text is hashed again; if these are many, nothing is known. */
static bool find_texts(struct recall *r)
{
	u32 unknown = 0;
	for (u32 i = 0; i < r->count; i++)
		if (is_read(&r->files[i]) && !cache_key(r->how->cache, r->files[i].path, &r->files[i].stamp, &r->texts[i]) &&
		    (++unknown > HASHED || !read_key(r->how, &r->files[i], &r->texts[i])))
			return false;
	return true;
}

struct changed {
	u32 file;
	bool is_parsed;
	struct str old, now; /* answers */
	struct unit old_unit, now_unit;
	struct unit_moves moves;
};

struct changes {
	struct changed at[CHANGED];
	u32 n;
	bool is_lost; /* a place that has no other */
};

static bool open_units(const struct changed *c, struct unit *old, struct unit *now)
{
	struct strbuf err = {0};
	bool is_good = answer_unit(c->old, old, &err) && answer_unit(c->now, now, &err);
	strbuf_release(&err);
	return is_good;
}

/* What reading gave is the same, elsewhere. Of a file that isn't parsed, what anybody asks of it. */
static bool is_moved(const struct recall *r, const struct kept *kept, struct changed *c)
{
	const struct source *s = &r->files[c->file];
	if (!c->is_parsed)
		return answer_says_the_same(c->old, c->now, &kept->asked[is_python(s)], is_python(s) && kept->marks[c->file].is_test);
	return answer_is_alike(c->old, c->now) && open_units(c, &c->old_unit, &c->now_unit) && unit_moved(r->arena, &c->old_unit, &c->now_unit, &c->moves);
}

/* Nothing that hung on sizes comes out otherwise than in the run that was kept. */
static bool choices_stay(const struct recall *r, const struct kept *kept)
{
	u64 more[2] = {0}, less[2] = {0};
	for (u32 i = 0; i < r->count; i++) {
		const struct source *s = &r->files[i];
		const struct mark *m = &kept->marks[i];
		u32 kib = source_kib(s);
		if (kib == m->kib || !is_read(s))
			continue;
		if (m->is_sized)
			return false;
		more[is_python(s)] += kib > m->kib ? kib - m->kib : 0;
		less[is_python(s)] += kib < m->kib ? m->kib - kib : 0;
	}
	for (u32 i = 0; i < SIZE_CHOICES; i++) {
		const struct size_choice *c = &kept->choices[i];
		if (c->sum <= c->limit ? c->sum + more[c->is_python] > c->limit : c->sum <= c->limit + less[c->is_python])
			return false;
	}
	return true;
}

/* Reads the files that differ from the old texts; true if they say the same. */
static bool find_moves(struct recall *r, const struct hash128 *old, struct kept *kept, struct changes *changes)
{
	u32 files[CHANGED];
	bool must_parse[CHANGED];
	struct str answers[CHANGED];
	for (u32 i = 0; i < r->count; i++) {
		struct changed c = {.file = i, .is_parsed = kept->marks[i].is_parsed};
		if (!hash128_cmp(old[i], r->texts[i]))
			continue;
		if (changes->n == CHANGED || !kept_answer(r->how, old[i], c.is_parsed, &c.old))
			return false;
		files[changes->n] = i;
		must_parse[changes->n] = c.is_parsed;
		changes->at[changes->n++] = c;
	}
	if (!choices_stay(r, kept) || !read_alone(r->arena, r->how, r->files, files, must_parse, changes->n, answers))
		return false;
	/* Kept whatever they say: the run that follows finds them. */
	for (u32 i = 0; i < changes->n; i++)
		keep_answer(r->how, r->texts[files[i]], answers[i]);
	for (u32 i = 0; i < changes->n; i++) {
		struct changed *c = &changes->at[i];
		struct answer now;
		c->now = answers[i];
		if (!is_moved(r, kept, c))
			return false;
		memcpy(&now, c->now.p, sizeof now);
		kept->marks[c->file].has_allow = now.has_allow != 0;
	}
	return true;
}

static void move(void *with, struct span *span)
{
	struct changes *changes = with;
	for (u32 i = 0; i < changes->n; i++)
		if (changes->at[i].file == span->file && (!changes->at[i].moves.n || !unit_move(&changes->at[i].moves, &span->begin, &span->end)))
			changes->is_lost = true;
}

static void put_answer(struct recall *r, struct question q, const struct kept *kept, const struct notices *said, const struct coverage *coverage,
                       const struct findings *findings)
{
	struct strbuf all = {0};
	struct head head = {.about = q.about, .count = r->count, .asked = {kept->asked[0].n, kept->asked[1].n}, .coverage = *coverage};
	head.coverage.of_file = NULL;
	memcpy(head.choices, kept->choices, sizeof head.choices);
	bytes_put(&all, &head, sizeof head);
	for (u32 i = 0; i < COUNT(kept->asked); i++)
		bytes_put(&all, kept->asked[i].names, sizeof *kept->asked[i].names * kept->asked[i].n);
	bytes_put(&all, r->texts, sizeof *r->texts * r->count);
	bytes_put(&all, kept->marks, sizeof *kept->marks * r->count);
	notices_keep(&all, said);
	findings_keep(&all, findings);
	if (all.n <= ANSWER_BYTES) {
		char *copy = arena_text(r->arena, all.p, all.n);
		cache_put(r->how->cache, q.key, CACHE_FOUND, (struct str){copy, all.n});
		r->answered = q;
		r->has_answered = true;
	}
	strbuf_release(&all);
}

/* The next run finds the texts by the files' stamps. */
static void note_all(struct recall *r)
{
	for (u32 i = 0; i < r->count; i++)
		if (is_read(&r->files[i]))
			cache_note(r->how->cache, r->files[i].path, &r->files[i].stamp, r->texts[i]);
	hold_python_tree(r->how);
}

/* Bytes that what is parsed of Python has grown by. */
static u64 python_growth(const struct recall *r, const struct kept *kept)
{
	u64 kib = 0;
	for (u32 i = 0; i < r->count; i++)
		if (kept->marks[i].is_parsed && is_python(&r->files[i]))
			kib += (u64)source_kib(&r->files[i]) - kept->marks[i].kib;
	return kib << 10;
}

/* Marks are a copy: some files' may have changed. */
static void take_kept(struct recall *r, const struct head *head, struct bytes *from, struct kept *kept, const struct hash128 **texts)
{
	for (u32 i = 0; i < COUNT(kept->asked); i++)
		kept->asked[i] = (struct asked){(const void *)bytes_take(from, sizeof(u64) * head->asked[i]), (u32)head->asked[i]};
	memcpy(kept->choices, head->choices, sizeof head->choices);
	*texts = (const void *)bytes_take(from, sizeof **texts * r->count);
	const char *marks = bytes_take(from, sizeof *kept->marks * r->count);
	kept->marks = arena_array(r->arena, struct mark, r->count + 1);
	if (marks)
		memcpy(kept->marks, marks, sizeof *kept->marks * r->count);
}

/* Of what is asked for, nothing was left out. */
static bool covers(const struct recall *r, const struct kept *kept)
{
	for (u32 i = 0; i < r->count; i++)
		if (r->files[i].is_reported && !kept->marks[i].is_reported)
			return false;
	return true;
}

static bool is_named(const struct recall *r, struct str shown)
{
	for (u32 i = 0; i < r->count; i++)
		if (r->files[i].is_named && str_eq(r->files[i].shown, shown))
			return true;
	return false;
}

/* Of an answer to this question or to a larger one, what belongs to this one. */
static void take_part(struct recall *r, const struct kept *kept, const struct notices *said, const struct coverage *counted, struct coverage *coverage, struct findings *findings)
{
	u32 n = 0;
	for (u32 i = 0; i < findings->list.n; i++)
		if (r->files[findings->list.at[i]->span.file].is_reported)
			findings->list.at[n++] = findings->list.at[i];
	findings->list.n = n;
	for (u32 i = 0; i < said->list.n; i++) {
		struct notice notice = said->list.at[i];
		notice.was_named = notice.path.n && is_named(r, notice.path);
		vec_push(r->notices->arena, &r->notices->list, notice);
	}
	*coverage = *counted;
	coverage->python_bytes += python_growth(r, kept);
	coverage->captures = (struct capture_counts){0};
	for (u32 i = 0; i < r->count; i++) {
		const struct mark *m = &kept->marks[i];
		if (r->files[i].is_reported)
			captures_add(&coverage->captures, &m->captures);
		r->files[i].language = m->language;
		r->files[i].has_allow = m->has_allow;
		r->files[i].is_test = m->is_test;
	}
}

static bool take_answer(struct recall *r, struct question q, struct coverage *coverage, struct findings *findings)
{
	struct str answer;
	struct head head;
	struct kept kept;
	const struct hash128 *old;
	struct changes *changes = arena_new(r->arena, struct changes);
	if (!cache_find(r->how->cache, q.key, CACHE_FOUND, &answer) || answer.n < sizeof head)
		return false;
	memcpy(&head, answer.p, sizeof head);
	if (hash128_cmp(head.about, r->asked.about) || head.count != r->count)
		return false;
	struct bytes from = {answer.p + sizeof head, answer.n - sizeof head, false};
	take_kept(r, &head, &from, &kept, &old);
	if (from.is_bad || !covers(r, &kept) || !find_moves(r, old, &kept, changes))
		return false;
	struct notices said = {.arena = r->arena};
	*findings = (struct findings){.arena = findings->arena};
	if (!notices_take(&from, &said) || !findings_take(&from, r->rule_count, r->count, findings) || from.n)
		return false;
	findings_move(findings, move, changes);
	if (changes->is_lost)
		return false;
	note_all(r);
	if (changes->n)
		put_answer(r, q, &kept, &said, &head.coverage, findings);
	take_part(r, &kept, &said, &head.coverage, coverage, findings);
	return true;
}

bool recall_take(struct recall *r, struct coverage *coverage, struct findings *findings)
{
	struct question kept[QUESTIONS];
	u32 n = questions_find(r->how->cache, kept);
	if (!r->is_about || !n || !find_texts(r))
		return false;
	bool is_known = take_answer(r, r->asked, coverage, findings);
	for (u32 i = 0; i < n && !is_known; i++)
		is_known = hash128_cmp(kept[i].key, r->asked.key) && !hash128_cmp(kept[i].about, r->asked.about) && take_answer(r, kept[i], coverage, findings);
	if (!is_known)
		*findings = (struct findings){.arena = findings->arena};
	return is_known;
}

void recall_keep(struct recall *r, const struct reading *reading, const struct coverage *coverage, const struct findings *findings)
{
	struct kept kept = {.asked = {read_asked(reading, false), read_asked(reading, true)}, .marks = arena_array(r->arena, struct mark, r->count + 1)};
	struct notices said = {.arena = r->arena};
	read_choices(reading, kept.choices);
	if (!read_texts(reading, r->texts))
		return;
	for (u32 i = 0; i < r->count; i++) {
		const struct source *s = &r->files[i];
		kept.marks[i] = (struct mark){s->is_reported, s->language, s->has_allow, s->is_test, read_is_parsed(reading, i), read_is_sized(reading, i), source_kib(s),
		                              coverage->of_file[i].captures};
	}
	for (u32 i = r->said; i < r->notices->list.n; i++)
		vec_push(r->arena, &said.list, r->notices->list.at[i]);
	put_answer(r, r->asked, &kept, &said, coverage, findings);
}

void recall_close(struct recall *r, struct cache *cache)
{
	questions_hold(cache);
	if (r && r->has_answered)
		questions_put(r->arena, cache, r->answered);
}
