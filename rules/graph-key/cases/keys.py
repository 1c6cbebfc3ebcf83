# What a graph is built with, and the key that it is kept under.
import torch
from lib import graph_cache, make


def whole_key(x, scale: float, causal: bool, *, rows: int):
    return ("step", tuple(x.shape), scale, causal, rows)


def short_key(x, scale: float, causal: bool, *, rows: int):
    return ("step", tuple(x.shape), rows)  # expect-warning: graph-key


@graph_cache(key_fn=whole_key)
def build_whole(x, scale: float, causal: bool, *, rows: int):
    return make(x, scale=scale, causal=causal, rows=rows)


@graph_cache(key_fn=short_key)
def build_short(x, scale: float, causal: bool, *, rows: int):
    return make(x, scale=scale, causal=causal, rows=rows)


# Set before it is read: the caller's does not count.
@graph_cache(key_fn=short_key)
def build_fixed(x, scale: float, causal: bool, *, rows: int):
    scale = 1.0
    return make(x, scale=scale, rows=rows)


class Runner:
    def short(self, x, scale: float):
        key = tuple(x.shape)
        if key not in self.graphs:  # expect-warning: graph-key
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                self.step(self.x, scale)
            self.graphs[key] = graph
        self.graphs[key].replay()

    def whole(self, x, scale: float, width: int):
        half = width // 2
        key = (tuple(x.shape), scale, half)
        if key not in self.graphs:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                self.step(self.x, scale, width)
            self.graphs[key] = graph
        self.graphs[key].replay()

    # Read at every call, outside of what is built.
    def outside(self, x, scale: float):
        key = tuple(x.shape)
        if key not in self.graphs:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                self.step(self.x, self.scale)
            self.graphs[key] = graph
        self.scale.fill_(scale)
        self.graphs[key].replay()


# Tensors that go into the capture, and are then copied, keyed by, or forgotten.
class Vision:
    def capture(self, key, x, bounds):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.out = self.blocks(x, bounds)
        self.graphs[key] = graph

    def forgets(self, x: torch.Tensor, bounds: torch.Tensor):
        key = x.shape[0]
        if key not in self.graphs:  # expect-warning: graph-key
            self.capture(key, x, bounds)
        self.inputs[key].copy_(x)
        self.graphs[key].replay()

    def copies(self, x: torch.Tensor, bounds: torch.Tensor):
        key = x.shape[0]
        if key not in self.graphs:
            self.capture(key, x, bounds)
        self.inputs[key].copy_(x)
        self.bounds[key].copy_(bounds)
        self.graphs[key].replay()

    def keys_by_it(self, x: torch.Tensor, bounds: torch.Tensor):
        key = (x.shape[0], tuple(bounds.tolist()))
        if key not in self.graphs:
            self.capture(key, x, bounds)
        self.inputs[key].copy_(x)
        self.graphs[key].replay()

    def of_all_calls(self, x: torch.Tensor, kv_cache: torch.Tensor):
        key = x.shape[0]
        if key not in self.graphs:
            self.capture(key, x, kv_cache)
        self.inputs[key].copy_(x)
        self.graphs[key].replay()
