#!/usr/bin/env python3
"""`check --watch`: each change is told of, nothing else is, and the answer to what a commit asks lies ready.

    watch.py PROGRAM [WORD ...]     only cases whose name holds one of the words
"""
import json
import os
import pty
import queue
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path

from cache import facts_known, forget_facts

PROGRAM = str(Path(sys.argv[1]).resolve())
PATIENCE = 300  # seconds: how long a busy machine may take
REGION = "import torch\nfrom step import step\n\ndef capture(x):\n    with torch.cuda.graph(torch.cuda.CUDAGraph()):\n        step(x)\n"
STEP = "def step(x):\n    return x.item()\n"
QUIET = "def step(x):\n    return x\n"
DIRECT = "import torch\n\ndef capture(x):\n    with torch.cuda.graph(torch.cuda.CUDAGraph()):\n        x.item()\n"
ENVIRONMENT = {k: v for k, v in os.environ.items() if k not in ("CI", "XDG_CACHE_HOME")}
cases = []


def case(function):
    cases.append((function.__name__.replace("_", "-"), function))
    return function


def git(path, *words):
    subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=n@example.org", *words], cwd=path, check=True, capture_output=True, env=ENVIRONMENT)


class Tree:
    def __init__(self, scratch):
        self.scratch, self.path, self.cache = scratch, scratch / "tree", scratch / "cache"
        self.path.mkdir()
        self.write("region.py", REGION)
        self.write("step.py", STEP)
        self.write(".gitignore", "build/\n__pycache__/\n")
        git(self.path, "init", "-q")
        git(self.path, "add", ".")
        git(self.path, "commit", "-q", "-m", "first")

    def write(self, name, text):
        (self.path / name).parent.mkdir(parents=True, exist_ok=True)
        (self.path / name).write_text(text)

    def check(self, *arguments, cache=True):
        kept = ["--cache", str(self.cache)] if cache else ["--no-cache"]
        done = subprocess.run([PROGRAM, "check", "--color", "never", *kept, *arguments], cwd=self.path, capture_output=True, timeout=PATIENCE, env=ENVIRONMENT)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def is_ready(self, *arguments):
        """The answer is the right one, and no file was read for it."""
        forget_facts(self)
        got = self.check(*arguments)
        assert not facts_known(self), "it has read files"
        assert got == self.check(*arguments, cache=False), got
        return got

    def packs(self):
        return sorted(self.cache.glob("*"))


class Watcher:
    def __init__(self, tree, *arguments, before=()):
        self.out, self.lines = tree.scratch / "out", queue.Queue()
        self.stream = open(self.out, "wb")
        self.process = subprocess.Popen([*before, PROGRAM, "check", "--watch", "--color", "never", "--cache", str(tree.cache), *arguments], cwd=tree.path, stdin=subprocess.DEVNULL,
                                        stdout=self.stream, stderr=subprocess.PIPE, env=ENVIRONMENT)
        self.thread = threading.Thread(target=self.hear, daemon=True)
        self.thread.start()
        self.at = 0

    def hear(self):
        for line in self.process.stderr:
            self.lines.put(line.decode())
        self.lines.put(None)

    def answer(self):
        """What it writes until it waits again: results, and lines about the run."""
        told = []
        while not told or not told[-1].startswith("caplint: watching "):
            line = self.lines.get(timeout=PATIENCE)
            assert line is not None, f"it has ended: {told}"
            told.append(line)
        text = self.out.read_bytes().decode()
        new, self.at = text[self.at:], len(text)
        return new, "".join(told)

    def until(self, holds):
        """Answers until one will do: what is a single change to us may be seen as two."""
        end = time.monotonic() + PATIENCE
        while True:
            out, told = self.answer()
            if holds(out, told):
                return out, told
            assert time.monotonic() < end, (out, told)

    def says(self, words):
        return self.until(lambda out, told: words in out)

    def says_not(self, words):
        return self.until(lambda out, told: words not in out)

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        status = self.process.wait(timeout=PATIENCE)
        self.thread.join(timeout=PATIENCE)
        self.stream.close()
        return status


