#!/usr/bin/env python3
"""The line of progress: on a terminal, for long work, and gone at its end.

    progress.py PROGRAM
"""
import os
import pty
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = "void f%d(int *p) { cudaFree(p); }\n" * 40


def run(program, folder, arguments=(), **variables):
    """What a terminal gets on standard error, and how long it took. The terminal is the program's own, so that it is in front."""
    environment = {k: v for k, v in os.environ.items() if k not in ("CI", "PRE_COMMIT")}
    start, shown = time.monotonic(), b""
    child, terminal = pty.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.chdir(folder)
        os.execve(program, [program, "check", "-j1", "--exit-zero", *arguments, "."], {**environment, **variables})
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status == 0, (status, shown[-500:])
    return shown.decode(), time.monotonic() - start


def main():
    program, faults = str(Path(sys.argv[1]).resolve()), []
    with tempfile.TemporaryDirectory() as folder:
        # The line comes after a second: a machine may have read that many files by then, though not followed them.
        count = 0
        for wanted in (900, 1800, 3600):
            for i in range(count, wanted):
                Path(folder, f"{i}.cu").write_text(SOURCE % ((i,) * 40))
            count = wanted
            shown, seconds = run(program, folder)
            if "\rcaplint: reading, " in shown:
                break
        if seconds < 1.5:
            print(f"the work took {seconds:.1f} s, too little for progress")
            return 77
        last = shown.rfind("\r\x1b[K")
        if "\rcaplint: reading, " not in shown or f" of {count} files\x1b[K" not in shown:
            faults.append(f"nothing shown: {shown[-300:]!r}")
        if last < 0 or f"of {count}" in shown[last:] or "understood" not in shown[last:]:
            faults.append(f"not erased: {shown[-300:]!r}")
        for name, arguments, variables in (("--quiet", ["-q"], {}), ("CI", [], {"CI": "true"}), ("PRE_COMMIT", [], {"PRE_COMMIT": "1"})):
            if "\r\x1b" in run(program, folder, arguments, **variables)[0]:
                faults.append(f"shown in spite of {name}")
        piped = subprocess.run([program, "check", "-j1", "--exit-zero", "."], cwd=folder, capture_output=True, text=True)
        if "\r" in piped.stderr:
            faults.append("shown in a pipe")
    print(*faults, sep="\n")
    print(f"progress: {seconds:.1f} s, {len(faults)} faults")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
