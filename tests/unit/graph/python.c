/* Python: names through imports, methods through classes, values through assignments; names of what is outside. */
#include "tests.h"

#include "graph/python.h"

/* What the first call of `callee` in function `in` may run: "f g:bound", then the canonical name of what is outside after " | ";
 * "..." if something else may run as well. */
static const char *runs(const char *in, const char *callee)
{
	static const char *const ways[] = {"bound", "construct", "by-name", "callback", "partial", "property", "device"};
	struct program *p = &made.program;
	fn_id f = made_fn(&made, in);
	const struct fn *fn = &p->functions[f];
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[i];
		if (row->op != ROW_CALL || !str_is(unit_text(fn->unit, row->name), callee))
			continue;
		struct python_call c = python_resolve(p, f, row);
		struct strbuf out = {0};
		for (u32 k = 0; k < c.n; k++) {
			const struct fn *to = &p->functions[c.at[k].fn];
			struct str name = to->f->kind == FN_LAMBDA ? S("lambda") : fn_name(to);
			strbuf_addf(&out, "%s%.*s", k ? " " : "", (int)name.n, name.p);
			for (u32 w = 0; w < COUNT(ways); w++)
				if (c.at[k].how >> w & 1)
					strbuf_addf(&out, ":%s", ways[w]);
		}
		if (c.callee.n)
			strbuf_addf(&out, "%s| %.*s", c.n ? " " : "", (int)c.callee.n, c.callee.p);
		if (!c.is_complete)
			strbuf_puts(&out, " ...");
		const char *text = arena_text(&made.arena, out.p ? out.p : "", out.n);
		strbuf_release(&out);
		return text;
	}
	ck_abort_msg("no call of %s in %s", callee, in);
}

#define RUNS(callee, ...) ck_assert_str_eq(runs("f", callee), __VA_ARGS__)

/* One file with `def f():` at its end. */
#define IN_FILE(before, body) program("m.py", before "\ndef f():\n" body)

START_TEST(imports)
{
	program("main.py", "import pkg\nimport pkg.ops as o\nfrom pkg.ops import scale as s, other\nfrom pkg import again\n"
	                   "def f():\n\tpkg.again()\n\to.scale()\n\ts()\n\tother()\n\tagain()\n\tpkg.ops.late()\n",
	        "pkg/__init__.py", "from .ops import scale as again",
	        "pkg/ops.py", "from .deep.leaf import *\nfrom . import deep\ndef scale(): pass\ndef late(): pass\n",
	        "pkg/deep/__init__.py", "",
	        "pkg/deep/leaf.py", "from ..ops import scale\ndef other(): pass\ndef _private(): pass\n");
	RUNS("again", "scale");
	RUNS("scale", "scale");
	RUNS("s", "scale");
	RUNS("other", "other");
	RUNS("late", "late");
}
END_TEST

START_TEST(roots)
{
	program("src/lib/a.py", "def g(): pass", "src/lib/__init__.py", "", "tests/test_a.py", "from lib.a import g\nfrom helper import h\ndef f():\n\tg()\n\th()\n",
	        "tests/helper.py", "def h(): pass", "other/helper.py", "def h(): pass", "src/lib/torch/__init__.py", "def empty(): pass",
	        "src/lib/b.py", "import torch\ndef outside():\n\ttorch.empty()\n");
	RUNS("g", "g");
	RUNS("h", "h");
	ck_assert_str_eq(runs("outside", "empty"), "| torch.empty");
}
END_TEST

START_TEST(conditional_imports)
{
	program("m.py", "try:\n\tfrom fast import g\nexcept ImportError:\n\tfrom slow import g\ndef f():\n\tfrom slow import only\n\tg()\n\tonly()\ndef k():\n\tonly()\n",
	        "fast.py", "def g(): pass", "slow.py", "def g(): pass\ndef only(): pass");
	RUNS("g", "g g");
	RUNS("only", "only");
}
END_TEST

START_TEST(cyclic_imports)
{
	program("a.py", "from b import g\nfrom b import lost\ndef h(): pass\ndef f():\n\tg()\n\tlost()\n", "b.py", "from a import h, lost\ndef g(): h()\n");
	RUNS("g", "g");
	RUNS("lost", "| ? ...");
}
END_TEST

