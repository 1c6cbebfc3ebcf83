#!/usr/bin/env python3
"""What is kept between runs: the same bytes with and without, wherever it is kept, however damaged, whoever else is at it.

    cache.py PROGRAM [WORD ...]     only cases whose name holds one of the words
"""
import os
import random
import shutil
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

    def run(self, *arguments, environment={}, cache=True):
        chosen = ["--cache", str(self.cache)] if cache else []
        variables = {k: v for k, v in os.environ.items() if k not in ("CI", "XDG_CACHE_HOME")}
        done = subprocess.run([PROGRAM, "check", "-v", "--exit-zero", "--level", "note", "--color", "never", *chosen, *arguments], cwd=self.path, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=250, env={**variables, **environment})
        assert done.returncode == 0, f"status {done.returncode}\n{done.stderr.decode()[-2000:]}"
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
        told = f"caplint: {folder}: nothing is kept there: it is no folder, nor can it be made one\n".encode()
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
    """Another program file, as another version is, takes nothing of this one's."""
    expected = t.same()
    other = t.path.parent / "caplint"
    shutil.copy(PROGRAM, other)
    before = t.packs()[0].stat().st_mtime_ns
    done = subprocess.run([other, "check", "-v", "--exit-zero", "--level", "note", "--color", "never", "--cache", t.cache], cwd=t.path, capture_output=True)
    assert done.stdout + done.stderr == expected and t.packs()[0].stat().st_mtime_ns > before


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
