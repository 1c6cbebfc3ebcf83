"""The code blocks under Bad and Good of each rule.md are run. Bad fires the rule, so that `caplint check` shows it: at level warning at
least, unless the rule makes notes. Good does not, and nothing else is found there above a note: who copies it gets no new finding.

    examples.py CAPLINT RULE.md...
"""

import json
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
        run = subprocess.run([caplint, "check", "--exit-zero", "--level", "note", "--format", "jsonl", path], capture_output=True, text=True, timeout=60)
    if run.returncode != 0:
        sys.exit(f"{' '.join(run.args)}: status {run.returncode}\n{run.stderr}")
    return [json.loads(line) for line in run.stdout.splitlines()]


def fault(rule, page, heading, found):
    """What is wrong with the findings in one block, or None."""
    own = [f for f in found if f["rule"] == rule]
    loud = [f for f in found if f["level"] != "note"]
    if heading == "Good":
        return "fires" if own else "has another finding" if loud else None
    if not own:
        return "does not fire"
    makes_notes = re.search(r"^severity: note$", page, re.M)
    return None if makes_notes or any(f in loud for f in own) else "gives a note only, which `check` hides"


def main():
    bad = 0
    for path in sys.argv[2:]:
        rule = os.path.basename(os.path.dirname(path))
        with open(path) as f:
            page = f.read()
        for heading in ("Bad", "Good"):
            example = block(page, heading)
            if not example:
                print(f"{path}: no code under {heading}")
                bad += 1
                continue
            found = findings(sys.argv[1], *example)
            if wrong := fault(rule, page, heading, found):
                print(f"{path}: {heading} {wrong}")
                print("".join(f"  {f['line']}: {f['level']}: {f['message']} [{f['rule']}]\n" for f in found), end="")
                bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
