# rules: sync-in-capture host-source-in-capture
"""Where a default device is set, what names none is not on the host."""
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, ids: torch.Tensor):
        return ids.max().item()  # expect-error: sync-in-capture


class Runner:
    def __init__(self):
        torch.set_default_device("cuda")
        self.model = Model()
        ids = torch.zeros(8, dtype=torch.int64)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.out = self.model(ids)