START_TEST(outside)
{
	IN_FILE("import torch\nimport numpy as np\nfrom torch import cuda as c\nfrom torch.nn import functional as F\n",
	        "\ttorch.cuda.graph(1)\n\tnp.asarray(1)\n\tc.synchronize()\n\tF.relu(1)\n\tlen([])\n\tunknown().item()\n");
	RUNS("graph", "| torch.cuda.graph");
	RUNS("asarray", "| numpy.asarray");
	RUNS("synchronize", "| torch.cuda.synchronize");
	RUNS("relu", "| torch.nn.functional.relu");
	RUNS("len", "| len");
	RUNS("item", "| unknown().item");
}
END_TEST

START_TEST(methods)
{
	IN_FILE("class A:\n\tdef __init__(self): self.go()\n\tdef go(self): self.hook()\n\tdef hook(self): raise NotImplementedError\n"
	        "\t@staticmethod\n\tdef s(x): pass\n\t@classmethod\n\tdef c(cls): cls.s(1)\n"
	        "class B(A):\n\tdef __init__(self): super().__init__()\n\tdef hook(self): pass\n",
	        "\ta = A()\n\ta.go()\n\tB().hook()\n\tA.s(1)\n\tB.c()\n");
	RUNS("A", "A.__init__:bound:construct");
	RUNS("go", "A.go:bound");
	RUNS("hook", "B.hook:bound");
	RUNS("s", "A.s");
	RUNS("c", "A.c:bound");
	ck_assert_str_eq(runs("A.go", "hook"), "A.hook:bound B.hook:bound");
	ck_assert_str_eq(runs("B.__init__", "__init__"), "A.__init__:bound");
	ck_assert_str_eq(runs("A.c", "s"), "A.s");
}
END_TEST

/* Classes in classes and in functions, and functions in functions, are seen where they stand. */
START_TEST(nested)
{
	IN_FILE("class A:\n\tclass In:\n\t\tdef g(self): pass\n\tdef make(self): return self.In()\n",
	        "\tclass L:\n\t\tdef h(self): pass\n\tdef inner():\n\t\tL().h()\n\t\tlocal()\n\tdef local(): pass\n\tA.In().g()\n\tA().make().g()\ndef k():\n\tIn()\n");
	RUNS("g", "A.In.g:bound");
	ck_assert_str_eq(runs("k", "In"), "| In");
	ck_assert_str_eq(runs("f.inner", "h"), "f.L.h:bound");
	ck_assert_str_eq(runs("f.inner", "local"), "f.local");
}
END_TEST

START_TEST(cyclic_bases)
{
	IN_FILE("class A(B):\n\tdef g(self): pass\nclass B(A): pass\nclass C(C): pass\n", "\tB().g()\n\tC().h()\n");
	RUNS("g", "A.g:bound");
	RUNS("h", "| ?.h ...");
}
END_TEST

/* A chain of thousands of classes, each the base of the next. */
START_TEST(long_chain)
{
	struct strbuf text = {0};
	strbuf_puts(&text, "class A0:\n\tdef g(self): pass\n");
	for (u32 i = 1; i < 20000; i++)
		strbuf_addf(&text, "class A%u(A%u): pass\n", i, i - 1);
	strbuf_puts(&text, "def f():\n\tA9().g()\n\tA19999().h()\n");
	program("m.py", text.p);
	strbuf_release(&text);
	RUNS("g", "A0.g:bound");
	RUNS("h", "| ?.h ...");
}
END_TEST

START_TEST(attributes)
{
	IN_FILE("import torch\nclass R:\n\tlimit: int = 3\n\tdef run(self): pass\nclass A:\n\tq: 'R'\n\tdef __init__(self, r: R, n=None):\n"
	        "\t\tself.made = R()\n\t\tself.given = r\n\t\tself.noted: R | None = n\n\t\tself.buf = torch.empty(1)\n"
	        "\t@property\n\tdef p(self): return self.made\n",
	        "\ta = A(R())\n\ta.made.run()\n\ta.buf.item()\n\tgiven(a)\n"
	        "def given(a: A):\n\ta.given.run()\ndef noted(a: 'A'):\n\ta.noted.run()\ndef read(a: A):\n\ta.p.run()\ndef q(a: A):\n\ta.q.run()\n");
	RUNS("run", "R.run:bound");
	RUNS("item", "| torch.Tensor.item");
	ck_assert_str_eq(runs("given", "run"), "R.run:bound");
	ck_assert_str_eq(runs("noted", "run"), "R.run:bound");
	ck_assert_str_eq(runs("read", "run"), "R.run:bound");
	ck_assert_str_eq(runs("q", "run"), "R.run:bound");
}
END_TEST

