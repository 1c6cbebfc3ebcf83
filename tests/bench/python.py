#!/usr/bin/env python3
"""What a Python tree costs: cold, with what earlier runs kept, and with a few files given, beside ruff in the same minute.

    tests/bench/python.py CAPLINT TREE [--ruff ruff] [--runs N] [--files N]

CPU seconds (user + system) and wall seconds, the least of N interleaved runs each, since a busy machine only ever adds. The tree is copied
and made a git repository, as a pre-commit hook finds it. Files given are chosen by the hash of their path among those with findings;
what is found in them is compared with a run over the whole tree. Not a test: times depend on the machine, ratios less so.
"""
import argparse
import hashlib
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def measure(words, cwd):
    """CPU seconds with those of children, wall seconds."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(words, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - start


def findings(words, cwd):
    done = subprocess.run([*words, '--exit-zero', '--level', 'note', '--format', 'jsonl'], cwd=cwd, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr.splitlines()[-1:]


def repository(tree, scratch):
    copy = Path(scratch) / 'tree'
    shutil.copytree(tree, copy, symlinks=True, ignore=shutil.ignore_patterns('.git'))
    git = ['git', '-c', 'user.name=bench', '-c', 'user.email=bench@example.org']
    for words in ['init', '-q'], ['add', '-A'], ['commit', '-q', '-m', 'tree']:
        subprocess.run([*git, *words], cwd=copy, check=True, stdout=subprocess.DEVNULL)
    for file in copy.rglob('*'):
        if file.is_file() and not file.is_symlink():
            os.utime(file, (1e9, 1e9))  # as old as a checkout of yesterday
    return copy


def change(copy, files, turn, kind):
    """Another text in each: a comment at the end, or a function, after which other files may have to be parsed."""
    for name in files:
        path = copy / name
        text = f'# bench {turn}\n' if kind == 'comment' else f'# bench {turn}\n\n\ndef bench_{turn}(x):\n    return x.bench_{turn}()\n'
        path.write_text(path.read_text().split('# bench ')[0] + text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('caplint')
    parser.add_argument('tree')
    parser.add_argument('--ruff', default=shutil.which('ruff'))
    parser.add_argument('--runs', type=int, default=5)
    parser.add_argument('--files', type=int, default=5)
    args = parser.parse_args()
    caplint = os.path.abspath(args.caplint)
    with tempfile.TemporaryDirectory() as scratch:
        copy, kept = repository(args.tree, scratch), os.path.join(scratch, 'cache')
        check = [caplint, 'check', '-q', '--exit-zero', '-o', os.devnull]
        print(f'load of the machine: {" ".join(f"{x:.1f}" for x in os.getloadavg())}, {len(os.sched_getaffinity(0))} CPUs')
        whole, said = findings([caplint, 'check', '--cache', kept, '.'], copy)
        print(*said)
        few = sorted({row['path'] for row in whole if row['path'].endswith('.py')}, key=lambda path: hashlib.sha256(path.encode()).hexdigest())[:args.files]
        expected = [row for row in whole if row['path'] in few]
        for how in ['--cache', kept], ['--no-cache']:
            got, _ = findings([caplint, 'check', *how, *few], copy)
            print(f'{len(few)} files given, {how[0]}: {len(got)} findings, {"the same as" if got == expected else "NOT those"} in a run over the tree')
        commands = {
            'caplint, cold': [*check, '--no-cache', '.'],
            'caplint, cold, and keeping it': [*check, '--cache', '{new}', '.'],
            'caplint, warm': [*check, '--cache', kept, '.'],
            f'caplint, warm, {len(few)} files given': [*check, '--cache', kept, *few],
            f'caplint, warm, {len(few)} files given, a comment each': [*check, '--cache', kept, *few],
            f'caplint, warm, {len(few)} files given, a function each': [*check, '--cache', kept, *few],
        }
        if args.ruff:
            commands['ruff, all rules'] = [args.ruff, 'check', '--no-cache', '--select', 'ALL', '-q', '.']
            commands['ruff, its default'] = [args.ruff, 'check', '--no-cache', '-q', '--isolated', '.']
        results = {name: [] for name in commands}
        for turn in range(args.runs):
            for name, words in commands.items():
                kind = 'comment' if 'comment' in name else 'function' if 'function' in name else None
                if kind:
                    change(copy, few, f'{turn}_{kind}', kind)
                results[name].append(measure([word.replace('{new}', os.path.join(scratch, f'new{turn}')) for word in words], copy))
        base = min(cpu for cpu, _ in results['ruff, all rules']) if args.ruff else None
        for name, times in results.items():
            cpu, wall = min(cpu for cpu, _ in times), min(wall for _, wall in times)
            print(f'{name:45} {cpu:6.2f} s CPU {wall:6.2f} s wall' + (f'  {cpu / base:5.2f} of ruff with all rules' if base else ''))
        print(f'load of the machine: {" ".join(f"{x:.1f}" for x in os.getloadavg())}')


if __name__ == '__main__':
    sys.exit(main())
