"""What classes and annotations leave in the facts.

More text.
"""
from __future__ import annotations
import torch

limit: int = 3
later: "Runner"


@register("layer", default=limit)
class Layer(torch.nn.Module, Generic[T], metaclass=Meta):
    """A class's docstring is no function's."""

    width: int = 4
    parts: list["Layer"]

    class Options:
        pass

    @property
    def size(self) -> int:
        """The size."""
        return self.width

    @size.setter
    def size(self, value):
        self.width = value

    def __init__(self, parent: Layer | None = None, *rest, scale=1.0, **more):
        self.parent: Layer | None = parent
        self.note: str
        total: float = float(scale)

        def inner():
            self.inner: int = total

    @staticmethod
    def make(x): return Layer(x)


def capture_safe():
    r"""
    Raw, over lines.
    """
    from torch import cuda
    with cuda.graph(g), cuda.stream(s) as self_stream:
        pass


def not_documented():
    x = "no docstring"
    "nor this"
