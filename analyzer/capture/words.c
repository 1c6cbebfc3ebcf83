#include "capture/words.h"

bool says_capture(struct str name) { return str_has(name, "captur") || str_has(name, "Captur"); }

bool says_graph(struct str name) { return str_has(name, "graph") || str_has(name, "Graph") || str_has(name, "GRAPH"); }

bool says_host(struct str name)
{
	static const char *const ends[] = {"_cpu", "_host", "_np"}, *const begins[] = {"cpu_", "host_"}, *const inside[] = {"_cpu_", "_host_"};
	return str_ends_any(name, ends, COUNT(ends)) || str_starts_any(name, begins, COUNT(begins)) || str_has_any(name, inside, COUNT(inside));
}

bool says_wait(struct str callee)
{
	static const char *const words[] = {"sync_stream", "synchronize", "Synchronize"};
	return str_has_any(callee, words, COUNT(words));
}

bool says_size(struct str callee)
{
	static const char *const names[] = {"size", "numel", "nelement", "len"};
	return str_is_any(callee, names, COUNT(names));
}
