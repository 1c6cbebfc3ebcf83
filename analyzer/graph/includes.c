/* Which file an #include means, without include paths: the file of the tree whose path ends in what is written,
 * nearest to the including file; and the closure, as bit sets made at first use. */
#include "graph/link.h"

#include <string.h>

static struct str base_name(struct str path)
{
	size_t slash = path.n;
	while (slash && path.p[slash - 1] != '/')
		slash--;
	return (struct str){path.p + slash, path.n - slash};
}

/* "../a/./b.h" -> "a/b.h": leading dots can't be matched as a suffix. */
static struct str strip_dots(struct str path)
{
	for (;;) {
		if (str_starts(path, "./"))
			path = (struct str){path.p + 2, path.n - 2};
		else if (str_starts(path, "../"))
			path = (struct str){path.p + 3, path.n - 3};
		else
			return path;
	}
}

size_t link_common_folder(struct str a, struct str b)
{
	size_t common = 0;
	for (size_t i = 0; i < a.n && i < b.n && a.p[i] == b.p[i]; i++)
		if (a.p[i] == '/')
			common = i + 1;
	return common;
}

static u32 nearest(const struct program *p, const struct lists *by_name, u32 name, struct str wanted, struct str from)
{
	u32 best = NONE;
	size_t best_common = 0;
	for (u32 i = by_name->start[name]; i < by_name->start[name + 1]; i++) {
		struct str path = p->files[by_name->at[i]].path;
		bool matches = str_eq(path, wanted) || (path.n > wanted.n && path.p[path.n - wanted.n - 1] == '/' &&
		               memcmp(path.p + (path.n - wanted.n), wanted.p, wanted.n) == 0);
		if (!matches)
			continue;
		size_t common = link_common_folder(path, from);
		if (best == NONE || common > best_common) {
			best = by_name->at[i];
			best_common = common;
		}
	}
	return best;
}

void link_includes(struct program *p)
{
	struct intern bases;
	struct arena scratch = {0};
	intern_init(&bases, &scratch);
	pair_list named = {0}, edges = {0};
	for (u32 i = 0; i < p->file_count; i++) {
		struct pair pair = {intern_put(&bases, base_name(p->files[i].path)), i};
		vec_push(&scratch, &named, pair);
	}
	struct lists by_name;
	lists_pack(&scratch, &by_name, named.at, named.n, bases.texts.n);
	for (u32 i = 0; i < p->file_count; i++)
		for (u32 k = 0; k < p->units[i].n_includes && p->files[i].language != LANG_PYTHON; k++) {
			struct str wanted = strip_dots(unit_text(&p->units[i], p->units[i].includes[k].path));
			u32 name = intern_find(&bases, base_name(wanted));
			u32 to = name == NONE ? NONE : nearest(p, &by_name, name, wanted, p->files[i].path);
			struct pair pair = {i, to};
			if (to != NONE)
				vec_push(&scratch, &edges, pair);
		}
	lists_pack(p->arena, &p->link->includes, edges.at, edges.n, p->file_count);
	static const char *const glog[] = {"glog/", "absl/log/"}, *const dmlc[] = {"dmlc/"};
	p->link->has_glog = program_uses(p, glog, COUNT(glog)) && !program_uses(p, dmlc, COUNT(dmlc));
	p->link->closure = arena_array(p->arena, u32 *, p->file_count + 1);
	arena_release(&scratch);
}

static u32 *closure_of(const struct program *p, u32 file)
{
	const struct lists *l = &p->link->includes;
	u32 *bits = arena_array(p->arena, u32, (p->file_count + 31) / 32);
	struct arena scratch = {0};
	VEC(u32) todo = {0};
	vec_push(&scratch, &todo, file);
	bits[file / 32] |= 1u << file % 32;
	while (todo.n) {
		u32 at = todo.at[--todo.n];
		for (u32 i = l->start[at]; i < l->start[at + 1]; i++) {
			u32 to = l->at[i];
			if (bits[to / 32] >> to % 32 & 1)
				continue;
			bits[to / 32] |= 1u << to % 32;
			vec_push(&scratch, &todo, to);
		}
	}
	arena_release(&scratch);
	return bits;
}

static const u32 *closure(const struct program *p, u32 file)
{
	if (!p->link->closure[file])
		p->link->closure[file] = closure_of(p, file);
	return p->link->closure[file];
}

bool program_includes(const struct program *p, u32 file, u32 other) { return closure(p, file)[other / 32] >> other % 32 & 1; }

bool link_share_header(const struct program *p, u32 a, u32 b)
{
	const u32 *left = closure(p, a), *right = closure(p, b);
	for (u32 i = 0; i < (p->file_count + 31) / 32; i++)
		if (left[i] & right[i])
			return true;
	return false;
}

bool program_uses(const struct program *p, const char *const *words, u32 n)
{
	for (u32 i = 0; i < p->file_count; i++)
		for (u32 k = 0; k < p->units[i].n_includes && p->files[i].language != LANG_PYTHON; k++)
			for (u32 w = 0; w < n; w++)
				if (str_starts(unit_text(&p->units[i], p->units[i].includes[k].path), words[w]))
					return true;
	return false;
}

bool program_check_throws(const struct program *p, const struct model_check *check)
{
	return check->fails == FAILS_THROW && !(check->is_glog && p->link->has_glog);
}
