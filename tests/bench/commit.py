#!/usr/bin/env python3
"""What a commit waits for: a few changed files of a large repository, after a whole run.

    tests/bench/commit.py CAPLINT REPOSITORY [--files N] [--turns N] [--seed N]

For each kind of edit the median of some turns, CPU of all processes and wall: nothing edited and other files asked about each time, the same question again, a comment
more in each file, a function more in each. Files are drawn from those that git tracks, half of them from those that something is found in. Not a test: times depend
on the machine.
"""
import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from few import edit, sources


def cost(words, cwd):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(words, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - start


class Drawing:
    """Half of the files are ones that something is found in: these belong to the program."""

    def __init__(self, check, repository, count, seed):
        self.random, self.count = random.Random(seed), count
        self.all = [name for name in sources(repository) if not name.endswith('.ipynb')]
        out = subprocess.run([*check, '-q', '--level', 'note', '--format', 'jsonl', '.'], cwd=repository, capture_output=True, stdin=subprocess.DEVNULL).stdout
        self.telling = sorted({json.loads(line)['path'] for line in out.splitlines()} & set(self.all))

    def few(self):
        half = self.random.sample(self.telling, min(len(self.telling), self.count // 2 + 1))
        return sorted({*half, *self.random.sample(self.all, min(len(self.all), self.count - len(half)))})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('caplint')
    parser.add_argument('repository')
    parser.add_argument('--files', type=int, default=5)
    parser.add_argument('--turns', type=int, default=5)
    parser.add_argument('--seed', type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        repository = Path(scratch) / 'copy'
        subprocess.run(['git', 'clone', '-q', '--shared', Path(args.repository).resolve(), repository], check=True)
        check = [os.path.abspath(args.caplint), 'check', '--cache', os.path.join(scratch, 'kept')]
        drawing = Drawing(check, repository, args.files, args.seed)
        few, number = drawing.few(), 0
        for kind in 'others', 'again', 'comment', 'code':
            costs = []
            for _ in range(args.turns):
                few = drawing.few() if kind == 'others' else few
                for name in few if kind in ('comment', 'code') else []:
                    number += 1
                    edit(repository / name, kind, number)
                costs.append(cost([*check, *few], repository))
            print(f'{kind:8} CPU {statistics.median(c for c, _ in costs):6.3f} s, wall {statistics.median(w for _, w in costs):6.3f} s')


if __name__ == '__main__':
    sys.exit(main())
