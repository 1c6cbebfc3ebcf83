#!/usr/bin/env python3
"""Configuration files against readers that are not ours: config.py CAPLINT [--update]

* docs/schema/config.schema.json is what `caplint config --schema` prints (--update writes it), and docs/configuration.md tells of every key;
* a file that the schema refuses caplint refuses, and the other way round (needs jsonschema);
* what `caplint config` prints is TOML for Python's reader, and read again it means the same;
* files of any bytes end in an exit status, soon; caplint takes the TOML that Python takes.
"""
import json
import random
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SCHEMA = ROOT / "docs/schema/config.schema.json"
faults = 0

FULL = """\
select = ["dropped-error", "latched-error"]
ignore = ["latched-error"]
level = "note"
fail-on = "error"
exclude = ["gen", "a \\"b\\" \\\\ c/**"]
all = true
baseline = "x/base.tsv"
strict = true
exit-zero = false
compile-commands = "build"
cuda-path = "/cuda"
hip-semantics = "legacy"
max-file-size = "4M"
entry-points = ["a::b", "c"]

[per-file-ignores]
"tests/**" = ["dropped-error"]
"old" = []

[rules.dropped-error]
severity = "error"

[[models.checks]]
name = "CHECK"
reads = "code"
fails = "throw"
drains = true

[[models.runtime]]
name = "poolAlloc"
returns = "error"
latches = "no"
role = "alloc"

[[models.noreturn]]
name = "die"
"""
# What the schema and caplint must both refuse, or both take.
BAD = ["levl = 1", "level = 'warnin'", "level = 1", "select = 'dropped-error'", "select = ['x']", "select = [1]", "strict = 'yes'", "exclude = [1]",
       "entry-points = 'x'", "max-file-size = true", "max-file-size = 1.5", "per-file-ignores = 1", "[per-file-ignores]\na = 'dropped-error'",
       "[per-file-ignores]\na = ['x']", "[rules.x]\nseverity = 'note'", "[rules.dropped-error]\nseverity = 'off'", "[rules.dropped-error]\nx = 1",
       "rules = []", "[models]\nx = []", "[models]\nchecks = {}", "[[models.checks]]\nname = 'a'", "[[models.checks]]\nname = 'a'\nreads = 'x'\nfails = 'log'\ndrains = 'no'",
       "[[models.checks]]\nnam = 'a'", "[[models.noreturn]]\nname = 1", "[other]\na = 1"]
GOOD = ["", "level = 'note'", "select = []", "max-file-size = 1000", "max-file-size = '1k'", "[rules.dropped-error]", "[per-file-ignores]\n'a' = []",
        "[[models.noreturn]]\nname = 'a'\nevidence = 'b'", "[models]", "entry-points = []", "# nothing", FULL]


def claim(what, is_so, detail=""):
    global faults
    if not is_so:
        faults += 1
        print(f"not so: {what}", detail)


def run(caplint, folder, *args):
    return subprocess.run([caplint, *args], cwd=folder, capture_output=True, timeout=60)


def config(caplint, folder, text, name="caplint.toml"):
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return run(caplint, folder, "config", "--config", name)


def check_schema(caplint, folder, schema):
    claim("docs/schema/config.schema.json is what is printed (renew: the target docs)", SCHEMA.exists() and json.loads(SCHEMA.read_text()) == schema)
    page = (ROOT / "docs/configuration.md").read_text()
    for key in schema["properties"]:
        claim(f"docs/configuration.md tells of {key}", f"| `{key}` |" in page or f"| `[{key}" in page or f"| `[[{key}" in page)
    for table, rows in schema["properties"]["models"]["properties"].items():
        claim(f"docs/configuration.md tells of models.{table}", f"`[[models.{table}]]`" in page)
        for column, type_ in rows["items"]["properties"].items():
            claim(f"docs/configuration.md tells of {table}.{column}", f"`{column}`" in page)
            for word in type_.get("enum", []) if len(type_.get("enum", [])) < 15 else []:
                claim(f"docs/configuration.md tells of {table}.{column} = {word}", isinstance(word, bool) or f"`{word}`" in page)
    try:
        import jsonschema
    except ImportError:
        print("jsonschema is not installed: the schema is not tried")
        return
    validator = jsonschema.Draft7Validator(schema)
    jsonschema.Draft7Validator.check_schema(schema)
    for text, is_good in [*((t, False) for t in BAD), *((t, True) for t in GOOD)]:
        claim(f"the schema {'takes' if is_good else 'refuses'} {text!r}", validator.is_valid(tomllib.loads(text)) == is_good)


