"""Numbers that an operator uploads: told where somebody could capture it, and not where it asks the device on every way."""
import torch


class Norm(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        least = torch.tensor([0.001], dtype=torch.float, device=x.device)  # expect-note: host-source-in-capture
        return x / torch.max(x.std(dim=-1, keepdim=True), least)


class CheckedNorm(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        least = torch.tensor([0.001], dtype=torch.float, device=x.device)  # expect-note: host-source-in-capture
        scale = torch.max(x.std(dim=-1, keepdim=True), least)
        assert not torch.any(torch.isnan(scale))
        return x / scale


class Picked(torch.nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor):
        rows = torch.nonzero(mask)
        first = torch.tensor([0], dtype=torch.long, device=x.device)  # expect-note: host-source-in-capture
        return torch.cat([first, rows.flatten()]) + x[0]
