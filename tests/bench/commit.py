#!/usr/bin/env python3
"""What a commit waits for: a few changed files of a large repository, after a whole run.

    tests/bench/commit.py CAPLINT REPOSITORY [--files N] [--turns N] [--seed N] [--jobs N]

For each kind of edit the median of some turns, CPU of all processes and wall: nothing edited and other files asked about each time, the same question again, a comment
more in each file, a function more in each; and the same under `check --watch`, once it has said that it waits again, with the time from the edit until then. Files are drawn from those that git tracks, half of them from those that something is found in. Not a test: times depend
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


class Watcher:
    """`check --watch`, and the lines by which it tells that it has answered."""

    def __init__(self, check, cwd):
        self.process = subprocess.Popen([*check, '--watch', '.'], cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
        self.wait()

    def wait(self):
        while not self.process.stderr.readline().startswith(b'caplint: watching '):
            if self.process.poll() is not None:
                sys.exit('the watcher has ended')

    def end(self):
        self.process.terminate()
        self.process.communicate()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('caplint')
    parser.add_argument('repository')
    parser.add_argument('--files', type=int, default=5)
    parser.add_argument('--turns', type=int, default=5)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        repository = Path(scratch) / 'copy'
        subprocess.run(['git', 'clone', '-q', '--shared', Path(args.repository).resolve(), repository], check=True)
        check = [os.path.abspath(args.caplint), 'check', '--cache', os.path.join(scratch, 'kept'), '-j', str(args.jobs)]
        drawing = Drawing(check, repository, args.files, args.seed)
        few, number = drawing.few(), 0
        for kind in 'others', 'again', 'comment', 'code', 'watched':
            watcher = Watcher(check, repository) if kind == 'watched' else None
            costs, waits = [], []
            for _ in range(args.turns):
                few = drawing.few() if kind in ('others', 'watched') else few
                for name in few if kind in ('comment', 'code', 'watched') else []:
                    number += 1
                    edit(repository / name, 'comment' if kind == 'comment' else 'code', number)
                if watcher:
                    start = time.monotonic()
                    watcher.wait()
                    waits.append(time.monotonic() - start)
                costs.append(cost([*check, *few], repository))
            told = f', after the watcher had taken {statistics.median(waits):.3f} s' if watcher else ''
            print(f'{kind:8} CPU {statistics.median(c for c, _ in costs):6.3f} s, wall {statistics.median(w for _, w in costs):6.3f} s{told}', flush=True)
            if watcher:
                watcher.end()


if __name__ == '__main__':
    sys.exit(main())
