#!/usr/bin/env python3
"""Python as it comes: notebooks, Cython, encodings, Python 2, text that is broken, too large, too deep or goes in circles.

    badpython.py PROGRAM [WORD ...]     only cases whose name holds one of the words

Beside what badinput.py says: every case has a region of graph capture that calls step() of good.py, in which there is one finding.
"""
import json
import os
import subprocess
import sys

import badinput
from badinput import Folder, case

badinput.cases.clear()
REGION = "import torch\nfrom good import step\n\ndef capture(x):\n    g = torch.cuda.CUDAGraph()\n    with torch.cuda.graph(g):\n        step(x)\n"
STEP = "def step(x):\n    return x.item()\n"
FOUND = "good.py:2:12: error"


def python(function):
    """A case with the region and its finding in place."""
    def run(f):
        f.write("region.py", REGION)
        f.write("good.py", STEP)
        os.remove(f.path / "good.cu")
        function(f)
    run.__name__ = function.__name__
    return case(run)


def expect(f, status=1, message="", *arguments, found=FOUND, **options):
    return f.expect(status, message, *arguments, found=found, **options)


def region_in(name, before="", inside="        x.item()\n"):
    """A region with its own finding, behind other text."""
    return f"{before}import torch\n\ndef {name}(x):\n    g = torch.cuda.CUDAGraph()\n    with torch.cuda.graph(g):\n{inside}"


def cell(source, kind="code"):
    return {"cell_type": kind, "metadata": {}, "outputs": [], "source": source}


def notebook(*cells, language="python"):
    return json.dumps({"cells": list(cells), "metadata": {"language_info": {"name": language}}, "nbformat": 4, "nbformat_minor": 5}, indent=1)


def place_of(text, words):
    """line:column of words in a text, from 1, in bytes."""
    before = text.encode()[:text.encode().index(words.encode())]
    return f"{before.count(10) + 1}:{len(before) - before.rfind(10)}"


@python
def notebook_cells_are_one_module(f):
    text = notebook(cell(["# Title\n", "def broken(:\n"], "markdown"),
                    cell(["import torch\n", "from good import step\n", "name = \"caf\u00e9 \\\"x\\\"\"\n"]),
                    cell("def run(x):\n    print(\"say\", '\\t'); x.item()\n    step(x)\n"),
                    cell(["g = torch.cuda.CUDAGraph()\n", "x = torch.ones(1, device='cuda')\n", "with torch.cuda.graph(g):\n", "    run(x)"]))
    os.remove(f.path / "region.py")
    f.write("work.ipynb", text)
    out, _ = expect(f)
    assert f"work.ipynb:{place_of(text, 'x.item()')}: error" in out, out
    assert f"work.ipynb:{place_of(text, 'step(x)')}: note: calls 'step'" in out, out
    status, out, _ = f.run("--format", "sarif")
    assert status == 1 and json.loads(out)


@python
def notebook_magics(f):
    lines = ["%matplotlib inline\n", "!pip install x\n", "torch?\n", "?torch\n", "import torch\n", "files = !ls\n", "n = %sx ls\n", "if n:\n", "    !ls\n", "def run(x):\n",
             "    y = (x\n", "% 3)\n", "    %time x.item()\n", "    s = '''\n", "%not a magic\n", "'''\n", "with torch.cuda.graph(torch.cuda.CUDAGraph()):\n", "    run(torch.ones(1, device='cuda'))\n"]
    text = notebook(cell(["%%bash\n", "for x in y; do\n"]), cell(["%%time\n", "z = 1\n"]), cell(lines))
    f.write("magic.ipynb", text)
    out, _ = expect(f)
    assert f"magic.ipynb:{place_of(text, 'x.item()')}: error" in out, out


@python
def notebook_of_2014(f):
    f.write("old.ipynb", json.dumps({"metadata": {}, "nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": [line + "\n" for line in region_in("old").split("\n")]}]}]}, indent=1))
    out, _ = expect(f)
    assert "old.ipynb:" in out


@python
def notebook_of_another_language(f):
    f.write("julia.ipynb", notebook(cell(region_in("old")), language="julia"))
    out, _ = expect(f)
    assert "julia.ipynb:" not in out


