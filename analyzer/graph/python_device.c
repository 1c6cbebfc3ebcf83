/* Functions whose decorator makes device code of them. */
#include "graph/python_link.h"

static bool is_device_decorator(struct str name)
{
	static const char *const names[] = {
		"triton.jit", "triton.autotune", "triton.heuristics", "triton.runtime.jit.jit", "triton.experimental.gluon.jit", "numba.cuda.jit",
		"warp.kernel", "warp.func", "cupyx.jit.rawkernel", "cutlass.cute.kernel", "cuda.tile.kernel", "helion.kernel", "tilelang.jit",
	};
	return str_is_any(name, names, COUNT(names)) || (str_starts(name, "triton.") && str_ends(name, ".jit"));
}

static bool is_decorated_for_device(struct python *y, fn_id fn)
{
	const struct unit *u = unit_of(y, fn);
	const struct row *row = y->define_row[fn] ? &u->rows[y->define_row[fn] - 1] : NULL;
	for (u32 i = 0; row && i < row->arg_count; i++) {
		struct things values = {0};
		python_values(y, y->define_in[fn], arg_of(u, row, i), &values);
		for (u32 k = 0; k < values.n; k++) {
			struct str name = values.at[k].kind == THING_EXTERNAL || values.at[k].kind == THING_OBJECT ? text_of(y, values.at[k].at) : S("");
			name.n -= str_ends(name, "()") ? 2 : 0; /* @triton.autotune(...) */
			if (is_device_decorator(name))
				return true;
		}
	}
	return false;
}

bool python_is_device(struct program *p, fn_id fn)
{
	struct python *y = p->link->python;
	u32 known = idmap_get(&y->devices, fn);
	if (known == NONE) {
		const struct fn *f = &p->functions[fn];
		y->depth = y->steps = 0;
		known = is_decorated_for_device(y, fn) || (f->f->parent != NONE && python_is_device(p, program_fn(p, f->file, f->f->parent)));
		idmap_put(y->arena, &y->devices, fn, known);
	}
	return known;
}
