/* An application beside the library that it is built on: what streams the library names are none of the application's. */
#include "capture/legacy_local.h"

/* With its slash, or "". */
static struct str top_folder(struct str path)
{
	for (size_t i = 0; i < path.n; i++)
		if (path.p[i] == '/')
			return (struct str){path.p, i + 1};
	return S("");
}

static bool stands_in(const struct program *p, u32 file, struct str top) { return str_eq(top_folder(p->files[file].path), top); }

/* The file stands there, or is built on what does. */
static bool is_part(const struct program *p, u32 file, struct str top)
{
	bool is_part = stands_in(p, file, top);
	for (u32 i = 0; i < p->file_count && !is_part && p->units[file].n_includes; i++)
		is_part = stands_in(p, i, top) && program_includes(p, file, i);
	return is_part;
}

static bool names_stream(const struct unit *u)
{
	static const char *const words[] = {"Stream_t", "CUstream", "CUDAStream", "StreamCreate", "cuda_stream", "stream_ref", "torch/"};
	for (u32 i = 0; i < COUNT(words); i++)
		if (unit_holds(u, str_of(words[i])))
			return true;
	return false;
}

bool legacy_is_of_streamless_program(const struct capture *c, fn_id fn)
{
	const struct program *p = c->program;
	struct str top = top_folder(p->files[p->functions[fn].file].path);
	bool has_main = false;
	for (u32 file = 0; file < p->file_count && top.n; file++) {
		const struct source *s = &p->files[file];
		if (s->is_test || s->is_vendored || s->language == LANG_PYTHON || !is_part(p, file, top))
			continue;
		if (names_stream(&p->units[file]))
			return false;
		has_main |= c->has_main[file];
	}
	return has_main;
}
