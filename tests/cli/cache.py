#!/usr/bin/env python3
"""What is kept between runs: the same bytes with and without, wherever it is kept, however damaged, whoever else is at it.

    cache.py PROGRAM [WORD ...]     only cases whose name holds one of the words
"""
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

PROGRAM = str(Path(sys.argv[1]).resolve())
REPOSITORY = Path(__file__).resolve().parents[2]
REGION = "import torch\nfrom step import step\n\ndef capture(x):\n    with torch.cuda.graph(torch.cuda.CUDAGraph()):\n        step(x)\n"
STEP = "def step(x):\n    return x.item()\n"
cases = []


def case(function):
    cases.append((function.__name__.replace("_", "-"), function))
    return function


class Tree:
    """A program of Python and CUDA; its files look older than they are, as they do in real life."""

    def __init__(self, path):
        self.path, self.cache, self.age = path / "tree", path / "cache", 1000
        self.path.mkdir()
        for source in "corpus", "rules/latched-error", "rules/sync-in-capture":
            shutil.copytree(REPOSITORY / source, self.path / source)
        self.write("region.py", REGION)
        self.write("step.py", STEP)
        for file in self.path.rglob("*"):
            os.utime(file, (1e9, 1e9))

    def write(self, name, text):
        (self.path / name).write_text(text)
        self.age -= 10

    def run(self, *arguments, environment={}, cache=True, status=0):
        chosen = ["--cache", str(self.cache)] if cache else []
        variables = {k: v for k, v in os.environ.items() if k not in ("CI", "XDG_CACHE_HOME")}
        done = subprocess.run([PROGRAM, "check", "-v", "--exit-zero", "--level", "note", "--color", "never", *chosen, *arguments], cwd=self.path, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=250, env={**variables, **environment})
        assert done.returncode == status, f"status {done.returncode}\n{done.stderr.decode()[-2000:]}"
        return done.stdout + done.stderr

    def plain(self, *arguments):
        return self.run("--no-cache", *arguments, cache=False)

    def packs(self):
        return sorted(self.cache.glob("*")) if self.cache.exists() else []

    def same(self, *arguments):
        """With what is kept and without."""
        expected, got = self.plain(*arguments), self.run(*arguments)
        assert got == expected, f"differs:\n{got.decode()[-1500:]}\nexpected\n{expected.decode()[-1500:]}"
        return got


@case
def second_run(t):
    first = t.same()
    packs = {p.name: p.stat().st_mtime_ns for p in t.packs()}
    assert len(packs) == 1, packs
    assert t.run("-j1") == first == t.run("--format", "text")
    assert b"step.py:2:12: error" in first
    t.same("--format", "sarif")
    t.same("step.py", "corpus")


@case
def changed_files(t):
    t.same()
    t.write("step.py", "\n\n" + STEP)
    assert b"step.py:4:12: error" in t.same()
    t.write("step.py", "def step(x):\n    return x\n")
    assert b"step.py" not in t.same()
    t.write("more.py", REGION.replace("step(x)", "x.cpu()"))
    assert b"more.py:6:9" in t.same()
    (t.path / "region.py").unlink()
    t.same()
    os.utime(t.path / "more.py", (1e9, 1e9))
    t.same()


CHECKED = """#include <cuda_runtime.h>
void report_error(const char *text);
static void check(cudaError_t e) { if (e != cudaSuccess) report_error(cudaGetErrorString(e)); }
__global__ void k(float *);
void solve(float *a, size_t n) { check(cudaMemset(a, 0, n)); k<<<1, 1>>>(a); check(cudaGetLastError()); }
"""


@case
def function_that_ends(t):
    """Named after an end: the file that defines it is read although nothing in it speaks of the runtime, and in a tree that is not small."""
    for i in range(8):
        t.write(f"filler{i}.cpp", "// " + "x" * 100000 + "\n")
    t.write("checked.cu", CHECKED)
    t.write("report.cpp", "void report_error(const char *text);\n")
    assert b"checked.cu:5:40: warning" in t.same("checked.cu")
    t.write("report.cpp", "#include <cstdlib>\nvoid report_error(const char *text)\n{\n    std::abort();\n}\n")
    assert b"warning" not in t.same("checked.cu")
    t.write("report.cpp", "#include <cstdlib>\nvoid report_error(const char *text);\n// std::abort\n")
    assert b"checked.cu:5:40: warning" in t.same("checked.cu")


