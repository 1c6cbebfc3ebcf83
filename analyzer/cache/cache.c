#include "cache/pack.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LEAST_BASE = 1 << 20, PART_OF_BASE = 4, EARLY = 64 };
#define SECOND ((u64)1000000000)
/* Files whose times are less than this before the run may have been written to once more at the same time. */
#define RACY (2 * SECOND)

struct fresh {
	struct hash128 key;
	u64 kind;
	struct str answer;
};

struct cache {
	struct arena arena;
	struct hash128 salt;
	const char *folder, *base_name, *late_name;
	struct pack base, late;
	VEC(struct pack) past; /* what they were when the run began; answers lie in them */
	VEC(struct pack_path) paths; /* of this run */
	VEC(struct fresh) fresh;
	VEC(struct hash128) held;
	u64 begin;
};

static u64 now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	return (u64)t.tv_sec * SECOND + (u64)t.tv_nsec;
}

const char *cache_folder(struct arena *a)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	if (cache && cache[0] == '/')
		return arena_format(a, "%s/caplint", cache);
	return home && home[0] == '/' ? arena_format(a, "%s/.cache/caplint", home) : NULL;
}

/* All of its parts, for the user alone. */
static bool make_folder(struct arena *a, const char *folder)
{
	char *path = arena_format(a, "%s", folder);
	for (char *p = path + 1; *p; p++)
		if (*p == '/') {
			*p = 0;
			mkdir(path, 0777);
			*p = '/';
		}
	mkdir(path, 0700);
	return !access(path, W_OK | X_OK);
}

struct cache *cache_open(const char *folder, struct str root, struct hash128 salt)
{
	struct cache *c = calloc(1, sizeof *c);
	if (!c)
		die("out of memory");
	struct arena *a = &c->arena;
	if (!make_folder(a, folder)) {
		arena_release(a);
		free(c);
		return NULL;
	}
	u64 name = hash128(root, 0).a;
	c->salt = salt;
	c->folder = folder;
	c->base_name = arena_format(a, "%s/%016llx%016llx.base", folder, (unsigned long long)name, (unsigned long long)salt.a);
	c->late_name = arena_format(a, "%s/%016llx%016llx.late", folder, (unsigned long long)name, (unsigned long long)salt.a);
	c->begin = now();
	pack_open(&c->base, c->base_name, salt);
	pack_open(&c->late, c->late_name, salt);
	return c;
}

static void renew(struct cache *c, struct pack *p, const char *name)
{
	struct pack now;
	pack_open(&now, name, c->salt);
	if (pack_is_same(&now, p)) {
		pack_close(&now);
		return;
	}
	vec_push(&c->arena, &c->past, *p);
	*p = now;
}

void cache_renew(struct cache *c)
{
	renew(c, &c->base, c->base_name);
	renew(c, &c->late, c->late_name);
}

static const struct pack_path *known_path(const struct cache *c, struct hash128 path)
{
	const struct pack_path *p = pack_path(&c->late, path);
	return p ? p : pack_path(&c->base, path);
}

static bool is_same(const struct file_stamp *a, const struct file_stamp *b)
{
	return a->inode == b->inode && a->size == b->size && a->changed == b->changed && a->modified == b->modified;
}

bool cache_key(const struct cache *c, struct str path, const struct file_stamp *stamp, struct hash128 *key)
{
	const struct pack_path *p = known_path(c, hash128(path, 0));
	if (!p || !is_same(&p->stamp, stamp))
		return false;
	*key = p->key;
	return true;
}

bool cache_find(const struct cache *c, struct hash128 key, enum cache_kind kind, struct str *answer)
{
	const struct pack_entry *e = pack_entry(&c->late, key, kind);
	if (e && pack_answer(&c->late, e, answer))
		return true;
	e = pack_entry(&c->base, key, kind);
	if (e && pack_answer(&c->base, e, answer))
		return true;
	for (u32 i = 0; i < c->fresh.n && i < EARLY; i++)
		if (c->fresh.at[i].kind == kind && !hash128_cmp(c->fresh.at[i].key, key)) {
			*answer = c->fresh.at[i].answer;
			return true;
		}
	return false;
}

