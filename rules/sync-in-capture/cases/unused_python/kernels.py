# rules: sync-in-capture stale-tail
"""A fallback that nobody calls, and one that is called."""
import torch

from tables import Tables


def _compress_fallback(lens: torch.Tensor, out: torch.Tensor):
    """Safe under CUDA graph capture."""
    out[0:1] = lens.max().item()  # expect-note: sync-in-capture


def _compress(lens: torch.Tensor, out: torch.Tensor):
    """Safe under CUDA graph capture."""
    out[0:1] = lens.max().item()  # expect: sync-in-capture


class Runner:
    def __init__(self):
        self.tables = Tables()

    def step(self, lens: torch.Tensor, out: torch.Tensor, n, padded):
        """Once _compress_fallback did this, and refresh_all_slots_of the rest."""
        _compress(lens, out)
        self.tables.refresh_live_slots(lens, n, padded)
