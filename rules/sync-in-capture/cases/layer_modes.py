# rules: sync-in-capture host-source-in-capture
# What a layer does for prefill alone is not done at each layer of what is captured; what it always does is.
import torch
from torch import nn


def remap(ends: torch.Tensor, chunk: int):
    starts = ends.cpu().numpy()  # expect-note: host-source-in-capture
    return starts // chunk


def longest(ends: torch.Tensor):
    return (ends[1:] - ends[:-1]).max().item()  # expect-warning: sync-in-capture


class Attention(nn.Module):
    def forward(self, x: torch.Tensor, ends: torch.Tensor, context):
        bound = longest(ends)
        if context.is_prefill:
            starts = remap(ends, 16)
            return chunked(x, ends, starts, bound)
        return varlen(x, ends, bound)


class Tower(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layers = nn.ModuleList([Attention() for _ in range(n)])

    def forward(self, x: torch.Tensor, ends: torch.Tensor, context):
        for layer in self.layers:
            x = layer(x, ends, context)
        return x
