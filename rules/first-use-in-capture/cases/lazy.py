# Tensors that are made at their first use, and what decides their size.
import functools

import torch

_scratch = {}


@functools.lru_cache(maxsize=None)
def range_of(n):
    return torch.arange(n, device="cuda")  # expect-warning: first-use-in-capture


def scratch_of(name, size):
    if name not in _scratch:
        _scratch[name] = torch.empty(size, device="cuda")  # expect-warning: first-use-in-capture
    return _scratch[name]


class Layer:
    def __init__(self):
        self.buffer = None
        self.made = torch.zeros(64, device="cuda")
        self.graph = torch.cuda.CUDAGraph()

    def forward(self, x):
        if self.buffer is None:
            self.buffer = torch.zeros(64, device="cuda")  # expect-warning: first-use-in-capture
        fresh = torch.empty(64, device="cuda")
        return x + self.buffer + self.made + range_of(8) + scratch_of("a", 8) + fresh

    def capture(self, x):
        with torch.cuda.graph(self.graph):
            self.out = self.forward(x)


class Warm:
    def __init__(self):
        self.buffer = None
        self.graph = torch.cuda.CUDAGraph()

    def forward(self, x):
        if self.buffer is None:
            self.buffer = torch.zeros(64, device="cuda")  # expect-note: first-use-in-capture
        return x + self.buffer

    def capture(self, x):
        self.forward(x)
        with torch.cuda.graph(self.graph):
            self.out = self.forward(x)


def ensure_wrapper(layer, num_tokens):
    if getattr(layer, "wrapper", None) is not None:
        return
    rows = max(num_tokens, 1)  # expect-warning: first-use-in-capture
    layer.wrapper = Wrapper(rows=rows, hidden=layer.hidden, use_cuda_graph=True)


def ensure_bounded(layer, num_tokens):
    if getattr(layer, "wrapper", None) is not None:
        return
    layer.wrapper = Wrapper(rows=layer.max_num_tokens, hidden=layer.hidden, use_cuda_graph=True)


class Growing:
    def ensure_cuda_graph_buffer(self, num_tokens):
        if self.buffer is None or self.buffer.shape[0] < num_tokens:
            self.buffer = torch.zeros(num_tokens, device="cuda")
        return self.buffer

    def first_cuda_graph_buffer(self, x):
        if self.other is None:
            self.other = torch.zeros(x.shape[0], device="cuda")  # expect-warning: first-use-in-capture
        return self.other


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.limit = None

    def forward(self, x):
        if self.limit is None:
            self.limit = torch.tensor([x.shape[0]], device="cuda")  # expect-note: first-use-in-capture
        return x.clamp(max=self.limit)


def graphed(x):
    return torch.cuda.make_graphed_callables(Block(), (x,))  # runs it three times before


@functools.lru_cache(maxsize=None)
def warmed_table(length):
    return torch.arange(length, device="cuda").float()


def gather(positions):
    return warmed_table(4096)[positions]


# Not what the capture calls itself, but what that comes to, was called before.
def capture_gather(positions):
    warmed_table(4096)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        out = gather(positions)
    return graph, out
