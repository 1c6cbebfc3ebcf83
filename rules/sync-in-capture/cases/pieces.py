# rules: sync-in-capture
# A capture in pieces: what is decorated ends the piece, runs eagerly, and begins the next one.
import contextvars
import functools

import torch

current = contextvars.ContextVar("capture", default=None)


class PieceCapture:
    def __init__(self, pool):
        self.pool = pool
        self.pieces = []

    def __enter__(self):
        current.set(self)
        self.begin_piece()
        return self

    def __exit__(self, *exc):
        self.end_piece()
        current.set(None)

    def begin_piece(self):
        self.graph = torch.cuda.CUDAGraph()
        self.graph.capture_begin(pool=self.pool)

    def end_piece(self):
        self.graph.capture_end()
        self.pieces.append(self.graph)


def eager_between(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        capture = current.get()
        if capture is None:
            return function(*args, **kwargs)
        capture.end_piece()
        out = function(*args, **kwargs)
        capture.pieces.append(lambda: function(*args, **kwargs))
        capture.begin_piece()
        return out

    return wrapper


@eager_between
def route(scores):
    return scores.argmax().item()  # expect-note: sync-in-capture


class Model(torch.nn.Module):
    def forward(self, x):
        return x * route(x)


def capture(model: Model, x: torch.Tensor, pool):
    with PieceCapture(pool) as pieces:
        model(x)
    return pieces
