# rules: sync-in-capture host-source-in-capture
"""Operators whose base class chooses one of their methods once, an abstract method of very many classes, a class whose __new__ chooses."""
import torch
from torch import nn


class Operator(nn.Module):
    def __init__(self):
        super().__init__()
        self._method = self.choose()

    def forward(self, *args, **kwargs):
        return self._method(*args, **kwargs)

    def forward_cuda(self, *args, **kwargs):
        raise NotImplementedError

    def forward_cpu(self, *args, **kwargs):
        raise NotImplementedError

    def choose(self):
        if torch.cuda.is_available():
            return self.forward_cuda
        return self.forward_cpu


class Norm(Operator):
    def forward_cuda(self, x: torch.Tensor):
        return scaled(x, x.max().item())  # expect-warning: sync-in-capture

    def forward_cpu(self, x: torch.Tensor):
        return scaled(x, x.max().item())  # expect-note: sync-in-capture


class FastAttention(nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor):
        return x[mask > 0]  # expect-warning: sync-in-capture


class Attention:
    def __new__(cls, *args):
        return FastAttention(*args)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = Norm()
        self.attention = Attention()

    def forward(self, x: torch.Tensor, mask: torch.Tensor):
        return self.attention(self.norm(x), mask)


class Model(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.blocks = nn.ModuleList([Block() for _ in range(n)])

    def forward(self, x: torch.Tensor, mask: torch.Tensor):
        for block in self.blocks:
            x = block(x, mask)
        return x
