"""What the probe says. The same run gives the same bytes: no addresses, no times."""
from __future__ import annotations

import json
from typing import Any, Dict, List

CLEAN, DIVERGED, NO_VERDICT = "clean", "diverged", "no verdict"
EXIT = {CLEAN: 0, DIVERGED: 1, NO_VERDICT: 2}


class Comparison:
    """One replay beside eager execution. True if it is clean."""

    def __init__(self, bucket: Any, verdict: str, **facts: Any) -> None:
        self.bucket, self.verdict, self.facts = bucket, verdict, facts

    def __bool__(self) -> bool:
        return self.verdict == CLEAN

    def as_dict(self) -> Dict[str, Any]:
        return {"bucket": str(self.bucket), "verdict": self.verdict, **self.facts}

    def __str__(self) -> str:
        f, head = self.facts, f"bucket {self.bucket}: {self.verdict}"
        if self.verdict == NO_VERDICT:
            return f"{head}: {f['reason']}"
        if self.verdict == CLEAN:
            return f"{head}: {_points(f['agree'])} agree, inputs and outputs" + _left_out(f)
        first, d = f["first"], f["first"]["difference"]
        lines = [f"{head} at {first['point']}, {first['side']}" + (f" {d['leaf']}" if d.get("leaf") else "")]
        lines.append("  " + _describe(d))
        lines.append("  " + {"path": "the graph was captured on another way through the code",
                             "input": "what it is given differs: the cause lies before it",
                             "operation": "what it was given agrees: it is here"}[first["cause"]])
        lines.append(f"  {_points(f['agree'])} agree, {f['differ']} differ" + (f"; the last that agreed before: {first['after']}" if first["after"] else ""))
        return "\n".join(lines) + _left_out(f)


def _points(n: int) -> str:
    return f"{n} point" if n == 1 else f"{n} points"


def _describe(d: Dict[str, Any]) -> str:
    if d["what"] == "values":
        return f"{d['wrong']} of {d['of']} values differ, first at {d['at']}: graph {d['graph']}, eager {d['eager']}"
    return f"{d['what']}: graph {d['graph']}, eager {d['eager']}"


def _left_out(facts: Dict[str, Any]) -> str:
    text = ""
    if facts.get("too_large"):
        text += f"\n  not compared, larger than the limit: {facts['too_large']}"
    if facts.get("unsettled"):
        text += f"\n  eager differs from itself at: {', '.join(facts['unsettled'])}"
    return text


class Report:
    """All comparisons of a run, and where it watched."""

    def __init__(self) -> None:
        self.comparisons: List[Comparison] = []
        self.watched: List[Dict[str, Any]] = []  # site, rules, calls in captures
        self.unwatched: List[Dict[str, Any]] = []  # site, rules, reason

    @property
    def verdict(self) -> str:
        """The worst one. No comparison is no verdict."""
        verdicts = [c.verdict for c in self.comparisons]
        return DIVERGED if DIVERGED in verdicts else NO_VERDICT if NO_VERDICT in verdicts or not verdicts else CLEAN

    @property
    def status(self) -> int:
        return EXIT[self.verdict]

    def json(self) -> str:
        content = {"version": 1, "verdict": self.verdict, "comparisons": [c.as_dict() for c in self.comparisons], "watched": self.watched,
                   "unwatched": self.unwatched}
        return json.dumps(content, indent=2, sort_keys=True, default=str) + "\n"

    def text(self) -> str:
        lines = [str(c) for c in self.comparisons]
        for w in self.watched:
            rules = f" ({', '.join(w['rules'])})" if w["rules"] else ""
            lines.append(f"watched: {w['site']}{rules}: " + (f"{w['calls']} calls captured" if w["calls"] != 1 else "1 call captured"))
        for w in self.unwatched:
            lines.append(f"not watched: {w['site']} ({', '.join(w['rules'])}): {w['reason']}")
        if not self.comparisons:
            lines.append("no replay was compared: the script makes no call of Probe.compare")
        lines.append(f"verdict: {self.verdict}")
        return "\n".join(lines) + "\n"
