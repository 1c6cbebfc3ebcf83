#!/usr/bin/env python3
"""What caplint costs, as ratios against clang-tidy on the same files in the same minute.

    tests/bench/bench.py CAPLINT TREE [TREE ...] [--files N] [--clang-tidy clang-tidy-19] [--cuda-path DIR]

Per file: caplint alone on a copy of the file (start-up included), then clang-tidy with bugprone-unused-return-value for cudaError
on the same copy, both in CPU seconds (user + system); the pairs give the ratio. Per tree: one whole run, CPU, wall with -j1 and
-j2, peak memory. Files are chosen by the hash of their path, so that two runs measure the same ones. Not a test: times depend
on the machine, ratios hardly.
"""
import argparse
import hashlib
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CHECKS = ('{Checks: "-*,bugprone-unused-return-value", CheckOptions: {bugprone-unused-return-value.CheckedFunctions: "", '
          'bugprone-unused-return-value.CheckedReturnTypes: "^::cudaError.*;^::cudaError_t$"}}')


def cpu(words, cwd):
    """CPU seconds of a command and its children, and wall seconds."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(words, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - start


def sources(trees):
    files = [file for tree in trees for file in sorted(Path(tree).rglob('*.cu')) if file.is_file()]
    return sorted(files, key=lambda file: hashlib.sha256(str(file).encode()).hexdigest())


def per_file(args, scratch):
    pairs = []
    for file in sources(args.trees)[:args.files]:
        copy = Path(scratch) / 'file.cu'
        shutil.copy(file, copy)
        ours, _ = cpu([args.caplint, 'check', '--no-cache', '-j1', 'file.cu'], scratch)
        theirs = None
        if args.clang_tidy:
            shim = Path(scratch) / 'shim'
            shim.mkdir(exist_ok=True)
            (shim / 'texture_fetch_functions.h').touch()
            theirs, _ = cpu([args.clang_tidy, f'--config={CHECKS}', 'file.cu', '--', '-x', 'cuda', '--cuda-host-only',
                             '--cuda-gpu-arch=sm_90', f'--cuda-path={args.cuda_path}', '-idirafter', str(shim),
                             f'-I{args.cuda_path}/include/cccl', f'-I{file.parent}', '-Wno-unknown-cuda-version', '-std=c++17'], scratch)
        pairs.append((ours, theirs))
    ours = [1000 * pair[0] for pair in pairs]
    print(f'{len(pairs)} files, caplint: median {statistics.median(ours):.1f} ms of CPU a file and process, largest {max(ours):.1f} ms')
    if args.clang_tidy:
        print(f'clang-tidy: median {1000 * statistics.median(pair[1] for pair in pairs):.0f} ms')
        print(f'ratio clang-tidy / caplint: median {statistics.median(pair[1] / pair[0] for pair in pairs):.0f}, '
              f'of the sums {sum(pair[1] for pair in pairs) / sum(pair[0] for pair in pairs):.0f}')


def per_tree(args):
    print(f'{"tree":20}{"CPU s":>8}{"wall -j1":>10}{"wall -j2":>10}{"-j1/-j2":>9}{"peak MiB":>10}')
    for tree in args.trees:
        one, wall1 = cpu([args.caplint, 'check', '--no-cache', '-j1', '.'], tree)
        _, wall2 = cpu([args.caplint, 'check', '--no-cache', '-j2', '.'], tree)
        # The largest process so far, caplint's own among them: exact only for the largest tree.
        peak = peak_of([args.caplint, 'check', '--no-cache', '-j2', '.'], tree)
        print(f'{Path(tree).name:20}{one:8.2f}{wall1:10.2f}{wall2:10.2f}{wall1 / wall2:9.2f}{peak:10.0f}')


def peak_of(words, cwd):
    """MiB of the largest process of a command: measured in a child of ours, so that earlier commands don't count."""
    code = ('import resource,subprocess,sys;subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL);'
            'print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)')
    out = subprocess.run([sys.executable, '-c', code, *words], cwd=cwd, capture_output=True, text=True).stdout
    return int(out) / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('caplint')
    parser.add_argument('trees', nargs='+')
    parser.add_argument('--files', type=int, default=40)
    parser.add_argument('--clang-tidy', default=shutil.which('clang-tidy-19'))
    parser.add_argument('--cuda-path', default='/usr/local/cuda')
    args = parser.parse_args()
    args.caplint, args.trees = os.path.abspath(args.caplint), [os.path.abspath(tree) for tree in args.trees]
    with tempfile.TemporaryDirectory() as scratch:
        per_file(args, scratch)
    per_tree(args)


if __name__ == '__main__':
    main()
