"""The probe: a stash for each bucket, filled by the graph itself, and a comparison that first shows that it can see."""
from __future__ import annotations

import contextlib
from typing import Any, Callable, Dict, List, Optional

from .backend import TorchBackend
from .compare import compare_events
from .recorder import CANARY, GAVE, RESULT, Event, Recorder, recording
from .report import CLEAN, DIVERGED, NO_VERDICT, Comparison, Report
from .values import leaves

defaults: Dict[str, Any] = {"operations": False, "rtol": 0.0, "atol": 0.0}  # `caplint probe` sets these
report = Report()  # of all probes of the process


class Stash:
    """What one bucket's graph writes at each replay. Sized by that bucket's own capture, and kept alive with it."""

    def __init__(self, recorder: Recorder) -> None:
        self.canary, self.events, self.left_out = recorder.canary, recorder.events, sum(recorder.left_out.values())


class Probe:
    """state: tensors (in any container, or a function that gives them) that a step reads and changes besides its inputs.
    operations: each operation of PyTorch inside a watched function is a point of its own.
    rtol, atol: for floating point; 0 compares bit for bit. max_bytes: larger tensors are left out, and counted."""

    def __init__(self, *, state: Any = (), operations: Optional[bool] = None, rtol: Optional[float] = None, atol: Optional[float] = None,
                 max_bytes: int = 256 << 20, backend: Any = None) -> None:
        pick = lambda value, key: defaults[key] if value is None else value  # noqa: E731
        self.backend = backend or TorchBackend(pick(operations, "operations"))
        self.state, self.max_bytes = state, max_bytes
        self.rtol, self.atol = pick(rtol, "rtol"), pick(atol, "atol")
        self.stashes: Dict[Any, Stash] = {}
        self.comparisons: List[Comparison] = []
        self.beat = 0  # the canary's value: another one each time

    @contextlib.contextmanager
    def capture(self, bucket: Any) -> Any:
        """Around the capture of one bucket's graph. A warm-up may be inside too: it is not recorded."""
        if self.backend.is_capturing():
            raise RuntimeError("Probe.capture goes around the capture, not into it")
        recorder = Recorder(self.backend, only_in_capture=True, canary=self.backend.canary(), max_bytes=self.max_bytes)
        self.stashes.pop(bucket, None)
        with recording(recorder):
            yield
        self.stashes[bucket] = Stash(recorder)

    def compare(self, bucket: Any, replay: Callable[[], Any], eager: Callable[[], Any], *, inputs: Any = (), outputs: Any = None,
                rows: Optional[int] = None) -> Comparison:
        """Replays, runs eagerly from the same inputs and state (twice), and compares. Afterwards inputs, state, outputs and random
        numbers are as the replay left them.

        inputs: what the step reads. outputs: the graph's static outputs, by default what `replay` returns. rows: how many rows of the
        bucket are real; the padding behind them is not compared."""
        stash = self.stashes.get(bucket)
        if stash is None or not stash.events:
            return self._end(bucket, NO_VERDICT, reason="no stash: no watched function was captured for this bucket")
        b, kept = self.backend, self._tensors([inputs, self.state() if callable(self.state) else self.state])
        before, random = [b.clone(t) for t in kept], b.random_state()
        poisoned = self._poison(stash)
        returned = replay()
        b.synchronize()
        results = returned if outputs is None else outputs() if callable(outputs) else outputs
        graph = self._on_host(stash.events) + self._result(results)
        kept += self._tensors(results)
        after, random_after = [b.clone(t) for t in kept], b.random_state()
        runs = []
        try:
            for is_serial in (False, True):
                for tensor in self._tensors(results):
                    b.poison(tensor)
                self._put(kept, before)
                b.set_random_state(random)
                runs.append(self._run_eagerly(eager, results, stash.canary, is_serial))
        finally:
            self._put(kept, after)
            b.set_random_state(random_after)
            b.synchronize()
        return self._judge(bucket, stash, poisoned, graph, runs, rows)

    # ---- steps ----

    def _tensors(self, tree: Any) -> List[Any]:
        return [value for _, value in leaves(tree, self.backend.is_tensor) if self.backend.is_tensor(value)]

    def _put(self, to: List[Any], values: List[Any]) -> None:
        for tensor, value in zip(to, values):
            self.backend.put(tensor, value)

    def _on_host(self, events: List[Event]) -> List[Event]:
        copy = lambda v: self.backend.host(v) if self.backend.is_tensor(v) else v  # noqa: E731
        return [e._replace(leaves=tuple((name, copy(value)) for name, value in e.leaves)) for e in events]

    def _result(self, results: Any) -> List[Event]:
        named = [(name, value) for name, value in leaves(results, self.backend.is_tensor) if self.backend.is_tensor(value)]
        return self._on_host([Event(RESULT, 1, GAVE, tuple(named))]) if named else []

    def _poison(self, stash: Stash) -> List[Any]:
        """What the replay must write over: pairs of a tensor and what is in it now. The canary gets its next value."""
        self.backend.synchronize()
        pairs = []
        for event in stash.events:
            for _, value in event.leaves:
                if self.backend.is_tensor(value) and self.backend.poison(value):
                    pairs.append((value, self.backend.host(value)))
        self.beat += 1
        self.backend.set_canary(stash.canary, self.beat)
        self.written = self.backend.host(stash.canary)
        self.backend.synchronize()
        return pairs

    def _run_eagerly(self, eager: Callable[[], Any], outputs: Any, canary: Any, is_serial: bool) -> List[Event]:
        """What eager gives back stands beside the graph's outputs; a step that gives nothing back writes them in place."""
        self.backend.set_canary(canary, self.beat + 1)  # the planted difference
        self.backend.synchronize()
        recorder = Recorder(self.backend, only_in_capture=False, canary=canary, max_bytes=self.max_bytes)
        with recording(recorder), self.backend.serial() if is_serial else contextlib.nullcontext():
            results = eager()
        self.backend.synchronize()
        if not self._tensors(results) or not self._tensors(outputs):
            results = outputs
        return self._on_host(recorder.events) + self._result(results)

    # ---- the verdict ----

    def _blindness(self, stash: Stash, poisoned: List[Any], graph: List[Event], eager: List[Event]) -> Optional[str]:
        """Why the probe could not have seen a difference, or None. The canary is the first event of each sequence."""
        same = lambda a, b: self.backend.difference(a, b, 0.0, 0.0) is None  # noqa: E731
        stale = sum(same(self.backend.host(value), poison) for value, poison in poisoned)
        if poisoned and stale == len(poisoned):
            return "the replay did not write the stash: is it the graph that was captured for this bucket?"
        if stale:
            return f"the replay left {stale} of {len(poisoned)} tensors of the stash unwritten"
        if not eager or eager[0].site != CANARY:
            return "eager execution called no watched function"
        (_, seen), (_, planted) = graph[0].leaves[0], eager[0].leaves[0]
        if same(seen, planted) or not same(seen, self.written):
            return "the canary: what was written before the replay did not come through the graph"
        for event in graph[1:]:
            for _, value in event.leaves if event.site != RESULT else ():
                flipped = self.backend.flipped(value) if self.backend.is_tensor(value) else None
                if flipped is not None:
                    return "the canary: one bit was changed and not seen" if same(flipped, value) else None
        return "no tensor was captured but those that are too large (max_bytes): there is no tensor to compare" if stash.left_out else (
            "nothing but plain values was captured: there is no tensor to compare")

    def _judge(self, bucket: Any, stash: Stash, poisoned: List[Any], graph: List[Event], runs: List[List[Event]], rows: Optional[int]) -> Comparison:
        reason = self._blindness(stash, poisoned, graph, runs[0])
        if reason:
            return self._end(bucket, NO_VERDICT, reason=reason)

        def differ(a: Any, b: Any) -> Optional[Dict[str, Any]]:
            if not (self.backend.is_tensor(a) and self.backend.is_tensor(b)):
                same = type(a) is type(b) and (a == b or (a != a and b != b))
                return None if same else {"what": "value of the host", "graph": repr(a), "eager": repr(b)}
            if rows is not None:
                a, b = (self.backend.first_rows(t, rows, bucket) for t in (a, b))
            return self.backend.difference(a, b, self.rtol, self.atol)

        facts = compare_events(graph[1:], runs[0][1:], runs[1][1:], differ)
        facts["too_large"] = stash.left_out
        if facts["first"]:
            return self._end(bucket, DIVERGED, **facts)
        if facts["unsettled"]:
            where = ", ".join(facts["unsettled"][:3])
            return self._end(bucket, NO_VERDICT, reason=f"eager differs from itself at {where}: a race, an order of sums (rtol, atol), or state that was not named (state=)",
                             **facts)
        return self._end(bucket, CLEAN, **facts)

    def _end(self, bucket: Any, verdict: str, **facts: Any) -> Comparison:
        comparison = Comparison(bucket, verdict, **facts)
        self.comparisons.append(comparison)
        report.comparisons.append(comparison)
        return comparison
