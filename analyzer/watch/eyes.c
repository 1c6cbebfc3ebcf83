#include "watch/eyes.h"

#include "base/hash.h"
#include "discover/paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/inotify.h>
#include <sys/vfs.h>
#endif

struct eye {
	int watch;
	struct str path;
	bool is_folder; /* not only of extras */
	bool is_kept;
};

bool eyes_open(struct eyes *e, bool looks, bool (*counts)(struct str name))
{
	*e = (struct eyes){.fd = -1, .is_wanted = looks, .counts = counts};
#ifdef __linux__
	return true;
#else
	return looks;
#endif
}

static void shut(struct eyes *e)
{
	if (e->fd >= 0)
		close(e->fd);
	arena_release(&e->arena);
	*e = (struct eyes){.fd = -1, .is_wanted = e->is_wanted, .counts = e->counts};
}

void eyes_close(struct eyes *e) { shut(e); }

bool eyes_are_shut(const struct eyes *e)
{
	for (u32 i = 0; i < e->list.n; i++)
		if (e->list.at[i].is_folder)
			return false;
	for (u32 i = 0; i < e->timed.n; i++)
		if (e->timed.at[i].kind == PLACE_FOLDER && !access(e->timed.at[i].path.p, F_OK))
			return false;
	return true;
}

static void mix(u64 *hash, const void *bytes, size_t n) { *hash = hash128((struct str){bytes, n}, *hash).a; }

/* Of a folder the names in it count, not the times of what they name. */
static void look(const struct eyes *e, u64 *sources, u64 *others)
{
	*sources = *others = 0;
	for (u32 i = 0; i < e->timed.n; i++) {
		struct stat st = {0};
		bool is_source = e->timed.at[i].kind == PLACE_SOURCE;
		if (stat(e->timed.at[i].path.p, &st))
			st = (struct stat){0};
		u64 seen[] = {st.st_ino, (u64)st.st_size, (u64)st.st_mtim.tv_sec, (u64)st.st_mtim.tv_nsec, (u64)st.st_ctim.tv_sec, (u64)st.st_ctim.tv_nsec};
		mix(is_source ? sources : others, seen, sizeof seen);
	}
}

static bool turn_to_times(struct eyes *e, const struct places *places)
{
	u64 names = 0, before = e->names;
	shut(e);
	for (u32 i = 0; i < places->list.n; i++) {
		struct place place = places->list.at[i];
		mix(&names, place.path.p, place.path.n);
		place.path.p = arena_text(&e->arena, place.path.p, place.path.n);
		vec_push(&e->arena, &e->timed, place);
	}
	e->names = names;
	look(e, &e->sources, &e->others);
	return names != before;
}

static u32 see_times(struct eyes *e)
{
	u64 sources, others;
	look(e, &sources, &others);
	u32 saw = (sources != e->sources ? SAW_SOURCE : 0u) | (others != e->others ? SAW_EXTRA | SAW_FOLDER : 0u);
	e->sources = sources;
	e->others = others;
	return saw;
}

#ifdef __linux__

#define EVENTS (IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK)

static int by_watch(const void *left, const void *right)
{
	const struct eye *a = left, *b = right;
	return (a->watch > b->watch) - (a->watch < b->watch);
}

static struct eye *eye_of(const struct eyes *e, int watch)
{
	struct eye key = {.watch = watch};
	return e->list.n ? bsearch(&key, e->list.at, e->list.n, sizeof key, by_watch) : NULL;
}

/* Others may write there, and nobody tells us. */
static bool is_elsewhere(const char *path)
{
	static const u32 magics[] = {0x6969 /* NFS */, 0xff534d42 /* CIFS */, 0xfe534d42 /* SMB2 */, 0x01021997 /* 9P */, 0x65735546 /* FUSE */, 0x5346414f /* AFS */, 0x00c36400 /* Ceph */};
	struct statfs st;
	for (u32 i = 0; i < COUNT(magics) && !statfs(path, &st); i++)
		if ((u32)st.f_type == magics[i])
			return true;
	return false;
}

static u64 limit_of_watches(void)
{
	unsigned long long n = 0;
	FILE *f = fopen("/proc/sys/fs/inotify/max_user_watches", "re");
	if (f && fscanf(f, "%llu", &n) != 1)
		n = 0;
	if (f)
		fclose(f);
	return n;
}

static void tell_limit(int error, u32 folders, struct strbuf *why)
{
	if (error == ENOSPC)
		strbuf_addf(why, "the system allows this user no more watches (fs.inotify.max_user_watches is %llu, and here are %u folders), so the times of all files are looked at every second; 'sudo sysctl fs.inotify.max_user_watches=1048576' allows more",
		            (unsigned long long)limit_of_watches(), folders);
	else if (error == EMFILE)
		strbuf_puts(why, "the system allows this user no more watchers (fs.inotify.max_user_instances), so the times of all files are looked at every second; 'sudo sysctl fs.inotify.max_user_instances=1024' allows more");
	else
		strbuf_addf(why, "the system tells nothing of changes (inotify: %s), so the times of all files are looked at every second", strerror(error));
}

/* Folders that move keep their watch, so each is asked for again: its path may be another one. */
struct turn {
	struct eyes *e;
	struct idmap of_watch; /* where it stands in the list */
	bool is_new;
};

