"""The tables agree with what was measured: capture.tsv with every row of the capture tables, torch.tsv with every operation, runtime.tsv
with the latch tables. A row says in its evidence which measurement it stands on.

    evidence.py rules/models
"""

import os
import sys


def rows(path):
    with open(path) as f:
        lines = [line.rstrip("\n").split("\t") for line in f if line.strip() and not line.startswith("#")]
    return [dict(zip(lines[0], cells)) for cells in lines[1:]]


CODES = {
    "1": "cudaErrorInvalidValue",
    "401": "cudaErrorIllegalState",
    "900": "cudaErrorStreamCaptureUnsupported",
    "905": "cudaErrorStreamCaptureIsolation",
    "906": "cudaErrorStreamCaptureImplicit",
    "907": "cudaErrorCapturedEvent",
}


def references(text):
    """measured NAME:a|b, as (NAME, [a, b])."""
    for part in text.split("; "):
        if part.startswith("measured "):
            name, _, items = part[len("measured ") :].partition(":")
            yield name, [item for item in items.split("|") if item]


def agrees(outcome, m, end="cudaSuccess"):
    """Whether the call was answered as the outcome says, and the capture ended so."""
    code, is_broken = CODES.get(outcome.rstrip("+")), m["end_code"] == "cudaErrorStreamCaptureInvalidated"
    if outcome == "broken":
        return m["end_code"] != "cudaSuccess" and m["nodes"] == "0"
    if code:
        return m["return_code"] == code and is_broken != outcome.endswith("+")
    return m["return_code"] == "cudaSuccess" and m["end_code"] == end and (int(m["nodes"]) >= 2 if outcome == "node" else m["nodes"] == ("0" if end != "cudaSuccess" else "1"))


def outcome_of(cell, column, measured):
    if column == "legacy":
        first, _, second = cell.partition("|")
        cell = second if second and measured["stream_kind"] == "nonblocking" else first
    first, _, second = cell.partition("/")
    return second if second and measured["mode"] == "relaxed" else first


# What depends on more than the stream and the mode, and is told in comments or by other rows: who made the memory or the event, flags,
# the policy.
CONDITIONAL = {
    "cudaFreeAsync(capturing stream, allocation from outside)",
    "cudaEventRecordWithFlags(capturing stream, external)",
    "cudaStreamWaitEvent(capturing stream, external)",
    "cudaStreamWaitEvent(legacy stream, event of the capture)",
    "cudaStreamWaitEvent(other stream, event from before)",
    "DeviceReduce::Sum(size query)",
    "DeviceSegmentedSort::SortKeys(capturing stream)",
    "DeviceSegmentedSort::SortKeys(size query)",
    "thrust::sort(par_nosync.on(capturing stream))",
}


def check_capture(models, bad):
    """Every measured call is named by a row, and the cell that names it says what was measured."""
    folder = os.path.join(models, "evidence")
    measured = {}
    for f in sorted(os.listdir(folder)):
        if f.startswith("capture-"):
            measured[f.removesuffix("-cuda13.0-h200.tsv")] = rows(os.path.join(folder, f))
    named = set()
    for row in rows(os.path.join(models, "capture.tsv")):
        for name, items in references(row["evidence"]):
            for item in items:
                column, _, call = item.partition("=")
                named.add((name, call))
                for m in measured.get(name, []):
                    if m["call"] != call:
                        continue
                    # The wait is legal; what is missing is missed at the end.
                    end = "cudaErrorStreamCaptureUnjoined" if call == "fork unjoined" else "cudaSuccess"
                    if not agrees(outcome_of(row[column], column, m), m, end):
                        bad.append(f"capture.tsv: {row['name']}: {column} is {row[column]}, measured {call}, {m['stream_kind']}, {m['mode']}: {m['return_code']}, end {m['end_code']}, {m['nodes']} nodes")
                    latches = (name not in ("capture-calls", "capture-streams") or call.startswith("cuda")) and m["return_code"] != "cudaSuccess"
                    if m["latched"] != (m["return_code"] if latches else "cudaSuccess"):
                        bad.append(f"{call}, {m['stream_kind']}, {m['mode']}: left {m['latched']}")
    for name, calls in measured.items():
        bad += [f"capture.tsv names nowhere {name}: {c}" for c in sorted({m["call"] for m in calls}) if (name, c) not in named and c not in CONDITIONAL]
    return sum(map(len, measured.values()))