BY_METHOD = """#include <cuda_runtime.h>
#include "guard.h"
static void check(cudaError_t e) { if (e != cudaSuccess) theGuard.trigger_exit(cudaGetErrorString(e)); }
__global__ void k(float *);
void solve(float *a, size_t n) { check(cudaMemset(a, 0, n)); k<<<1, 1>>>(a); check(cudaGetLastError()); }
"""


@case
def method_that_ends(t):
    """The same of a method, of an object that is declared elsewhere."""
    for i in range(8):
        t.write(f"filler{i}.cpp", "// " + "x" * 100000 + "\n")
    t.write("checked.cu", BY_METHOD)
    t.write("guard.h", "struct guard { void trigger_exit(const char *text); };\nextern guard &theGuard;\n")
    t.write("guard.cpp", '#include "guard.h"\n')
    assert b"checked.cu:5:40: warning" in t.same("checked.cu")
    t.write("guard.cpp", '#include "guard.h"\n#include <pthread.h>\nvoid guard::trigger_exit(const char *text)\n{\n    pthread_exit(0);\n}\n')
    assert b"warning" not in t.same("checked.cu")


@case
def large_python_tree(t):
    """Of which only a part is parsed: what has to be is kept too, and asked anew when a file changes."""
    for i in range(40):
        t.write(f"filler{i}.py", f"import torch\n\ndef other{i}(x):\n    return x.item()\n" + f"# {'x' * 80}\n" * 1500)
    t.write("step.py", "from filler3 import other3\n\ndef step(x):\n    return other3(x)\n")
    out = t.same()
    assert b"filler3.py:4:12: error" in out and b"filler4.py" not in out
    assert t.run() == out
    t.write("step.py", "from filler4 import other4\n\ndef step(x):\n    return other4(x)\n")
    out = t.same()
    assert b"filler4.py:4:12: error" in out and b"filler3.py" not in out
    t.write("a.cu", "void nothing();\n")
    t.same()
    t.same("filler4.py")


def fill(t):
    """More Python than is parsed whole; step.py says what of it is needed."""
    for i in range(16):
        t.write(f"filler{i}.py", f"import os\n\ndef other{i}(x):\n    return x.item()\n" + f"# {'x' * 800}\n" * 100)


def step_through(*numbers):
    return "".join(f"from filler{i} import other{i}\n" for i in numbers) + "\ndef step(x):\n" + "".join(f"    other{i}(x)\n" for i in numbers)


@case
def guessed_python_tree(t):
    """What the run before has parsed is a guess for the next: right, wrong, and about files that are broken, gone or new."""
    fill(t)
    t.write("step.py", step_through(1, 2))
    assert b"filler1.py:4:12: error" in t.same()
    for turn, jobs in enumerate(["-j1", "-j2"]):
        t.write("step.py", step_through(1, 2) + "# a remark\n" * (turn + 1))
        t.write("filler2.py", f"import os\n# {turn}\n\ndef other2(x):\n    return x.item()\n")
        assert b"filler2.py:5:12: error" in t.same(jobs)
        t.write("filler2.py", f"import os\n\ndef other2(x):\n    kept = {turn}\n    return x.item()\n")
        assert b"filler2.py:5:12: error" in t.same(jobs, "filler2.py")
        t.write("step.py", step_through(3 + turn, 2))
        out = t.same(jobs)
        assert b"filler1.py" not in out and f"filler{3 + turn}.py:4:12: error".encode() in out, out
        t.same(jobs, f"filler{3 + turn}.py", "filler1.py")
        t.write("step.py", step_through(1, 2))
        assert b"filler1.py:4:12: error" in t.same(jobs)
    t.write("filler1.py", "def other1(x:\n    return ((x.item()\n")
    t.same()
    (t.path / "filler1.py").write_bytes(b"\0\1\2" * 100)
    t.same("-j2")
    (t.path / "filler1.py").unlink()
    t.same("-j2")
    t.write("filler1.py", "def other1(x):\n    return x.tolist()\n")
    assert b"filler1.py:2:12: " in t.same("-j2")


