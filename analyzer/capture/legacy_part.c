/* An application beside the library that it is built on: what streams the library names are none of the application's. */
#include "capture/legacy_local.h"

#include "discover/paths.h"
#include "graph/link.h"

/* Bytes of the folder that all files stand in: the program's own, wherever it was called from. */
static u32 common_folder(const struct program *p)
{
	u32 common = (u32)p->files[0].path.n;
	for (u32 i = 0; i < p->file_count; i++)
		common = min_u32(common, (u32)link_common_folder(p->files[0].path, p->files[i].path));
	return common;
}

/* The first folder below that, or "". */
static struct str top_folder(const struct program *p, u32 file)
{
	struct str path = p->files[file].path;
	for (u32 i = common_folder(p); i < path.n; i++)
		if (path.p[i] == '/')
			return (struct str){path.p, i};
	return S("");
}

static bool stands_in(const struct program *p, u32 file, struct str top) { return path_is_below(p->files[file].path, top); }

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
	struct str top = top_folder(p, p->functions[fn].file);
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
