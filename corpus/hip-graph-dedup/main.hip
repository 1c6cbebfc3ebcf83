// Steps the engine over batches of several padded sizes.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "engine.h"
#include "graph_dedup_fake.h"
#include "graph_dedup_runtime.h"

static int check_bookkeeping()
{
	vt::graph_dedup dedup(vt::graph_dedup_fake_ops());
	hipGraphExec_t first = dedup.fold(reinterpret_cast<hipGraph_t>(4));
	hipGraphExec_t second = dedup.fold(reinterpret_cast<hipGraph_t>(8));
	return first == second ? 0 : 1;
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? std::atoi(argv[1]) : 8;
	if (check_bookkeeping())
		return 1;
	try {
		vt::engine engine(vt::graph_dedup_runtime_ops(), 1000);
		for (int i = 0; i < steps; i++) {
			int batch = 1 + i % 8;
			engine.step(batch);
			std::printf("step %d: id %d\n", i, engine.ids(batch)[0]);
		}
	} catch (const std::exception &e) {
		std::fprintf(stderr, "engine-fatal: %s\n", e.what());
		return 1;
	}
	return 0;
}
