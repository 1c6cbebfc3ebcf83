#!/usr/bin/env python3
"""Mutates the sources of rules/*/cases, corpus/ and tests/stages, generates others, and runs caplint on trees of them, some as notebooks.

    fuzz.py CAPLINT [--batches N | --seconds N] [--seed N] [--first N] [--files N] [--keep DIR]

Batch K of a seed is always the same tree, so a failure is made again with --seed S --first K --batches 1. What must hold:
the run ends with status 0 or 1 within its time; no worker dies but inside of libclang; one worker and two print the same
bytes; a sanitizer says nothing. A failed batch is copied to --keep and the run goes on; the exit status tells.
"""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SUFFIXES = {'.cu', '.cuh', '.h', '.cpp', '.hip', '.py', '.pyx'}
SECONDS = 300  # of wall time for a run; a hang is what this is for
TOKEN = re.compile(rb'[A-Za-z_]\w*|\d+|"[^"\n]*"|<<<|>>>|::|->|[-+*/%&|^!=<>]=|&&|\|\||\s+|.', re.S)
BRACKETS = [b'(', b')', b'{', b'}', b'[', b']', b'<', b'>', b'<<<', b'>>>']
WORDS = [b'// caplint: allow(dropped-error) why\n', b'/* caplint: allow(', b'// caplint:', b'# NOLINT(x', b'if', b'else', b'while', b'for', b'do', b'switch', b'case', b'default', b':', b';', b',', b'return', b'goto', b'break',
         b'continue', b'try', b'catch', b'(...)', b'throw', b'template<class T>', b'class', b'struct', b'namespace', b'operator', b'using',
         b'virtual', b'noexcept', b'static', b'const', b'auto', b'[&]', b'[=](auto x)', b'~', b'::', b'->', b'*', b'&', b'&&', b'||', b'!', b'?',
         b'= {', b'"', b"'", b'R"(', b'/*', b'*/', b'//', b'\\\n', b'\n#if 0\n', b'\n#else\n', b'\n#endif\n', b'\n#define M(x, ...) ',
         b'__VA_ARGS__', b'\n#include "', b'cudaGetLastError()', b'cudaPeekAtLastError()', b'cudaMalloc(&p, 4)', b'k<<<1, 1>>>();',
         b'cudaSuccess', b'__global__', b'__device__', b'delete', b'new', b'sizeof', b'0x', b'1e', b'\0', b'\xff', b'\xef\xbb\xbf', b'%:', b'??/']


def sources():
    folders = [*ROOT.glob('rules/*/cases'), ROOT / 'corpus', ROOT / 'tests' / 'stages']
    found = sorted(p for folder in folders for p in folder.rglob('*') if p.suffix in SUFFIXES)
    return [(p.name, p.read_bytes()) for p in found]


def span(rng, tokens, most):
    begin = rng.randrange(len(tokens) + 1)
    return begin, min(len(tokens), begin + 1 + int(most * rng.random() ** 3))


def mutate(rng, tokens, others):
    """One change to a list of tokens, in place."""
    begin, end = span(rng, tokens, 60)
    kind = rng.randrange(9)
    if kind == 0:
        del tokens[begin:end]
    elif kind == 1:
        tokens[begin:begin] = tokens[begin:end] * rng.choice((1, 1, 1, 2, 30))
    elif kind == 2:
        places = [i for i, t in enumerate(tokens) if t in BRACKETS]
        for i in rng.sample(places, min(len(places), 2)):
            tokens[i] = rng.choice(BRACKETS)
    elif kind == 3:
        tokens[begin:begin] = [b' ', rng.choice(WORDS), b' ']
    elif kind == 4:
        other = rng.choice(others)
        a, b = span(rng, other, 400)
        tokens[begin:end] = other[a:b]
    elif kind == 5 and rng.random() < 0.3:
        del tokens[begin:]
    elif kind == 6 and tokens:
        i = rng.randrange(len(tokens))
        text = bytearray(tokens[i])
        text[rng.randrange(len(text))] = rng.randrange(256)
        tokens[i] = bytes(text)
    elif kind == 7:
        names = sorted({t for t in tokens if t[:1].isalpha()})
        if len(names) > 1:
            a, b = rng.sample(names, 2)
            tokens[:] = [b if t == a else t for t in tokens]
    elif kind == 8:
        tokens[begin:begin] = [rng.choice((b'(', b'{', b'[', b'if(x)', b'!', b'a.b(', b'[&]{', b'{ x', b'M(', b'a->'))] * rng.choice((3, 40, 1500))


