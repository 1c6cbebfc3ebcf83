# rules: frozen-value
"""A position of the host that a captured method advances."""
import torch


class Cache(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.k = torch.zeros(n, 64, device="cuda")
        self.v = torch.zeros(n, 64, device="cuda")
        self.index = torch.zeros(1, dtype=torch.int64, device="cuda")
        self.pos = 0
        self.end = 0
        self.calls = 0
        self.at = torch.zeros(1, dtype=torch.int64, device="cuda")
        self.blocks = [torch.nn.Linear(64, 64) for _ in range(4)]
        self.turn = 0

    def forward(self, k, v):
        self.k[self.pos] = k
        self.pos += 1  # expect-warning: frozen-value
        self.calls += 1
        k = self.blocks[self.turn](k)
        self.turn += 1
        self.k.index_copy_(0, self.at, k)
        self.at += 1
        return self.ends(v)

    def ends(self, v):
        self.v[: self.end].mul_(v)
        self.end = self.end + 1  # expect-warning: frozen-value
        return self.v


class Runner:
    def __init__(self, cache: Cache):
        self.cache = cache
        self.x = torch.zeros(64, device="cuda")
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.cache(self.x, self.x)

    def step(self, x):
        self.x.copy_(x)
        self.graph.replay()
        return self.out.clone()


class Eager:
    """Nobody captures it."""

    def __init__(self, n):
        self.k = torch.zeros(n, 64, device="cuda")
        self.pos = 0

    def push(self, k):
        self.k[self.pos] = k
        self.pos += 1
