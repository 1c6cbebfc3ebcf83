# rules: latched-error
"""Candidates that are captured one after another: what a failed one leaves in the slot is the next one's failure."""
import ctypes
import logging

import torch

logger = logging.getLogger(__name__)
libcudart = ctypes.CDLL("libcudart.so.12")


class Tuner:
    def measure(self, candidate, tensors):
        graph = torch.cuda.CUDAGraph()
        candidate(*tensors)
        torch.cuda.synchronize()
        with torch.cuda.graph(graph):
            candidate(*tensors)
        start = torch.cuda.Event(enable_timing=True)
        end = torch.cuda.Event(enable_timing=True)
        start.record()
        graph.replay()
        end.record()
        torch.cuda.synchronize()
        return start.elapsed_time(end)

    def choose(self, candidates, tensors):
        best, least = None, float("inf")
        for candidate in candidates:
            try:
                time = self.measure(candidate, tensors)
            except torch.cuda.OutOfMemoryError:
                raise
            except Exception as e:  # expect-warning: latched-error
                logger.warning("skipping %s: %s", candidate, e)
                time = float("inf")
            if time < least:
                best, least = candidate, time
        return best

    def choose_cleared(self, candidates, tensors):
        best, least = None, float("inf")
        for candidate in candidates:
            try:
                time = self.measure(candidate, tensors)
            except Exception as e:
                libcudart.cudaGetLastError()
                logger.warning("skipping %s: %s", candidate, e)
                time = float("inf")
            if time < least:
                best, least = candidate, time
        return best

    def choose_strict(self, candidates, tensors):
        times = []
        for candidate in candidates:
            try:
                times.append(self.measure(candidate, tensors))
            except Exception as e:
                raise RuntimeError(f"{candidate} failed") from e
        return times

    def choose_once(self, candidate, tensors):
        try:
            return self.measure(candidate, tensors)
        except Exception:
            return None

    def choose_eager(self, candidates, tensors):
        for candidate in candidates:
            try:
                candidate(*tensors)
            except Exception as e:
                logger.warning("skipping %s: %s", candidate, e)


def timed(candidate, tensors, repeats=3, in_graph=False):
    def run():
        for _ in range(repeats):
            candidate(*tensors)
        if in_graph:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                candidate(*tensors)
            graph.replay()

    return run()


def choose_eagerly(candidates, tensors):
    """Nothing is captured: the option is false by default, and nobody gives it."""
    best = None
    for candidate in candidates:
        try:
            timed(candidate, tensors, repeats=5)
            best = candidate
        except Exception as e:
            logger.warning("skipping %s: %s", candidate, e)
    return best


def choose_in_graph(candidates, tensors):
    best = None
    for candidate in candidates:
        try:
            timed(candidate, tensors, in_graph=True)
            best = candidate
        except Exception as e:  # expect-warning: latched-error
            logger.warning("skipping %s: %s", candidate, e)
    return best