void cache_note(struct cache *c, struct str path, const struct file_stamp *stamp, struct hash128 key)
{
	struct pack_path p = {.path = hash128(path, 0), .stamp = *stamp, .key = key};
	if (stamp->modified + RACY > c->begin || stamp->changed + RACY > c->begin)
		p.stamp = (struct file_stamp){0}; /* next time it is read */
	vec_push(&c->arena, &c->paths, p);
}

void cache_put(struct cache *c, struct hash128 key, enum cache_kind kind, struct str answer)
{
	struct fresh f = {key, kind, answer};
	vec_push(&c->arena, &c->fresh, f);
}

void cache_hold(struct cache *c, struct hash128 key) { vec_push(&c->arena, &c->held, key); }

static int fresh_cmp(const void *left, const void *right)
{
	const struct fresh *a = left, *b = right;
	int order = hash128_cmp(a->key, b->key);
	return order ? order : (a->kind > b->kind) - (a->kind < b->kind);
}

static bool is_fresh(const struct cache *c, struct hash128 key, u64 kind)
{
	for (u32 i = 0; i < c->fresh.n; i++)
		if (c->fresh.at[i].kind == kind && !hash128_cmp(c->fresh.at[i].key, key))
			return true;
	return false;
}

/* Answers that earlier runs gave to texts that are still there. */
static void keep_texts(struct cache *c, const struct pack *p)
{
	for (u32 i = 0; i < c->paths.n; i++)
		for (u32 kind = 0; kind < CACHE_KINDS; kind++) {
			const struct pack_entry *e = pack_entry(p, c->paths.at[i].key, (enum cache_kind)kind);
			struct str answer;
			if (e && pack_answer(p, e, &answer))
				cache_put(c, e->key, (enum cache_kind)kind, answer);
		}
}

/* The newest counts. */
static void keep_held(struct cache *c, const struct pack *p)
{
	for (u32 i = 0; i < c->held.n; i++)
		for (u32 kind = 0; kind < CACHE_KINDS; kind++) {
			const struct pack_entry *e = pack_entry(p, c->held.at[i], (enum cache_kind)kind);
			struct str answer;
			if (e && !is_fresh(c, e->key, kind) && pack_answer(p, e, &answer))
				cache_put(c, e->key, (enum cache_kind)kind, answer);
		}
}

static u64 fresh_bytes(const struct cache *c)
{
	u64 n = 0;
	for (u32 i = 0; i < c->fresh.n; i++)
		n += c->fresh.at[i].answer.n;
	return n;
}

static bool write_pack(struct cache *c, const char *name)
{
	struct arena *a = &c->arena;
	u32 n = 0;
	if (c->fresh.n)
		qsort(c->fresh.at, c->fresh.n, sizeof *c->fresh.at, fresh_cmp);
	if (c->paths.n)
		qsort(c->paths.at, c->paths.n, sizeof *c->paths.at, pack_path_cmp);
	struct pack_entry *entries = arena_array(a, struct pack_entry, c->fresh.n + 1);
	struct str *answers = arena_array(a, struct str, c->fresh.n + 1);
	for (u32 i = 0; i < c->fresh.n; i++) {
		if (n && !fresh_cmp(&c->fresh.at[i], &c->fresh.at[i - 1])) /* two files with one text */
			continue;
		entries[n] = (struct pack_entry){.key = c->fresh.at[i].key, .kind = c->fresh.at[i].kind};
		answers[n++] = c->fresh.at[i].answer;
	}
	struct pack_parts parts = {entries, answers, c->paths.at, n, c->paths.n};
	return pack_write(a, name, c->salt, &parts);
}

/* The small pack: what the large one lacks. */
static void drop_known(struct cache *c)
{
	u32 n = 0;
	for (u32 i = 0; i < c->paths.n; i++) {
		const struct pack_path *p = pack_path(&c->base, c->paths.at[i].path);
		if (!p || !is_same(&p->stamp, &c->paths.at[i].stamp) || hash128_cmp(p->key, c->paths.at[i].key))
			c->paths.at[n++] = c->paths.at[i];
	}
	c->paths.n = n;
}