START_TEST(modules)
{
	IN_FILE("import torch.nn as nn\nimport torch\nclass L(nn.Module):\n\tdef forward(self, x): return x\nclass M(nn.Module):\n\tdef __init__(self):\n"
	        "\t\tself.layers = nn.ModuleList([L() for i in range(3)])\n\t\tself.more = []\n\t\tself.more.append(L())\n\t\tself.lin = nn.Linear(1, 1)\n"
	        "\tdef forward(self, x):\n\t\tfor l in self.layers: l(x)\n\t\tfor i, m in enumerate(self.more): m(x)\n\t\tself.lin(x).item()\n"
	        "class F(torch.autograd.Function):\n\t@staticmethod\n\tdef forward(ctx, x): pass\n",
	        "\tm = M()\n\tm(1)\n\tF.apply(1)\n");
	RUNS("m", "M.forward:bound");
	RUNS("apply", "F.forward:bound");
	ck_assert_str_eq(runs("M.forward", "l"), "L.forward:bound");
	ck_assert_str_eq(runs("M.forward", "m"), "L.forward:bound");
	ck_assert_str_eq(runs("M.forward", "lin"), "| torch.nn.Linear.__call__");
	ck_assert_str_eq(runs("M.forward", "item"), "| torch.Tensor.item");
}
END_TEST

START_TEST(handed_over)
{
	IN_FILE("import functools\ndef g(x): pass\ndef h(fn): fn(1)\nclass W:\n\tdef __init__(self, fn): self.fn = fn\n\tdef run(self): self.fn()\n"
	        "def k(): pass\nx = W(k)\ng2 = g\n",
	        "\th(g)\n\tp = functools.partial(g, 1)\n\tp()\n\tl = lambda v: g(v)\n\tl(1)\n\tmap(g, [])\n\tg2(1)\n\tdef inner(): pass\n\tinner()\n");
	ck_assert_str_eq(runs("h", "fn"), "g");
	ck_assert_str_eq(runs("W.run", "fn"), "k");
	RUNS("p", "g:partial");
	RUNS("l", "lambda");
	RUNS("map", "g:callback | map ...");
	RUNS("g2", "g");
	RUNS("inner", "f.inner");
}
END_TEST

/* A list in a wrapper of a generic class. */
START_TEST(generics)
{
	IN_FILE("from typing import Generic, List, TypeVar, Protocol\nT = TypeVar('T')\nclass L:\n\tdef go(self): pass\nclass Ops(Generic[T]):\n"
	        "\tdef __init__(self, ops: List[T]): self.ops = ops\nclass Call(Protocol):\n\tdef __call__(self): ...\ndef run(c: Call): c()\ndef work(): pass\n",
	        "\to = Ops([L() for i in range(2)])\n\tfor l in o.ops: l.go()\n\trun(work)\n");
	RUNS("go", "L.go:bound");
	ck_assert_str_eq(runs("run", "c"), "Call.__call__:bound work");
}
END_TEST

START_TEST(tables)
{
	IN_FILE("import torch\nREG = {}\nTABLE = {'a': None, 'b': None}\ndef register(n):\n\tdef deco(fn):\n\t\tREG[n] = fn\n\t\treturn fn\n\treturn deco\n"
	        "@register('x')\ndef one(): pass\n@register('y')\ndef two(): pass\nclass D:\n\tdef __init__(self): self.t = {'a': self.a, 'b': self.b}\n"
	        "\tdef a(self): pass\n\tdef b(self): pass\n\tdef run(self): self.t['a']()\n"
	        "def op(x): pass\nlib.define_op('op_name', op)\n@torch.library.custom_op('space::two_names', mutates_args=())\ndef kernel(x): pass\n",
	        "\tREG['x']()\n\tgetattr(D(), 'a')()\n\ttorch.ops.space.op_name(1)\n\ttorch.ops.space.two_names(1)\n");
	RUNS("REG", "two one");
	ck_assert_str_eq(runs("D.run", "t"), "D.a:bound");
	RUNS("", "D.a:bound");
	RUNS("op_name", "op | torch.ops.space.op_name");
	RUNS("two_names", "kernel | torch.ops.space.two_names");
}
END_TEST

START_TEST(decorators)
{
	IN_FILE("import functools, torch, contextlib\ndef deco(fn):\n\t@functools.wraps(fn)\n\tdef wrapper(*a): return fn(*a)\n\treturn wrapper\n"
	        "@deco\ndef g(): pass\n@torch.inference_mode()\ndef h(): pass\nclass R:\n\tdef go(self): pass\n"
	        "@contextlib.contextmanager\ndef manager():\n\tyield R()\n",
	        "\tg()\n\th()\n\twith manager() as r:\n\t\tpass\n");
	RUNS("g", "g deco.wrapper");
	RUNS("h", "h");
	RUNS("manager", "manager");
	ck_assert_str_eq(runs("deco.wrapper", "fn"), "g");
}
END_TEST

