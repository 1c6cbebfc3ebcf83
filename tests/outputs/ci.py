#!/usr/bin/env python3
"""The workflow files of docs/ci are what the services take, and the caplint commands in them do what they should.

    ci.py PROGRAM

The services' own schemas come with check-jsonschema; Jenkins has none. Each command line that runs caplint is run on a project with
findings: it must end with status 1 (0 with --exit-zero) and write each of its files.
"""
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SCHEMAS = {"github.yml": "vendor.github-workflows", "gitlab.yml": "vendor.gitlab-ci", "buildkite.yml": "vendor.buildkite"}
COMMAND = re.compile(r"^[\s#-]*(?:run: )?(caplint (?:check|audit) .*?)(?: \|\| .*)?$", re.M)


def main():
    program, checker, faults, commands = Path(sys.argv[1]).resolve(), Path(sys.executable).parent / "check-jsonschema", 0, 0
    if not checker.exists():
        print("check-jsonschema is not installed: tests/requirements.txt")
        return 77
    files = sorted(p for p in (ROOT / "docs/ci").iterdir() if p.name != "README.md")
    for path in files:
        if path.name in SCHEMAS:
            done = subprocess.run([checker, "--builtin-schema", SCHEMAS[path.name], path], capture_output=True, text=True)
            if done.returncode:
                faults += 1
                print(done.stdout, done.stderr)
        found = COMMAND.findall(path.read_text())
        if not found:
            faults += 1
            print(f"{path.name} runs no caplint")
        for command in found:
            commands += 1
            with tempfile.TemporaryDirectory() as scratch:
                folder = shutil.copytree(ROOT / "corpus/vt-graph-dedup", Path(scratch) / "project")
                words = shlex.split(command)
                done = subprocess.run([program, *words[1:]], cwd=folder, capture_output=True, text=True)
                outputs = [words[i + 1].split("=", 1)[1] for i, word in enumerate(words) if word == "--output"]
                missing = [name for name in outputs if name != "-" and not (folder / name).stat().st_size]
                if done.returncode != ("--exit-zero" not in words) or missing or not outputs:
                    faults += 1
                    print(f"{path.name}: `{command}`: status {done.returncode}, empty {missing}: {done.stderr[:300]}")
    print(f"{len(files)} files, {commands} commands, {faults} faults")
    return 1 if faults or not commands else 0


if __name__ == "__main__":
    sys.exit(main())