@case
def damaged_guess(t):
    fill(t)
    t.write("step.py", step_through(1, 2))
    t.same()
    rng = random.Random(9)
    pack = t.packs()[0]
    whole = pack.read_bytes()
    for turn in range(4):
        t.write("step.py", step_through(1, 2 + turn))
        expected = t.plain()
        for old in t.packs():
            old.unlink()
        data = bytearray(whole)
        for _ in range(20 if turn % 2 else 2000):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        pack.write_bytes(data if turn else whole)
        assert t.run("-j2") == expected, f"damage {turn} shows"
        assert t.run("-j2") == expected, f"damage {turn} shows later"


@case
def guesses_at_once(t):
    fill(t)
    t.write("step.py", step_through(1))
    t.same()
    for turn in range(2):
        t.write("step.py", step_through(1 + turn, 5))
        expected = t.plain()
        command = [PROGRAM, "check", "-v", "--exit-zero", "--level", "note", "--color", "never", "--cache", str(t.cache), "-j2"]
        both = [subprocess.Popen(command, cwd=t.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
        for process in both:
            out, err = process.communicate(timeout=250)
            assert process.returncode == 0 and out + err == expected
        assert t.run() == expected


GLANCE, FACTS, FOUND = 0, 1, 3  # enum cache_kind


def answers(pack):
    """The kind, the begin and the size of each answer in a pack."""
    data = pack.read_bytes()
    entries, = struct.unpack_from("<I", data, 32)
    return [struct.unpack_from("<QQQ", data, 48 + 48 * i + 16) for i in range(entries)]


def forget_facts(t, kept=(FOUND,)):
    """Whoever reads them from now on finds damage, reads the files, and keeps what it read."""
    for pack in t.packs():
        data = bytearray(pack.read_bytes())
        for kind, begin, size in answers(pack):
            if kind not in kept:
                data[begin:begin + size] = bytes(size)
        pack.write_bytes(data)


def facts_known(t):
    """Files whose facts can be had after forget_facts: they were read since."""
    return sum(kind == FACTS and any(pack.read_bytes()[begin:begin + size]) for pack in t.packs() for kind, begin, size in answers(pack))


def facts_kept_late(t):
    late = [p for p in t.packs() if p.suffix == ".late"]
    return sum(kind == FACTS for pack in late for kind, _, _ in answers(pack))


@case
def the_same_question_reads_nothing(t):
    questions = ([], ["step.py", "corpus"], ["step.py"], ["--select", "sync-in-capture"])
    for arguments in questions:
        t.same(*arguments)
    forget_facts(t)
    for arguments in (*questions, ["--format", "jsonl"], ["--format", "sarif"], ["--level", "error"]):
        t.same(*arguments)
    assert not facts_known(t), "it has read files"
    t.same("--format", "markdown")  # speaks of all captures: it is no such question
    assert facts_known(t)


@case
def part_of_a_question(t):
    """A whole run answers for any of its files, for as long as they say the same; what it told of the others is left out."""
    subprocess.run(["git", "init", "-q", t.path], check=True)
    (t.path / "broken.py").write_bytes(b"\0\1\2" * 100)
    (t.path / "third_party").mkdir()
    shutil.copy(t.path / "rules/latched-error/cases/answers.cu", t.path / "third_party/copied.cu")
    t.same()
    forget_facts(t)
    for files in ["step.py"], ["step.py", "corpus"], ["rules", "region.py"], ["region.py", "--format", "sarif"], ["step.py", "--level", "error"], ["third_party/.."]:
        t.same(*files)
    named = t.run("broken.py", status=2), t.run("--no-cache", "broken.py", cache=False, status=2)
    assert named[0] == named[1], named
    assert not facts_kept_late(t), "it has read files"
    t.write("rules/more.py", "# a remark\n")
    t.same("rules/more.py")  # another program
    t.same()
    forget_facts(t, kept=(GLANCE, FOUND))
    t.write("rules/more.py", "# a longer remark\n\nimport os\n")
    t.same("rules/more.py")
    t.same("corpus")
    t.same()
    assert facts_kept_late(t) <= 1, "it has read more than what was changed"
    t.write("step.py", "def step(x):\n    return x\n")
    assert b"step.py" not in t.same("step.py")
    assert b"step.py" not in t.same()
    t.same("corpus")
    t.same("third_party")  # which a whole run doesn't report
    t.same("--all", ".")
    t.same("--all", "third_party")


LAUNCH = "#include <cuda_runtime.h>\n__global__ void k(int *p) {}\nvoid run(int *p, cudaStream_t s)\n{\n\tk<<<1, 1>>>(p);\n\tcudaMemset(\n\t\tp,\n\t\t0, 4);\n}\nint launch(int *p, cudaStream_t s)\n{\n\trun(p, s);\n\treturn cudaGetLastError();\n}\n"


@case
def comments_move_what_was_found(t):
    t.write("launch.cu", LAUNCH)
    given = ["step.py", "region.py", "launch.cu"]
    first = t.same(*given)
    assert b"launch.cu:5:" in first or b"launch.cu:6:" in first, first
    packs = [p for p in t.packs() if p.suffix == ".base"]
    data = bytearray(packs[0].read_bytes())
    before = facts_kept_late(t)
    t.write("step.py", "# why\n\n" + STEP)
    t.write("launch.cu", "/* why */\n" + LAUNCH.replace("\trun(", "\n\t// now\n\trun("))
    t.write("region.py", REGION.replace("    with", "    # a capture\n    with") + "# the end")
    out = t.same(*given)
    assert b"step.py:4:12: error" in out, out
    assert facts_kept_late(t) <= before + 3, "more was read than has changed"
    assert packs[0].read_bytes() == data
    t.write("step.py", STEP)
    t.same(*given)
    t.same()


@case
def files_that_nobody_asks(t):
    """What is no part of the program may hold other code: nothing is read again until it says something to what it is asked for."""
    fill(t)
    t.write("step.py", step_through(1, 2) + "    x.pick(x)\n")
    t.write("plain.cpp", "int plain(int x) { return x; }\n" + "// large enough\n" * 60000)
    given = ["step.py", "filler9.py"]
    assert b"filler1.py:4:12: error" in t.same()
    t.same(*given)
    forget_facts(t, kept=(GLANCE, FOUND))
    for text in ("def nothing(x):\n    return x.detach()\n", "class A:\n    def other77(self):\n        return 'text'  # caplint: allow(all) nothing to see\n",
                 "x = 1\n" * 3000, "import os\n"):
        t.write("filler9.py", text)
        t.write("plain.cpp", "int plainer(int x) { return x + 1; }\n" + "// large enough\n" * 60000)
        t.same(*given)
        assert not facts_kept_late(t), f"it has read what it knew: {text[:40]!r}"
    t.write("test_it.py", "class Late:\n    def pick(self, x):\n        return x.cpu()\n")
    t.same(*given)
    t.write("test_it.py", "class Late:\n    def pock(self, x):\n        return x.cpu()\n")
    t.same(*given)
    t.write("filler9.py", "class Late:\n    def pick(self, x):\n        return x.cpu()\n")
    assert b"filler9.py:3:16" in t.same(*given), "the method has one more meaning"
    t.write("filler9.py", "import os\n")
    assert b"filler9.py" not in t.same("step.py")
    for text in (REGION, "import torch\nclass A(torch.nn.Module):\n    def forward(self, x):\n        return x.item()\n",
                 "from step import step\n\ndef again(x):\n    step(x.cpu())\n"):
        t.write("filler9.py", text)
        t.same(*given)
        t.same()


@case
def sizes_that_decide(t):
    """A tree of little Python is parsed whole; what is no part of a larger one may become so when another file shrinks."""
    t.write("filler.py", "import os\n\ndef other(x):\n    return x.item()\n" + f"# {'x' * 1000}\n" * 1100)
    t.write("alone.py", "def other(x):\n    return x.item()\n\ndef capturable(x):\n    \"\"\"Safe to capture in a CUDA graph.\"\"\"\n    return other(x)\n")
    t.same()
    for lines in (1090, 100, 1100, 10):
        t.write("filler.py", "import os\n\ndef other(x):\n    return x.item()\n" + f"# {'x' * 1000}\n" * lines)
        t.same()
        t.same("alone.py", "filler.py")


@case
def two_files_of_one_text(t):
    """What is kept is kept once for both; what is found is found in both."""
    text = "#include <cuda_runtime.h>\nvoid probe(int n)\n{\n\tfloat *p;\n\tif (cudaMalloc(&p, n) != cudaSuccess)\n\t\tthrow 1;\n}\n"
    for name in "one", "two":
        (t.path / name).mkdir()
        t.write(f"{name}/probe.cu", text)
    for arguments in ([], ["one", "two"], ["two"]):
        out = t.same(*arguments)
        assert out == t.run(*arguments)
        assert b"two/probe.cu:5:" in out, out


@case
def comments_that_matter(t):
    t.write("launch.cu", LAUNCH)
    given = ["step.py", "region.py", "launch.cu"]
    t.same(*given)
    for name, text in [("step.py", "def step(x):\n    return x.item()  # caplint: allow(sync-in-capture) for a reason\n"),
                       ("step.py", "def step(x):\n    return (x\n            .item())\n"),
                       ("step.py", "def step(x):\n    return (x  # that\n            .item())\n"),
                       ("step.py", "def step(x):\n    return (x\n\n            # this\n            .item())\n"),
                       ("step.py", 'def step(x):\n    """Can be captured in a CUDA graph."""\n    return x.item()\n'),
                       ("step.py", "import torch\ndef step(x):\n    torch.cuda.synchronize(\n        x)\n"),
                       ("step.py", "import torch\ndef step(x):\n    torch.cuda.synchronize(  # at last\n\n        x)\n"),
                       ("launch.cu", LAUNCH.replace("0, 4);", "// all of it\n\t\t0, 4);")),
                       ("launch.cu", LAUNCH.replace("p,\n", "p, // all of it\n")),
                       ("launch.cu", LAUNCH.replace("\trun(p, s);", "\tcudaGetLastError();\n\trun(p, s);")),
                       ("launch.cu", LAUNCH.replace("\trun(p, s);", "\tcudaGetLastError(); // clear what was there\n\trun(p, s);")),
                       ("launch.cu", LAUNCH.replace("\trun(p, s);", "#if 0\n\trun(p, s);\n#endif")),
                       ("region.py", REGION.replace("        step(x)", "        pass\n    step(x)")),
                       ("region.py", REGION.replace("step(x)", "# step(x)\n        x.cpu()"))]:
        t.write(name, text)
        t.same(*given)
        t.write(name, "\n" + text)
        t.same(*given)


@case
def another_program_is_another_question(t):
    """What is asked about is the same, and what it follows from is not."""
    callee = "class Sampler:\n    def pick(self, x):\n        return x.tolist()\n\ndef helper(x):\n    return Sampler().pick(x)\n"
    t.write("more.py", callee)
    t.write("step.py", "from more import helper\n\ndef step(x):\n    return helper(x)\n")
    given = ["step.py", "region.py", "more.py"]
    assert b"more.py:3:16" in t.same(*given)
    t.write("more.py", callee.replace("x.tolist()", "x"))  # a callee
    assert b"more.py:3" not in t.same(*given)
    t.write("more.py", callee)
    t.write("added.py", "class Sampler:\n    def pick(self, x):\n        return x.item()\n")  # a name has one more meaning
    t.same(*given, "added.py")
    t.same(*given)
    t.write("step.py", "def step(x):\n    return x.pick(x)\n")
    t.same(*given)
    (t.path / "added.py").unlink()
    t.same(*given)
    t.write("step.py", "from more import helper\n\ndef step(x):\n    return helper(x)\n")
    t.same(*given)
    t.write("more.py", callee.replace("class Sampler", "class Picker"))  # the class that was meant
    assert b"more.py:3" not in t.same(*given)
    t.write("more.py", callee)
    (t.path / "more.py").rename(t.path / "most.py")
    t.same("step.py", "region.py")
    (t.path / "most.py").rename(t.path / "more.py")
    assert b"more.py:3:16" in t.same(*given)
    t.write("notebook.ipynb", "{")
    t.same(*given)


@case
def another_configuration_is_another_question(t):
    given = ["step.py", "corpus"]
    first = t.same(*given)
    for arguments in (["--ignore", "sync-in-capture"], ["--select", "sync-in-capture"], ["--hip-semantics", "legacy"], ["--exclude", "step.py", "--force-exclude"],
                      ["--all"], ["--max-file-size", "1K"]):
        done = subprocess.run([PROGRAM, "check", "--exit-zero", "-v", "--cache", t.cache, *arguments, *given], cwd=t.path, capture_output=True)
        if done.returncode == 0:
            t.same(*arguments, *given)
    for text in ("ignore = ['sync-in-capture']\n", "entry-points = ['step']\n", "exclude = ['region.py']\n", "[rules.sync-in-capture]\nlevel = 'note'\n", "# nothing\n"):
        (t.path / "caplint.toml").write_text(text)
        done = subprocess.run([PROGRAM, "check", "--exit-zero", "-v", "--cache", t.cache, *given], cwd=t.path, capture_output=True)
        if done.returncode == 0:
            t.same(*given)
            t.same(*given)
    (t.path / "caplint.toml").unlink()
    assert t.same(*given) == first


@case
def same_size_same_time(t):
    os.utime(t.path / "step.py", (2e9, 2e9))
    assert b"step.py:2:12" in t.same()
    t.write("step.py", STEP.replace("item", "cuda"))
    os.utime(t.path / "step.py", (2e9, 2e9))
    assert b"step.py:2:12: error" not in t.same()


@case
def moved_text(t):
    t.same()
    (t.path / "step.py").rename(t.path / "other.py")
    t.write("region.py", REGION.replace("from step", "from other"))
    assert b"other.py:2:12: error" in t.same()
    shutil.copy(t.path / "other.py", t.path / "step.cu")  # the same bytes in another language
    t.same()


@case
def only_where_it_is_wanted(t):
    home = t.path.parent / "home"
    kept = home / "cache/caplint"
    variables = {"XDG_CACHE_HOME": str(home / "cache"), "HOME": str(home)}
    t.run("--no-cache", cache=False, environment=variables)
    t.run(cache=False, environment={**variables, "CI": "true"})
    assert not home.exists(), "it keeps something in CI"
    t.run(cache=False, environment={**variables, "CI": "false"})
    assert list(kept.glob("*.base")) and kept.stat().st_mode & 0o077 == 0
    t.run(cache=False, environment={"HOME": str(home)})
    assert list((home / ".cache/caplint").glob("*.base"))
    t.run(environment={"CI": "true"})
    assert t.packs(), "--cache is not heard in CI"
    t.run(cache=False, environment={"XDG_CACHE_HOME": "relative", "HOME": ""})
    assert not (t.path / "relative").exists()


@case
def folder_that_cannot_be(t):
    expected = t.plain()
    t.cache.write_text("a file")
    for folder in (str(t.cache), "/proc/nothing/here"):
        told = f"caplint: {folder}: nothing is kept there: it is no folder that can be written to, nor can it be made one\n".encode()
        out = t.run("--cache", folder, cache=False)
        assert told in out and out.replace(told, b"") == expected, out
    assert t.run(cache=False, environment={"XDG_CACHE_HOME": str(t.cache)}) == expected, "a folder that nobody asked for is told of"


@case
def damaged(t):
    expected = t.same()
    pack = t.packs()[0]
    whole = pack.read_bytes()
    rng = random.Random(5)
    for turn in range(40):
        data = bytearray(whole)
        if turn % 4 == 0:
            data = data[:rng.randrange(len(data))]
        elif turn % 4 == 1:
            for _ in range(rng.choice([1, 10, 1000])):
                data[rng.randrange(len(data))] = rng.randrange(256)
        elif turn % 4 == 2:
            at = rng.randrange(0, 400)
            data[at:at + 8] = rng.choice([b"\xff" * 8, bytes(8), rng.randbytes(8)])
        else:
            data = data + rng.randbytes(rng.randrange(1, 5000)) if turn % 8 == 3 else data[8:]
        pack.write_bytes(data)
        assert t.run() == expected, f"damage {turn} shows"
    for data in b"", b"\0" * 64, b"caplint\1" + b"\xff" * 56:
        pack.write_bytes(data)
        assert t.run() == expected
    assert t.run() == expected
    for old in t.packs():
        old.unlink()
        os.mkfifo(old)
    assert t.run() == expected, "a fifo shows"


@case
def two_at_once(t):
    expected = t.plain()
    for turn in range(3):
        shutil.rmtree(t.cache, ignore_errors=True)
        if turn:
            t.run()
        t.write("step.py", STEP + "\n" * turn)
        expected = t.plain()
        command = [PROGRAM, "check", "-v", "--exit-zero", "--level", "note", "--color", "never", "--cache", str(t.cache)]
        both = [subprocess.Popen(command, cwd=t.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for _ in range(3)]
        for process in both:
            process.communicate(timeout=250)
            assert process.returncode == 0
        assert t.run() == expected
    assert not [p for p in t.packs() if p.suffix not in (".base", ".late")], t.packs()


@case
def another_build(t):
    """Another program file, as another version is, takes nothing of this one's, and leaves it alone; what more than two of them keep goes."""
    expected, kept = t.same(), set(t.packs())
    first = {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in kept}
    for i in range(3):
        other = t.path.parent / f"caplint{i}"
        shutil.copy(PROGRAM, other)
        done = subprocess.run([other, "check", "-v", "--exit-zero", "--level", "note", "--color", "never", "--cache", t.cache], cwd=t.path, capture_output=True)
        assert done.stdout + done.stderr == expected
        assert len(t.packs()) == 2, t.packs()
        assert i or all((p.stat().st_mtime_ns, p.read_bytes()) == first[p] for p in kept), "it has touched what is not its own"
    assert not kept & set(t.packs())
    assert t.run() == expected


@case
def what_others_wrote_meanwhile(t):
    """A run that began earlier and ends later keeps the answer of the one between."""
    subprocess.run(["git", "init", "-q", t.path], check=True)
    t.same()
    t.write("step.py", "def step(x):\n    return x.cpu()\n")
    command = [PROGRAM, "check", "--exit-zero", "--cache", str(t.cache), "--format", "sarif", "region.py", "corpus"]
    slow = subprocess.Popen(command, cwd=t.path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    first = slow.stdout.read(1)  # it has found what it looked for, and can't go on: more than a pipe holds is to be read
    t.same()
    assert len(first + slow.stdout.read()) > 2 * 65536 and slow.wait(timeout=250) == 0
    forget_facts(t)
    for arguments in ([], ["step.py"], ["region.py", "--level", "error"]):
        t.same(*arguments)
    assert not facts_known(t), "it has read files"


@case
def other_runs_keep_what_was_found(t):
    """What an audit writes leaves the answers to questions where they are; and a check that writes a page leaves one."""
    subprocess.run(["git", "init", "-q", t.path], check=True)
    t.same()
    t.write("step.py", STEP + "\n\nimport os\n")
    t.run("--output", f"html={t.path.parent / 'page.html'}")
    subprocess.run([PROGRAM, "audit", "--exit-zero", "--cache", t.cache, "-q"], cwd=t.path, capture_output=True, timeout=250)
    forget_facts(t)
    for arguments in ([], ["step.py"], ["corpus", "--level", "error"]):
        t.same(*arguments)
    assert not facts_known(t), "it has read files"


def main():
    words, failed, passed = sys.argv[2:], 0, 0
    for name, function in cases:
        if words and not any(word in name for word in words):
            continue
        with tempfile.TemporaryDirectory() as scratch:
            try:
                function(Tree(Path(scratch)))
                passed += 1
            except AssertionError as wrong:
                failed += 1
                print(f"{name}: {wrong}")
            except Exception:
                failed += 1
                print(f"{name}: {traceback.format_exc()}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
