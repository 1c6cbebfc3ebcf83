#!/usr/bin/env python3
"""killed.py PROGRAM: what a machine does to a run must not show in it.

Workers are killed while they read, as a machine without memory does it, at many moments; and libclang does not load the first time. Output and messages must be those of a run that was
left alone, and so must be those of the runs that follow, which read what was kept.
"""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = """#include <cuda_runtime.h>
#define EITHER(n, W, ...) if (n) {{ constexpr int W = 4; __VA_ARGS__ }} else {{ constexpr int W = 1; __VA_ARGS__ }}
template <typename T, int W> __global__ void kernel{0}(T *p);
void launch{0}(float *p, int n) {{
	EITHER(n, W, {{ kernel{0}<float, W><<<n, 32>>>(p); }}) // libclang alone understands it
}}
"""
PYTHON = "import torch\n\ndef step(x):\n    with torch.cuda.graph(torch.cuda.CUDAGraph()):\n        x.item()\n"
FILES, MOMENTS = 12, 12
SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
void *dlopen(const char *file, int flags)
{
	void *(*real)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
	int is_first = file && strstr(file, "libclang") && open(getenv("MARK"), O_CREAT | O_EXCL | O_WRONLY, 0600) >= 0;
	return real(is_first ? "/nonexistent/libclang.so" : file, flags);
}
"""


def workers(pid):
    try:
        return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def run(program, folder, delay=None):
    """Output, messages, and how many workers were killed."""
    with subprocess.Popen([program, "check", "-v", "-j2", "--no-cache", "--level", "note", "."], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as job:
        killed, end = 0, time.monotonic() + 60
        while delay is not None and not killed and job.poll() is None and time.monotonic() < end:
            time.sleep(delay)
            for pid in workers(job.pid)[:1]:
                os.kill(pid, signal.SIGKILL)
                killed += 1
        out, err = job.communicate(timeout=120)
    return (job.returncode, out, err), killed


def runs_without_clang_once(program, folder, apart):
    """Three runs with a cache, in the first of which libclang does not load once; None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        return None
    Path(apart, "shim.c").write_text(SHIM)
    subprocess.run([compiler, "-shared", "-fPIC", "-w", "-o", f"{apart}/shim.so", f"{apart}/shim.c", "-ldl"], check=True)
    asan = ":".join(filter(None, [os.environ.get("ASAN_OPTIONS"), "verify_asan_link_order=0"]))
    env = dict(os.environ, LD_PRELOAD=f"{apart}/shim.so", MARK=f"{apart}/mark", ASAN_OPTIONS=asan)
    results = []
    for _ in range(3):
        done = subprocess.run([program, "check", "-v", "-j2", "--cache", f"{apart}/cache", "--level", "note", "."], cwd=folder, env=env, capture_output=True, timeout=120)
        results.append((done.returncode, done.stdout, done.stderr))
    return results if Path(apart, "mark").exists() else None


def main():
    program, failed, hit = str(Path(sys.argv[1]).resolve()), 0, 0
    with tempfile.TemporaryDirectory() as scratch, tempfile.TemporaryDirectory() as apart:
        for i in range(FILES):
            Path(scratch, f"launch{i}.cu").write_text(SOURCE.format(i))
            Path(scratch, f"step{i}.py").write_text(PYTHON)
        alone, _ = run(program, scratch)
        if alone[0] != 1 or b"[unchecked-launch]" not in alone[1]:
            print("the findings are not there:", *alone)
            return 1
        for i in range(MOMENTS):
            told, killed = run(program, scratch, 0.002 * i)
            hit += killed
            if told != alone:
                print(f"a worker was killed after {2 * i} ms or more, and the run told of it:\n{told[1].decode()}{told[2].decode()}")
                failed += 1
        for i, told in enumerate(runs_without_clang_once(program, scratch, apart) or []):
            if told != alone:
                print(f"libclang did not load once, and run {i + 1} told of it:\n{told[1].decode()}{told[2].decode()}")
                failed += 1
    print(f"{hit} workers killed, {failed} runs differ")
    return failed > 0 or not hit


if __name__ == "__main__":
    sys.exit(main())
