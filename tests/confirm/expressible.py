"""A SARIF file that asks for every value that the programs know. usage: expressible.py ROOT [RULE...]"""
import importlib.util
import json
import pathlib
import re
import sys

ROWS = r"\b(?:{})\((cuda\w+|torch[\w.]+|the kernel launch)|\{{\"((?:cuda|Tensor|torch)[\w.]+)\""
MODES = ("global", "thread_local", "relaxed")
SAMPLE = ("cudaMalloc", "cudaHostRegister", "cudaGraphExecUpdate", "cudaDeviceEnablePeerAccess", "cudaFuncSetAttribute", "cudaStreamSynchronize")


def rows(path, macros):
    """The first words of the rows of a table, in their order."""
    return list(dict.fromkeys(a or b for a, b in re.findall(ROWS.format(macros), path.read_text())))


def slot_rules(root):
    codes = re.findall(r'\{"(cuda\w+)"', (root / "analyzer/confirm/faults.cuh").read_text())
    for call in rows(root / "analyzer/confirm/calls.cuh", "FAILS|ZERO"):
        yield "latched-error", {"call": call}
    for rule in ("dropped-error", "blamed-launch", "foreign-error-slot"):
        for call in SAMPLE:
            yield rule, {"call": call}
    for call in rows(root / "rules/swallowed-error/confirm.cu", "SUCCEEDS"):
        yield "swallowed-error", {"form": "judged", "call": call}
    for form in ("wiped", "cleared", "others"):
        yield "swallowed-error", {"form": form}
    for form in ("twice", "text", "again", "others", "overwritten"):
        yield "misread-error", {"form": form}
    for code in codes:
        yield "misread-error", {"form": "launch", "code": code}
        yield "sticky-retry", {"code": code}


def refused_calls(root, text):
    """The rows of the shared table that a program takes: those of its kinds. Names of PyTorch are tried with one rule alone."""
    kinds = re.search(r"find_refused\(([A-Z |]+)\)", text)
    table = (root / "analyzer/confirm/refused.cuh").read_text()
    for name, other, kind in re.findall(r'(?:REFUSED\(([\w.]+)|\{"([\w.]+)"), ([A-Z]+)', table):
        call = name or other
        if call in ("cudaFreeAsync", "cudaEventElapsedTime") and "!is_refused_alone()" in text:
            continue
        if call == "cudaDeviceSynchronize" and "is_for_device()" in text:
            continue
        if kinds and kind in kinds[1].split(" | ") and (call.startswith("cuda") or "COPIES" in kinds[1] and "MEMORY" not in kinds[1]):
            yield call


def calls_of(root, path, text):
    if '"refused.cuh"' in text:
        own = ("cudaMallocAsync", "cudaMemcpyBatchAsync", "cudaStreamEndCapture", "cudaGraphInstantiate", "cudaGraphLaunch")
        extra = [c for c in own if f'same_name(parameter_call, "{c}")' in text or f'is_call("{c}")' in text]
        return [*extra, *refused_calls(root, text)]
    few = {"capture-temporary": ["Tensor.to", "Tensor.contiguous", "torch.empty"], "graph-leak": ["cudaGraphInstantiate", "cudaStreamEndCapture"],
           "library-workspace": ["cublasSetStream"], "collective-in-capture": ["ncclAllReduce", "ncclReduceScatter", "ncclAllGather"]}
    if path.parent.name in few:
        return few[path.parent.name]
    return rows(root / "analyzer/confirm/blocks.cuh" if '"blocks.cuh"' in text else path, "WRITES")


def capture_rules(root):
    """Each form and each call with the other parameters as they are by default; and the default in each mode, and on a blocking
    stream."""
    for path in sorted(root.glob("rules/*/confirm.cu")):
        text, rule = path.read_text(), path.parent.name
        if not re.search(r'#include "(capture|refused|blocks)\.cuh"', text):
            continue
        calls = calls_of(root, path, text)
        default = re.search(r'program = \{"[\w-]+", (?:"([^"]+)"|DEFAULT_CALL)', text)
        base = {"call": default[1] or "cudaMemcpyBatchAsync"} if default else {}
        form = re.search(r'program = \{"[\w-]+", [^,]+, "(\w+)"', text)
        base = {**base, "form": form[1]} if form else base
        for form in dict.fromkeys(re.findall(r'is_form\("(\w+)"\)', text)):
            yield rule, {**base, "form": form, **({"call": "cudaFree"} if (rule, form) == ("library-workspace", "freed") else {})}
        for call in calls:
            yield rule, {**base, "call": call, **({"form": "refused"} if rule == "first-use-in-capture" else {})}
        for mode in MODES:
            yield rule, {**base, "mode": mode, "stream": "nonblocking"}
        yield rule, {**base, "mode": "global", "stream": "blocking"}


def known_of(root, path):
    """What a program in Python knows: it says so itself."""
    sys.path[:0], sys.dont_write_bytecode = [str(root / "analyzer/confirm")], True
    spec = importlib.util.spec_from_file_location("program", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.KNOWN


def python_rules(root):
    for path in sorted(root.glob("rules/*/confirm.py")):
        known = known_of(root, path)
        for values in known:
            yield path.parent.name, values
        if "mode?" in path.read_text():
            for mode in MODES:
                yield path.parent.name, {**known[0], "mode": mode}


def main():
    root = pathlib.Path(sys.argv[1])
    asks = [*slot_rules(root), *capture_rules(root), *python_rules(root)]
    results = [{"ruleId": rule, "message": {"text": rule}, "properties": {"params": params}} for rule, params in asks if rule in (sys.argv[2:] or [rule])]
    json.dump({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "caplint"}}, "results": results}]}, sys.stdout)


if __name__ == "__main__":
    main()
