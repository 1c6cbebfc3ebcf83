"""The kept results of real runs, and the table in docs/confirmation.md that is made from them.

usage: results.py ROOT            check; 1 if something is wrong
       results.py ROOT --write    renew the table
"""
import json
import pathlib
import re
import sys

BEGIN, END = "<!-- begin: made by tests/confirm/results.py -->\n", "<!-- end -->\n"
# Programs that no CUDA device can show, with the reason.
ELSEWHERE = {"hip-error-reset": "not run: only HIP has the old meaning; built for gfx90a, no AMD device was at hand"}


def read(path):
    lines = path.read_text().splitlines()
    results = [json.loads(line) for line in lines]
    return [r for r in results if "verdict" in r]


def title(result):
    """A rule may have a program of PyTorch besides the one of CUDA."""
    return result["rule"] + (" (PyTorch)" if result.get("program") == "confirm.py" else "")


def counts(results):
    """How many runs of each program had which verdict."""
    table = {}
    for r in results:
        verdicts = table.setdefault(title(r), {})
        verdicts[r["verdict"]] = verdicts.get(r["verdict"], 0) + 1
    return table


def without_program(root):
    """The rules that have none, with the reason that their page gives."""
    for page in sorted(root.glob("rules/*/rule.md")):
        reason = re.search(r"^confirm: none: (.*)$", page.read_text(), re.M)
        if reason and page.parent.name != "TEMPLATE":
            yield f"* {page.parent.name}: {reason[1]}\n"


def make_table(root, folder):
    programs, wide = read(folder / "rules/results.jsonl"), counts(read(folder / "expressible/results.jsonl"))
    device = next(r for r in programs if r["verdict"] == "confirmed" and r.get("program") != "confirm.py")
    torch = next((f" Programs in Python: {r['toolkit']}." for r in programs if r.get("program") == "confirm.py" and r.get("toolkit")), "")
    out = [f"{device['device']} (compute capability {device['compute_capability']}), driver {device['driver']}, runtime {device['runtime']}, "
           f"toolkit {device['toolkit']}. For sm_120 and sm_121: built, not run.{torch}\n\n",
           "| rule | what is watched | hazard | twin | verdict | other parameters tried |\n|---|---|---|---|---|---|\n"]
    for r in sorted(programs, key=title):
        rule = title(r)
        tried = ", ".join(f"{n} {verdict}" for verdict, n in sorted(wide.get(rule, {}).items())) or "none to try"
        if rule in ELSEWHERE:
            out.append(f"| {rule} | {r.get('observable') or 'what the check with the old meaning says'} | | | {ELSEWHERE[rule]} | |\n")
        else:
            verdict = r["verdict"] + (f": {r['reason']}" if r.get("reason") else "")
            out.append(f"| {rule} | {r['observable']} | {r.get('got', '')} | {r.get('twin', '')} | {verdict} | {tried} |\n")
    refuted = [r for r in read(folder / "expressible/results.jsonl") if r["verdict"] != "confirmed"]
    if refuted:
        out.append("\nNot reproduced:\n\n")
    for r in refuted:
        parameters = " ".join(f"{k}={r[k]}" for k in ("call", "form", "code", "mode", "stream", "size") if r.get(k))
        out.append(f"* {title(r)} {parameters}: {r.get('got') or r.get('reason', r['verdict'])}\n")
    out += ["\nRules without a program:\n\n", *without_program(root), probe_sentence(folder)]
    return "".join(out)


def probe_sentence(folder):
    path = folder / "probe.json"
    if not path.exists():
        return ""
    run = json.loads(path.read_text())
    plants = ", ".join(sorted(p for p in run["runs"] if p != "clean"))
    what = "found each planted mistake where it is, and a clean model clean" if not run["faults"] else "failed"
    return f"\nThe probe, on {run.get('device')} with PyTorch {run.get('torch')}: {what} ({plants}).\n"


def check(root, folder):
    faults = []
    probe = folder / "probe.json"
    faults += [f"the probe: {f}" for f in json.loads(probe.read_text())["faults"]] if probe.exists() else ["the probe: there is no run of it"]
    rules = {title({"rule": p.parent.name, "program": p.name}) for p in (root / "rules").glob("*/confirm.*")}
    programs = {title(r): r for r in read(folder / "rules/results.jsonl")}
    for rule in sorted(rules - set(ELSEWHERE)):
        if programs.get(rule, {}).get("verdict") != "confirmed":
            faults.append(f"{rule}: no run confirms it")
    removed = {title(r): r["verdict"] for r in read(folder / "removed.jsonl")}
    for rule in sorted(rules - set(ELSEWHERE)):
        if removed.get(rule) != "not reproduced":
            faults.append(f"{rule}: not shown able to fail")
    for path in sorted(folder.rglob("*.jsonl")):
        for r in read(path):
            if r["verdict"] in ("confirmed", "not reproduced") and not (r["device"] and r["driver"] and r["toolkit"] and r["rounds"] >= 3):
                faults.append(f"{path.name}: a verdict of {r['rule']} that names no device, or of fewer than three rounds")
    return faults


def main():
    root = pathlib.Path(sys.argv[1])
    folder, page = root / "tests/confirm/results", root / "docs/confirmation.md"
    text = page.read_text()
    before, rest = text.split(BEGIN)
    wanted = before + BEGIN + make_table(root, folder) + END + rest.split(END)[1]
    if sys.argv[2:] == ["--write"]:
        page.write_text(wanted)
        return 0
    faults = check(root, folder) + ([] if text == wanted else ["docs/confirmation.md: the table is not that of the results"])
    if faults:
        faults.append("on a machine with a GPU: tests/confirm/device.sh")
    print("\n".join(faults) or "the results are whole, and the page shows them")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
