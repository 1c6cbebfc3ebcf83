#include "finding/kept.h"

static void put_span(struct strbuf *to, struct span s)
{
	bytes_put_u32(to, s.file);
	bytes_put_u32(to, s.begin);
	bytes_put_u32(to, s.end);
}

static struct span take_span(struct bytes *from, u32 file_count)
{
	struct span s;
	s.file = bytes_take_u32(from);
	s.begin = bytes_take_u32(from);
	s.end = bytes_take_u32(from);
	from->is_bad |= s.file >= file_count;
	return s;
}

static void put_steps(struct strbuf *to, const struct step *at, u32 n)
{
	bytes_put_u32(to, n);
	for (u32 i = 0; i < n; i++) {
		put_span(to, at[i].span);
		bytes_put_str(to, at[i].text);
	}
}

/* Steps and related places are of one type each, since VEC names none. */
#define TAKE_STEPS(from, a, list, file_count)                                                                          \
	for (u32 steps_left = bytes_take_count((from), sizeof(struct span)); steps_left; steps_left--) {               \
		struct step step_taken = {.span = take_span((from), (file_count))};                                    \
		step_taken.text = bytes_take_str((from), (a));                                                         \
		vec_push((a), (list), step_taken);                                                                     \
	}

static void put_finding(struct strbuf *to, const struct finding *f)
{
	u32 n = 0;
	bytes_put_u32(to, f->rule);
	bytes_put_u32(to, f->severity);
	put_span(to, f->span);
	bytes_put_str(to, f->message);
	bytes_put_str(to, f->function);
	put_steps(to, f->steps.at, f->steps.n);
	put_steps(to, f->related.at, f->related.n);
	while (n < COUNT(f->params) && f->params[n].key.n)
		n++;
	bytes_put_u32(to, n);
	for (u32 i = 0; i < n; i++) {
		bytes_put_str(to, f->params[i].key);
		bytes_put_str(to, f->params[i].value);
	}
}

static struct finding *take_finding(struct bytes *from, struct arena *a, u32 rule_count, u32 file_count)
{
	struct finding *f = arena_new(a, struct finding);
	f->rule = bytes_take_u32(from);
	f->severity = (enum severity)bytes_take_u32(from);
	f->span = take_span(from, file_count);
	f->message = bytes_take_str(from, a);
	f->function = bytes_take_str(from, a);
	TAKE_STEPS(from, a, &f->steps, file_count)
	TAKE_STEPS(from, a, &f->related, file_count)
	u32 n = bytes_take_u32(from);
	from->is_bad |= n > COUNT(f->params) || f->rule >= rule_count || f->severity > SEVERITY_ERROR;
	for (u32 i = 0; i < n && !from->is_bad; i++) {
		f->params[i].key = bytes_take_str(from, a);
		f->params[i].value = bytes_take_str(from, a);
	}
	return f;
}

void findings_keep(struct strbuf *to, const struct findings *all)
{
	bytes_put_u32(to, all->list.n);
	for (u32 i = 0; i < all->list.n; i++)
		put_finding(to, all->list.at[i]);
	bytes_put_u32(to, all->omissions.n);
	for (u32 i = 0; i < all->omissions.n; i++) {
		const struct omission *o = &all->omissions.at[i];
		bytes_put_u32(to, o->rule);
		bytes_put_u32(to, o->file);
		bytes_put_u32(to, o->looked_at);
		bytes_put_str(to, o->function);
	}
}

bool findings_take(struct bytes *from, u32 rule_count, u32 file_count, struct findings *all)
{
	struct arena *a = all->arena;
	for (u32 n = bytes_take_count(from, sizeof(struct span)); n && !from->is_bad; n--) {
		struct finding *f = take_finding(from, a, rule_count, file_count);
		vec_push(a, &all->list, f);
	}
	for (u32 n = bytes_take_count(from, sizeof(u32)); n && !from->is_bad; n--) {
		struct omission o = {.rule = bytes_take_u32(from)};
		o.file = bytes_take_u32(from);
		o.looked_at = bytes_take_u32(from);
		o.function = bytes_take_str(from, a);
		from->is_bad |= o.rule >= rule_count || o.file >= file_count;
		vec_push(a, &all->omissions, o);
	}
	return !from->is_bad;
}

void findings_move(struct findings *all, void (*move)(void *, struct span *), void *with)
{
	for (u32 i = 0; i < all->list.n; i++) {
		struct finding *f = all->list.at[i];
		move(with, &f->span);
		for (u32 k = 0; k < f->steps.n; k++)
			move(with, &f->steps.at[k].span);
		for (u32 k = 0; k < f->related.n; k++)
			move(with, &f->related.at[k].span);
	}
}

void notices_keep(struct strbuf *to, const struct notices *all)
{
	bytes_put_u32(to, all->list.n);
	for (u32 i = 0; i < all->list.n; i++) {
		const struct notice *n = &all->list.at[i];
		bytes_put_u32(to, (u32)n->is_failure | (u32)n->was_named << 1);
		bytes_put_str(to, n->path);
		bytes_put_str(to, n->text);
	}
}

bool notices_take(struct bytes *from, struct notices *all)
{
	for (u32 n = bytes_take_count(from, sizeof(u32)); n && !from->is_bad; n--) {
		u32 flags = bytes_take_u32(from);
		struct notice notice = {.is_failure = flags & 1, .was_named = flags & 2};
		notice.path = bytes_take_str(from, all->arena);
		notice.text = bytes_take_str(from, all->arena);
		vec_push(all->arena, &all->list, notice);
	}
	return !from->is_bad;
}