/* What stands for a value: members of an Enum, fields of a dataclass, a placeholder for a module that is not installed. */
START_TEST(stand_ins)
{
	IN_FILE("import enum, types\nfrom dataclasses import dataclass, field\nclass M(enum.IntEnum):\n\tA = enum.auto()\n\tdef is_a(self): pass\n"
	        "class R:\n\tdef go(self): pass\n@dataclass\nclass D:\n\tr: R = field(default_factory=R)\nclass Fake(types.ModuleType): pass\n"
	        "try:\n\timport triton\nexcept ImportError:\n\ttriton = Fake('triton')\n",
	        "\tM.A.is_a()\n\tD().r.go()\n\ttriton.testing.do_bench()\n");
	RUNS("is_a", "M.is_a:bound");
	RUNS("go", "R.go:bound");
	RUNS("do_bench", "| triton.testing.do_bench");
}
END_TEST

START_TEST(device_code)
{
	IN_FILE("import triton\n@triton.autotune(configs=[])\n@triton.jit\ndef kernel(x): helper(x)\n@triton.jit\ndef helper(x): pass\ndef host(x): pass\n",
	        "\tkernel[(1,)](2)\n\thost(1)\n");
	RUNS("kernel", "kernel:device");
	RUNS("host", "host");
	ck_assert_str_eq(targets("f", "kernel"), "unknown");
}
END_TEST

START_TEST(by_name)
{
	IN_FILE("class A:\n\tdef launch_all(self): pass\n\tdef append(self): pass\n", "\tx.launch_all()\n\ty = g()\n\ty.append()\ndef k(x):\n\tx.launch_all()\n\tx.append(1)\n");
	ck_assert_str_eq(runs("k", "launch_all"), "A.launch_all:bound:by-name | ?.launch_all ...");
	ck_assert_str_eq(runs("k", "append"), "| ?.append ...");
}
END_TEST

/* An object that is known to be no tensor has no tensor's methods. */
START_TEST(receivers)
{
	IN_FILE("import torch\nclass Box:\n\tdef item(self): pass\n",
	        "\tBox().item()\n\td = {}\ndef t(x: torch.Tensor):\n\tx.T.item()\ndef d(x: dict):\n\tx.item()\ndef u(x):\n\tx.item()\n"
	        "def e(x: other.Batch):\n\tx.ids.item()\ndef s(x):\n\tx[0] = 1\n\tx.item()\nclass C:\n\tdef s(self): pass\ndef v(x: C):\n\tx.lost.item()\n");
	static const struct {
		const char *in, *key;
		enum python_receiver receiver;
	} cases[] = {{"f", "", RECEIVER_NONE}, {"t", "Tensor.item", RECEIVER_TENSOR}, {"d", "dict.item", RECEIVER_OTHER}, {"u", "Tensor.item", RECEIVER_UNKNOWN},
	             {"e", "Tensor.item", RECEIVER_UNKNOWN}, {"s", "Tensor.item", RECEIVER_UNKNOWN}, {"v", "Tensor.item", RECEIVER_UNKNOWN}};
	for (u32 i = 0; i < COUNT(cases); i++) {
		fn_id in = made_fn(&made, cases[i].in);
		const struct fn *fn = &made.program.functions[in];
		for (u32 r = fn->f->first_row; r < fn->f->first_row + fn->f->row_count; r++) {
			const struct row *row = &fn->unit->rows[r];
			if (row->op != ROW_CALL || !str_is(unit_text(fn->unit, row->name), "item"))
				continue;
			struct str key = python_callee(&made.program, in, row);
			ck_assert_msg(str_is(key, cases[i].key), "%s: %.*s", cases[i].in, (int)key.n, key.p);
			ck_assert_uint_eq(python_resolve(&made.program, in, row).receiver, cases[i].receiver);
		}
	}
}
END_TEST

#define MODULE(name, params, body) "class " name "(nn.Module):\n\tdef forward(self, " params "): " body "\n"

