"""Compares the replay of a captured CUDA graph with eager execution on the same inputs, and names the first operation that differs.

    from caplint_probe import Probe, watch

    @watch                                     # or: caplint probe SCRIPT --findings findings.sarif
    def attend(q, keys): ...

    probe = Probe(state=[kv_cache])            # what a step changes besides its result
    for n in buckets:
        with probe.capture(n), torch.cuda.graph(graphs[n]):
            outputs[n] = step(inputs[n])
    ...
    print(probe.compare(n, replay=graphs[n].replay, eager=lambda: step(inputs[n]), inputs=inputs[n], outputs=outputs[n]))

What a watched function is given and what it gives is cloned inside the capture, so that each replay writes it anew. See
docs/confirmation.md for what a verdict means. Python 3.9 or later; PyTorch is imported when the first Probe is made.
"""
from .probe import Probe
from .recorder import watch
from .report import CLEAN, DIVERGED, NO_VERDICT, Comparison, Report

__all__ = ["CLEAN", "DIVERGED", "NO_VERDICT", "Comparison", "Probe", "Report", "watch"]
