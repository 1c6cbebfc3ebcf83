# rules: sync-in-capture host-source-in-capture
import torch
from torch import nn


class Attention(nn.Module):
    def forward(self, x: torch.Tensor, ends: torch.Tensor):
        longest = (ends[1:] - ends[:-1]).max().item()  # expect-warning: sync-in-capture
        return varlen(x, ends, longest)


class Given(nn.Module):
    def forward(self, x: torch.Tensor, ends: torch.Tensor, longest=None):
        if longest is None:
            longest = ends.max().item()  # expect-note: sync-in-capture
        return varlen(x, ends, longest)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = Attention()
        self.other = Given()

    def forward(self, x: torch.Tensor, ends: torch.Tensor):
        return self.other(self.attention(x, ends), ends, 4)


class Tower(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.blocks = nn.ModuleList([Block() for _ in range(n)])

    def forward(self, x: torch.Tensor, ends: torch.Tensor):
        first = ends[0].item()  # expect-note: sync-in-capture
        for block in self.blocks:
            x = block(x, ends)
        return x, first


class Lookup(nn.Module):
    def forward(self, ids: torch.Tensor):
        return ids.max().item()  # expect-note: sync-in-capture


class Shards(nn.Module):
    """Each is asked for its own."""

    def __init__(self, n):
        super().__init__()
        self.lookups = nn.ModuleList([Lookup() for _ in range(n)])

    def forward(self, features):
        sizes = []
        for lookup, feature in zip(self.lookups, features):
            sizes.append(lookup(feature))
        return sizes