CALLS = ('cudaMalloc(&p, n)', 'cudaFree(p)', 'cudaGetLastError()', 'cudaPeekAtLastError()', 'cudaStreamQuery(s)', 'cudaGraphExecUpdate(x, g, &n)', 'f{}(p, n)', 'M{}(cudaFree(p))',
         'o->m{}(p)', 'l()', 'unknown(p)', 'check(e)', 'M{}(e, out)')


def call(rng):
    return rng.choice(CALLS).format(rng.randrange(6))


def condition(rng, depth):
    kind = rng.randrange(6 if depth else 4)
    if kind == 4:
        return f'{condition(rng, depth - 1)} {rng.choice(("&&", "||"))} {condition(rng, depth - 1)}'
    if kind == 5:
        return f'({condition(rng, depth - 1)} ? {condition(rng, depth - 1)} : e)'
    return rng.choice(('{} != cudaSuccess', '{} == cudaSuccess', '!{}', 'e', 'n', '(e = {}) != 0')).format(call(rng))


def statement(rng, depth):
    kind = rng.randrange(20 if depth else 9)
    if kind >= 9:
        inner = [statement(rng, depth - 1) for _ in range(2)]
    simple = (lambda: f'{call(rng)};', lambda: f'e = {call(rng)};', lambda: f'(void){call(rng)};', lambda: 'k<<<1, 1>>>(p);', lambda: f'return {rng.choice(("e", "0", "n"))};',
              lambda: f'goto {rng.choice(("out", "again"))};', lambda: rng.choice(('break;', 'continue;', 'throw e;', 'throw;')), lambda: f'ok &= {condition(rng, 1)};', lambda: f'M{rng.randrange(6)}({call(rng)});')
    nested = (lambda: f'if ({condition(rng, 2)}) {inner[0]} else {inner[1]}', lambda: f'if ({condition(rng, 2)}) {{ {inner[0]} {inner[1]} }}', lambda: f'while ({condition(rng, 1)}) {inner[0]}',
              lambda: f'for (int i = 0; i < n; i++) {{ {inner[0]} {inner[1]} }}', lambda: f'do {{ {inner[0]} }} while ({condition(rng, 1)});',
              lambda: f'switch ({call(rng)}) {{ case cudaSuccess: {inner[0]} case 2: break; default: {inner[1]} }}', lambda: f'try {{ {inner[0]} }} catch (...) {{ {inner[1]} }}',
              lambda: f'try {{ {inner[0]} }} catch (const E &) {{ {inner[1]} }}', lambda: f'{{ D d; {inner[0]} {inner[1]} }}', lambda: f'{{ auto l = [&] {{ {inner[0]} return e; }}; {inner[1]} }}',
              lambda: f'each([&](int *p) {{ {inner[0]} }}); {inner[1]}')
    return (simple + nested)[kind]()


def generate(rng):
    """A program of nothing but error handling, in all the wrong shapes."""
    parts = ['#include <cuda_runtime.h>', f'struct D {{ ~D() {{ {statement(rng, 1)} }} int *p; cudaError_t e; }};']
    for i in range(6):
        parts.append(f'#define M{i}(x, ...) do {{ cudaError_t e_ = (x); if ({rng.choice(("e_", "!e_", "e_ != cudaSuccess"))}) {{ {statement(rng, 1)} M{(i + 5) % 6}(e_) }} }} while (0)'
                     if rng.random() < 0.7 else f'#define M{i}(...) ((__VA_ARGS__) == cudaSuccess)')
    for i in range(rng.randrange(1, 9)):
        inside = ' '.join(statement(rng, rng.choice((1, 2, 4))) for _ in range(rng.randrange(1, 7)))
        parts.append(f'{rng.choice(("bool", "cudaError_t", "int *", "static void"))} f{i}(int *p, int n) {{ cudaError_t e = cudaSuccess; bool ok = true; again: {inside} out: return e; }}')
    return TOKEN.findall('\n'.join(parts).encode())


def as_notebook(rng, mutant):
    """Its text as cells of a notebook, which may be broken as JSON too."""
    lines, cells = b''.join(mutant)[:100000].decode(errors='replace').splitlines(keepends=True), []
    while lines:
        n = rng.randrange(1, 30)
        cells.append({'cell_type': rng.choice(('code', 'code', 'markdown')), 'source': rng.choice((lines[:n], ''.join(lines[:n])))})
        lines = lines[n:]
    text = json.dumps({'cells': cells, 'metadata': {}}, indent=rng.choice((None, 1)), ensure_ascii=rng.random() < 0.5).encode(errors='replace')
    tokens = TOKEN.findall(text)
    for _ in range(rng.choice((0, 0, 1, 3))):
        mutate(rng, tokens, [tokens])
    return tokens


