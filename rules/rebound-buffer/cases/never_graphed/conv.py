# rules: rebound-buffer
"""A layer of a project of several files none of which speaks of graphs, though it pools over some (graph_pooling)."""
import torch
from torch import nn


class Conv(nn.Module):
    def __init__(self):
        super().__init__()
        self.offsets = torch.empty(0, device="cuda")

    def pad(self, offsets: torch.Tensor, size):
        if self.offsets.numel() < size:
            self.offsets.resize_(size)  # expect-note: rebound-buffer
        self.offsets[: offsets.numel()] = offsets
        return self.offsets[:size]

    def graph_pooling(self, x: torch.Tensor):
        return x.sum(0)
