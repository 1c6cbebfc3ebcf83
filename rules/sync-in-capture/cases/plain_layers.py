# rules: sync-in-capture host-source-in-capture
"""Layers of a model's own classes, which are no torch modules, and what their instances put in place of a method."""
from functools import partial

import torch


class LayerTemplate:
    def __init__(self):
        self.bind()

    def bind(self):
        pass

    def norm(self, x):
        raise NotImplementedError

    def token_forward(self, x, state):
        return self.norm(x)

    def context_forward(self, x, state):
        return x[: state.lengths.max().item()]  # expect-note: sync-in-capture


class Layer(LayerTemplate):
    def bind(self):
        self.norm = partial(Layer.fast_norm, self)

    def fast_norm(self, x: torch.Tensor):
        return scaled(x, x.abs().max().item())  # expect-warning: sync-in-capture


class Model:
    def __init__(self, n):
        self.layers = [Layer() for _ in range(n)]
        self.last = Last()

    def decode(self, x: torch.Tensor, state):
        for i in range(len(self.layers)):
            layer = self.layers[i]
            x = layer.token_forward(x, state)
        return self.last.forward(x)

    def prompt(self, x: torch.Tensor, state):
        for layer in self.layers:
            x = layer.context_forward(x, state)
        return x

    def capture(self, graph, x: torch.Tensor, state):
        with torch.cuda.graph(graph):
            self.out = self.decode(x, state)


class Last:
    def forward(self, x: torch.Tensor):
        if x.dim() > 2:
            for _ in range(2):
                x = self.shrink(x)
        return x

    def shrink(self, x: torch.Tensor):
        return x[: x.shape[0] // 2]


class Rescale:
    """The same object again is no other layer, and its turns are few."""

    def forward(self, x: torch.Tensor):
        return scaled(x, x.max().item())  # expect-note: sync-in-capture


class Refine:
    def __init__(self):
        self.step = Rescale()

    def forward(self, x: torch.Tensor):
        step = self.step
        for _ in range(3):
            x = step.forward(x)
        return x