# What a program does with streams, not what one operation does.
SCENARIOS = {
    "side fork no join", "side no fork", "side stream forked, not joined", "default_stream().wait_stream",
    "torch.cuda.current_stream().wait_event(e)",
    "manual_seed", "seed_all",  # the seed that was set already, which alone is allowed
    "torch.equal(f,f)",  # one tensor with itself
    "tk.ka[(1,)](f)",  # the configuration was chosen before
}


def torch_outcome(text):
    if text.startswith("ok"):
        return {"ok", "stalls", "once"}
    if "Cannot copy between CPU and CUDA" in text:
        return {"copy"}
    return {"sync", "refused"} if text.startswith("fails: AcceleratorError") else {"refused"}


def check_torch(models, bad):
    measured = {}
    for name in ("torch-ops-under-capture", "torch-operations"):
        for m in rows(os.path.join(models, f"evidence/{name}-torch2.11-h200.tsv")):
            measured[name, m["op"]] = m
    named = set()
    for row in rows(os.path.join(models, "torch.tsv")):
        where = f"torch.tsv: {row['name']} ({row['when']})"
        for name, items in references(row["evidence"]):
            for op in items if name != "torch-experiments" else []:
                named.add(op)
                m = measured.get((name, op))
                if not m:
                    bad.append(f"{where}: nothing measured is called '{op}'")
                elif row["capture"] not in torch_outcome(m["under_capture"]):
                    bad.append(f"{where}: {row['capture']}, measured {op}: {m['under_capture']}")
                elif m["sync_debug"] == "SYNC" and row["waits"] != "yes":
                    bad.append(f"{where}: does not wait, measured {op}: SYNC")
                elif m["sync_debug"] == "nosync" and row["waits"] == "yes" and sees_waits(row):
                    bad.append(f"{where}: waits, measured {op}: nosync")
    bad += [f"torch.tsv names nowhere: {op}" for _, op in measured if op not in named | SCENARIOS]
    return len(measured)


def sees_waits(row):
    """PyTorch's debug mode tells of its own hidden waits: not of those asked for, not of other libraries."""
    return row["role"] not in ("synchronize", "memory") and row["name"].startswith(("torch.", "Tensor."))


def check_latches(models, bad):
    table = {row["name"]: row for row in rows(os.path.join(models, "runtime.tsv"))}
    measured = rows(os.path.join(models, "evidence/latch-zero-arguments-cuda13.0-h200.tsv"))
    for m in measured:
        if m["peek_after"] != m["return_code"] or table[m["call"]]["latches"] not in ("yes", "empties"):
            bad.append(f"{m['call']}: returned {m['return_code']}, left {m['peek_after']}, the table says {table[m['call']]['latches']}")
    return len(measured)


def check_references(models, bad):
    names = {f.split("-cuda13")[0].split("-torch2")[0] for f in os.listdir(os.path.join(models, "evidence"))}
    for table in ("runtime.tsv", "checks.tsv", "capture.tsv", "regions.tsv", "torch.tsv"):
        for row in rows(os.path.join(models, table)):
            words = row["evidence"].replace(":", " ").replace(",", " ").split()
            bad += [f"{table}: {row['name']}: no evidence '{b}'" for a, b in zip(words, words[1:]) if a == "measured" and b not in names]


def main():
    bad = []
    n = check_capture(sys.argv[1], bad) + check_torch(sys.argv[1], bad) + check_latches(sys.argv[1], bad)
    check_references(sys.argv[1], bad)
    print("\n".join(bad) if bad else f"{n} measured rows agree")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
