"""Every function of the toolkits found here that returns cudaError_t or hipError_t has a row in runtime.tsv, and the arguments that
capture.tsv (beside it) names are of the type that their role asks for. Exit status 77: no toolkit is installed.

    complete.py rules/models/runtime.tsv [INCLUDE-FOLDER...]
"""

import glob
import os
import re
import sys

CUDA = "cuda_runtime_api.h cuda_runtime.h cuda_device_runtime_api.h cuda_profiler_api.h cuda_gl_interop.h cuda_egl_interop.h cuda_vdpau_interop.h"
HIP = "hip/hip_runtime_api.h hip/hip_ext.h"


def folders(given):
    home = [os.environ.get(v, "") + "/include" for v in ("CUDA_HOME", "CUDA_PATH", "ROCM_PATH")]
    found = given or home + glob.glob("/usr/local/cuda*/include") + ["/usr/include"] + glob.glob("/opt/rocm*/include")
    return [f for f in dict.fromkeys(map(os.path.realpath, found)) if os.path.isdir(f)]


# The type of an argument by its role in capture.tsv, in the runtime, the driver and HIP.
TYPES = {"stream": r"Stream(_t)?\b|CUstream", "event": r"Event_t|CUevent", "graph": r"Graph_t|CUgraph\b", "exec": r"GraphExec_t|CUgraphExec", "node": r"GraphNode_t|CUgraphNode", "kind": r"MemcpyKind", "mode": r"CaptureMode"}


def code_of(path):
    with open(path, errors="replace") as f:
        text = f.read()
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    return re.sub(r"//[^\n]*", "", text)


def functions(path, result):
    text = code_of(path)
    names = re.findall(r"\b" + result + r"\s+(?:CUDARTAPI(?:_CDECL)?\s+)?(\w+)\s*\(", text)
    # Reserved names are called by the compiler; _ptsz, _ptds and _spt are spelled by macros under a per-thread default stream.
    return {n for n in names if not n.startswith("__") and not re.search(r"_(ptsz|ptds|spt)$", n)}


def wrong_arguments(path, result, table):
    """Rows of capture.tsv whose arguments are not those of the declaration; of several the first: old ones follow in cuda.h."""
    seen = set()
    for name, arguments in re.findall(r"\b" + result + r"\s+(?:CUDARTAPI\s+|CUDAAPI\s+)?(\w+)\s*\(([^;{]*?)\)\s*;", code_of(path), flags=re.S):
        types = re.sub(r"\([^()]*\)", "", arguments).split(",")
        named = "-" if name in seen else table.get(name, {"arguments": "-"})["arguments"]
        seen.add(name)
        for role, position in (word.split("=") for word in named.split() if "=" in word):
            if int(position) >= len(types) or not re.search(TYPES.get(role, ""), types[int(position)]):
                yield f"{path}: {name}: argument {position} is no {role}"


def rows(path):
    with open(path) as f:
        lines = [line.rstrip("\n").split("\t") for line in f if line.strip() and not line.startswith("#")]
    return {cells[0]: dict(zip(lines[0], cells)) for cells in lines[1:]}


def main():
    table = rows(sys.argv[1])
    capture = rows(os.path.join(os.path.dirname(sys.argv[1]), "capture.tsv"))
    bad, seen = [], 0
    for folder in folders(sys.argv[2:]):
        for result, headers in (("cudaError_t", CUDA), ("hipError_t", HIP), ("CUresult", "cuda.h")):
            for header in headers.split():
                path = os.path.join(folder, header)
                if not os.path.isfile(path):
                    continue
                seen += 1
                bad += wrong_arguments(path, result, capture)
                if result == "CUresult":
                    continue  # rows for families
                for name in sorted(functions(path, result)):
                    row = table.get(name)
                    if not row:
                        bad.append(f"{path}: {name} has no row")
                    elif row["returns"] != "error":
                        bad.append(f"{path}: {name} returns {result}, the table says {row['returns']}")
    if not seen:
        print("no toolkit found")
        return 77
    print("\n".join(bad) if bad else f"{seen} headers, {len(table)} rows, nothing missing")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
