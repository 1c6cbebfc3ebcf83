"""Watch points from findings, put into code as it is loaded; and `python -m caplint_probe` from outside."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PROBE = HERE.parent.parent / "analyzer" / "probe"

MODEL = '''"""A docstring, and a future import, stay first."""
from __future__ import annotations

import fake

jit = lambda f: f


class Layer:
    def __init__(self):
        self.bias = fake.Tensor([1.0] * 4)

    @staticmethod
    def double(x):
        return fake.apply(lambda a: a * 2, x)

    def add(self, x):
        def inner(y):
            return fake.apply(lambda a, b: a + b, y, self.bias, is_late=late)
        return inner(x)


def many(x):
    yield x


@jit
def kernel(x):
    return x


late = False
'''
LINES = {text.strip(): number for number, text in enumerate(MODEL.splitlines(), 1)}

SCRIPT = '''import sys
import fake
from caplint_probe import Probe
from pkg import model

model.late = "race" in sys.argv[1:]


def step(x):
    return layer.add(layer.double(x))


layer, probe, x, graph = model.Layer(), Probe(backend=fake.Backend()), fake.Tensor([1.0, 2.0, 3.0, 4.0]), fake.Graph()
with probe.capture(4), graph.capture():
    out = step(x)
if "silent" not in sys.argv[1:]:
    probe.compare(4, graph.replay, lambda: step(x), inputs=x, outputs=out)
assert "break" not in sys.argv[1:]
if "leave" in sys.argv[1:]:
    sys.exit(3)
'''


def finding(line, function="", path="pkg/model.py", rule="stream-race", **more):
    return {"rule": rule, "level": "error", "message": "m", "path": path, "line": line, "function": function, **more}


def sarif(line, function, path):
    place = lambda n: {"physicalLocation": {"artifactLocation": {"uri": path}, "region": {"startLine": n}}}  # noqa: E731
    own = {**place(line), "logicalLocations": [{"fullyQualifiedName": function}]}
    flow = {"threadFlows": [{"locations": [{"location": place(LINES["return fake.apply(lambda a: a * 2, x)"])}]}]}
    return {"version": "2.1.0", "runs": [{"results": [{"ruleId": "rebound-buffer", "locations": [own], "codeFlows": [flow], "relatedLocations": [place(1)]}]}]}


class Installing(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "pkg").mkdir()
        (self.root / "pkg/__init__.py").write_text("")
        (self.root / "pkg/model.py").write_text(MODEL)
        (self.root / "run.py").write_text(SCRIPT)

    def findings(self, *found, name="found.jsonl"):
        (self.root / name).write_text("".join(json.dumps(f) + "\n" for f in found))
        return ["--findings", name]

    def run_probe(self, *arguments, cwd=None):
        command = [sys.executable, "-B", "-m", "caplint_probe", *arguments]
        return subprocess.run(command, cwd=cwd or self.root, env={"PYTHONPATH": f"{PROBE}:{HERE}", "PATH": "/usr/bin:/bin"}, capture_output=True, text=True,
                              timeout=60)

    def both(self):
        return self.findings(finding(LINES["return fake.apply(lambda a: a * 2, x)"], "Layer.double"), finding(LINES["return inner(x)"], "Layer.add"))

    def test_clean(self):
        done = self.run_probe("run.py", *self.both())
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("bucket 4: clean: 5 points agree, inputs and outputs\n", done.stdout)
        self.assertIn("watched: pkg/model.py:14 double (stream-race): 1 call captured\n", done.stdout)

    def test_diverged_and_the_same_each_time(self):
        first, again = (self.run_probe("run.py", "--format", "json", *self.both(), "--", "race") for _ in range(2))
        self.assertEqual((first.returncode, first.stdout), (1, again.stdout), first.stderr)
        content = json.loads(first.stdout)
        self.assertEqual((content["verdict"], content["comparisons"][0]["first"]["point"]), ("diverged", "pkg/model.py:17 add"))

    def test_innermost_function(self):
        done = self.run_probe("run.py", *self.findings(finding(LINES["return fake.apply(lambda a, b: a + b, y, self.bias, is_late=late)"])), "--", "race")
        self.assertIn("diverged at pkg/model.py:18 inner, output", done.stdout)

    def test_sarif_with_its_path(self):
        (self.root / "found.sarif").write_text(json.dumps(sarif(LINES["return inner(x)"], "Layer::add", "pkg/model%2Epy")))
        done = self.run_probe("run.py", "--findings", "found.sarif", "--output", "report.txt")
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        text = (self.root / "report.txt").read_text()
        self.assertIn("watched: pkg/model.py:14 double (rebound-buffer)", text)
        self.assertIn("watched: pkg/model.py:17 add (rebound-buffer)", text)
        self.assertIn("not watched: pkg/model.py:1 (rebound-buffer): there is no function", text)

    def test_what_cannot_be_watched(self):
        found = [finding(LINES["yield x"]), finding(LINES["return x"]), finding(3, path="csrc/op.cu"), finding(3, path="other.py")]
        done = self.run_probe("run.py", *self.findings(*found, finding(LINES["return inner(x)"])))
        for reason in ("many is a generator or a coroutine", "kernel is compiled by its decorator", "csrc/op.cu:3 (stream-race): no Python", "the file was not loaded"):
            self.assertIn(reason, done.stdout)

    def test_moved_lines_go_by_name(self):
        done = self.run_probe("run.py", *self.findings(finding(1, "Layer.add")))
        self.assertIn("watched: pkg/model.py:17 add", done.stdout)

    def test_installed_elsewhere(self):
        """The findings are of a repository in which the package lies deeper."""
        done = self.run_probe("run.py", *self.findings(finding(LINES["return inner(x)"], path="python/pkg/model.py")), "--root", "/")
        self.assertIn("watched: python/pkg/model.py:17 add (stream-race): 1 call captured", done.stdout, done.stderr)

    def test_the_script_itself(self):
        done = self.run_probe("run.py", *self.findings(finding(SCRIPT.splitlines().index("    return layer.add(layer.double(x))") + 1, path="run.py")))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("watched: run.py:9 step (stream-race): 1 call captured", done.stdout)

    def test_no_bytecode_is_kept(self):
        command = [sys.executable, "-m", "caplint_probe", "run.py", *self.both()]
        subprocess.run(command, cwd=self.root, env={"PYTHONPATH": f"{PROBE}:{HERE}", "PYTHONDONTWRITEBYTECODE": ""}, capture_output=True, timeout=60)
        self.assertFalse(list(self.root.glob("pkg/__pycache__/model*")))

    # ---- no verdict ----

    def test_nothing_compared(self):
        done = self.run_probe("run.py", *self.both(), "--", "silent")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no replay was compared", done.stdout)

    def test_nothing_watched_in_the_capture(self):
        done = self.run_probe("run.py", *self.findings(finding(LINES["def __init__(self):"])))
        self.assertEqual(done.returncode, 2)
        self.assertIn("no verdict: no stash", done.stdout)

    def test_script_that_fails(self):
        for word, text in (("break", "the script did not come to its end"), ("leave", "the script ended with 3")):
            done = self.run_probe("run.py", *self.both(), "--", word)
            self.assertEqual(done.returncode, 2)
            self.assertIn(text, done.stderr)
            self.assertIn("bucket 4: clean", done.stdout)

    def test_bad_input(self):
        (self.root / "bad.jsonl").write_text('{"path": "a.py", "line": 1}\n[]\n')
        (self.root / "binary").write_bytes(b"\xff\xfe\x00")
        cases = ((("run.py", "--findings", "bad.jsonl"), "bad.jsonl:2: neither SARIF nor a finding a line"),
                 (("run.py", "--findings", "binary"), "binary: "), (("run.py", "--findings", "none"), "none: "), (("none.py",), "there is no script 'none.py'"),
                 (("run.py", *self.findings(finding(1, path="a.cu"), name="cuda.jsonl")), "no finding is in Python code"), ((), "caplint probe --help"),
                 (("run.py", "--finding", "x"), "unrecognized arguments"), (("run.py", *self.both(), "--output", "/nowhere/x"), "can't be written"))
        for arguments, text in cases:
            done = self.run_probe(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn("caplint: error: ", done.stderr)
            self.assertIn(text, done.stderr)

    def test_without_pytorch(self):
        (self.root / "torch.py").write_text("raise ImportError('not here')\n")
        (self.root / "plain.py").write_text("from caplint_probe import Probe\nProbe()\n")
        done = self.run_probe("plain.py")
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"PyTorch can't be imported: not here (by {sys.executable})", done.stderr)
        self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    unittest.main()
