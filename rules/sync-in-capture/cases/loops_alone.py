# What each layer always does the capture meets, though a loop over the layers stands before it; what a layer does under a condition of its own it need not.
import torch


class Layer(torch.nn.Module):
    def forward(self, x, mask):
        if mask.any():  # expect: sync-in-capture
            x = x.masked_fill(mask, 0.0)
        return x


class Switched(torch.nn.Module):
    def __init__(self, checks, deep, wide):
        super().__init__()
        self.checks, self.deep, self.wide = checks, deep, wide

    def forward(self, x, mask):
        if self.checks:
            if self.deep:
                if self.wide:
                    if x.dim() == 3:
                        assert mask.any()
        return x


class Encoder:
    def __init__(self, layers):
        self.layers = layers
        self.x = torch.zeros(8, 64, device="cuda")
        self.mask = torch.zeros(8, 64, dtype=torch.bool, device="cuda")
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.y = self.run()

    def run(self):
        y = self.x
        for layer in self.layers:
            y = y + layer(y, self.mask)
        return y


class Other:
    def __init__(self, layers):
        self.layers = layers
        self.x = torch.zeros(8, 64, device="cuda")
        self.mask = torch.zeros(8, 64, dtype=torch.bool, device="cuda")
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.y = self.run()

    def run(self):
        y = self.x
        for layer in self.layers:
            y = y + layer(y, self.mask)
        return y


def make(n):
    return Encoder([Layer() for _ in range(n)]), Other([Switched(i % 2, i, n) for i in range(n)])