static bool is_news(const struct cache *c)
{
	for (u32 i = 0; i < c->paths.n; i++) {
		const struct pack_path *p = known_path(c, c->paths.at[i].path);
		if (!p || !is_same(&p->stamp, &c->paths.at[i].stamp) || hash128_cmp(p->key, c->paths.at[i].key))
			return true;
	}
	return c->fresh.n;
}

struct old_pack {
	const char *name;
	u64 size, used; /* bytes; nanoseconds */
};

static int by_use(const void *left, const void *right)
{
	const struct old_pack *a = left, *b = right;
	return (a->used > b->used) - (a->used < b->used);
}

/* Of the other builds that have kept something of this program, all but the one that wrote last. */
static void leave_two(const struct cache *c, struct old_pack *packs, u32 n)
{
	enum { NAME = 32, OF_ROOT = 16 };
	const char *own = strrchr(c->base_name, '/') + 1, *other = NULL;
	for (u32 i = n; i-- > 0;) {
		const char *name = strrchr(packs[i].name, '/') + 1;
		if (strncmp(name, own, OF_ROOT) || !strncmp(name, own, NAME))
			continue;
		if (!other)
			other = name;
		if (!strncmp(name, other, NAME))
			continue;
		unlink(packs[i].name);
		packs[i].size = 0;
	}
}

/* Removes what was not used for longest until the rest is small enough; what a killed run left half written goes after a day. */
static void make_room(struct cache *c)
{
	VEC(struct old_pack) packs = {0};
	u64 all;
	DIR *folder = opendir(c->folder);
	for (struct dirent *d; folder && (d = readdir(folder));) {
		struct stat st;
		const char *dot = strchr(d->d_name, '.'), *name = arena_format(&c->arena, "%s/%s", c->folder, d->d_name);
		if (!dot || dot - d->d_name != 32 || lstat(name, &st) || !S_ISREG(st.st_mode))
			continue;
		struct old_pack p = {name, (u64)st.st_size, (u64)st.st_mtim.tv_sec * SECOND + (u64)st.st_mtim.tv_nsec};
		bool is_whole = !strcmp(dot, ".base") || !strcmp(dot, ".late");
		if (!is_whole && p.used + 24 * 3600 * SECOND < c->begin)
			unlink(name);
		if (!is_whole)
			continue;
		vec_push(&c->arena, &packs, p);
	}
	if (folder)
		closedir(folder);
	if (packs.n)
		qsort(packs.at, packs.n, sizeof *packs.at, by_use);
	leave_two(c, packs.at, packs.n);
	all = 0;
	for (u32 i = 0; i < packs.n; i++)
		all += packs.at[i].size;
	for (u32 i = 0; i < packs.n && all > CACHE_BYTES; i++) {
		unlink(packs.at[i].name);
		all -= packs.at[i].size;
	}
}

void cache_close(struct cache *c)
{
	if (is_news(c)) {
		keep_texts(c, &c->late);
		keep_held(c, &c->late);
		for (u32 i = 0; i < c->past.n; i++)
			keep_texts(c, &c->past.at[i]);
		bool has_base = c->base.bytes && fresh_bytes(c) < c->base.size / PART_OF_BASE + LEAST_BASE;
		if (has_base) {
			drop_known(c);
			(void)write_pack(c, c->late_name);
			utimensat(AT_FDCWD, c->base_name, NULL, 0);
		} else {
			keep_texts(c, &c->base);
			keep_held(c, &c->base);
			if (write_pack(c, c->base_name))
				unlink(c->late_name);
		}
		make_room(c);
	}
	pack_close(&c->base);
	pack_close(&c->late);
	for (u32 i = 0; i < c->past.n; i++)
		pack_close(&c->past.at[i]);
	arena_release(&c->arena);
	free(c);
}
