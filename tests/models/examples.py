"""The code blocks under Bad and Good of each rule.md are run: Bad fires the rule, Good does not.

    examples.py CAPLINT RULE.md...
"""

import os
import re
import subprocess
import sys
import tempfile

SUFFIX = {"cuda": ".cu", "hip": ".hip", "cpp": ".cpp", "python": ".py"}


def block(page, heading):
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", page, re.M | re.S)
    code = section and re.search(r"^```(\w+)\n(.*?)^```", section.group(1), re.M | re.S)
    return code.groups() if code else None


def findings(caplint, language, code):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "example" + SUFFIX[language])
        with open(path, "w") as f:
            f.write(code)
        run = subprocess.run([caplint, "check", "--exit-zero", "--level", "note", path], capture_output=True, text=True, timeout=60)
    if run.returncode != 0:
        sys.exit(f"{' '.join(run.args)}: status {run.returncode}\n{run.stderr}")
    return run.stdout


def main():
    bad = 0
    for path in sys.argv[2:]:
        rule = os.path.basename(os.path.dirname(path))
        with open(path) as f:
            page = f.read()
        for heading, fires in (("Bad", True), ("Good", False)):
            example = block(page, heading)
            if not example:
                print(f"{path}: no code under {heading}")
                bad += 1
                continue
            out = findings(sys.argv[1], *example)
            if (f"[{rule}]" in out) != fires:
                print(f"{path}: {heading} {'does not fire' if fires else 'fires'}\n{out}")
                bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
