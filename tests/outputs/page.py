#!/usr/bin/env python3
"""The audit page's script in a real browser, without a window: page.py PROGRAM

Skipped where there is no Chromium. What is looked at is the document as the script leaves it.
"""
import html.parser
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
faults = 0


def claim(what, is_so, detail=""):
    global faults
    if not is_so:
        faults += 1
        print(f"not so: {what}", str(detail)[:500])


class Document(html.parser.HTMLParser):
    """Elements by id, each with its attributes and the elements around it."""
    VOID = {"meta", "input", "br", "link"}

    def __init__(self, text):
        super().__init__()
        self.stack, self.elements, self.by_id, self.text = [], [], {}, {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        element = (tag, dict(attributes), list(self.stack))
        self.elements.append(element)
        self.by_id.setdefault(element[1].get("id"), element)
        if tag not in self.VOID:
            self.stack.append(element)

    def handle_endtag(self, tag):
        while self.stack and self.stack.pop()[0] != tag:
            pass

    def is_revealed(self, name):
        """Nothing around it is closed or hidden."""
        _, attributes, around = self.by_id[name]
        return "hidden" not in attributes and all("hidden" not in a and (tag != "details" or "open" in a) for tag, a, _ in around)

    def classes(self, name):
        return [e for e in self.elements if name in e[1].get("class", "").split()]


def render(folder, page, fragment=""):
    command = [BROWSER, "--headless", "--disable-gpu", f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=3000", "--dump-dom", f"file://{page}{fragment}"]
    if os.geteuid() == 0:
        command.insert(1, "--no-sandbox")
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return Document(done.stdout)


def closed(page):
    """The page as a large one begins: all of the tree closed."""
    text = page.read_text()
    page.write_text(re.sub(r"<details open>(?=<summary><(?:code|span class=\"sort))", "<details>", text))
    return text


def main():
    program = str(Path(sys.argv[1]).resolve())
    if not BROWSER:
        print("there is no Chromium here")
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        shutil.copytree(ROOT / "corpus/decode-engine", folder / "tree")
        page = folder / "audit.html"
        subprocess.run([program, "audit", "--exit-zero", "--html", page, "."], cwd=folder / "tree", check=True, capture_output=True)
        text = closed(page)
        plain = render(folder, page)
        for name in ("filters", "sieve"):
            claim(f"the script has run: {name} can be used", all("hidden" not in e[1] for e in plain.classes(name)))
        levels = re.findall(r'class="finding" id="[^"]*" data-level="(\w+)"', text)
        claim("it counts the findings", len(plain.classes("finding")) == len(levels) > 0)

        # From a finding to its function in the tree, and back.
        down = re.findall(r'<dt>Reached from</dt><dd><a href="#(c\d+)"', text)
        claim("findings lead into the tree", down, text)
        deepest = max(down, key=lambda name: len(plain.by_id[name][2]))
        claim("which is closed", not plain.is_revealed(deepest))
        claim("a link opens it", render(folder, page, f"#{deepest}").is_revealed(deepest))
        up = re.findall(r'<li class="found">.*?href="#(f-[^"]*)"', text)
        claim("functions lead to findings", sorted(set(up)) == sorted(up) and len(up) == len(down), (up, down))
        claim("a link opens one", "open" in render(folder, page, f"#{up[0]}").by_id[up[0]][1])

        # A view that was kept in the address.
        seen = render(folder, page, "#view?by=folder&without=note&q=stream")
        shown = [e for e in seen.classes("finding") if "hidden" not in e[1]]
        claim("a view hides what it leaves out", 0 < len(shown) < len(levels) and all(e[1]["data-level"] != "note" for e in shown), len(shown))
    print(f"{faults} faults")
    return faults > 0


if __name__ == "__main__":
    sys.exit(main())