@python
def broken_notebooks(f):
    whole = notebook(cell(region_in("f")), cell("def g(:\n  (((\n"), cell(region_in("h")))
    f.write("cut.ipynb", whole[:whole.index("def g")])
    for name, text in {"empty": "", "list": "[]", "word": "cells", "open": "{", "nocells": '{"a": 1}', "nul": b"\0" * 999}.items():
        f.write(f"{name}.ipynb", text)
    for name, text in {"kinds": '{"cells": [1, "x", null, [], {}, {"cell_type": "code", "source": [1, {}, "x"]}, {"cell_type": 3, "source": 3}]}',
                       "deep": '{"cells": ' + "[" * 100000, "escape": '{"cells": [{"cell_type": "code", "source": "\\u12"}, {"cell_type": "code", "source": "a\\'}.items():
        f.write(f"{name}.ipynb", text)
    out, _ = expect(f, 1, "list.ipynb: is no notebook")
    assert "cut.ipynb:" in out, "what stands before the cut is lost"
    expect(f, 2, "nocells.ipynb: is no notebook", ".", "nocells.ipynb")


CYTHON = """cimport cython
import torch
from good import step
from libcpp.vector cimport vector

cdef extern from "cuda_runtime_api.h" nogil:
    int cudaMemset(void* pointer, int value, size_t bytes)

cdef class Runner:
    cdef:
        void* pointer
        vector[char*] parts

    cpdef run(self, object x, const int[::1] sizes=None):
        cdef int status = 0, other
        g = torch.cuda.CUDAGraph()
        with torch.cuda.graph(g):
            x.item()
            step(x)
        with nogil:
            cudaMemset(<void*>&self.pointer[0], 0, sizeof(unsigned long))
"""


@python
def cython(f):
    f.write("whole.pyx", CYTHON)
    f.write("crlf.pyx", CYTHON.replace("\n", "\r\n"))
    f.write("tabs.pyx", "\ufeff" + CYTHON.replace("    ", "\t"))
    f.write("cut.pyx", CYTHON[:CYTHON.index("step(x)")])
    f.write("wild.pyx", CYTHON.replace("cdef int status", "cdef int (broken\n        cdef <T*> = &\n        cdef int status"))
    f.write("none.pxi", "")
    f.write("named.pyx", "cdef extern from 'x.h':\n    ctypedef int T 'struct T'\n    int g(int) nogil\n\ncdef int h(int k=2) except? -1: return g(<int>k)\n\n" + region_in("run"))
    f.write("names.pxd", "cdef class Runner:\n    cdef void* pointer\n    cpdef run(self, object x, const int[::1] sizes=*)\n")
    out, _ = expect(f, 1, "", ".", "whole.pyx", "names.pxd", "none.pxi")
    for name in "whole", "crlf", "tabs", "cut", "wild", "named":
        assert any(line.startswith(f"{name}.pyx:") and "'Tensor.item' waits" in line for line in out.split("\n")), f"{name}: the finding is lost\n{out}"
    assert f"whole.pyx:{place_of(CYTHON, 'x.item()')}: error" in out, out
    assert f"whole.pyx:{place_of(CYTHON, 'cudaMemset(<')}: warning: the result of 'cudaMemset' is discarded" in out, out
    for name in "crlf", "tabs", "wild":
        assert any(f"{name}.pyx:" in line and "cudaMemset" in line for line in out.split("\n")), f"{name}: the dropped code is lost\n{out}"
    _, out, _ = f.run("--dump=files", ".")
    assert any("whole.pyx" in line and "Python" in line for line in out.split("\n")), out


@python
def encodings(f):
    for name, line in {"latin-1": "# -*- coding: latin-1 -*-\n", "cp1252": "#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n", "iso-8859-15": "#coding=iso-8859-15\n",
                       "koi8-r": "# coding: koi8_r\n", "shift_jis": "# coding: shift_jis\n", "gbk": "# coding: gbk\n", "euc_kr": "# coding: euc-kr\n", "utf-8": "# coding: utf-8\n"}.items():
        word = {"koi8-r": "мир", "shift_jis": "表示ソ", "gbk": "中文", "euc_kr": "한글"}.get(name, "ärger")
        f.write(f"{name}.py", region_in("f", line + f"class {word}:\n    pass\n\n", f"        s = '{word}'; x.item()\n").encode(name.replace("_", "-")))
    out, _ = expect(f)
    for name in "latin-1", "cp1252", "iso-8859-15", "koi8-r", "shift_jis", "gbk", "euc_kr", "utf-8":
        assert f"{name}.py:" in out, f"{name}: the finding is lost"
    assert "latin-1.py:10:23: error" in out and "'ärger'" in out, out
    _, out, _ = f.run("--format", "sarif", "cp1252.py")
    region = next(r for r in json.loads(out)["runs"][0]["results"])["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"]) == (11, 22), region


