# A graph for each padded size, looked up from the live one: what is behind the live rows is of an earlier replay.
import bisect
from dataclasses import dataclass
import torch

SIZES = [1, 2, 4, 8, 16]


@dataclass
class Inputs:
    tokens: torch.Tensor
    slots: torch.Tensor
    pages: torch.Tensor


class Left:
    def __init__(self, model):
        self.model = model
        self.sizes = SIZES
        self.inputs = Inputs(*(torch.zeros(16, dtype=torch.int64, device="cuda") for _ in range(3)))
        self.graphs, self.outs = {}, {}

    def record(self):
        for n in self.sizes:
            self.graphs[n] = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graphs[n]):
                self.outs[n] = self.model(self.inputs.tokens[:n], self.inputs.slots[:n])

    def step(self, tokens, slots):
        n = tokens.shape[0]
        padded = self.sizes[bisect.bisect_left(self.sizes, n)]
        self.inputs.tokens[:n].copy_(tokens)
        self.inputs.slots[:n].copy_(slots)  # expect: stale-tail
        self.graphs[padded].replay()
        return self.outs[padded][:n].clone()


# The graph is of just the size that is filled.
class Exact:
    def __init__(self, model):
        self.model = model
        self.sizes = SIZES
        self.row_slots = torch.zeros(16, dtype=torch.int64, device="cuda")
        self.graphs, self.outs = {}, {}

    def record(self):
        for n in self.sizes:
            self.graphs[n] = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graphs[n]):
                self.outs[n] = self.model(self.row_slots[:n])

    def step(self, slots):
        n = slots.shape[0]
        self.row_slots[:n].copy_(slots)
        self.graphs[n].replay()
        return self.outs[n].clone()


class Reset:
    def __init__(self, model):
        self.model = model
        self.sizes = SIZES
        self.page_slots = torch.zeros(16, dtype=torch.int64, device="cuda")
        self.graphs, self.outs = {}, {}

    def record(self):
        for n in self.sizes:
            self.graphs[n] = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graphs[n]):
                self.outs[n] = self.model(self.page_slots[:n])

    def step(self, slots):
        n = slots.shape[0]
        padded = self.sizes[bisect.bisect_left(self.sizes, n)]
        self.page_slots[:n].copy_(slots)
        self.page_slots[n:padded].fill_(-1)
        self.graphs[padded].replay()
        return self.outs[padded][:n].clone()
