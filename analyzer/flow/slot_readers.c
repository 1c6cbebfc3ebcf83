/* Several programs in one tree: samples, tools, nodes, each with a main. What one of them leaves in its slot is met by none of the others' reads. Which files a program is made of
 * shows by what includes, declares and calls what; a file that no main comes to may belong to each of them. */
#include "base/hash.h"
#include "flow/slot_local.h"
#include "graph/link.h"

enum {
	DECLARED = 64, /* files that declare one name: more tell nothing */
};

struct readers {
	struct slot_program *all;
	struct arena *a;
	struct lists to, from;  /* file -> files that it needs, and that need it */
	bool *reads;            /* by file: something in it reads the slot, or is a library that does */
	bool *has_main;         /* by file, tests aside */
	bool *is_mains;         /* by file: some main comes to it */
	struct idmap below;     /* hash of a folder -> 1: a read stands somewhere below it, in a file that no main comes to */
};

static void add_edge(struct readers *r, pair_list *edges, u32 from, u32 to)
{
	struct pair pair = {from, to};
	if (from != to)
		vec_push(r->a, edges, pair);
}

/* Nothing is linked with a file that has a main of its own: what is called so there is a copy. */
static void add_linked(struct readers *r, pair_list *edges, u32 from, u32 to)
{
	if (!r->has_main[to])
		add_edge(r, edges, from, to);
}

/* Who declares a function needs the file that defines it: the only one, or one that includes the declaration, or one of its own folder. */
static void add_declared(struct readers *r, pair_list *edges)
{
	const struct program *p = r->all->program;
	struct idmap last = {0}; /* hash of the qualified name -> its last place in the list */
	pair_list places = {0};  /* file, and the place before of that name */
	for (u32 file = 0; file < p->file_count; file++)
		for (u32 i = 0; i < p->units[file].n_prototypes && p->files[file].language != LANG_PYTHON; i++) {
			u64 hash = str_hash(unit_text(&p->units[file], p->units[file].prototypes[i].qualified));
			struct pair place = {file, idmap_get(&last, hash)};
			idmap_put(r->a, &last, hash, places.n);
			vec_push(r->a, &places, place);
		}
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		bool is_c = (fn->f->kind == FN_FUNCTION || fn->f->kind == FN_METHOD) && !program_is_python(p, f);
		u32 at = is_c ? idmap_get(&last, str_hash(fn_name(fn))) : NONE;
		for (u32 n = 0; at != NONE && n < DECLARED; n++, at = places.at[at].value)
			add_linked(r, edges, places.at[at].key, fn->file);
	}
}

static void find_edges(struct readers *r)
{
	const struct program *p = r->all->program;
	pair_list edges = {0}, back = {0};
	for (u32 file = 0; file < p->file_count; file++)
		for (u32 i = p->link->includes.start[file]; i < p->link->includes.start[file + 1]; i++)
			add_edge(r, &edges, file, p->link->includes.at[i]);
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct body *b = &r->all->bodies[f];
		for (u32 row = 0; row < b->n; row++)
			for (u32 i = 0; i < b->rows[row].callee.n; i++)
				add_linked(r, &edges, p->functions[f].file, p->functions[b->rows[row].callee.at[i]].file);
	}
	add_declared(r, &edges);
	for (u32 i = 0; i < edges.n; i++)
		if (!p->files[edges.at[i].key].is_test)
			add_edge(r, &back, edges.at[i].value, edges.at[i].key);
	lists_pack(r->a, &r->to, edges.at, edges.n, p->file_count);
	lists_pack(r->a, &r->from, back.at, back.n, p->file_count);
}

/* Adds what the files in the list come to. */
static void close_over(const struct lists *l, bool *seen, u32 *files, u32 *n)
{
	for (u32 at = 0; at < *n; at++)
		for (u32 i = l->start[files[at]]; i < l->start[files[at] + 1]; i++)
			if (!seen[l->at[i]]) {
				seen[l->at[i]] = true;
				files[(*n)++] = l->at[i];
			}
}

/* Files with a main, first; behind the edges, what those come to. */
static void find_mains(struct readers *r)
{
	const struct program *p = r->all->program;
	for (fn_id f = 0; f < p->function_count; f++)
		r->has_main[p->functions[f].file] |= is_main(p, f) && !program_is_test(p, f);
}

