"""The tables agree with what was measured: capture.tsv with every row of the capture tables, runtime.tsv with the latch tables.

    evidence.py rules/models
"""

import os
import sys


def rows(path):
    with open(path) as f:
        lines = [line.rstrip("\n").split("\t") for line in f if line.strip() and not line.startswith("#")]
    return [dict(zip(lines[0], cells)) for cells in lines[1:]]


def capture_cell(measured):
    if measured["return_code"] != "cudaSuccess":
        return measured["return_code"]
    return "node" if measured["nodes"] == "2" else "none"


def check_capture(models, bad):
    table = {row["scenario"]: row for row in rows(os.path.join(models, "capture.tsv"))}
    folder = os.path.join(models, "evidence")
    measured = [m for f in sorted(os.listdir(folder)) if f.startswith("capture-") for m in rows(os.path.join(folder, f))]
    for m in measured:
        row = table.get(m["call"])
        if not row:
            bad.append(f"capture.tsv lacks {m['call']}")
            continue
        mode = "relaxed" if m["mode"] == "relaxed" else "strict"
        cell, seen = row[f"{m['stream_kind']}_{mode}"], capture_cell(m)
        if cell != seen:
            bad.append(f"{m['call']}, {m['stream_kind']}, {m['mode']}: the table says {cell}, measured {seen}")
        failed = m["return_code"] != "cudaSuccess"
        end = row["end"] if row["end"] != "-" else "cudaErrorStreamCaptureInvalidated" if failed else "cudaSuccess"
        if m["end_code"] != end:
            bad.append(f"{m['call']}, {m['stream_kind']}, {m['mode']}: the end gave {m['end_code']}, the table says {end}")
        if failed and m["latched"] != m["return_code"]:
            bad.append(f"{m['call']}, {m['stream_kind']}, {m['mode']}: failed, but left {m['latched']}")
    return len(measured)


def check_latches(models, bad):
    table = {row["name"]: row for row in rows(os.path.join(models, "runtime.tsv"))}
    measured = rows(os.path.join(models, "evidence/latch-zero-arguments-cuda13.0-h200.tsv"))
    for m in measured:
        if m["peek_after"] != m["return_code"] or table[m["call"]]["latches"] not in ("yes", "empties"):
            bad.append(f"{m['call']}: returned {m['return_code']}, left {m['peek_after']}, the table says {table[m['call']]['latches']}")
    return len(measured)


def check_references(models, bad):
    names = {f[: -len("-cuda13.0-h200.tsv")] for f in os.listdir(os.path.join(models, "evidence")) if f.endswith("-cuda13.0-h200.tsv")}
    for table in ("runtime.tsv", "checks.tsv"):
        for row in rows(os.path.join(models, table)):
            words = row["evidence"].replace(":", " ").replace(",", " ").split()
            bad += [f"{table}: {row['name']}: no evidence '{b}'" for a, b in zip(words, words[1:]) if a == "measured" and b not in names]


def main():
    bad = []
    n = check_capture(sys.argv[1], bad) + check_latches(sys.argv[1], bad)
    check_references(sys.argv[1], bad)
    print("\n".join(bad) if bad else f"{n} measured rows agree")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
