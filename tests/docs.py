#!/usr/bin/env python3
"""What the documentation shows is what the program prints.

    docs.py PROGRAM [FILE...]      README.md and docs/*.md unless files are given
    docs.py PROGRAM --update ...   writes the output into the pages instead

Each block marked `console` is one or more commands, on lines that begin with `$ `, each followed by its output; a line `...` stands
for any lines. Commands that begin with a word of RUN are run, one shell a page, in a folder that holds
copies of the projects in corpus/; blocks of other commands are left alone. Links between pages must lead somewhere.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"\[[^\]]*\]\(([^)#:\s]+)(?:#[^)]*)?\)")
RUN = ("caplint", "cat", "cd", "cp", "diff", "echo", "git", "sed")
MARK = "-- end of output --"


def split(block):
    """[(command, output)]"""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.M)
    return list(zip(parts[1::2], parts[2::2]))


def run(program, commands):
    """The output of each, standard error included, run by one shell."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "corpus", folder, dirs_exist_ok=True)
        os.mkdir(os.path.join(folder, ".bin"))
        os.symlink(program, os.path.join(folder, ".bin", "caplint"))
        script = "".join(f"{command}\necho '{MARK}'\n" for command in commands)
        path = os.path.join(folder, ".bin") + os.pathsep + os.environ["PATH"]
        done = subprocess.run(["sh"], input=script, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder, text=True,
                              env={**os.environ, "PATH": path}, timeout=120)
        return done.stdout.split(MARK + "\n")


def agrees(shown, real):
    """Every run of lines between two `...` is in the real output, in this order."""
    want = ["".join(part) for part in re.split(r"^\.\.\.\n", shown, flags=re.M)]
    if len(want) == 1:
        return shown == real
    if not real.startswith(want[0]) or not real.endswith(want[-1]):
        return False
    at = len(want[0])
    for part in want[1:]:
        at = real.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True


def check(page, program, update):
    text = page.read_text()
    faults = []
    for target in LINK.findall(text):
        if not (page.parent / target).exists():
            faults.append(f"the link to {target} leads nowhere")
    blocks = [m for m in BLOCK.finditer(text) if all(c.split()[0] in RUN for c, _ in split(m[1]))]
    shown = [part for m in blocks for part in split(m[1])]
    if not shown:
        return faults, 0
    real = run(program, [command for command, _ in shown])
    fresh = list(real)
    for (command, output), got in zip(shown, real):
        if not agrees(output, got):
            faults.append(f"`{command}` prints\n{got}not\n{output}")
    if update:
        for m in reversed(blocks):
            parts = split(m[1])
            outputs = [fresh.pop(len(fresh) - 1 - len(parts) + i) for i in range(len(parts))]
            body = "".join(f"$ {c}\n{was if agrees(was, got) else got}" for (c, was), got in zip(parts, outputs))
            text = text[:m.start(1)] + body + text[m.end(1):]
        page.write_text(text)
        faults = []
    return faults, len(shown)


def main():
    program = str(Path(sys.argv[1]).resolve())
    update = "--update" in sys.argv
    pages = [Path(p).resolve() for p in sys.argv[2:] if p != "--update"]
    pages = pages or [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/ci").glob("*.md")), ROOT / "rules/README.md"]
    failed = commands = 0
    for page in pages:
        faults, n = check(page, program, update)
        commands += n
        failed += len(faults)
        for fault in faults:
            print(f"{page.relative_to(ROOT)}: {fault}")
    print(f"{len(pages)} pages, {commands} commands shown, {failed} faults")
    return 1 if failed or not commands else 0


if __name__ == "__main__":
    sys.exit(main())
