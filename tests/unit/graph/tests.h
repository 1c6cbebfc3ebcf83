#ifndef CAPLINT_GRAPH_TESTS_H
#define CAPLINT_GRAPH_TESTS_H

#include <check.h>

#include "graph/body.h"
#include "shared/program_of.h"

TCase *name_tests(void);
TCase *method_tests(void);
TCase *macro_tests(void);
TCase *trait_tests(void);
TCase *body_tests(void);
TCase *cell_tests(void);
TCase *limit_tests(void);
TCase *order_tests(void);
TCase *relevant_tests(void);
TCase *path_tests(void);
TCase *edge_tests(void);
TCase *dominate_tests(void);
TCase *python_tests(void);
TCase *wanted_tests(void);
TCase *word_index_tests(void);

extern struct made made;
void forget(void);
#define program(...) (forget(), made_of(&made, __VA_ARGS__, NULL))

/* What the first call of `callee` (~A: destruction of an A) in function `in` may run: "f g(b.cu)", the file told if it is not the caller's; "runtime", "model",
 * "declared" or "unknown"; a last "..." if something else may run as well. */
const char *targets(const char *in, const char *callee);

struct body body_of(const char *function);

#endif
