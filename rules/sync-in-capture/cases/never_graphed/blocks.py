# rules: sync-in-capture host-source-in-capture
"""Layers that wait, in a project none of whose files speaks of graphs: what they cost, they cost its own users."""
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc = nn.Linear(width, width)

    def forward(self, x):
        if torch.min(x) < 0:  # expect-note: sync-in-capture
            raise ValueError("outside of its domain")
        return self.fc(x)


class Tower(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.blocks = nn.ModuleList([Block(width) for _ in range(depth)])

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x