def check_verdicts(caplint, folder):
    for text in GOOD:
        done = config(caplint, folder, text)
        claim(f"caplint takes {text!r}", done.returncode == 0, done.stderr)
        claim(f"it prints TOML for {text!r}", bool(tomllib.loads(done.stdout.decode())))
        again = config(caplint, folder, done.stdout, "again.toml")
        first, second = (tomllib.loads(d.stdout.decode()) for d in (done, again))
        for rows in (r for read in (first, second) for r in read.get("models", {}).values()):
            for row in rows:
                row.pop("evidence")
        claim(f"read again it means the same: {text!r}", first == second, (first, second, again.stderr))
    for text in BAD:
        done = config(caplint, folder, text)
        claim(f"caplint refuses {text!r} with a place", done.returncode == 2 and done.stderr.startswith(b"caplint.toml:") and b": error: " in done.stderr, done.stderr)
        claim(f"nothing is run with {text!r}", not done.stdout)


def check_bytes(caplint, folder):
    rng = random.Random(7)
    pieces = ["[", "]", "[[", "]]", "{", "}", "=", ",", '"', "'", '"""', "'''", "#", "\\", "\n", "\r\n", ".", "\t", "\0", "é", "\ufeff", "-", "0x", "1e9", "true"]
    seeds = [FULL.encode(), b"a = 1\n" * 200, b"\xef\xbb\xbf" + FULL.replace("\n", "\r\n").encode()]
    for n in range(150):
        text = bytearray(rng.choice(seeds))
        for _ in range(rng.randint(1, 12)):
            at = rng.randrange(len(text) + 1)
            if rng.random() < 0.5:
                text[at:at] = rng.choice(pieces).encode()
            else:
                del text[at:at + rng.randint(1, 20)]
        done = config(caplint, folder, bytes(text))
        claim(f"round {n} ends with a status", done.returncode in (0, 2), (done.returncode, bytes(text)[:300], done.stderr[-300:]))
        try:
            tomllib.loads(bytes(text).decode())
        except (UnicodeDecodeError, tomllib.TOMLDecodeError):
            continue
        claim(f"round {n} is TOML", b"TOML" not in done.stderr and b"needs quotes" not in done.stderr, (done.stderr, bytes(text)))
    for what, text in {"deep lists": "a = " + "[" * 300000, "deep tables": "a = " + "{a = " * 100000, "a long key": "a." * 200000 + "b = 1", "a long line": "#" + "x" * (10 << 20),
                       "a long text": 'level = "' + "x" * 900000 + '"', "many keys": "".join(f"k{i} = {i}\n" for i in range(40000)), "no text": b"\xff\xfe\0\0" * 1000}.items():
        done = config(caplint, folder, text)
        claim(f"{what}: told, not done", done.returncode == 2 and done.stderr and len(done.stderr) < 20000, (done.returncode, done.stderr[:200]))
    for text in (b"strict = tru\x1b[31m\xc7\n", b"x\x1b = 1\n", b"level = 'a\xe2\x80\xaeb\xff'\n"):
        done = config(caplint, folder, text)
        claim(f"what is quoted of {text!r} is fit for a terminal", done.returncode == 2 and done.stderr.decode().replace("\n", "").isprintable(), done.stderr)
    done = run(caplint, folder, "check", "--config", "none.toml")
    claim("a file that is not there is told", done.returncode == 2 and b"none.toml: can't be read: No such file" in done.stderr, done.stderr)


def main():
    caplint = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        printed = run(caplint, folder, "config", "--schema").stdout
        if "--update" in sys.argv:
            SCHEMA.write_bytes(printed)
        check_schema(caplint, folder, json.loads(printed))
        check_verdicts(caplint, folder)
        check_bytes(caplint, folder)
    print(f"{faults} faults")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
