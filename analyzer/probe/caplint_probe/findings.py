"""Watch points from what caplint has found: SARIF or JSON lines, as `caplint check --format` writes them."""
from __future__ import annotations

import json
from typing import Any, Dict, Iterator, List, NamedTuple
from urllib.parse import unquote


class Point(NamedTuple):
    """A place of a finding. The function is the finding's, and may be empty: places on its path have none."""

    path: str
    line: int
    function: str
    rule: str


class Unreadable(Exception):
    """A file that holds no findings."""


def read_findings(name: str) -> List[Point]:
    try:
        with open(name, encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"{name}: {error}") from error
    try:
        return _from_sarif(json.loads(text))
    except ValueError:
        pass
    points = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            points += _from_line(json.loads(line))
        except ValueError as error:
            raise Unreadable(f"{name}:{number}: neither SARIF nor a finding a line: {error}") from error
    return points


def _from_sarif(content: Any) -> List[Point]:
    """ValueError if it is something else."""
    if not isinstance(content, dict) or not isinstance(content.get("runs"), list):
        raise ValueError("no SARIF")
    points = []
    for run in content["runs"]:
        for result in run.get("results") or []:
            for location, is_own in _locations(result):
                place = location.get("physicalLocation", {})
                path = unquote(place.get("artifactLocation", {}).get("uri", ""))
                logical = (location.get("logicalLocations") or [{}])[0] if is_own else {}
                points.append(Point(path, place.get("region", {}).get("startLine", 0), logical.get("fullyQualifiedName", ""), result.get("ruleId", "")))
    return points


def _locations(result: Dict[str, Any]) -> Iterator[Any]:
    for location in result.get("locations") or []:
        yield location, True
    for flow in result.get("codeFlows") or []:
        for thread in flow.get("threadFlows") or []:
            for step in thread.get("locations") or []:
                yield step.get("location", {}), False
    for location in result.get("relatedLocations") or []:
        yield location, False


def _from_line(finding: Any) -> List[Point]:
    if not isinstance(finding, dict) or "path" not in finding or "line" not in finding:
        raise ValueError("no path and line")
    rule = finding.get("rule", "")
    others = list(finding.get("steps") or []) + list(finding.get("related") or [])
    return [Point(finding["path"], finding["line"], finding.get("function", ""), rule)] + [Point(o["path"], o["line"], "", rule) for o in others]
