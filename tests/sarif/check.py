#!/usr/bin/env python3
"""What the SARIF schema does not say but code scanning wants.

    check.py [--root FOLDER] [--silenced] FILE...

Suppressed results would come up as open alerts there, so they are a fault without --silenced.
With the root of the sources, places and line hashes are compared with the text too. Prints one line a fault; exit
status 1 if there is any.
"""
import argparse
import json
import os
import re
import sys
import urllib.parse

LIMITS = {"results": 5000, "related": 100, "steps": 1000, "tags": 10, "description": 1024}
LEVELS = {"error", "warning", "note"}
PRECISIONS = {"very-high", "high", "medium", "low"}
PROBLEMS = {"error", "warning", "recommendation"}
URI = re.compile(r"(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+")
LINK = re.compile(r"(?<!\\)\[((?:[^\[\]\\]|\\.)*)\]\(([^)]*)\)")


def line_hashes(data):
    """The line hash written down a second time, straight from its definition: a list, line 1 first."""
    text = data.decode("utf-8", "replace")
    raw = text.encode("utf-16-le")
    units, starts, after_cr, at_start = [], [], False, True
    for i in range(0, len(raw), 2):
        unit = raw[i] | raw[i + 1] << 8
        if unit in (9, 32) or (after_cr and unit == 10):
            after_cr = False
            continue
        after_cr = unit == 13
        unit = 10 if after_cr else unit
        if at_start:
            starts.append(len(units))
        at_start = unit == 10
        units.append(unit)
    if at_start:
        starts.append(len(units))
    units += [65535] + [0] * 100
    seen, hashes = {}, []
    for start in starts:
        value = 0
        # What has left the window of 100 is gone from the hash, so 100 units from the start are all there is.
        for unit in units[start:start + 100]:
            value = (value * 37 + unit) % 2**64
        seen[value] = seen.get(value, 0) + 1
        hashes.append(f"{value:x}:{seen[value]}")
    return hashes


