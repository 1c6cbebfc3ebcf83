/* Which Python files are parsed: the rounds, played with a program all of whose units are there to be handed out. */
#include "tests.h"

#include "graph/python_wanted.h"
#include "index/index.h"

/* The paths of the files that the rounds parse, seeds first of all, in path order, with a blank between. */
static const char *parsed(void)
{
	struct program *all = &made.program;
	struct arena *a = &made.arena;
	struct unit *units = arena_array(a, struct unit, all->file_count + 1);
	struct python_words *words = arena_array(a, struct python_words, all->file_count + 1);
	for (u32 i = 0; i < all->file_count; i++) {
		struct index_file index;
		index_file(a, made.texts[i], LANG_PYTHON, &index);
		words[i] = (struct python_words){index.words, index.defined, index.word_count, index.defined_count, index.is_hot};
		if (index.is_hot)
			units[i] = made.units[i];
	}
	struct python_reading *r = python_reading_begin(&made.models, made.sources, units, words, all->file_count);
	u32 rounds = 0;
	for (bool *wanted; rounds++ < PYTHON_ROUNDS;) {
		wanted = arena_array(a, bool, all->file_count + 1);
		if (!python_wanted(r, wanted))
			break;
		for (u32 i = 0; i < all->file_count; i++)
			if (wanted[i])
				units[i] = made.units[i];
	}
	ck_assert_uint_lt(rounds, PYTHON_ROUNDS);
	python_reading_end(r);
	struct strbuf out = {0};
	for (u32 i = 0; i < all->file_count; i++)
		if (units[i].n_functions)
			strbuf_addf(&out, "%s%s", out.n ? " " : "", made.sources[i].path.p);
	const char *text = arena_text(a, out.p ? out.p : "", out.n);
	strbuf_release(&out);
	return text;
}

#define SEED "import torch\nfrom runner import Runner\ndef capture(fn):\n\tr = Runner()\n\twith torch.cuda.graph(1):\n\t\tr.run()\n\t\tfn()\n"

START_TEST(nothing_captured)
{
	program("a.py", "import b\ndef f(): b.g()", "b.py", "def g(): pass");
	ck_assert_str_eq(parsed(), "");
}
END_TEST

START_TEST(below)
{
	program("seed.py", SEED, "runner.py", "from base import Base\nimport loose\nclass Runner(Base):\n\tdef run(self): self.step()\n\tdef unused(self): loose.f()\n",
	        "base.py", "from leaf import g\nclass Base:\n\tdef step(self): g()\n", "leaf.py", "def g(): pass", "loose.py", "def f(): pass");
	ck_assert_str_eq(parsed(), "base.py leaf.py runner.py seed.py");
}
END_TEST

/* Who calls the capturing function, and what is handed over there. */
START_TEST(above)
{
	program("seed.py", SEED, "runner.py", "class Runner:\n\tdef run(self): pass\n", "user.py", "from seed import capture\nfrom work import work\ncapture(work)\n",
	        "work.py", "import deep\ndef work(): deep.f()\n", "deep.py", "def f(): pass", "other.py", "import work\n");
	ck_assert_str_eq(parsed(), "deep.py runner.py seed.py user.py work.py");
}
END_TEST

START_TEST(overrides)
{
	program("seed.py", SEED, "runner.py", "class Runner:\n\tdef __init__(self, b: 'Backend' = None): self.b: Backend = b\n\tdef run(self): self.b.forward()\n"
	                                      "class Backend:\n\tdef forward(self): raise NotImplementedError\n",
	        "one.py", "from runner import Backend\nclass One(Backend):\n\tdef forward(self): pass\n", "two.py", "from runner import Backend\nclass Two:\n\tdef backward(self): pass\n",
	        "tests/t.py", "from runner import Backend\nclass T(Backend):\n\tdef forward(self): pass\n");
	ck_assert_str_eq(parsed(), "one.py runner.py seed.py");
}
END_TEST

/* What a class that keeps something for graphs calls, and no further. */
START_TEST(kept)
{
	program("seed.py", SEED, "runner.py", "class Runner:\n\tdef run(self): pass\n",
	        "keeper.py", "from kernels import f\nclass Keeper:\n\tdef __init__(self): self.cuda_graph_rows = []\n\tdef use(self): f(1)\n",
	        "kernels.py", "import deep\ndef f(x): deep.g(x)\n", "deep.py", "def g(x): pass", "other.py", "import kernels\n");
	ck_assert_str_eq(parsed(), "keeper.py kernels.py runner.py seed.py");
}
END_TEST

START_TEST(seeds)
{
	static const struct {
		const char *text;
		bool is_hot;
	} cases[] = {
		{"torch.cuda.graph(g)", true}, {"g.capture_begin()", true}, {"torch.compile(f, mode='reduce-overhead')", true}, {"cuda.graphs", false},
		{"x.graph(g)", false}, {"# CUDAGraph\n", false}, {"'CUDAGraph'", false}, {"\"\"\"This is graph-safe.\"\"\"", true}, {"x = 'unsafe'", false},
		{"torch.cuda.CUDAGraph()", true}, {"mode = 'reduce-overhea'", false}, {"\"\"\"torch.cuda.graph\"\"\"", false},
		{"self.cuda_graph_info = x", true}, {"args.cuda_graph_info = x", false}, {"self.disable_cuda_graph = x", false},
	};
	for (u32 i = 0; i < COUNT(cases); i++) {
		struct arena a = {0};
		struct index_file index;
		index_file(&a, str_of(cases[i].text), LANG_PYTHON, &index);
		ck_assert_msg(index.is_hot == cases[i].is_hot, "%s", cases[i].text);
		arena_release(&a);
	}
}
END_TEST

TCase *wanted_tests(void)
{
	TCase *t = tcase_create("wanted");
	tcase_add_test(t, nothing_captured);
	tcase_add_test(t, below);
	tcase_add_test(t, above);
	tcase_add_test(t, overrides);
	tcase_add_test(t, kept);
	tcase_add_test(t, seeds);
	return t;
}