def told_in_order(t, w):
    """The first answer, then one for each kind of change."""
    out, told = w.answer()
    assert "step.py:2:12: error" in out and "----" not in out and "caplint: watching 2 files" in told and "changed" not in told, (out, told)
    t.write("step.py", QUIET)
    out, told = w.says_not("step.py:2:12")
    assert out.startswith("----\n") and "caplint: something has changed, checking again\n" in told and "caplint: nothing found" in told, (out, told)
    t.write("new.tmp", STEP)
    (t.path / "new.tmp").rename(t.path / "step.py")  # as editors save
    w.says("step.py:2:12: error")
    (t.path / "deep" / "er").mkdir(parents=True)
    t.write("deep/er/more.py", DIRECT)
    w.says("deep/er/more.py:5:9: error")
    (t.path / "deep").rename(t.path / "other")
    w.says("other/er/more.py:5:9: error")
    t.write("other/er/more.py", "\n" + DIRECT)
    w.says("other/er/more.py:6:9: error")
    (t.path / "deep").mkdir()
    (t.path / "other" / "er").rename(t.path / "deep" / "est")
    w.says("deep/est/more.py:6:9: error")
    t.write("deep/est/more.py", DIRECT)
    w.says("deep/est/more.py:5:9: error")
    (t.path / "deep" / "est" / "more.py").unlink()
    (t.path / "deep" / "est").rmdir()
    out, _ = w.says_not("more.py")
    assert "step.py:2:12: error" in out
    t.write("caplint.toml", 'ignore = ["sync-in-capture"]\n')
    w.says_not("step.py")
    (t.path / "caplint.toml").unlink()
    w.says("step.py:2:12: error")
    git(t.path, "checkout", "-q", "-b", "next")
    t.write("step.py", QUIET)
    t.write("third/more.py", DIRECT)
    git(t.path, "add", ".")
    git(t.path, "commit", "-q", "-m", "second")
    w.until(lambda out, told: "step.py" not in out and "third/more.py:5:9" in out)
    git(t.path, "checkout", "-q", "-")
    w.until(lambda out, told: "step.py:2:12: error" in out and "third" not in out)
    git(t.path, "checkout", "-q", "next")
    w.until(lambda out, told: "step.py" not in out and "third/more.py:5:9" in out)
    t.write("third/more.py", "\n" + DIRECT)
    w.says("third/more.py:6:9: error")


@case
def each_change_is_told(t):
    w = Watcher(t)
    told_in_order(t, w)
    assert w.end() == 0


@case
def each_change_is_seen_by_times(t):
    w = Watcher(t, "--poll")
    told_in_order(t, w)
    assert w.end() == 0


@case
def what_changes_nothing_is_not_told(t):
    """An index that is touched, folders that git leaves out, files that are no source: the next answer is that to the edit that follows."""
    w = Watcher(t)
    w.answer()
    t.write("step.py", QUIET)
    w.says_not("step.py")
    for name in "build/made.py", "__pycache__/step.pyc", "notes.txt", ".step.py.swp":
        t.write(name, DIRECT)
    git(t.path, "add", "step.py")
    git(t.path, "status")
    time.sleep(1)
    git(t.path, "reset", "-q")
    t.write("step.py", STEP)
    out, told = w.answer()
    assert "step.py:2:12: error" in out and told.count("something has changed") == 1, (out, told)
    assert w.end(signal.SIGTERM) == 0


