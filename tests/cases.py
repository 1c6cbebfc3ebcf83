#!/usr/bin/env python3
"""Runs caplint on every case of rules/*/cases and every project of corpus/, and compares its findings with the labels.

    tests/cases.py CAPLINT [WORD ...]     only cases whose path holds one of the words

The labels are described in corpus/README.md. Strict both ways: a label without its finding fails, and so does a finding of
level warning or error without a label. A rule's cases are about that rule, or about the error slot as a whole: unlabelled findings of
other rules with the tag `cuda-graphs`, and of all others in the cases of such a rule, are not looked at; in corpus/ all are. Each case is copied out of the repository first, so that it is a program by itself.
The last line counts: "N passed, N failed".
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LABEL = re.compile(r'(?://|#)\s*expect(-error|-warning|-note|-todo|-wrong)?:\s*([a-z -]+)')
SOURCES = {'.cu', '.cuh', '.h', '.hpp', '.cpp', '.cc', '.c', '.hip', '.py', '.pyx', '.pxd', '.pxi'}
LEVELS = {'': ('warning', 'error'), '-error': ('error',), '-warning': ('warning',), '-note': ('note',)}


def families():
    """rule -> True if it is about captured graphs"""
    return {page.parent.name: bool(re.search(r'^tags:.*\bcuda-graphs\b', page.read_text(), re.M)) for page in ROOT.glob('rules/*/rule.md')}


def cases():
    for folder in sorted(ROOT.glob('rules/*/cases')):
        for case in sorted(folder.iterdir()):
            yield case
    for project in sorted(ROOT.glob('corpus/*')):
        if project.is_dir():
            yield project


def labels(base):
    """(file, line) -> [(kind, rule)], and file -> rules whose notes count"""
    found, noted = {}, {}
    for file in sorted(base.rglob('*')):
        if file.suffix not in SOURCES:
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if number == 1 and (match := re.match(r'(?://|#) rules:\s*(.*)', line)):
                noted[str(file.relative_to(base))] = set(match[1].split())
            for kind, rules in LABEL.findall(line):
                for rule in rules.split():
                    found.setdefault((str(file.relative_to(base)), number), []).append((kind, rule))
    return found, noted


def run(caplint, folder):
    done = subprocess.run([caplint, 'check', '--format', 'jsonl', '--level', 'note', '.'], cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        return None, f'exit status {done.returncode}: {done.stderr.strip()[-300:]}'
    return [json.loads(line) for line in done.stdout.splitlines()], None


def compare(findings, wanted, noted, is_other):
    problems, known = [], Counter()
    left = {}
    for f in findings:
        left.setdefault((f['path'], f['line']), []).append(f)
    for place, expected in wanted.items():
        for kind, rule in expected:
            here = left.get(place, [])
            match = next((f for f in here if f['rule'] == rule and (kind not in LEVELS or f['level'] in LEVELS[kind])), None)
            if kind == '-todo':
                known['todo'] += 1
                if match:
                    problems.append(f'{place[0]}:{place[1]}: {rule} is found now: make it a real label')
            elif kind == '-wrong' and not match:
                problems.append(f'{place[0]}:{place[1]}: {rule} is silent now: drop the label')
            elif not match:
                also = ', '.join(f'{f["rule"]} ({f["level"]})' for f in here)
                problems.append(f'{place[0]}:{place[1]}: missing {rule}{kind}' + (f', there is {also}' if also else ''))
            known['wrong'] += kind == '-wrong'
            if match:
                here.remove(match)
    for place, rest in sorted(left.items()):
        for f in rest:
            if not is_other(f['rule']) and f['level'] != 'note' or f['rule'] in noted.get(place[0], ()):
                problems.append(f'{place[0]}:{place[1]}: unexpected {f["level"]} {f["rule"]}: {f["message"]}')
    return problems, known


def main():
    caplint, words = str(Path(sys.argv[1]).resolve()), sys.argv[2:]
    passed, failed, known, family = 0, 0, Counter(), families()
    with tempfile.TemporaryDirectory() as scratch:
        for case in cases():
            name = str(case.relative_to(ROOT))
            if words and not any(word in name for word in words):
                continue
            base = Path(scratch) / name.replace('/', '_')
            if case.is_dir():
                shutil.copytree(case, base)
            else:
                base.mkdir()
                shutil.copy(case, base)
            findings, error = run(caplint, base)
            rule = case.parent.parent.name
            is_other = (lambda found: found != rule and (family[rule] or family[found])) if rule in family else (lambda found: False)
            problems, count = ([error], Counter()) if error else compare(findings, *labels(base), is_other)
            known += count
            passed, failed = passed + (not problems), failed + bool(problems)
            for problem in problems:
                print(f'{name}: {problem}')
    print(f'known gaps: {known["todo"]} findings not made yet, {known["wrong"]} still wrong')
    print(f'{passed} passed, {failed} failed')
    sys.exit(failed > 0 or not passed)


if __name__ == '__main__':
    main()