def write_batch(folder, seed, batch, count, files):
    rng = random.Random(f'{seed}:{batch}')
    tokens = [TOKEN.findall(data) for _, data in files]
    for i in range(count):
        pick = rng.randrange(len(files))
        is_made = i % 4 == 1
        mutant = generate(rng) if is_made else list(tokens[pick])
        for _ in range(rng.choice((0, 0, 1) if is_made else (1, 1, 2, 3, 5, 12))):
            mutate(rng, mutant, tokens)
        # Some under their own names, so that includes and macros of other mutants are met.
        name, suffix = os.path.splitext(files[pick][0])
        if suffix == '.py' and not is_made and rng.random() < 0.4:
            mutant, suffix = as_notebook(rng, mutant), '.ipynb'
        target = folder / f'd{i % 7}' / (f'made_{i}.cu' if is_made else f'{name}{suffix}' if i % 3 == 0 else f'{name}_{i}{suffix}')
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(b''.join(mutant)[:200000])


def run(caplint, folder, args, jobs, log):
    env = dict(os.environ, ASAN_OPTIONS=f'log_path={log}:exitcode=99:detect_leaks=0:allocator_may_return_null=1',
               UBSAN_OPTIONS=f'log_path={log}:exitcode=99:print_stacktrace=1')
    try:
        done = subprocess.run([caplint, 'check', '-v', '--level', 'note', f'-j{jobs}', *args, '.'], cwd=folder, env=env, timeout=SECONDS,
                              capture_output=True, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None, b'', b''
    return done.returncode, done.stdout, done.stderr


def reports(log):
    """The sanitizers' reports, but for crashes inside of libclang: those cost one file's second reading."""
    for path in sorted(log.parent.glob(log.name + '.*')):
        text = path.read_text(errors='replace')
        path.unlink()
        frames = re.findall(r'^\s+#\d+ \S+ (?:in (\S+).*|\((\S+?)\+)', text, re.M)
        top = re.search(r'^\s+#0 .*', text, re.M)
        if 'libclang' in (top[0] if top else '') or ('stack-overflow' in text and 'libclang' in text):
            continue
        yield f'{text[:3000]}\n({len(frames)} frames)'


def check(caplint, folder, batch, log):
    """What is wrong with this batch, as lines."""
    modes = (['--format', 'text'], ['--format', 'sarif'], ['--format', 'jsonl'], ['--format', 'html', '--show-silenced'], ['--dump', 'flow'], ['--dump', 'program'], ['--dump', 'facts'])
    args = modes[batch % len(modes)]
    problems, results = [], []
    for jobs in (1, 2):
        began = time.monotonic()
        status, out, err = run(caplint, folder, args, jobs, log)
        results.append((status, out, err))
        if status not in (0, 1):
            problems.append(f'-j{jobs} {args}: status {status} after {time.monotonic() - began:.1f} s: {err.decode(errors="replace")[-2000:]}')
        dead = re.findall(rb'.*(?:crashed|gave up|used more than).*', err)
        problems += [f'-j{jobs}: {line.decode(errors="replace")}' for line in dead]
        problems += reports(log)
    if results[0] != results[1]:
        problems.append(f'{args}: one worker and two print different bytes')
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('caplint')
    parser.add_argument('--batches', type=int, default=1)
    parser.add_argument('--seconds', type=float, default=0)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--first', type=int, default=0)
    parser.add_argument('--files', type=int, default=100)
    parser.add_argument('--keep', type=Path)
    o = parser.parse_args()
    caplint, files = str(Path(o.caplint).resolve()), sources()
    began, batch, failed = time.monotonic(), o.first, 0
    while time.monotonic() - began < o.seconds if o.seconds else batch < o.first + o.batches:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / 'tree'
            folder.mkdir()
            write_batch(folder, o.seed, batch, o.files, files)
            problems = check(caplint, folder, batch, Path(scratch) / 'report')
            for problem in problems:
                print(f'batch {batch}: {problem}', flush=True)
            if problems and o.keep:
                shutil.copytree(folder, o.keep / f'{o.seed}-{batch}', dirs_exist_ok=True)
        failed += bool(problems)
        batch += 1
    print(f'{(batch - o.first) * o.files} mutants, {failed} of {batch - o.first} batches failed')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