@case
def a_commit_finds_its_answer(t):
    """Whatever it asks about files of the tree, at any level, once the watcher waits."""
    for watched, told in ([], "out"), (["--level", "error"], "out"), (["--fail-on", "error"], "out"), (["--output", f"html={t.scratch}/page.html"], "page.html"), \
                         (["--format", "jsonl", "."], "out"), (["--output", f"text={t.scratch}/text"], "text"):
        t.write("step.py", STEP)
        t.write("added.py", "import os\n")
        w = Watcher(t, *watched)
        w.answer()
        t.write("step.py", "\n\ndef step(x):\n    y = x\n    return y.item()\n")
        t.write("added.py", DIRECT)
        w.until(lambda *_: "added.py" in (t.scratch / told).read_text())
        t.is_ready()
        assert "step.py:5:12: error" in t.is_ready("step.py")[1]
        assert "added.py:5:9: error" in t.is_ready("added.py", "step.py", "--force-exclude")[1]
        t.is_ready("--level", "note", "step.py", "--format", "sarif")
        t.is_ready("--fail-on", "error", "region.py")
        assert w.end() == 0, watched


@case
def beside_a_run(t):
    """A hook at the moment at which the watcher runs says what it would have said alone, and what either has found stays."""
    w = Watcher(t)
    w.answer()
    for turn in range(6):
        t.write("step.py", "\n" * turn + STEP.replace("x.item()", f"x.item(), {turn}"))
        time.sleep(0.05 * turn)
        assert t.check("step.py") == t.check("step.py", cache=False)
    w.says(f"step.py:{turn + 2}:12: error")
    t.is_ready("step.py")
    assert w.end() == 0


@case
def outputs_in_files(t):
    """Written anew each time, also inside the tree, and that is no change."""
    w = Watcher(t, "--output", "sarif=found.sarif", "--output", "jsonl=found.jsonl")
    out, told = w.answer()
    assert not out and "step.py" in (t.path / "found.jsonl").read_text()
    t.write("step.py", QUIET)
    out, told = w.answer()
    assert not out and told.count("something has changed") == 1 and not (t.path / "found.jsonl").read_text(), (out, told)
    assert json.loads((t.path / "found.sarif").read_text())["runs"][0]["results"] == []
    assert w.end() == 0
    assert sorted(p.name for p in t.path.glob("found*")) == ["found.jsonl", "found.sarif"]


@case
def lines_for_programs(t):
    """Nothing stands between them."""
    w = Watcher(t, "--format", "jsonl")
    w.answer()
    t.write("step.py", "\n" + STEP)
    w.says('"step.py"')
    assert all(json.loads(line)["path"] for line in w.out.read_text().splitlines())
    assert w.end() == 0


@case
def mistakes_on_the_way(t):
    """A configuration that is broken for a while, and a path that goes and comes back."""
    t.write("part/more.py", DIRECT)
    w = Watcher(t, "part")
    w.says("more.py:5:9: error")
    t.write("caplint.toml", "ignore = [\n")
    w.until(lambda out, told: "caplint.toml:1" in told)
    (t.path / "caplint.toml").unlink()
    w.says("more.py:5:9: error")
    (t.path / "part").rename(t.path / "parted")
    w.until(lambda out, told: "part: no such file or folder" in told)
    (t.path / "parted").rename(t.path / "part")
    w.says("more.py:5:9: error")
    t.write("part/more.py", "\n" + DIRECT)
    w.says("more.py:6:9: error")
    assert w.end() == 0


