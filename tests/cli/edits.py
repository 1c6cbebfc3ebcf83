#!/usr/bin/env python3
"""edits.py PROGRAM [SEED [STEPS]]: code is edited in files drawn at random, step by step, and what is kept from the steps before changes no answer.

Each step writes to a few files of a repository of Python and CUDA, asks about these alone or about everything, and compares with a run that keeps nothing. The
repository has more Python than is parsed whole, so that which of it belongs is guessed from the step before.
"""
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = str(Path(sys.argv[1]).resolve())
ROOT = Path(__file__).resolve().parents[2]
SUFFIXES = {'.py', '.pyx', '.cu', '.cuh', '.cpp', '.cc', '.c', '.h', '.hpp', '.hip'}
FILLERS = 12


def check(folder, *words):
    command = [PROGRAM, 'check', '-v', '--exit-zero', '--level', 'note', '--color', 'never', *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return done.stdout + done.stderr


def repository(folder):
    for part in 'corpus', 'rules':
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns('*.md'))
    for i in range(FILLERS):
        calls = ''.join(f'    other{k}(x)\n' for k in range(max(i - 2, 0), i))
        imports = ''.join(f'from filler{k} import other{k}\n' for k in range(max(i - 2, 0), i))
        (folder / f'filler{i}.py').write_text(f'{imports}\nclass Part{i}:\n    def step{i}(self, x):\n        return x.item()\n\ndef other{i}(x):\n{calls}    return Part{i}().step{i}(x)\n' + f'# {"x" * 800}\n' * 130)
    (folder / 'region.py').write_text('import torch\nfrom filler6 import other6\n\ndef capture(x):\n    with torch.cuda.graph(torch.cuda.CUDAGraph()):\n        other6(x)\n')
    subprocess.run(['git', 'init', '-q'], cwd=folder, check=True)
    subprocess.run(['git', 'add', '-A'], cwd=folder, check=True)


def functions(text, is_python):
    return re.findall(r'^\s*def (\w+)' if is_python else r'^[\w\s*&]*?\b(\w+)\([^;]*\)\s*\{', text, re.M)


class Editor:
    """Writes what people write: a function more, a call more, a line less, another name, a remark; now and then what does not parse."""

    def __init__(self, folder, rng):
        self.rng = rng
        self.files = sorted(p for p in folder.rglob('*') if p.suffix in SUFFIXES and p.is_file())
        self.own = [p for p in self.files if p.parent == folder]  # where which Python belongs is decided

    def draw(self):
        few = self.rng.sample(self.files, self.rng.randint(1, 4))
        return sorted({*few, *self.rng.sample(self.own, self.rng.randint(1, 3))})

    def edit(self, path):
        text, is_python = path.read_text(errors='replace'), path.suffix in ('.py', '.pyx')
        kinds = [self.redirect] if path in self.own and self.rng.random() < 0.5 else [self.add, self.call, self.drop, self.rename, self.remark, self.swap]
        path.write_text(self.rng.choice(kinds)(text, is_python))

    def callee(self, is_python):
        """Some name that the repository has, or none."""
        other = self.rng.choice([p for p in self.files if (p.suffix in ('.py', '.pyx')) == is_python])
        return self.rng.choice(functions(other.read_text(errors='replace'), is_python) or ['nowhere'])

    def add(self, text, is_python):
        number, callee = self.rng.randrange(10**6), self.callee(is_python)
        body = f'\ndef added_{number}(x):\n    return {callee}(x).item()\n' if is_python else f'\nstatic int added_{number}(int x) {{ {callee}(x); return x + 1; }}\n'
        return text.rstrip('\n') + '\n' + body

    def call(self, text, is_python):
        lines = text.split('\n')
        heads = [i for i, line in enumerate(lines) if (re.match(r'\s*def \w+\(.*\):$', line) if is_python else line.rstrip().endswith(') {'))]
        if not heads:
            return self.remark(text, is_python)
        at = self.rng.choice(heads)
        indent = re.match(r'\s*', lines[at]).group() + '    '
        statements = [f'{self.callee(True)}(x)', 'x.item()', 'torch.cuda.synchronize()'] if is_python else [f'{self.callee(False)}(0);', 'cudaDeviceSynchronize();', 'cudaGetLastError();']
        lines.insert(at + 1, indent + self.rng.choice(statements))
        return '\n'.join(lines)

    def redirect(self, text, is_python):
        """Another filler is called, so that another one belongs to the program."""
        called = re.findall(r'import other(\d+)', text)
        number = self.rng.randrange(FILLERS)
        if not called:
            return f'from filler{number} import other{number}\n{text}\ndef more_{number}(x):\n    return other{number}(x)\n'
        return re.sub(rf'\b(filler|other){self.rng.choice(called)}\b', rf'\g<1>{number}', text)

    def drop(self, text, is_python):
        lines = text.split('\n')
        del lines[self.rng.randrange(min(len(lines), 60))]
        return '\n'.join(lines)

    def rename(self, text, is_python):
        names = functions(text, is_python)
        name = self.rng.choice(names) if names else 'x'
        return re.sub(rf'\b{name}\b', f'{name}_{self.rng.randrange(100)}', text)

    def remark(self, text, is_python):
        return f'{"#" if is_python else "//"} {self.rng.randrange(10**6)}\n' + text

    def swap(self, text, is_python):
        lines = text.split('\n')
        at = self.rng.randrange(min(len(lines), 60))
        lines[at], lines[at - 1] = lines[at - 1], lines[at]
        return '\n'.join(lines)


def main():
    seed, steps = int(sys.argv[2]) if len(sys.argv) > 2 else 1, int(sys.argv[3]) if len(sys.argv) > 3 else 8
    rng, wrong, told = random.Random(seed), 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        folder, kept = Path(scratch) / 'tree', Path(scratch) / 'kept'
        folder.mkdir()
        repository(folder)
        editor = Editor(folder, rng)
        check(folder, '--cache', str(kept), '.')
        for step in range(steps):
            few = editor.draw()
            for path in few:
                editor.edit(path)
            few += rng.sample(editor.own, 3)
            asked = ['.'] if rng.random() < 0.25 else sorted({str(path.relative_to(folder)) for path in few})
            jobs = rng.choice(['-j1', '-j2'])
            got, expected = check(folder, '--cache', str(kept), jobs, *asked), check(folder, '--no-cache', *asked)
            told += len(expected.splitlines())
            if got != expected:
                wrong += 1
                print(f'seed {seed}, step {step}: {jobs} {" ".join(asked)}')
                for line in sorted(set(got.splitlines()) ^ set(expected.splitlines()))[:6]:
                    print('   ', line.decode()[:300])
    print(f'{steps} steps, {told} lines, {wrong} wrong')
    return wrong > 0 or not told


sys.exit(main())