class Checker:
    def __init__(self, name, root, takes_silenced):
        self.takes_silenced = takes_silenced
        self.name, self.root, self.faults, self.texts = name, root, 0, {}

    def expect(self, good, where, what):
        if not good:
            self.faults += 1
            print(f"{self.name}: {where}: {what}")
        return good

    def text(self, uri):
        if uri not in self.texts:
            path = os.path.join(os.fsencode(self.root), urllib.parse.unquote_to_bytes(uri))
            with open(path, "rb") as f:
                data = f.read()
            self.texts[uri] = data.split(b"\n"), line_hashes(data)
        return self.texts[uri]

    def uri(self, location, where):
        artifact = location.get("artifactLocation", {})
        uri = artifact.get("uri", "")
        self.expect(URI.fullmatch(uri), where, f"illegal address '{uri}'")
        self.expect(not uri.startswith("/") and not {"", ".", ".."} & set(uri.split("/")), where,
                    f"'{uri}' is not a plain relative path")
        self.expect(artifact.get("uriBaseId") == "%SRCROOT%", where, "no uriBaseId")
        return uri

    def place(self, location, where):
        physical = location.get("physicalLocation", {})
        uri = self.uri(physical, where)
        region = physical.get("region", {})
        numbers = [region.get(k, 0) for k in ("startLine", "startColumn", "endLine", "endColumn")]
        if not self.expect(min(numbers) >= 1, where, f"region {region} has a number below 1"):
            return
        line, column, end_line, end_column = numbers
        self.expect((line, column) <= (end_line, end_column), where, f"region {region} ends before it begins")
        self.expect(line == end_line, where, f"region {region} has more than one line")
        if self.root:
            lines = self.text(uri)[0]
            if self.expect(end_line <= len(lines), where, f"{uri} has no line {end_line}"):
                units = len(lines[end_line - 1].decode("utf-8", "replace").encode("utf-16-le")) // 2
                self.expect(end_column <= units + 1, where, f"{uri}:{end_line} has no column {end_column}")

    def rule(self, rule, where):
        for key in ("shortDescription", "fullDescription", "help"):
            text = rule.get(key, {}).get("text", "")
            self.expect(text.strip(), where, f"empty {key}")
            if key != "help":
                self.expect(len(text) <= LIMITS["description"], where, f"{key} is too long")
        self.expect(rule.get("help", {}).get("markdown", "").strip(), where, "empty help.markdown")
        self.expect(rule.get("defaultConfiguration", {}).get("level") in LEVELS, where, "bad level")
        properties = rule.get("properties", {})
        self.expect(properties.get("precision") in PRECISIONS, where, "bad precision")
        self.expect(properties.get("problem.severity") in PROBLEMS, where, "bad problem.severity")
        tags = properties.get("tags", [])
        self.expect(1 <= len(tags) <= LIMITS["tags"], where, "no tags, or too many")
        self.expect("security" not in tags and "security-severity" not in properties, where, "not a security rule")

    def message(self, result, where):
        text = result.get("message", {}).get("text", "")
        self.expect(text.strip() and text == text.lstrip(), where, "message is empty or begins with a blank")
        ids = [location.get("id") for location in result.get("relatedLocations", [])]
        self.expect(ids == list(range(1, len(ids) + 1)), where, "related places are not numbered from 1")
        for label, target in LINK.findall(text):
            self.expect(target.isdigit() and int(target) in ids, where, f"link '{label}' leads nowhere")

    def result(self, result, rules, where):
        index = result.get("ruleIndex", -1)
        if self.expect(0 <= index < len(rules), where, "no ruleIndex"):
            self.expect(rules[index]["id"] == result.get("ruleId"), where, "ruleIndex and ruleId disagree")
        self.expect(result.get("level") in LEVELS, where, "bad level")
        self.expect("kind" not in result and (self.takes_silenced or "suppressions" not in result), where, "kind or suppressions")
        locations = result.get("locations", [])
        if not self.expect(len(locations) == 1, where, "not exactly one location"):
            return
        self.place(locations[0], where)
        self.message(result, where)
        related = result.get("relatedLocations", [])
        self.expect(len(related) <= LIMITS["related"], where, "too many related places")
        for location in related:
            self.place(location, where)
        for flow in result.get("codeFlows", []):
            for thread in flow["threadFlows"]:
                self.expect(1 <= len(thread["locations"]) <= LIMITS["steps"], where, "no steps, or too many")
                for step in thread["locations"]:
                    self.place(step["location"], where)
                    self.expect(step["location"].get("message", {}).get("text"), where, "a step says nothing")
        self.fingerprints(result, locations[0]["physicalLocation"], where)

    def fingerprints(self, result, physical, where):
        prints = result.get("partialFingerprints", {})
        for key in ("primaryLocationLineHash", "caplint/v1"):
            self.expect(re.fullmatch(r"[0-9a-f]{1,16}:[1-9][0-9]*", prints.get(key, "")), where, f"bad {key}")
        if self.root:
            hashes = self.text(physical["artifactLocation"]["uri"])[1]
            line = physical["region"]["startLine"]
            if line <= len(hashes):
                expected = hashes[line - 1]
                self.expect(prints.get("primaryLocationLineHash") == expected, where, f"the line hash is {expected}")

    def run(self, run, where):
        driver = run.get("tool", {}).get("driver", {})
        self.expect(driver.get("name") == "caplint" and driver.get("semanticVersion"), where, "no name or version")
        rules = driver.get("rules", [])
        self.expect(len({rule["id"] for rule in rules}) == len(rules), where, "a rule is listed twice")
        for rule in rules:
            self.rule(rule, f"rule {rule['id']}")
        self.expect(run.get("columnKind") == "utf16CodeUnits", where, "columnKind")
        self.expect(run.get("automationDetails", {}).get("id", "").endswith("/"), where, "automationDetails.id")
        base = run.get("originalUriBaseIds", {}).get("%SRCROOT%", {})
        self.expect("description" in base and "uri" not in base, where, "%SRCROOT% has no description, or an address")
        invocation = run.get("invocations", [{}])[0]
        self.expect("executionSuccessful" in invocation, where, "no executionSuccessful")
        for notification in invocation.get("toolExecutionNotifications", []):
            self.expect(notification.get("message", {}).get("text"), where, "a notification says nothing")
            for location in notification.get("locations", []):
                self.uri(location["physicalLocation"], where)
        results = run.get("results")
        if self.expect(isinstance(results, list) and len(results) <= LIMITS["results"], where, "no results, or too many"):
            for i, result in enumerate(results):
                self.result(result, rules, f"result {i}")
            keys = [r.get("partialFingerprints", {}).get("caplint/v1") for r in results]
            self.expect(len(set(keys)) == len(keys), where, "two results share a fingerprint")

    def document(self, document):
        self.expect(document.get("version") == "2.1.0" and "$schema" in document, "log", "version or $schema")
        self.expect(len(document.get("runs", [])) == 1, "log", "not exactly one run")
        for run in document.get("runs", []):
            self.run(run, "run")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root")
    parser.add_argument("--silenced", action="store_true")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    faults = 0
    for name in arguments.files:
        checker = Checker(name, arguments.root, arguments.silenced)
        with open(name, encoding="utf-8") as f:
            checker.document(json.load(f))
        faults += checker.faults
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
