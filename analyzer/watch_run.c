/* A run of the watcher's: what it looks at, whether that is news, and how it is set apart from what was written before. */
#include "watch_local.h"

#include "base/bytes.h"
#include "discover/paths.h"
#include "discover/places.h"
#include "report/owners.h"
#include "report/report.h"
#include "run.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void tell(const struct watch_order *order, struct strbuf *what)
{
	for (size_t at = 0; at < what->n;) {
		ssize_t n = write(order->to, what->p + at, what->n - at);
		if (n < 0 && errno != EINTR)
			_exit(2); /* nobody listens any more */
		at += n > 0 ? (size_t)n : 0;
	}
	strbuf_release(what);
}

static void add_word(struct strbuf *to, enum watch_word word, struct str text)
{
	strbuf_putc(to, (char)word);
	strbuf_add(to, text.p, text.n);
	strbuf_putc(to, 0);
}

/* Files that a run follows from besides those of the program. */
static void list_extras(struct places *extras, struct arena *a, const struct sight *s)
{
	*extras = (struct places){.arena = a};
	if (s->setup->config.path)
		places_add_extra(extras, s->setup->config.path);
	if (s->triage->baseline_path)
		places_add_extra(extras, s->triage->baseline_path);
	if (s->o->compile_commands)
		places_add_extra(extras, arena_format(a, "%s/compile_commands.json", s->o->compile_commands));
	for (u32 i = 0; owners_place(i); i++)
		places_add_extra(extras, arena_format(a, "%.*s/%s", (int)s->d->root.n, s->d->root.p, owners_place(i)));
}

static void add_changes(struct strbuf *all, const struct changes *changes)
{
	for (u32 i = 0; i < changes->files.n; i++) {
		const struct changed_file *f = &changes->files.at[i];
		bytes_put_str(all, f->path);
		strbuf_addf(all, "%d", f->is_whole);
		if (f->ranges.n)
			strbuf_add(all, (const char *)f->ranges.at, sizeof *f->ranges.at * f->ranges.n);
	}
}

/* Of all that the run follows from: names and times. */
static struct hash128 mark_of(const struct sight *s, const struct places *extras)
{
	struct strbuf all = {0};
	for (u32 i = 0; i < s->d->files.n; i++) {
		const struct source *f = &s->d->files.at[i];
		const u8 flags[] = {f->language, f->is_reported, f->is_named, f->is_vendored, f->is_left_out, f->is_unlisted, f->is_test};
		bytes_put_str(&all, f->path);
		strbuf_add(&all, (const char *)flags, sizeof flags);
		strbuf_add(&all, (const char *)&f->stamp, sizeof f->stamp);
	}
	for (u32 i = 0; i < extras->list.n; i++) {
		struct stat st = {0};
		bool is_there = !stat(extras->list.at[i].path.p, &st);
		bytes_put_str(&all, extras->list.at[i].path);
		if (is_there)
			strbuf_addf(&all, "%llu %lld %lld.%ld", (unsigned long long)st.st_ino, (long long)st.st_size, (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
	}
	for (u32 i = 0; i < s->notices->list.n; i++) {
		bytes_put_str(&all, s->notices->list.at[i].path);
		bytes_put_str(&all, s->notices->list.at[i].text);
	}
	add_changes(&all, &s->triage->changes);
	struct hash128 mark = hash128(strbuf_str(&all), 0);
	strbuf_release(&all);
	return mark;
}

static void add_places(struct strbuf *to, const struct places *places)
{
	static const enum watch_word words[] = {[PLACE_FOLDER] = WATCH_FOLDER, [PLACE_SOURCE] = WATCH_SOURCE, [PLACE_EXTRA] = WATCH_EXTRA};
	for (u32 i = 0; i < places->list.n; i++)
		add_word(to, words[places->list.at[i].kind], places->list.at[i].path);
}

static void see(void *with, const struct sight *s)
{
	struct watch_order *order = with;
	struct arena arena = {0};
	struct places extras, places;
	struct strbuf all = {0}, last = {0};
	list_extras(&extras, &arena, s);
	struct hash128 mark = mark_of(s, &extras);
	bool is_same = order->has_mark && !hash128_cmp(mark, order->mark);
	if (order->wants_places) {
		places_list(&places, &arena, s->where, s->d);
		add_places(&all, &places);
		add_places(&all, &extras);
	}
	if (is_same)
		add_word(&all, WATCH_SAME, S(""));
	strbuf_addf(&last, "%016llx%016llx %u", (unsigned long long)mark.a, (unsigned long long)mark.b, s->d->files.n);
	add_word(&all, WATCH_SIGHT, strbuf_str(&last));
	tell(order, &all);
	strbuf_release(&last);
	arena_release(&arena);
	if (is_same)
		_exit(0);
	if (order->is_again && !order->is_announced && !s->o->is_quiet)
		fputs("caplint: something has changed, checking again\n", stderr);
}

static bool writes_text(const struct options *o)
{
	for (u32 i = 0; i < o->output_count; i++)
		if (!o->outputs[i].path)
			return o->outputs[i].format == FORMAT_TEXT;
	return false;
}

/* A terminal shows what holds now. Elsewhere a line stands between; lines for programs have none. */
static void speak(void *with)
{
	const struct watch_order *order = with;
	const char *term = getenv("TERM");
	bool is_screen = isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0;
	if (!order->is_again || !writes_text(order->o))
		return;
	fputs(is_screen ? "\033[H\033[2J" : "----\n", stdout);
	fflush(stdout);
}

static void spoke(void *with)
{
	struct strbuf all = {0};
	add_word(&all, WATCH_SPOKE, S(""));
	tell(with, &all);
}

_Noreturn void watch_run(struct watch_order *order)
{
	struct onlooker by = {order, see, speak, spoke};
	int status = run_watched(order->o, &by);
	options_release(order->o);
	exit(status);
}