static void find_linked(struct readers *r)
{
	const struct program *p = r->all->program;
	u32 *files = arena_array(r->a, u32, p->file_count + 1), n = 0;
	for (u32 file = 0; file < p->file_count; file++)
		if (r->has_main[file]) {
			r->is_mains[file] = true;
			files[n++] = file;
		}
	close_over(&r->to, r->is_mains, files, &n);
}

bool file_brings_reader(const struct program *p, u32 file)
{
	static const char *const libraries[] = {"torch/", "ATen/", "c10/", "cub/", "thrust/", "cutlass/", "hipcub/", "rocprim/", "rmm/", "raft/", "cuda/std/", "paddle/", "tensorflow/", "xla/", "Kokkos_", "onnxruntime/"};
	for (u32 k = 0; k < p->units[file].n_includes && p->files[file].language != LANG_PYTHON; k++)
		if (str_starts_any(unit_text(&p->units[file], p->units[file].includes[k].path), libraries, COUNT(libraries)))
			return true;
	return false;
}

static struct str folder_of(struct str path)
{
	while (path.n && path.p[path.n - 1] != '/')
		path.n--;
	return path;
}

static bool is_below(const struct program *p, u32 file, struct str folder)
{
	struct str path = p->files[file].path;
	return path.n >= folder.n && str_eq((struct str){path.p, folder.n}, folder);
}

/* A read in a file that no main comes to may belong to the main of any folder above. */
static void note_folders(struct readers *r, struct str path)
{
	do {
		path = folder_of(path);
		idmap_put(r->a, &r->below, str_hash(path), 1);
		path.n -= path.n > 0; /* its slash */
	} while (path.n);
}

static void find_reads(struct readers *r)
{
	const struct program *p = r->all->program;
	const struct slot_flow *out = r->all->out;
	for (u32 i = 0; i < out->reads.n; i++)
		if (!out->reads.at[i].is_discarded && !program_is_test(p, out->reads.at[i].site.fn))
			r->reads[p->functions[out->reads.at[i].site.body].file] = true;
	for (u32 file = 0; file < p->file_count; file++) {
		r->reads[file] |= file_brings_reader(p, file);
		if (r->reads[file] && !r->is_mains[file])
			note_folders(r, p->files[file].path);
	}
}

/* Whoever needs the file is part of a program with a main, which stands in its folder or above, and nothing that those are made of reads the slot. */
static bool is_unread(const struct readers *r, u32 file)
{
	const struct program *p = r->all->program;
	struct arena scratch = {0};
	bool *seen = arena_array(&scratch, bool, p->file_count + 1), is_own = false, is_read = false;
	u32 *files = arena_array(&scratch, u32, p->file_count + 1), n = 0;
	files[n++] = file;
	seen[file] = true;
	close_over(&r->from, seen, files, &n);
	for (u32 i = 0; i < n; i++) {
		struct str folder = folder_of(p->files[files[i]].path);
		is_own |= r->has_main[files[i]] && is_below(p, file, folder);
		is_read |= r->has_main[files[i]] && idmap_get(&r->below, str_hash(folder)) != NONE;
	}
	if (is_own && !is_read)
		close_over(&r->to, seen, files, &n);
	for (u32 i = 0; i < n; i++)
		is_read |= r->reads[files[i]];
	arena_release(&scratch);
	return is_own && !is_read;
}

void slot_readers(struct slot_program *all)
{
	enum { UNKNOWN, READ, UNREAD };
	const struct program *p = all->program;
	struct arena scratch = {0};
	struct readers r = {.all = all, .a = &scratch};
	u8 *known = arena_array(&scratch, u8, p->file_count + 1);
	r.reads = arena_array(&scratch, bool, p->file_count + 1);
	r.has_main = arena_array(&scratch, bool, p->file_count + 1);
	r.is_mains = arena_array(&scratch, bool, p->file_count + 1);
	if (all->out->survivors.n) {
		find_mains(&r);
		find_edges(&r);
		find_linked(&r);
		find_reads(&r);
	}
	for (u32 i = 0; i < all->out->survivors.n; i++) {
		struct survivor *v = &all->out->survivors.at[i];
		u32 file = p->functions[v->root].file;
		if (program_is_python(p, v->root) || v->victims.n)
			continue;
		if (known[file] == UNKNOWN)
			known[file] = is_unread(&r, file) ? UNREAD : READ;
		v->is_unread_program = known[file] == UNREAD;
	}
	arena_release(&scratch);
}
