#include "cache/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ALIGN = 16 };

struct header {
	char magic[8];
	u64 size; /* of the file */
	struct hash128 salt;
	u32 entry_count, path_count;
	u64 sum; /* of the two tables */
};

static const char magic[8] = "caplint\1";

static bool is_good(const struct pack *p, const struct header *h, struct hash128 salt)
{
	u64 tables = (u64)h->entry_count * sizeof(struct pack_entry) + (u64)h->path_count * sizeof(struct pack_path);
	return !memcmp(h->magic, magic, sizeof magic) && h->size == p->size && !hash128_cmp(h->salt, salt) &&
	       tables <= p->size - sizeof *h && hash128((struct str){p->bytes + sizeof *h, (size_t)tables}, 0).a == h->sum;
}

void pack_open(struct pack *p, const char *name, struct hash128 salt)
{
	struct stat st;
	struct header h;
	*p = (struct pack){0};
	int fd = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW); /* a fifo must not make us wait */
	if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && (u64)st.st_size >= sizeof h) {
		void *bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (bytes != MAP_FAILED) {
			p->bytes = bytes;
			p->size = (u64)st.st_size;
		}
	}
	if (fd >= 0)
		close(fd);
	if (!p->bytes)
		return;
	memcpy(&h, p->bytes, sizeof h);
	if (!is_good(p, &h, salt)) {
		pack_close(p);
		return;
	}
	p->entry_count = h.entry_count;
	p->path_count = h.path_count;
	p->entries = (const void *)(p->bytes + sizeof h);
	p->paths = (const void *)(p->entries + h.entry_count);
}

bool pack_is_same(const struct pack *a, const struct pack *b)
{
	return a->bytes && b->bytes ? !memcmp(a->bytes, b->bytes, sizeof(struct header)) : a->bytes == b->bytes;
}

void pack_close(struct pack *p)
{
	if (p->bytes)
		munmap((void *)(uintptr_t)p->bytes, (size_t)p->size);
	*p = (struct pack){0};
}

static int entry_cmp(const void *left, const void *right)
{
	const struct pack_entry *a = left, *b = right;
	int order = hash128_cmp(a->key, b->key);
	return order ? order : (a->kind > b->kind) - (a->kind < b->kind);
}

int pack_path_cmp(const void *left, const void *right)
{
	return hash128_cmp(((const struct pack_path *)left)->path, ((const struct pack_path *)right)->path);
}

const struct pack_entry *pack_entry(const struct pack *p, struct hash128 key, enum cache_kind kind)
{
	struct pack_entry wanted = {.key = key, .kind = kind};
	return p->entry_count ? bsearch(&wanted, p->entries, p->entry_count, sizeof wanted, entry_cmp) : NULL;
}

const struct pack_path *pack_path(const struct pack *p, struct hash128 path)
{
	struct pack_path wanted = {.path = path};
	return p->path_count ? bsearch(&wanted, p->paths, p->path_count, sizeof wanted, pack_path_cmp) : NULL;
}

bool pack_answer(const struct pack *p, const struct pack_entry *e, struct str *answer)
{
	if (e->offset % ALIGN || e->offset > p->size || e->size > p->size - e->offset)
		return false;
	*answer = (struct str){p->bytes + e->offset, (size_t)e->size};
	return hash128(*answer, 0).a == e->sum;
}

static u64 aligned(u64 offset) { return (offset + ALIGN - 1) & ~(u64)(ALIGN - 1); }

static bool write_all(FILE *out, struct header *h, const struct pack_parts *parts)
{
	static const char zeros[ALIGN];
	size_t entry_bytes = sizeof *parts->entries * parts->entry_count, path_bytes = sizeof *parts->paths * parts->path_count;
	bool is_ok = fwrite(h, sizeof *h, 1, out) == 1 && (!entry_bytes || fwrite(parts->entries, 1, entry_bytes, out) == entry_bytes) &&
	             (!path_bytes || fwrite(parts->paths, 1, path_bytes, out) == path_bytes);
	u64 at = sizeof *h + entry_bytes + path_bytes;
	for (u32 i = 0; i < parts->entry_count && is_ok; i++) {
		size_t gap = (size_t)(parts->entries[i].offset - at);
		is_ok = fwrite(zeros, 1, gap, out) == gap && fwrite(parts->answers[i].p, 1, parts->answers[i].n, out) == parts->answers[i].n;
		at = parts->entries[i].offset + parts->answers[i].n;
	}
	return is_ok;
}

bool pack_write(struct arena *a, const char *name, struct hash128 salt, const struct pack_parts *parts)
{
	size_t entry_bytes = sizeof *parts->entries * parts->entry_count, path_bytes = sizeof *parts->paths * parts->path_count;
	struct header h = {.salt = salt, .entry_count = parts->entry_count, .path_count = parts->path_count};
	memcpy(h.magic, magic, sizeof magic);
	h.size = sizeof h + entry_bytes + path_bytes;
	for (u32 i = 0; i < parts->entry_count; i++) {
		struct pack_entry *e = &parts->entries[i];
		e->offset = aligned(h.size);
		e->size = parts->answers[i].n;
		e->sum = hash128(parts->answers[i], 0).a;
		h.size = e->offset + e->size;
	}
	char *tables = arena_alloc(a, entry_bytes + path_bytes);
	if (entry_bytes)
		memcpy(tables, parts->entries, entry_bytes);
	if (path_bytes)
		memcpy(tables + entry_bytes, parts->paths, path_bytes);
	h.sum = hash128((struct str){tables, entry_bytes + path_bytes}, 0).a;

	char *temporary = arena_format(a, "%s.XXXXXX", name);
	int fd = mkostemp(temporary, O_CLOEXEC);
	FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
	if (!out) {
		if (fd >= 0)
			close(fd);
		return false;
	}
	bool is_ok = write_all(out, &h, parts);
	is_ok &= !fclose(out);
	is_ok = is_ok && !rename(temporary, name);
	if (!is_ok)
		unlink(temporary);
	return is_ok;
}