/* False with errno if there are no means to watch a folder that is there. */
static bool keep_watch(struct turn *t, struct str path, bool is_folder)
{
	struct eyes *e = t->e;
	const char *name = arena_text(&e->arena, path.p, path.n);
	int watch = inotify_add_watch(e->fd, name, EVENTS);
	if (watch < 0)
		return errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP || errno == ENAMETOOLONG;
	u32 at = idmap_get(&t->of_watch, (u64)watch);
	if (at == NONE) {
		at = e->list.n;
		idmap_put(&e->arena, &t->of_watch, (u64)watch, at);
		vec_push(&e->arena, &e->list, (struct eye){0});
	}
	struct eye *eye = &e->list.at[at];
	bool is_already = eye->is_kept && eye->is_folder;
	t->is_new |= !eye->watch || (is_folder && !eye->is_folder);
	*eye = (struct eye){watch, {name, path.n}, is_folder || is_already, true};
	return true;
}

/* In an arena of its own, so that what was watched once takes no room. */
static void begin_turn(struct turn *t, struct eyes *before)
{
	struct eyes *e = t->e;
	*before = *e;
	e->arena = (struct arena){0};
	memset(&e->list, 0, sizeof e->list);
	intern_init(&e->extras, &e->arena);
	for (u32 i = 0; i < before->list.n; i++) {
		idmap_put(&e->arena, &t->of_watch, (u64)before->list.at[i].watch, i);
		before->list.at[i].is_kept = false;
		vec_push(&e->arena, &e->list, before->list.at[i]);
	}
}

static void end_turn(struct eyes *e, struct eyes *before)
{
	u32 kept = 0;
	for (u32 i = 0; i < e->list.n; i++)
		if (e->list.at[i].is_kept)
			e->list.at[kept++] = e->list.at[i];
		else
			inotify_rm_watch(e->fd, e->list.at[i].watch);
	e->list.n = kept;
	if (kept)
		qsort(e->list.at, kept, sizeof *e->list.at, by_watch);
	arena_release(&before->arena);
}

/* Folders first: what is one of these stays one. */
static bool turn_watches(struct eyes *e, const struct places *places, bool *is_new)
{
	struct turn t = {.e = e};
	struct eyes before;
	bool is_good = true;
	begin_turn(&t, &before);
	for (u32 i = 0; i < places->list.n && is_good; i++)
		if (places->list.at[i].kind == PLACE_FOLDER)
			is_good = keep_watch(&t, places->list.at[i].path, true);
	for (u32 i = 0; i < places->list.n && is_good; i++) {
		struct str path = places->list.at[i].path, dir = path_dir(path);
		if (places->list.at[i].kind != PLACE_EXTRA)
			continue;
		intern_put(&e->extras, path);
		is_good = keep_watch(&t, dir.n ? dir : S("/"), false);
	}
	int reason = errno;
	end_turn(e, &before);
	*is_new = t.is_new;
	errno = reason;
	return is_good;
}

static u32 folders_in(const struct places *places)
{
	u32 n = 0;
	for (u32 i = 0; i < places->list.n; i++)
		n += places->list.at[i].kind == PLACE_FOLDER;
	return n;
}

bool eyes_turn(struct eyes *e, const struct places *places, struct strbuf *why)
{
	bool is_new = false;
	if (e->is_wanted)
		return turn_to_times(e, places);
	for (u32 i = 0; e->fd < 0 && i < places->list.n; i++)
		if (places->list.at[i].kind == PLACE_FOLDER && is_elsewhere(places->list.at[i].path.p)) {
			e->is_wanted = true;
			return turn_to_times(e, places);
		}
	if (e->fd < 0)
		e->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (e->fd >= 0 && turn_watches(e, places, &is_new))
		return is_new;
	tell_limit(errno, folders_in(places), why);
	e->is_wanted = true;
	(void)turn_to_times(e, places);
	return true;
}

static u32 saw(struct eyes *e, const struct inotify_event *event)
{
	struct eye *eye = eye_of(e, event->wd);
	if (event->mask & IN_Q_OVERFLOW)
		return SAW_EXTRA | SAW_FOLDER;
	if (!eye)
		return 0; /* one that was given up */
	if (event->mask & IN_IGNORED) {
		memmove(eye, eye + 1, (size_t)(e->list.at + e->list.n - eye - 1) * sizeof *eye);
		e->list.n--;
		return SAW_FOLDER;
	}
	struct str name = event->len ? str_of(event->name) : S("");
	if ((event->mask & IN_ISDIR) || !name.n)
		return eye->is_folder ? SAW_FOLDER : 0;
	struct strbuf path = {0};
	strbuf_addf(&path, "%.*s/%.*s", eye->path.n > 1 ? (int)eye->path.n : 0, eye->path.p, (int)name.n, name.p);
	bool is_extra = intern_find(&e->extras, strbuf_str(&path)) != NONE;
	strbuf_release(&path);
	return is_extra ? SAW_EXTRA : eye->is_folder && e->counts(name) ? SAW_SOURCE : 0;
}

u32 eyes_see(struct eyes *e)
{
	_Alignas(struct inotify_event) char room[64 << 10];
	u32 all = 0;
	if (e->fd < 0)
		return see_times(e);
	for (ssize_t n; (n = read(e->fd, room, sizeof room)) > 0 || (n < 0 && errno == EINTR);)
		for (ssize_t at = 0; at < n;) {
			const struct inotify_event *event = (const void *)(room + at);
			all |= saw(e, event);
			at += (ssize_t)(sizeof *event + event->len);
		}
	return all;
}

#else

bool eyes_turn(struct eyes *e, const struct places *places, struct strbuf *why)
{
	(void)why;
	return turn_to_times(e, places);
}

u32 eyes_see(struct eyes *e) { return see_times(e); }

#endif
