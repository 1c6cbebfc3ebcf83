#!/usr/bin/env python3
"""Suppressions, baseline, --diff and rule choice from outside: cli.py CAPLINT"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
faults = 0
HEAD = "#include <cuda_runtime.h>\n"


def claim(what, is_so, detail=""):
    global faults
    if not is_so:
        faults += 1
        print(f"not so: {what}", detail)


def call(n, tail=""):
    return f"void f{n}(float *p)\n{{\n\tcudaMemset(p, {n}, 4);{tail}\n}}\n"


class Place:
    """A folder with a repository."""

    def __init__(self, caplint, scratch, name):
        self.caplint, self.folder = caplint, Path(scratch) / name
        self.folder.mkdir()
        self.git("init", "-q", "-b", "main", ".")

    def git(self, *args, check=True):
        env = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
        return subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e@e", "-c", "commit.gpgsign=false", *args], cwd=self.folder, env=env,
                              capture_output=True, text=True, check=check)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-qm", "x")

    def write(self, **files):
        for name, text in files.items():
            path = self.folder / name.replace("__", "/").replace("_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def run(self, *args):
        return subprocess.run([self.caplint, *args], cwd=self.folder, capture_output=True, text=True, timeout=120)

    def found(self, *args):
        done = self.run("check", "--format", "jsonl", *args)
        claim(f"{args} gives a status of findings", done.returncode == (1 if done.stdout else 0), (done.returncode, done.stderr))
        return [f"{f['path']}:{f['line']}:{f['rule']}" for f in map(json.loads, done.stdout.splitlines())]

    def expect(self, what, expected, *args):
        got = self.found(*args)
        claim(what, got == expected, f"{got} and not {expected}")

    def refuses(self, what, message, *args):
        done = self.run(*args)
        claim(what, done.returncode == 2 and message in done.stderr and not done.stdout, (done.returncode, done.stdout, done.stderr))


def suppressions(p):
    p.write(a_cu=HEAD + call(1, " // caplint: allow(dropped-error) why") + call(2))
    p.expect("a comment silences", ["a.cu:8:dropped-error"], ".")
    done = p.run("check", ".")
    claim("the summary tells", "left out: 1 silenced in the source" in done.stderr, done.stderr)
    p.write(a_cu=HEAD + call(1, " // caplint: allow(dropped-error) why"))
    claim("what is silenced does not count", p.run("check", ".").returncode == 0)
    done = p.run("check", "--show-silenced", ".")
    claim("it is shown where asked for, with its reason", done.returncode == 0 and "note: silenced in the source: why" in done.stdout, done.stdout)
    for args, n in (((), 0), (("--show-silenced",), 1)):
        done = p.run("check", "--format", "sarif", *args, ".")
        results = json.loads(done.stdout)["runs"][0]["results"]
        claim("SARIF has it only where asked for", len(results) == n and done.returncode == 0, results)
    claim("as SARIF wants it", results[0]["suppressions"] == [{"kind": "inSource", "status": "accepted", "justification": "why"}], results)
    (p.folder / "o.sarif").write_text(done.stdout)
    check = subprocess.run([sys.executable, HERE.parent / "sarif/check.py", "--silenced", "--root", p.folder, p.folder / "o.sarif"], capture_output=True, text=True)
    claim("SARIF's schema takes it", check.returncode in (0, 77), check.stdout + check.stderr)
    (p.folder / "o.sarif").unlink()
    line = json.loads(p.run("check", "--show-silenced", "--format", "jsonl", ".").stdout)
    claim("JSON lines have it", line["silenced"] == "silenced in the source" and line["reason"] == "why", line)
    p.write(a_cu=HEAD + call(1, " // caplint: allow(dropped-error)"))
    p.expect("no reason, no silence", ["a.cu:4:dropped-error", "a.cu:4:bad-suppression"], ".")
    p.expect("the rule about it can be off", ["a.cu:4:dropped-error"], "--ignore", "bad-suppression", ".")
    p.write(a_cu=HEAD + "int x; // caplint: allow(dropped-error) why\n", b_cu="int y; // caplint: allow(dropped-error) why\n", c_py="x = 1\n")
    p.expect("an unused one is told, in files without any call too", ["a.cu:2:unused-suppression", "b.cu:1:unused-suppression"], ".")
    p.expect("but not where its rule is off", [], "--ignore", "dropped-error", ".")
    p.expect("nor in files that are not asked for", ["b.cu:1:unused-suppression"], "b.cu")
    p.write(b_cu="int x;\n", a_cu=(b"\xef\xbb\xbf" + HEAD.encode() + call(1, " // caplint: allow(dropped-error) why").encode()).replace(b"\n", b"\r\n"))
    p.expect("a BOM and CR LF do no harm", [], ".")
    long = " // caplint: allow(dropped-error) " + "x" * (7 << 20)
    p.write(a_cu=HEAD + call(1, long) + call(2))
    p.expect("nor does a comment of megabytes", ["a.cu:8:dropped-error"], ".")
    p.write(a_cu=HEAD + call(1, " // caplint: allow(dropped-error) " + "y" * (10 << 20)))
    claim("a file that is too large is told", "larger than the limit" in p.run("check", ".").stderr)
    p.write(a_cu=HEAD + "".join(call(n, " // caplint: allow(dropped-error) why" if n % 2 else "") for n in range(300)))
    one, many = (p.run("check", "--format", "jsonl", "-j", j, ".") for j in ("1", "7"))
    claim("any number of workers prints the same", one.stdout == many.stdout and one.stdout.count("\n") == 150)


def captures(p):
    p.write(e_cu=HEAD + "namespace app {\nstruct Runner { void forward(); };\nstatic void helper() { cudaDeviceSynchronize(); }\nvoid Runner::forward() { helper(); }\n}\n",
            m_py="import torch\nclass Model:\n    def step(self, x):\n        return inner(x)\ndef inner(x):\n    torch.cuda.synchronize()\n    return x\n")
    only = ("--select", "sync-in-capture,unused-suppression,bad-suppression", ".")
    p.expect("nothing is captured that is not said to be", [], *only)
    p.write(caplint_toml='entry-points = ["Runner::forward", "Mod*.step", "nothing"]\n')
    p.expect("entry points begin regions, in C++ and Python", ["e.cu:4:sync-in-capture", "m.py:6:sync-in-capture"], *only)
    claim("one that is no function is told", "no function has the name of the entry point 'nothing'" in p.run("check", ".").stderr)
    text = (p.folder / "m.py").read_text()
    for what, new in {"behind": ("ize()", "ize()  # caplint: allow(sync-in-capture) why"), "above": ("    torch", "    # caplint: allow(sync-in-capture) why\n    torch"),
                      "in a statement of several lines": ("torch.cuda.synchronize()", "f(1,\n      torch.cuda.synchronize(),\n      2)  # caplint: allow(sync-in-capture) why")}.items():
        p.write(m_py=text.replace(*new))
        p.expect(f"comments of Python silence: {what}", ["e.cu:4:sync-in-capture"], *only)
    p.write(m_py="s = '# caplint: allow(sync-in-capture) why'\nx = 1  # caplint: allow(sync-in-capture) why\n")
    p.expect("and are told if they silence nothing", ["e.cu:4:sync-in-capture", "m.py:2:unused-suppression"], *only)


def choices(p):
    p.write(a_cu=HEAD + call(1), gen__b_cu=HEAD + call(2))
    p.expect("all", ["a.cu:4:dropped-error", "gen/b.cu:4:dropped-error"], ".")
    p.expect("--select", [], "--select", "latched-error,blamed-launch", ".")
    p.expect("--select again", ["a.cu:4:dropped-error", "gen/b.cu:4:dropped-error"], "--select=latched-error", "--select=dropped-error", ".")
    p.expect("--ignore", [], "--ignore", "dropped-error", ".")
    p.expect("--exclude", ["a.cu:4:dropped-error"], "--exclude", "gen", ".")
    p.expect("a named file is not excluded", ["gen/b.cu:4:dropped-error"], "--exclude", "gen", "gen/b.cu")
    p.expect("unless that is forced", [], "--exclude", "gen", "--force-exclude", "gen/b.cu")
    p.refuses("an unknown rule is told", "unknown rule 'dropped-eror'; did you mean 'dropped-error'?", "check", "--select", "dropped-eror", ".")
    for level, status in (("error", 0), ("warning", 1), ("note", 1)):
        claim(f"--fail-on {level}", p.run("check", "--fail-on", level, ".").returncode == status)
    p.write(caplint_toml='[per-file-ignores]\n"gen/*" = ["dropped-error"]\n')
    p.expect("per-file-ignores", ["a.cu:4:dropped-error"], ".")
    p.write(caplint_toml='exclude = ["gen"]\n[rules.dropped-error]\nseverity = "error"\n')
    levels = [json.loads(line)["level"] for line in p.run("check", "--format", "jsonl", ".").stdout.splitlines()]
    claim("severity and exclude", levels == ["error"], levels)
    p.expect("--no-config", ["a.cu:4:dropped-error", "gen/b.cu:4:dropped-error"], "--no-config", ".")
    p.write(gen__caplint_toml='ignore = ["dropped-error"]\n')
    p.expect("the nearest configuration counts", [], "gen")
    (p.folder / "gen/caplint.toml").unlink()
    p.write(caplint_toml='[[models.runtime]]\nname = "poolAlloc"\nreturns = "error"\nlatches = "yes"\nrole = "alloc"\n', a_cu="void f(float *p)\n{\n\tpoolAlloc(&p);\n}\n")
    p.expect("a wrapper of the user's is a call like ours", ["a.cu:3:dropped-error", "gen/b.cu:4:dropped-error"], ".")
    p.write(caplint_toml='level = "x"\n')
    p.refuses("a broken configuration ends the run", "caplint.toml:1:9: error: ", "check", ".")
    p.refuses("that of baseline too", "caplint.toml:1:9: error: ", "baseline", ".")


def baselines(p):
    p.refuses("a baseline that is not there is told", "'caplint baseline' writes one", "check", "--baseline", "x.tsv", ".")
    p.write(a_cu=HEAD + call(1) + call(2), b_cu=HEAD + call(3))
    done = p.run("baseline", ".")
    claim("it is written", done.returncode == 0 and "3 findings, 3 taken in, 0 taken out" in done.stdout, done)
    file = p.folder / ".caplint-baseline.tsv"
    first = file.read_bytes()
    claim("and written again it is the same", p.run("baseline", ".").returncode == 0 and file.read_bytes() == first)
    p.write(caplint_toml='baseline = ".caplint-baseline.tsv"\n')
    p.expect("known findings are left out", [], ".")
    p.commit()
    p.write(a_cu=HEAD + "\n// moved\n" + call(2) + call(1).replace("(p, 1,", "(p,\n\t\t   1,"))
    p.git("mv", "b.cu", "c.cu")
    p.expect("moved, reformatted and renamed ones too", [], ".")
    p.write(a_cu=HEAD + call(1) + call(9))
    p.expect("new ones are not", ["a.cu:8:dropped-error"], ".")
    done = p.run("baseline", ".")
    claim("it only shrinks", done.returncode == 1 and "2 findings, 0 taken in, 1 taken out" in done.stdout and "1 new finding is not taken in" in done.stderr, done)
    claim("and follows the new name", b"\nc.cu\t" in file.read_bytes() and b"\nb.cu\t" not in file.read_bytes())
    p.expect("so the new one stays", ["a.cu:8:dropped-error"], ".")
    claim("--grow takes it in", p.run("baseline", "--grow", ".").returncode == 0 and p.found(".") == [])
    sarif = json.loads(p.run("check", "--show-silenced", "--format", "sarif", ".").stdout)["runs"][0]["results"]
    claim("SARIF has the state", {(r["baselineState"], r["suppressions"][0]["kind"]) for r in sarif} == {("unchanged", "external")}, sarif)
    (p.folder / "c.cu").unlink()
    done = p.run("check", ".")
    claim("a mended finding is told", "1 finding of the baseline is mended" in done.stderr, done.stderr)
    p.write(c_cu=HEAD + call(3))
    before = file.read_bytes()
    claim("what is not looked at stays", p.run("baseline", "a.cu").returncode == 0 and file.read_bytes() == before)
    p.write(**{f"m{n}_cu": HEAD + call(n) for n in range(10, 30)})
    p.run("baseline", "--grow", ".")
    p.commit()
    for branch, name in (("one", "m11.cu"), ("two", "m25.cu")):
        p.git("checkout", "-qb", branch, "main")
        (p.folder / name).unlink()
        p.run("baseline", ".")
        p.commit()
    merged = p.git("merge", "-q", "-m", "x", "one", check=False)
    claim("git merges it line by line", merged.returncode == 0 and p.run("baseline", ".").returncode == 0, merged.stdout)
    claim("to what both sides meant", p.git("status", "--short").stdout == "", p.git("diff").stdout)
    file.write_text(first.decode() + "<<<<<<< one\n")
    p.refuses("a conflict is told", "a merge conflict", "check", ".")
    file.unlink()
    p.write(a_cu=HEAD + call(1), b_cu=HEAD + call(2))
    p.run("baseline", ".")
    known = file.read_text()
    for what, args in (("too large", ("--max-file-size", str((p.folder / "b.cu").stat().st_size - 1))), ("binary", ())):
        p.write(a_cu=HEAD, b_cu=HEAD + call(2) + ("x" * 200 if args else "\0\1\2" * 99))
        done = p.run("baseline", ".", *args)
        claim(f"entries of a file that is {what} stay", done.returncode == 0 and "b.cu" in file.read_text() and "a.cu" not in file.read_text(), done.stderr)
        claim(f"that it is {what} is told", "caplint: b.cu: " in done.stderr, done.stderr)
        done = p.run("baseline", "b.cu", *args)
        claim(f"a named file that is {what} is status 2", done.returncode == 2 and "b.cu" in file.read_text(), done.stderr)
        file.write_text(known)
    file.unlink()
    file.mkdir()
    claim("what can't be written is told", p.run("baseline", ".").returncode == 2)


def changes(p):
    p.write(a_cu=HEAD + call(1) + call(2), b_cu=HEAD + call(3))
    p.refuses("an unknown revision is told", "'main' is no revision", "check", "--diff", "main", ".")
    p.commit()
    p.git("checkout", "-qb", "topic")
    p.expect("nothing has changed", [], "--diff", "main", ".")
    p.write(a_cu=HEAD + call(1) + call(2, " // touched"), n_cu=HEAD + call(4))
    p.git("mv", "b.cu", "c.cu")
    p.expect("changed lines and new files", ["a.cu:8:dropped-error", "n.cu:4:dropped-error"], "--diff", "main", ".")
    p.commit()
    p.expect("committed or not", ["a.cu:8:dropped-error", "n.cu:4:dropped-error"], "--diff=main", ".")
    claim("the summary tells", "not on changed lines" in p.run("check", "--diff", "main", ".").stderr)
    p.git("checkout", "-q", "main")
    p.write(a_cu=HEAD + call(5) + call(2))
    p.commit()
    p.git("checkout", "-q", "topic")
    p.expect("what others changed since is not ours", ["a.cu:8:dropped-error", "n.cu:4:dropped-error"], "--diff", "main", ".")
    done = subprocess.run([p.caplint, "check", "--diff", "main", "/usr/include/stdio.h"], capture_output=True, text=True, cwd="/")
    claim("outside git it is told", done.returncode == 2 and "is no git repository" in done.stderr, done.stderr)


def notebook(*cells, **layout):
    cells = [{"cell_type": kind, "metadata": {}, "outputs": [], "source": text} for kind, text in cells]
    return json.dumps({"cells": cells, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}, **layout)


def notebooks(p):
    """A notebook's comments are those of its code cells, whichever way the JSON breaks its lines."""
    setup = ("code", "import torch\ng = torch.cuda.CUDAGraph()\nx = torch.ones(1, device='cuda')\n")
    captured = "with torch.cuda.graph(g):\n    print('\\t\"'); x.item()"
    wait, only = "sync-in-capture", ("--select", "sync-in-capture,unused-suppression,bad-suppression", ".")

    def found(*cells, **layout):
        p.write(n_ipynb=notebook(setup, *cells, **layout))
        return [place.split(":")[2] for place in p.found(*only)]

    for layout in ({"indent": 1}, {}, {"indent": "\t", "ensure_ascii": False}):
        for as_lines in (False, True):
            def code(text):
                return "code", text.splitlines(keepends=True) if as_lines else text
            claim("a finding in a notebook", found(code(captured), **layout) == [wait])
            claim("a comment behind it", found(code(captured + "  # caplint: allow(sync-in-capture) \u00fc \"why\"\n    y = 1\n"), **layout) == [])
            claim("has its reason unescaped", "silenced in the source: \u00fc \"why\"" in p.run("check", "--show-silenced", *only).stdout)
            claim("a comment above it", found(code(captured.replace("    print", "    # caplint: allow(sync-in-capture) why\n    print")), **layout) == [])
            claim("one for the file, in another cell", found(code("# caplint: allow-file(sync-in-capture) why\n"), code(captured), **layout) == [])
            claim("text is no code", found(("markdown", "# caplint: allow-file(sync-in-capture) why\n"), code(captured), **layout) == [wait])
            claim("nor is another cell", found(code("z = 1  # caplint: allow(sync-in-capture) why\n"), code(captured), **layout) == ["unused-suppression", wait])
            claim("a reason is required", found(code(captured + "  # caplint: allow(sync-in-capture)\n"), **layout) == [wait, "bad-suppression"])
            text = (p.folder / "n.ipynb").read_text()
            bad = json.loads(p.run("check", "--format", "jsonl", *only).stdout.splitlines()[1])
            line = text.encode().split(b"\n")[bad["line"] - 1]
            claim("it is told where it stands", line[bad["column"] - 1:bad["endColumn"] - 1].decode() == "caplint: allow(sync-in-capture)", bad)
    p.write(n_ipynb=notebook(setup, ("code", captured), indent=1))
    claim("a baseline", p.run("baseline", ".").returncode == 0)
    for layout in ({"indent": 1}, {}):
        p.write(n_ipynb=notebook(("markdown", "new"), setup, ("code", ["import os\n", "\n", *captured.splitlines(keepends=True)]), **layout))
        p.expect("knows a finding in a notebook that was written anew", [], "--baseline", ".caplint-baseline.tsv", *only)
    p.write(n_ipynb=notebook(setup, ("code", captured.splitlines(keepends=True)), indent=1))
    p.commit()
    p.expect("nothing has changed in the notebook", [], "--diff", "HEAD", *only)
    p.write(n_ipynb=notebook(("markdown", "new"), setup, ("code", captured.splitlines(keepends=True)), indent=1))
    p.expect("nothing in that line", [], "--diff", "HEAD", *only)
    p.write(n_ipynb=notebook(setup, ("code", captured.replace("x.item()", "a = x.item()").splitlines(keepends=True)), indent=1))
    claim("a changed line of a cell", len(p.found("--diff", "HEAD", *only)) == 1)


def main():
    caplint = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as scratch:
        for test in (suppressions, captures, choices, baselines, changes, notebooks):
            test(Place(caplint, scratch, test.__name__))
    print(f"{faults} faults")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
