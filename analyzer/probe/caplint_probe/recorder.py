"""Watch points, and the recorder that they report to: what each call was given and gave, in order.

A recorder is active for one thread, while a graph is captured or a step runs eagerly. Without one a watched function is
called as if nobody watched.
"""
from __future__ import annotations

import functools
import inspect
import threading
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from .values import attributes, leaves

GIVEN, GAVE = "input", "output"
CANARY, RESULT = "<canary>", "<result>"


class Event(NamedTuple):
    """One side of one call. `leaves` are names and values; tensors are clones."""

    site: str
    call: int  # of the calls of this site, counted from 1
    side: str
    leaves: Tuple[Tuple[str, Any], ...]

    @property
    def place(self) -> Tuple[str, int, str]:
        return self.site, self.call, self.side


class Recorder:
    """Clones into `events`. With a canary the first event is its clone: a known value that takes the way that all others take."""

    def __init__(self, backend: Any, *, only_in_capture: bool, canary: Any = None, max_bytes: int = 0) -> None:
        self.backend, self.only_in_capture, self.canary, self.max_bytes = backend, only_in_capture, canary, max_bytes
        self.events: List[Event] = []
        self.left_out: Dict[str, int] = {}  # tensors that were too large, by site
        self.calls: Dict[str, int] = {}
        self.is_busy = False
        self.thread = threading.get_ident()

    def wants(self) -> bool:
        """A call of the warm-up before a capture is no part of the graph, and must not be taken for it."""
        here = threading.get_ident() == self.thread and not self.is_busy
        return here and (not self.only_in_capture or self.backend.is_capturing())

    def count(self, site: str) -> int:
        self.calls[site] = self.calls.get(site, 0) + 1
        return self.calls[site]

    def add(self, site: str, call: int, side: str, named: Any) -> None:
        self.is_busy = True  # what is done here is no operation of the step
        try:
            if self.canary is not None and not self.events:
                self.events.append(Event(CANARY, 1, GAVE, (("", self.backend.clone(self.canary)),)))
            kept = []
            for name, value in named:
                if not self.backend.is_tensor(value):
                    kept.append((name, value))
                elif self.max_bytes and self.backend.bytes_of(value) > self.max_bytes:
                    self.left_out[site] = self.left_out.get(site, 0) + 1
                else:
                    kept.append((name, self.backend.clone(value)))
            self.events.append(Event(site, call, side, tuple(kept)))
        finally:
            self.is_busy = False

    def run(self, site: str, names: List[str], function: Any, args: tuple, kwargs: dict) -> Any:
        call = self.count(site)
        self.add(site, call, GIVEN, self.given(names, args, kwargs))
        result = function(*args, **kwargs)
        self.add(site, call, GAVE, list(leaves(result, self.backend.is_tensor)))
        return result

    def given(self, names: List[str], args: tuple, kwargs: dict) -> List[Tuple[str, Any]]:
        is_tensor, named = self.backend.is_tensor, []
        for i, value in enumerate(args):
            name = names[i] if i < len(names) else f"argument {i + 1}"
            if i == 0 and name == "self":
                named += attributes(value, is_tensor)
            else:
                named += leaves(value, is_tensor, name)
        for name in sorted(kwargs):
            named += leaves(kwargs[name], is_tensor, name)
        return named


_active: Optional[Recorder] = None
reached: Dict[str, int] = {}  # calls of each watched site that were recorded in a capture


class recording:
    """Makes a recorder the active one."""

    def __init__(self, recorder: Optional[Recorder]) -> None:
        self.recorder = recorder

    def __enter__(self) -> Optional[Recorder]:
        global _active
        self.before, _active = _active, self.recorder
        return self.recorder

    def __exit__(self, *_: Any) -> None:
        global _active
        _active = self.before


def watch(target: Any = None, *, name: str = "") -> Any:
    """Decorator: `@watch` or `@watch(name="attention")`."""
    if target is None:
        return lambda function: watch(function, name=name)
    site = name or f"{target.__module__}.{target.__qualname__}"
    try:
        names = [p.name for p in inspect.signature(target).parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    except (TypeError, ValueError):
        names = []

    @functools.wraps(target)
    def call(*args: Any, **kwargs: Any) -> Any:
        recorder = _active
        if recorder is None or not recorder.wants():
            return target(*args, **kwargs)
        if recorder.only_in_capture:
            reached[site] = reached.get(site, 0) + 1
        with recorder.backend.operations(recorder, site):
            return recorder.run(site, names, target, args, kwargs)

    return call
