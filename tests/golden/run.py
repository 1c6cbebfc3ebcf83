#!/usr/bin/env python3
"""Golden tests of the whole program: each folder of tests/golden/e2e is a program and what caplint prints about it.

    run.py CAPLINT [--bless] [WORD ...]     only cases whose name holds one of the words; --bless writes the files anew

A case has its sources in input/, or names a folder of the repository in case.json: {"source": FOLDER, "args": [...], "outputs":
[...], "git": true}; no outputs are all outputs, and with git the folder is a repository. expected.txt is what `check` prints, its summary and exit status; expected.sarif the same as SARIF without the
rules' own texts; expected.files, .facts, .program and .flow are the dumps of the stages. tree-sitter reads alone, so that these
bytes are the same on every machine.
"""
import difflib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUTPUTS = {'txt': ['--color', 'never'], 'sarif': ['--format', 'sarif'], 'files': ['--dump', 'files'], 'facts': ['--dump', 'facts'],
           'program': ['--dump', 'program'], 'flow': ['--dump', 'flow']}


def run(caplint, folder, args):
    env = dict(os.environ, CAPLINT_LIBCLANG='/nonexistent/libclang.so')
    done = subprocess.run([caplint, 'check', *args], cwd=folder, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    log = [line for line in done.stderr.splitlines() if 'libclang' not in line]
    return done.returncode, done.stdout, log


def shorten(sarif):
    """What says nothing of this case: the rules' texts, and how the run went on this machine."""
    try:
        log = json.loads(sarif)
    except json.JSONDecodeError as error:
        return f'no JSON: {error}\n{sarif}'
    for part in log['runs']:
        for rule in part['tool']['driver'].get('rules', []):
            for key in [key for key in rule if key not in ('id', 'name')]:
                del rule[key]
        for invocation in part.get('invocations', []):
            invocation.pop('toolExecutionNotifications', None)
            invocation.pop('properties', None)
    return json.dumps(log, indent=1, ensure_ascii=False) + '\n'


def output(caplint, folder, kind, args):
    status, out, log = run(caplint, folder, [*OUTPUTS[kind], *args])
    if kind == 'txt':
        return out + ''.join(line + '\n' for line in log) + f'status {status}\n'
    if kind == 'sarif':
        return shorten(out)
    return out


def check_case(caplint, case, bless):
    config = json.loads((case / 'case.json').read_text()) if (case / 'case.json').exists() else {}
    kinds = config.get('outputs', list(OUTPUTS))
    problems = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / 'program'
        shutil.copytree(ROOT / config['source'] if 'source' in config else case / 'input', folder)
        if config.get('git'):
            subprocess.run(['git', 'init', '-q'], cwd=folder, check=True)
        for kind in kinds:
            golden = case / f'expected.{kind}'
            got = output(caplint, folder, kind, config.get('args', ['.']))
            expected = golden.read_text() if golden.exists() else ''
            if bless:
                golden.write_text(got)
            elif got != expected:
                lines = difflib.unified_diff(expected.splitlines(), got.splitlines(), str(golden.relative_to(ROOT)), 'got', lineterm='')
                problems.append('\n'.join(list(lines)[:60]))
    known = {f'expected.{kind}' for kind in kinds}
    problems += [f'{path.relative_to(ROOT)}: no output of that name is asked for' for path in sorted(case.glob('expected.*')) if path.name not in known]
    return problems


def main():
    bless, words = '--bless' in sys.argv, [word for word in sys.argv[2:] if word != '--bless']
    caplint = str(Path(sys.argv[1]).resolve())
    cases = [case for case in sorted((HERE / 'e2e').iterdir()) if case.is_dir() and (not words or any(word in case.name for word in words))]
    failed = 0
    for case in cases:
        problems = check_case(caplint, case, bless)
        failed += bool(problems)
        for problem in problems:
            print(problem)
    print(f'{len(cases) - failed} passed, {failed} failed')
    sys.exit(failed > 0 or not cases)


if __name__ == '__main__':
    main()
