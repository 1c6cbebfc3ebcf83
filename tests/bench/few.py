#!/usr/bin/env python3
"""What is found in a few files is what a run over the whole repository finds in them, to the byte: draws of files among those that git tracks.

    tests/bench/few.py CAPLINT REPOSITORY [--draws N] [--files N] [--seed N] [--edit comment|code]

Each draw runs with the files given and with what earlier runs kept. With --edit, the files drawn of one copy of the repository are written to before: a comment
at the end, or a function; then the run over the whole repository is one that keeps nothing. Not part of the suite: real repositories take long.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

SUFFIXES = ('.py', '.pyx', '.ipynb', '.c', '.cc', '.cpp', '.cxx', '.cu', '.cuh', '.h', '.hpp', '.inl', '.hip')


def rows(words, cwd):
    done = subprocess.run([*words, '--exit-zero', '--level', 'note', '--format', 'jsonl'], cwd=cwd, capture_output=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return done.stdout.splitlines()


def edit(path, kind, number):
    is_python = path.suffix in ('.py', '.pyx')
    text = f'{"#" if is_python else "//"} {number}\n'
    if kind == 'code':
        text = f'\n\ndef added_{number}(x):\n    return x.added_{number}.item()\n' if is_python else f'\nstatic inline int added_{number}(int x) {{ return x + 1; }}\n'
    with open(path, 'a') as file:
        file.write(text)


def sources(repository):
    tracked = subprocess.run(['git', 'ls-files', '-z'], cwd=repository, check=True, capture_output=True).stdout.decode().split('\0')
    return sorted(name for name in tracked if name.endswith(SUFFIXES) and (repository / name).is_file() and not (repository / name).is_symlink())


def draw(args, repository, kept, rng, whole):
    candidates = sources(repository)
    # Half of them where there is something to be found: most files have nothing, and would prove nothing.
    telling = sorted({json.loads(row)['path'] for row in whole} & set(candidates))
    half = rng.sample(telling, min(len(telling), args.files // 2))
    few = sorted({*half, *rng.sample(candidates, min(len(candidates), args.files - len(half)))})
    for name in few if args.edit else []:
        if not name.endswith('.ipynb'):
            edit(repository / name, args.edit, rng.randrange(10**9))
    if args.edit:
        whole = rows([args.caplint, 'check', '--no-cache', '-q', '.'], repository)
    expected = [row for row in whole if json.loads(row)['path'] in few]
    got = rows([args.caplint, 'check', '-q', '--cache', kept, *few], repository)
    return few, expected, got


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('caplint')
    parser.add_argument('repository')
    parser.add_argument('--draws', type=int, default=20)
    parser.add_argument('--files', type=int, default=5)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--edit', choices=['comment', 'code'])
    args = parser.parse_args()
    args.caplint = os.path.abspath(args.caplint)
    rng, wrong, found = random.Random(args.seed), 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        repository, kept = Path(args.repository).resolve(), os.path.join(scratch, 'kept')
        if args.edit:
            subprocess.run(['git', 'clone', '-q', '--shared', repository, os.path.join(scratch, 'copy')], check=True)
            repository = Path(scratch) / 'copy'
        whole = rows([args.caplint, 'check', '-q', '--no-cache', '.'], repository)  # what it kept would answer for the few
        for turn in range(args.draws):
            few, expected, got = draw(args, repository, kept, rng, whole)
            found += len(expected)
            if expected != got:
                wrong += 1
                print(f'draw {turn}: {" ".join(few)}: {len(expected)} expected, {len(got)} found')
                for row in [*(set(expected) - set(got)), *(set(got) - set(expected))][:4]:
                    print('   ', '-' if row in expected else '+', row.decode()[:300])
    print(f'{args.draws} draws in {repository.name}, {found} findings, {wrong} wrong')
    return wrong > 0


if __name__ == '__main__':
    sys.exit(main())
