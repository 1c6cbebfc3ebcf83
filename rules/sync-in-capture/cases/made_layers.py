# rules: sync-in-capture host-source-in-capture
"""Layers that a helper makes with the function it is handed; what is called is told by the call at hand, whatever other models hand over."""
from abc import ABC, abstractmethod
from collections.abc import Generator
from itertools import islice
from typing import Protocol

import torch
from torch import nn

import elsewhere


class MakeOne(Protocol):
    def __call__(self, prefix: str) -> nn.Module: ...


class Nothing(nn.Module):
    def forward(self, *args):
        return args[0]


class Keeper(ABC):
    @abstractmethod
    def keep(self, modules: Generator[nn.Module, None, None]) -> list[nn.Module]:
        pass


class PlainKeeper(Keeper):
    def keep(self, modules: Generator[nn.Module, None, None]) -> list[nn.Module]:
        return list(modules)


_keeper: Keeper | None = PlainKeeper()


def make_layers(n: int, make: MakeOne, prefix: str) -> tuple[int, int, nn.ModuleList]:
    modules = nn.ModuleList([Nothing() for _ in range(1)] + _keeper.keep(make(prefix=f"{prefix}.{i}") for i in range(n)) + [Nothing()])
    return 0, n, modules


class FirstBlock(nn.Module):
    def forward(self, x: torch.Tensor, ends: torch.Tensor):
        return varlen(x, ends.max().item())  # expect-warning: sync-in-capture


class FirstModel(nn.Module):
    def __init__(self, n, block: type[nn.Module] = FirstBlock):
        super().__init__()
        self.first, self.last, self.layers = make_layers(n, lambda prefix: block(prefix), "layers")

    def forward(self, x: torch.Tensor, ends: torch.Tensor):
        for i, layer in enumerate(islice(self.layers, self.first, self.last)):
            x = layer(x, ends)
        return x


class SecondBlock(nn.Module):
    def forward(self, x: torch.Tensor, ends: torch.Tensor):
        return varlen(x, ends.tolist())  # expect-warning: host-source-in-capture


class SecondModel(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layers = elsewhere.make_layers(n, lambda i: SecondBlock())

    def forward(self, x: torch.Tensor, ends: torch.Tensor):
        for layer in self.layers:
            x = layer(x, ends)
        return x


class Head(nn.Module):
    """Called once, though a helper makes it."""

    def forward(self, x: torch.Tensor, ends: torch.Tensor):
        return varlen(x, ends.max().item())  # expect-note: sync-in-capture


class HeadModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = elsewhere.make_layers(1, lambda i: Head())

    def forward(self, x: torch.Tensor, ends: torch.Tensor):
        return [head(x, ends) for head in self.heads]
