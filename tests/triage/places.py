#!/usr/bin/env python3
"""Every finding of the cases and the corpus can be silenced where it stands: places.py CAPLINT

A comment above the line, or behind it, silences its finding and is not called unused, in whatever statement, macro or lambda the
finding is; in Python in a notebook of the same code too. The last line counts: "N passed, N failed".
"""
import json
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def findings(caplint, folder):
    done = subprocess.run([caplint, "check", "--level", "note", "--format", "jsonl", "."], cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{folder}: exit status {done.returncode}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def continued(lines, i):
    return i >= 0 and lines[i].rstrip().endswith("\\")


def silence(lines, number, rules, is_above, comment):
    """In a macro of several lines only a block comment can stand."""
    i, mark = number - 1, f"caplint: allow({', '.join(sorted(rules))}) a test"
    if comment == "//" and (continued(lines, i) or continued(lines, i - 1)):
        end = " \\" if continued(lines, i) else ""
        lines[i] = lines[i].rstrip().removesuffix("\\") + f" /* {mark} */" + end
    elif is_above:
        lines.insert(i, f"{comment} {mark}")
    else:
        lines[i] += f" {comment} {mark}"


def found_once(caplint, folder, known):
    """What is found before anything is silenced: asked once for both places of the comment, `known` keeps it."""
    if not known:
        known.append(findings(caplint, folder))
    return known[0]


def try_case(caplint, folder, case, is_above, known):
    if case.is_dir():
        shutil.copytree(case, folder, dirs_exist_ok=True)
    else:
        shutil.copy(case, folder)
    places = defaultdict(lambda: defaultdict(set))
    for f in found_once(caplint, folder, known):
        if not f["rule"].endswith("-suppression"):
            places[f["path"]][f["line"]].add(f["rule"])
    for path, lines_of in places.items():
        file = folder / path
        lines = file.read_text().split("\n")
        for number in sorted(lines_of, reverse=True):
            silence(lines, number, lines_of[number], is_above, "#" if file.suffix in (".py", ".pyx") else "//")
        file.write_text("\n".join(lines))
    return findings(caplint, folder) if places else []


def write_notebook(path, lines):
    """One cell, a line of the JSON for each; returns the line of the first."""
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "source": [line + "\n" for line in lines]}
    text = json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1)
    path.write_text(text)
    return text.split("\n").index('   "source": [') + 2


def try_notebook(caplint, folder, case, is_above, known):
    lines, path, places = case.read_text().rstrip("\n").split("\n"), folder / "case.ipynb", defaultdict(set)
    first = write_notebook(path, lines)
    for f in found_once(caplint, folder, known):
        places[f["line"] - first + 1].add(f["rule"])
    for number in sorted(places, reverse=True):
        silence(lines, number, places[number], is_above, "#")
    write_notebook(path, lines)
    return findings(caplint, folder)


def main():
    caplint = str(Path(sys.argv[1]).resolve())
    cases = [c for folder in sorted(ROOT.glob("rules/*/cases")) for c in sorted(folder.iterdir()) if "-suppression" not in str(folder)]
    cases += [p for p in sorted(ROOT.glob("corpus/*")) if p.is_dir()]
    tries = [(case, try_case) for case in cases] + [(case, try_notebook) for case in cases if case.suffix == ".py"]
    passed = failed = 0
    for case, attempt in tries:
        known = []
        for is_above in (True, False):
            with tempfile.TemporaryDirectory() as scratch:
                left = attempt(caplint, Path(scratch), case, is_above, known)
            passed, failed = passed + (not left), failed + bool(left)
            for f in left:
                print(f"{case.relative_to(ROOT)}, {'above' if is_above else 'behind'}: {f['path']}:{f['line']}: {f['rule']}: {f['message']}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0 or not passed)


if __name__ == "__main__":
    main()
