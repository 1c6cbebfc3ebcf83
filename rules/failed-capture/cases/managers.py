# rules: failed-capture
from contextlib import contextmanager

import torch

is_capturing = False
verbose = False


@contextmanager
def capture_mode():
    global is_capturing
    is_capturing = True

    yield

    is_capturing = False  # expect-warning: failed-capture


@contextmanager
def safe_capture_mode():
    global is_capturing
    is_capturing = True
    try:
        yield
    finally:
        is_capturing = False


@contextmanager
def chatty():
    global verbose
    verbose = True
    yield
    verbose = False


class Runner:
    def __init__(self):
        self.graph = torch.cuda.CUDAGraph()

    def record(self, step, x):
        self.graph.capture_begin()
        out = step(x)  # expect-warning: failed-capture
        self.graph.capture_end()
        return out

    def record_well(self, step, x):
        self.graph.capture_begin()
        try:
            out = step(x)
        finally:
            self.graph.capture_end()
        return out

    def record_by_manager(self, step, x):
        with torch.cuda.graph(self.graph):
            return step(x)

    def record_and_hope(self, step, x):
        try:
            with torch.cuda.graph(self.graph):
                step(x)
        except RuntimeError:  # expect-warning: failed-capture
            print("no graph")
        self.graph.replay()

    def record_or_step(self, step, x):
        is_recorded = True
        try:
            with torch.cuda.graph(self.graph):
                step(x)
        except RuntimeError:
            is_recorded = False
        if is_recorded:
            self.graph.replay()
        else:
            step(x)

    def record_or_leave(self, step, x):
        try:
            with torch.cuda.graph(self.graph):
                step(x)
        except RuntimeError:
            return step(x)
        self.graph.replay()
