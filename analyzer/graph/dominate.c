#include "graph/dominate.h"

void rows_without_edge(const struct body *b, u32 from, u32 to, bool *reached)
{
	struct arena scratch = {0};
	VEC(u32) todo = {0};
	u32 next[EDGES];
	reached[0] = true;
	vec_push(&scratch, &todo, 0);
	while (todo.n) {
		u32 row = todo.at[--todo.n];
		for (u32 n = body_edges(b, row, true, next); n-- > 0;) {
			if (reached[next[n]] || (row == from && next[n] == to))
				continue;
			reached[next[n]] = true;
			vec_push(&scratch, &todo, next[n]);
		}
	}
	arena_release(&scratch);
}
