# Copies that are kept beside what they were made from.
import torch


class Stale:
    def __init__(self, rows):
        self.index = torch.zeros(rows, dtype=torch.int64, device="cuda")
        self.index32 = self.index.to(torch.int32)  # expect-warning: external-temporary
        self.graph = torch.cuda.CUDAGraph()

    def forward(self):
        return torch.index_select(self.table, 0, self.index32)

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.forward()

    def run(self, index):
        self.index[: len(index)].copy_(index)
        self.graph.replay()


class Refreshed:
    def __init__(self, rows):
        self.index = torch.zeros(rows, dtype=torch.int64, device="cuda")
        self.index32 = self.index.to(torch.int32)
        self.graph = torch.cuda.CUDAGraph()

    def forward(self):
        return torch.index_select(self.table, 0, self.index32)

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.forward()

    def run(self, index):
        self.index.copy_(index)
        self.index32.copy_(self.index)
        self.graph.replay()


# The source never changes once it was copied.
class Weights:
    def __init__(self, weight):
        self.weight = weight
        self.turned = self.weight.contiguous()
        self.graph = torch.cuda.CUDAGraph()

    def forward(self):
        return self.x @ self.turned

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.forward()

    def run(self, x):
        self.x.copy_(x)
        self.graph.replay()
