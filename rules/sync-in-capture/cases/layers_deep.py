# rules: sync-in-capture host-source-in-capture
# What is asked in each layer is asked on the shortest way to it, whichever way stands first in the text.
import torch
from torch import nn


def longest_of(ends: torch.Tensor):
    return measure(ends)


def measure(ends: torch.Tensor):
    return (ends[1:] - ends[:-1]).max().item()  # expect-warning: sync-in-capture


def first(ends: torch.Tensor):
    return second(ends)


def second(ends: torch.Tensor):
    return third(ends)


def third(ends: torch.Tensor):
    return fourth(ends)


def fourth(ends: torch.Tensor):
    return fifth(ends)


def fifth(ends: torch.Tensor):
    return longest_of(ends)


class Block(nn.Module):
    def forward(self, x: torch.Tensor, ends: torch.Tensor):
        first(ends)
        return varlen(x, ends, longest_of(ends))


class Tower(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.blocks = nn.ModuleList([Block() for _ in range(n)])

    def forward(self, x: torch.Tensor, ends: torch.Tensor):
        for block in self.blocks:
            x = block(x, ends)
        return x
