"""Three sequences of events side by side: the graph's, and those of two eager runs. Where the two eager runs differ, nothing is
said about the graph."""
from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional

from .recorder import GIVEN, Event


def compare_events(graph: List[Event], eager: List[Event], again: List[Event], differ: Callable[[Any, Any], Optional[Dict[str, Any]]]) -> Dict[str, Any]:
    """How many points agree, the first one that does not (or None), and the points where eager differs from itself."""
    agree, agreed, first, differing, unsettled = 0, None, None, 0, []
    for i in range(max(len(graph), len(eager))):
        here = graph[i] if i < len(graph) else None
        there = eager[i] if i < len(eager) else None
        other = again[i] if i < len(again) else None
        if there is not None and (other is None or other.place != there.place):
            unsettled.append(name_of(there))
            break  # eager takes another way each time: what follows can't be put side by side
        if here is None or there is None or here.place != there.place:
            first = first or {"point": name_of(here or there), "side": (here or there).side, "after": agreed, "cause": "path",
                              "difference": {"what": "path", "graph": name_of(here), "eager": name_of(there)}}
            differing += 1
            break
        found, is_unsettled = _differences(here, there, other, differ)
        if is_unsettled:
            unsettled.append(name_of(here))
        if found is not None:
            cause = "input" if here.side == GIVEN else "operation"
            first = first or {"point": name_of(here), "side": here.side, "after": agreed, "cause": cause, "difference": found}
            differing += 1
        elif not is_unsettled and here.leaves:
            agree, agreed = agree + 1, f"{name_of(here)} {here.side}"
    return {"agree": agree, "differ": differing, "first": first, "unsettled": unsettled}


def name_of(event: Optional[Event]) -> str:
    if event is None:
        return "nothing"
    return event.site if event.call == 1 else f"{event.site} (call {event.call})"


def _differences(here: Event, there: Event, other: Event, differ: Callable[[Any, Any], Optional[Dict[str, Any]]]) -> Any:
    """The first leaf in which the graph differs from what both eager runs agree on; and whether they disagree anywhere."""
    names = [name for name, _ in here.leaves]
    if names != [name for name, _ in there.leaves]:
        return {"what": "structure", "graph": ", ".join(names), "eager": ", ".join(name for name, _ in there.leaves)}, False
    found, is_unsettled = None, False
    second = dict(other.leaves)
    for (name, a), (_, b) in zip(here.leaves, there.leaves):
        if name not in second or differ(b, second[name]) is not None:
            is_unsettled = True
            continue
        difference = differ(a, b)
        if difference is not None and found is None:
            found = {"leaf": name, **difference}
    return found, is_unsettled