/* Of seven classes and more that derive from a module, those are meant that nobody makes by name and that take what the call gives. */
START_TEST(unknown_modules)
{
	program("models.py", "from torch import nn\n" MODULE("A", "ids, positions", "pass") MODULE("B", "ids, positions, scale=1", "pass") MODULE("C", "ids, places", "pass")
	                     MODULE("D", "ids, positions, mask", "pass") MODULE("E", "x", "pass") MODULE("F", "ids, positions, **rest", "pass")
	                     MODULE("G", "ids, positions", "pass") MODULE("H", "x", "return G()(x)"),
	        "m.py", "from torch import nn\ndef load(name) -> nn.Module: pass\n"
	                "class Wrap:\n\tdef __init__(self, inner):\n\t\tself.inner = inner\n\tdef __call__(self, *args, **kw):\n\t\treturn self.inner(*args, **kw)\n"
	                "class R:\n\tdef __init__(self):\n\t\tself.net = load('a')\n\t\tself.held = Wrap(load('b'))\n"
	                "\tdef named(self, batch):\n\t\tself.net(batch.ids, positions=batch.positions)\n"
	                "\tdef through(self, ids, positions):\n\t\tself.held(ids, positions, mask=1)\n"
	                "\tdef nameless(self, a, b):\n\t\tself.net(a, b)\n\tdef method(self, batch):\n\t\tforward = self.net.forward\n\t\tforward(batch.ids, batch.positions)\n");
	ck_assert_str_eq(runs("R.named", "net"), "A.forward:bound:by-name B.forward:bound:by-name F.forward:bound:by-name | torch.nn.Module.__call__ ...");
	ck_assert_str_eq(runs("Wrap.__call__", "inner"), "D.forward:bound:by-name F.forward:bound:by-name | torch.nn.Module.__call__ ...");
	ck_assert_str_eq(runs("R.nameless", "net"), "| torch.nn.Module.__call__ ...");
	ck_assert_str_eq(runs("R.method", "forward"), "A.forward:bound:by-name B.forward:bound:by-name F.forward:bound:by-name | torch.nn.Module.forward ...");
}
END_TEST

START_TEST(registries)
{
	IN_FILE("import collections, contextvars, torch\nclass X:\n\tdef go(self): pass\nclass Y(X):\n\tdef go(self): pass\n"
	        "made = collections.defaultdict(lambda: X, {'y': Y})\ncurrent = contextvars.ContextVar('c')\n"
	        "class Base:\n\tkind = None\n\tdef make(self):\n\t\tself.kind().go()\nclass Sub(Base):\n\tkind = Y\n",
	        "\tmade[g()]().go()\n\tcurrent.set(X())\n\tcurrent.get().go()\n\ttorch.get_device_module(0).synchronize()\n");
	ck_assert_str_eq(runs("f", "go"), "X.go:bound Y.go:bound");
	ck_assert_str_eq(runs("Base.make", "go"), "Y.go:bound");
	ck_assert_str_eq(runs("f", "synchronize"), "| torch.cuda.synchronize");
}
END_TEST

/* What many functions are decorated with may run any of them: that tells nothing. */
START_TEST(wide_decorators)
{
	IN_FILE("def few(fn):\n\tdef inner(*a): return fn(*a)\n\treturn inner\ndef many(fn):\n\tdef outer(*a): return fn(*a)\n\treturn outer\n@few\ndef g(): pass\n"
	        "@many\ndef a(): pass\n@many\ndef b(): pass\n@many\ndef c(): pass\n@many\ndef d(): pass\n@many\ndef e(): pass\n@many\ndef h(): pass\n@many\ndef i(): pass\n",
	        "\tg()\n\ta()\n");
	ck_assert_str_eq(runs("few.inner", "fn"), "g");
	ck_assert_str_eq(runs("many.outer", "fn"), "| ? ...");
	RUNS("a", "a many.outer");
}
END_TEST

TCase *python_tests(void)
{
	TCase *t = tcase_create("python");
	tcase_add_test(t, imports);
	tcase_add_test(t, roots);
	tcase_add_test(t, conditional_imports);
	tcase_add_test(t, cyclic_imports);
	tcase_add_test(t, outside);
	tcase_add_test(t, methods);
	tcase_add_test(t, nested);
	tcase_add_test(t, cyclic_bases);
	tcase_add_test(t, long_chain);
	tcase_add_test(t, attributes);
	tcase_add_test(t, modules);
	tcase_add_test(t, handed_over);
	tcase_add_test(t, generics);
	tcase_add_test(t, tables);
	tcase_add_test(t, decorators);
	tcase_add_test(t, stand_ins);
	tcase_add_test(t, device_code);
	tcase_add_test(t, by_name);
	tcase_add_test(t, receivers);
	tcase_add_test(t, unknown_modules);
	tcase_add_test(t, registries);
	tcase_add_test(t, wide_decorators);
	return t;
}
