"""The probe on a GPU: each planted mistake must be found where it is, and the clean model be clean. Exit status 77 without PyTorch or
a GPU. usage: gpu.py [RESULTS.json]"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = pathlib.Path(os.environ.get("CAPLINT_PROBE", HERE.parent.parent / "analyzer" / "probe"))

# For each plant the verdict of the run; and of its six comparisons, of buckets 8 and 2 in turn: where they diverge first (function,
# side, leaf), None for clean, or a part of the reason why there is no verdict.
GROWN = ("store", "input", "self.workspace")  # by the eager run of the first comparison
EXPECTED = {
    "clean": ("clean", [None] * 6),
    "overlap": ("diverged", [("scores", "input", "self.keys")] * 6),
    "rebound": ("diverged", [("store", "input", "self.bias")] * 6),
    "first-call": ("diverged", [("mix", "output", "")] + [GROWN] * 5),
    "scalar": ("diverged", [("scores", "input", "factor")] * 6),
    "wrong-graph": ("no verdict", [None, "did not write the stash"] * 3),
}


def findings(folder):
    """As caplint would give them: a place in each of the three functions."""
    lines = (HERE / "planted.py").read_text().splitlines()
    name = folder / "findings.jsonl"
    with open(name, "w") as out:
        for rule, function in (("stream-race", "store"), ("stream-race", "scores"), ("rebound-buffer", "mix")):
            line = 2 + next(i for i, text in enumerate(lines) if re.match(rf"    def {function}\(", text))
            json.dump({"rule": rule, "path": "planted.py", "line": line, "function": f"Model.{function}"}, out)
            out.write("\n")
    return name


def run(plant, found, *more):
    command = [sys.executable, "-m", "caplint_probe", str(HERE / "planted.py"), "--findings", str(found), "--root", str(HERE), "--format", "json", *more, "--", plant]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(PACKAGE)}, capture_output=True, text=True, timeout=300)
    if done.returncode not in (0, 1, 2) or not done.stdout.startswith("{"):
        raise SystemExit(f"{plant}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout), done.stderr


def faults(plant, report):
    verdict, comparisons = EXPECTED[plant]
    if report["verdict"] != verdict:
        yield f"{plant}: the verdict is {report['verdict']}, not {verdict}"
    if [c["bucket"] for c in report["comparisons"]] != ["8", "2"] * 3:
        yield f"{plant}: {len(report['comparisons'])} comparisons"
    for c, wanted in zip(report["comparisons"], comparisons):
        first = c.get("first") or {}
        got = (first.get("point", " ").split()[1:2] or [""])[0], first.get("side"), first.get("difference", {}).get("leaf")
        if wanted is None:
            is_good = c["verdict"] == "clean"
        elif isinstance(wanted, str):
            is_good = c["verdict"] == "no verdict" and wanted in c["reason"]
        else:
            is_good = c["verdict"] == "diverged" and got == wanted
        if not is_good:
            yield f"{plant}, bucket {c['bucket']}: {json.dumps(c, sort_keys=True)}"


def main():
    try:
        import torch
    except ImportError:
        torch = None
    if torch is None or not torch.cuda.is_available():
        print("there is no PyTorch with a GPU")
        return 77
    results = {"device": torch.cuda.get_device_name(), "torch": torch.__version__, "cuda": torch.version.cuda, "runs": {}}
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        found = findings(pathlib.Path(name))
        for plant in EXPECTED:
            report, said = run(plant, found)
            results["runs"][plant] = report
            new = list(faults(plant, report))
            print(f"{'FAILED' if new else 'ok'}: {plant}")
            wrong += new + ([said] if new and said else [])
        report, said = run("overlap", found, "--operations")
        results["runs"]["overlap, each operation"] = report
        plain = results["runs"]["overlap"]["comparisons"][0]
        if report["verdict"] != "diverged" or report["comparisons"][0]["agree"] <= plain["agree"]:
            wrong += ["overlap with --operations: " + json.dumps(report["comparisons"][:1]), said]
    results["faults"] = wrong
    print("\n".join(wrong) or "the probe found what was planted, and nothing else")
    if sys.argv[1:]:
        pathlib.Path(sys.argv[1]).write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
