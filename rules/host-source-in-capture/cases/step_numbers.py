# rules: host-source-in-capture
import torch
from torch import nn


class Gate(nn.Module):
    def forward(self, x: torch.Tensor, temperature=None):
        if temperature is None:
            temperature = torch.tensor(1.0, device=x.device)  # expect-note: host-source-in-capture
        zero = torch.tensor(0.0, device=x.device)  # expect-note: host-source-in-capture
        return torch.maximum(x / temperature, zero)


class Prepared(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.zero = torch.tensor(0.0, device=device)

    def forward(self, x: torch.Tensor):
        return torch.maximum(x, self.zero)

    def forward_with_cuda_graph(self, x: torch.Tensor):
        """It replays: beside captures."""
        edge = torch.tensor([0], device=x.device)  # expect-note: host-source-in-capture
        return self.run(x, edge)
