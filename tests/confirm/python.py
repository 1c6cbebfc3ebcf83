"""The confirmation programs in Python, each with all that it knows, on the device of fake/torch.py: confirmed; not reproduced once the
mistake is out; and without PyTorch, or with a value that it does not know, no verdict. usage: python.py ROOT"""
import json
import os
import pathlib
import subprocess
import sys

from expressible import known_of

ROOT = pathlib.Path(sys.argv[1]).resolve()
SHARED, FAKE = ROOT / "analyzer/confirm", ROOT / "tests/confirm/fake"


def run(path, *arguments, places=(SHARED, FAKE), **more):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, places)), "SOURCE_HASH": "0123", **more}
    environment = {k: v for k, v in environment.items() if v}
    done = subprocess.run([sys.executable, "-B", str(path), *arguments], env=environment, capture_output=True, text=True, timeout=120)
    lines = done.stdout.splitlines()
    return done.returncode, json.loads(lines[0]) if len(lines) == 1 else {}, done.stderr


def main():
    failed = 0

    def expect(status, verdict, path, *arguments, **more):
        nonlocal failed
        got, result, said = run(path, *arguments, **more)
        if (got, result.get("verdict")) != (status, verdict) or result.get("rule") != path.parent.name or result.get("source") != "0123":
            print(f"FAILED: {path.parent.name} {arguments} {more}: status {got}\n{json.dumps(result, indent=1)}\n{said}")
            failed = 1

    for path in sorted(ROOT.glob("rules/*/confirm.py")):
        asks = [[f"{name}={value}" for name, value in values.items()] for values in known_of(ROOT, path)]
        expect(0, "confirmed", path)
        for ask in asks:
            expect(0, "confirmed", path, *ask)
            expect(1, "not reproduced", path, *ask, HAZARD_REMOVED="1")
        expect(2, "not expressible", path, asks[0][0].partition("=")[0] + "=unheard-of")
        expect(77, "not run", path, places=(SHARED, ROOT / "tests/confirm/without"))
        if run(path, "size=4")[0] != 2:
            print(f"FAILED: {path.parent.name} takes a parameter that it has not")
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
