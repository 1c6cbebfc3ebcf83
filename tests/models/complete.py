"""Every function of the toolkits found here that returns cudaError_t or hipError_t has a row in runtime.tsv, and every row
that names one of these headers is in it. Exit status 77: no toolkit is installed.

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


def functions(path, result):
    with open(path, errors="replace") as f:
        text = f.read()
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"//[^\n]*", "", text)
    names = re.findall(r"\b" + result + r"\s+(?:CUDARTAPI(?:_CDECL)?\s+)?(\w+)\s*\(", text)
    # Reserved names are called by the compiler; _ptsz, _ptds and _spt are spelled by macros under a per-thread default stream.
    return {n for n in names if not n.startswith("__") and not re.search(r"_(ptsz|ptds|spt)$", n)}


def rows(path):
    with open(path) as f:
        lines = [line.rstrip("\n").split("\t") for line in f if line.strip() and not line.startswith("#")]
    return {cells[0]: dict(zip(lines[0], cells)) for cells in lines[1:]}


def main():
    table = rows(sys.argv[1])
    bad, seen = [], 0
    for folder in folders(sys.argv[2:]):
        for result, headers in (("cudaError_t", CUDA), ("hipError_t", HIP)):
            for header in headers.split():
                path = os.path.join(folder, header)
                if not os.path.isfile(path):
                    continue
                seen += 1
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