@case
def what_else_a_run_follows_from(t):
    """The baseline; a file without a telling name, and one behind a link, both named; lines that a commit takes out of --diff."""
    t.check()
    base = ["--baseline", "known.tsv"]
    subprocess.run([PROGRAM, "baseline", *base], cwd=t.path, check=True, capture_output=True, env=ENVIRONMENT)
    known = (t.path / "known.tsv").read_text()
    w = Watcher(t, *base)
    out, _ = w.answer()
    assert "step.py" not in out
    t.write("known.tsv", "".join(line for line in known.splitlines(True) if "step" not in line))
    w.says("step.py:2:12: error")
    assert w.end() == 0

    elsewhere = t.scratch / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "linked.py").write_text(DIRECT)
    (t.path / "named.py").symlink_to(elsewhere / "linked.py")
    t.write("tool", "#!/usr/bin/env python3\n" + DIRECT)
    w = Watcher(t, "named.py", "tool")
    out, _ = w.answer()
    assert "named.py:5:9" in out and "tool:6:9" in out, out
    (elsewhere / "linked.py").write_text("\n" + DIRECT)
    w.says("named.py:6:9")
    t.write("tool", "#!/usr/bin/env python3\n\n" + DIRECT)
    w.says("tool:7:9")
    assert w.end() == 0

    t.write("step.py", STEP.replace("x.item()", "x.item(), 1"))
    w = Watcher(t, "--diff", "HEAD")
    w.says("step.py:2:12: error")
    git(t.path, "commit", "-q", "-a", "-m", "second")
    w.says_not("step.py")
    assert w.end() == 0


@case
def without_git(t):
    apart = t.scratch / "plain"
    (apart / "src").mkdir(parents=True)
    (apart / "src/more.py").write_text(DIRECT)
    t.path = apart
    w = Watcher(t, "src")
    w.says("more.py:5:9")
    t.write("src/deep/more.py", DIRECT)
    w.says("deep/more.py:5:9")
    t.write("src/.hidden/more.py", DIRECT)
    t.write("src/more.py", "\n" + DIRECT)
    w.says("src/more.py:6:9")
    assert w.end() == 0
    w = Watcher(t, ".")
    w.says("src/more.py:6:9")
    for name in "src/deep/more.py", "src/.hidden/more.py", "src/more.py":
        (apart / name).unlink()
    w.says_not("more.py")
    assert w.end() == 0


@case
def repositories_inside(t):
    inner = t.path / "inner"
    inner.mkdir()
    git(inner, "init", "-q")
    t.write("inner/.gitignore", "made/\n")
    t.write("inner/callee.py", QUIET)
    t.write("region.py", REGION.replace("from step", "from inner.callee"))
    w = Watcher(t, "--all")
    out, _ = w.answer()
    assert "inner" not in out
    t.write("inner/made/more.py", DIRECT)
    t.write("inner/callee.py", STEP)
    w.says("inner/callee.py:2:12: error")
    t.write("inner/deeper/more.py", DIRECT)
    out, _ = w.says("inner/deeper/more.py:5:9")
    assert "inner/made" not in out
    assert w.end() == 0


@case
def folder_that_goes(t):
    apart = t.scratch / "plain"
    apart.mkdir()
    (apart / "more.py").write_text(DIRECT)
    w = Watcher(t, str(apart))
    w.answer()
    (apart / "more.py").unlink()
    apart.rmdir()
    lines = []
    while (line := w.lines.get(timeout=PATIENCE)) is not None:
        lines.append(line)
    assert w.process.wait(timeout=PATIENCE) == 2 and any("nothing is left to be watched" in line for line in lines), lines


@case
def its_end(t):
    """Whenever it is told to stop it ends with 0, and nothing is left of it."""
    for i in range(40):
        t.write(f"filler{i}.py", f"import torch\n\ndef other{i}(x):\n    return x.item()\n" + f"# {'x' * 80}\n" * 500)
    for delay, number in (None, signal.SIGTERM), (0.05, signal.SIGINT), (0.2, signal.SIGTERM), (0.5, signal.SIGINT), (None, signal.SIGHUP), (None, signal.SIGINT):
        w = Watcher(t, "-j2", "--no-cache")
        if delay is None:
            w.answer()
        else:
            time.sleep(delay)
        assert w.end(number) in ([0, -number] if delay else [0]), (delay, number)  # or before it could say how it wants to end
        children = [p for p in Path("/proc").glob("[0-9]*") if is_of(p, str(t.cache))]
        assert not children, [(p / "cmdline").read_bytes() for p in children]