@python
def utf_16_and_32(f):
    for name in "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be":
        f.write(f"{name}.py", ("\ufeff" + region_in("f", "s = 'ä😀'\n")).encode(name))
    f.write("cut.py", ("\ufeff" + region_in("f")).encode("utf-16-le")[:-3])
    out, _ = expect(f)
    for name in "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be":
        assert f"{name}.py:7:9: error" in out, f"{name}: the finding is lost\n{out}"


@python
def unknown_encoding(f):
    f.write("odd.py", region_in("f", "# coding: klingon-8\n"))
    out, _ = expect(f, 1, "", "-v")
    assert "odd.py:7:9: error" in out
    f.expect(1, "odd.py: is written in 'klingon-8'", "odd.py", found="odd.py:7:9: error")


@python
def byte_order_mark_and_line_ends(f):
    f.write("bom.py", b"\xef\xbb\xbf" + region_in("f").encode())
    f.write("dos.py", b"\xef\xbb\xbf" + region_in("f").replace("\n", "\r\n").encode())
    f.write("late.py", b"\xef\xbb\xbfdef late(x):\r\n    return x.item()\r\n")
    f.write("calls.py", region_in("f", "from late import late\n", "        late(x)\n"))
    out, _ = expect(f)
    for place in "bom.py:6:9: error", "dos.py:6:9: error", "late.py:2:12: error":
        assert place in out, f"{place} is lost\n{out}"
    assert "\r" not in out


@python
def mixed_tabs(f):
    f.write("tabs.py", "import torch\n\ndef f(x):\n\tg = torch.cuda.CUDAGraph()\n        \n\twith torch.cuda.graph(g):\n\t        if x:\n\t        \tx.item()\n        x.item()\n")
    out, _ = expect(f)
    assert "tabs.py:8:11: error" in out, out


@python
def nul_bytes(f):
    f.write("early.py", region_in("f").encode().replace(b"import", b"\0import"))
    f.write("late.py", region_in("f").encode() + b"#" + b"x" * 9000 + b"\n\0\0\0\n")
    out, _ = expect(f, 1, "early.py: holds binary data")
    assert "late.py:6:9: error" in out


@python
def python_2(f):
    old = ("import torch\nfrom good import step\n\ndef tell(x):\n    print 'value', x\n    print >>err, x,\n    exec 'y = 1' in scope\n    return `x`\n\n"
           "def retry(x):\n    try:\n        return step(x)\n    except ValueError, e:\n        raise TypeError, 'no', tb\n    except (IOError, OSError), e:\n        print e\n    return 0777L if x <> 0xFFL else ur'old'\n\n"
           "def unpack(a, (b, c)):\n    print b\n    return step(a)\n\n")
    f.write("old.py", old + region_in("f", inside="        tell(x)\n        retry(x)\n        unpack(x, (x, x))\n        x.item()\n"))
    _, dump, _ = f.run("--dump=capture")
    expect(f, 1, "", found="old.py:")
    for name in "tell", "retry", "unpack", "step":
        assert any(line.startswith("reached") and line.endswith(f" {name}") for line in dump.splitlines()), f"{name} is not reached\n{dump}"


@python
def broken_text(f):
    for name, rest in {"string": "s = 'no end\n", "long": "s = '''no end\n", "bracket": "x = f(a, [b\n", "colon": "def g(x)\n    return x\n", "indent": "  x = 1\n      y = 2\n z = 3\n",
                       "conflict": "<<<<<<< a\nx = 1\n=======\nx = 2\n>>>>>>> b\n", "odd": "\x0c\x1b \u00a0 $ ? ! \u2028\n", "keywords": "class def if while lambda\n"}.items():
        f.write(f"{name}.py", region_in("f") + "\n\n" + rest)
        f.write(f"{name}_first.py", region_in("f", rest + "\n\n"))
    out, _ = expect(f)
    for name in "string", "long", "bracket", "colon", "indent", "conflict", "odd", "keywords":
        assert f"{name}.py:6:9: error" in out, f"{name}: what stands before the fault is lost"
    for name in "string", "colon", "indent", "conflict", "odd", "keywords":
        assert f"{name}_first.py:" in out, f"{name}: what stands behind the fault is lost"


