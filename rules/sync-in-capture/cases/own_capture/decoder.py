import torch
from torch import nn


class Layer(nn.Module):
    def forward(self, x: torch.Tensor, ends: torch.Tensor):
        longest = ends.max().item()  # expect: sync-in-capture
        return varlen(x, ends, longest)


class Decoder(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.layers = nn.ModuleList([Layer() for _ in range(depth)])

    def forward(self, x: torch.Tensor, ends: torch.Tensor):
        for layer in self.layers:
            x = layer(x, ends)
        return x