def is_of(process, word):
    try:
        return word.encode() in (process / "cmdline").read_bytes() and (process / "cwd").exists()
    except OSError:
        return False


@case
def killed_runs(t):
    """A run that somebody kills costs that run; the watcher goes on, and goes with its own end."""
    for i in range(60):
        t.write(f"filler{i}.py", f"import torch\n\ndef other{i}(x):\n    return x.item()\n" + f"# {'x' * 80}\n" * 500)
    w = Watcher(t, "-j1")
    w.answer()
    hit = 0
    for turn in range(50):
        t.write("step.py", STEP + f"\n\ndef other(x):\n    return {turn}\n")
        end = time.monotonic() + 5
        while time.monotonic() < end and not (runs := children_of(w.process.pid)):
            time.sleep(0.001)
        time.sleep(0.02 * (turn % 5))
        for pid in runs:
            os.kill(pid, signal.SIGKILL)
        _, told = w.answer()
        hit += "the run ended by signal 9" in told
        if hit == 2:
            break
    assert hit, "no run was hit"
    t.write("step.py", "\n" + STEP)
    w.says("step.py:3:12: error")
    t.is_ready("step.py")
    t.write("step.py", STEP)
    os.kill(w.process.pid, signal.SIGKILL)
    w.process.wait()


def children_of(pid):
    try:
        return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


@case
def too_few_watches(t):
    """It says so, and what to do, and goes on."""
    limit = ["unshare", "-Ur", "sh", "-c", 'echo "$0" >/proc/sys/user/max_inotify_watches && exec "$@"', "1"]
    if subprocess.run([*limit, "true"], capture_output=True).returncode:
        return
    t.write("deep/more.py", DIRECT)
    w = Watcher(t, before=limit)
    out, told = w.answer()
    assert "allows this user no more watches" in told and "max_user_watches" in told and "files by their times" in told, told
    t.write("deep/more.py", "\n" + DIRECT)
    w.says("deep/more.py:6:9")
    assert w.end() == 0


@case
def on_a_terminal(t):
    """The screen shows what holds now."""
    shown = b""
    child, terminal = pty.fork()
    if not child:
        os.chdir(t.path)
        os.execve(PROGRAM, [PROGRAM, "check", "--watch", "--color", "never", "--cache", str(t.cache)], {**ENVIRONMENT, "TERM": "xterm"})
    end = time.monotonic() + PATIENCE
    edits = [QUIET, STEP]
    while time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            shown += os.read(terminal, 65536)
        if shown.count(b"; Ctrl-C ends") > 2 - len(edits):
            if not edits:
                break
            t.write("step.py", edits.pop(0))
    os.write(terminal, b"\x03")
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(terminal)
    last = shown.split(b"\033[H\033[2J")
    assert status == 0 and len(last) == 3 and b"step.py:2:12" in last[0] and b"step.py" not in last[1] and b"step.py:2:12" in last[2] and b"----" not in shown, (status, shown)


@case
def what_makes_no_sense(t):
    for arguments, words in ((["--watch", "--dump", "facts"], "one or the other"), (["--poll"], "nothing without"), (["--watch", "--format", "sarif"], "--output sarif=FILE"),
                             (["--watch", "-o", "html=-"], "--output html=FILE"), (["--watch", "nowhere"], "no such file or folder"), (["--watch", "--config", "nowhere.toml"], "nowhere.toml"),
                             (["--watch=1"], "takes no value")):
        status, out, err = t.check(*arguments)
        assert status == 2 and not out and words in err and err.count("error") == 1, (arguments, status, out, err)
    t.write("caplint.toml", "nothing = 1\n")
    assert t.check("--watch")[0] == 2


def main():
    words, failed, passed = sys.argv[2:], 0, 0
    for name, function in cases:
        if words and not any(word in name for word in words):
            continue
        with tempfile.TemporaryDirectory() as scratch:
            try:
                function(Tree(Path(scratch).resolve()))
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
