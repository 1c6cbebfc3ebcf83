#!/usr/bin/env python3
"""alone.py PROGRAM: what a few files are told when they are given is, to the letter, what they are told in a run over their repository."""
import collections
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = str(Path(sys.argv[1]).resolve())
ROOT = Path(__file__).resolve().parent.parent.parent
GROUPS = 12


def findings(folder, paths):
    words = [PROGRAM, 'check', '--exit-zero', '--level', 'note', '--format', 'jsonl', '--no-cache', *paths]
    out = subprocess.run(words, cwd=folder, check=True, capture_output=True, text=True).stdout
    by_file = collections.defaultdict(list)
    for line in out.splitlines():
        by_file[json.loads(line)['path']].append(line)
    return by_file


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for part in 'corpus', 'rules':
            shutil.copytree(ROOT / part, Path(folder) / part)
        subprocess.run(['git', 'init', '-q'], cwd=folder, check=True)
        whole = findings(folder, ['.'])
        files = sorted(whole)
        for i in range(GROUPS):  # neighbours fall into different groups
            group = files[i::GROUPS]
            alone = findings(folder, group)
            for path in group:
                if alone[path] != whole[path]:
                    failed += 1
                    print(f'{path}, given with {len(group) - 1} others:')
                    print('\n'.join(f'  {line[:300]}' for line in set(alone[path]) ^ set(whole[path])))
    print(f'{len(files)} files in {GROUPS} groups, {failed} differ')
    return failed or not files


sys.exit(bool(main()))
