import torch
from torch import nn


class Attention(nn.Module):
    def forward(self, x: torch.Tensor, ends: torch.Tensor):
        longest = (ends[1:] - ends[:-1]).max().item()  # expect-note: sync-in-capture
        return varlen(x, ends, longest)


class Tower(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.blocks = nn.ModuleList([Attention() for _ in range(depth)])

    def forward(self, x: torch.Tensor, ends: torch.Tensor):
        for block in self.blocks:
            x = block(x, ends)
        return x