@python
def deep_nesting(f):
    n = 10000
    for name, body in {
        "round": "x = " + "(" * n + "1" + ")" * n, "open": "x = " + "(" * n, "square": "x = " + "[" * n + "]" * n, "calls": "x = " + "f(" * n + ")" * n, "minus": "x = " + "-" * n + "1",
        "not": "x = " + "not " * n + "1", "sum": "x = " + "a + " * n + "1", "dots": "x = a" + ".a" * n, "steps": "x = a" + "[0]" * n, "lambdas": "x = " + "lambda: " * n + "1",
        "ternary": "x = " + "a if b else " * n + "c", "compare": "x = " + "a < " * n + "b", "text": "x = " + "'a' " * n, "format": "x = " + "f'{" * 200 + "1" + "}'" * 200,
        "blocks": "\n".join(" " * i + "if a:" for i in range(900)) + "\n" + " " * 900 + "pass", "functions": "\n".join(" " * i + f"def f{i}():" for i in range(900)) + "\n" + " " * 900 + "pass",
        "classes": "\n".join(" " * i + f"class C{i}:" for i in range(900)) + "\n" + " " * 900 + "pass", "elif": "if a:\n    pass\n" + "elif b:\n    pass\n" * n, "decorators": "@a\n" * n + "def f(): pass",
        "dict": "x = " + "{1: " * n + "2" + "}" * n, "await": "x = " + "await " * n + "y", "type": "x: " + "A[" * n + "]" * n + " = 1", "try": "\n".join(" " * i + "try:" for i in range(600)) + "\n" + " " * 600 + "pass",
    }.items():
        f.write(f"{name}.py", region_in("f") + "\n" + body + "\n")
    out, _ = expect(f)
    for name in "round", "sum", "blocks", "elif", "dots":
        assert f"{name}.py:6:9: error" in out, f"{name}: what stands before the nesting is lost"


@python
def circles(f):
    f.write("a.py", "from b import *\nfrom b import B, call as call_b\nimport c\n\nclass A(B):\n    pass\n\ndef call(x):\n    return call_b(x)\n")
    f.write("b.py", "from a import *\nfrom a import A, call as call_a\nfrom c import C\n\nclass B(A, C):\n    def forward(self, x):\n        return super().forward(x)\n\ndef call(x):\n    return call_a(x)\n")
    f.write("c.py", "from . import c\nfrom c import C as D\nimport a, b, c\n\nclass C(D, C, a.A, b.B):\n    def forward(self, x):\n        self.forward(x)\n        return x.item()\n\nclass E(E):\n    pass\n\nX = X\nY = Z\nZ = Y\n")
    f.write("pack/__init__.py", "from .m import *\nfrom . import m, pack\n")
    f.write("pack/m.py", "from . import *\nfrom .. import pack\nfrom . import m as n\nimport pack.m.m.m\nm = n\n")
    f.write("use.py", region_in("f", "from a import A, call\nfrom c import E, X, Y\nimport pack\n", "        A().forward(x)\n        call(x)\n        E()(x)\n        X(Y)\n        pack.m.m.n(x)\n"))
    out, _ = expect(f)
    assert "c.py:8:16: error" in out, out


@python
def long_inheritance(f):
    f.write("chain.py", "class C0:\n    def forward(self, x):\n        return x.item()\n" + "".join(f"class C{i}(C{i - 1}):\n    pass\n" for i in range(1, 3000)))
    f.write("use.py", region_in("f", "from chain import C40, C2999\n", "        C40()(x)\n        C2999()(x)\n"))
    out, _ = expect(f)
    assert "chain.py:3:16: error" in out, out


@python
def large(f):
    with open(f.path / "table.py", "wb") as out:
        out.write(region_in("f").encode())
        for i in range(100):
            out.write(b"t%d = [" % i + b"0x12345678, " * 87000 + b"]\n")
    expect(f, 1, "table.py: is larger than the limit")
    expect(f, 2, "table.py: ", ".", "table.py")
    # Read if the machine is quick enough: then what it holds is found, and else a notice tells why not.
    out, err = expect(f, 1, "caplint: parsed ", "--max-file-size", "200M")
    assert "table.py:" in out or "table.py: " in err, f"nothing is said of the large file:\n{err[-2000:]}"


if __name__ == "__main__":
    sys.exit(badinput.main())
