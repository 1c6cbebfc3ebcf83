"""What the captured model reads: made and refreshed here, captured and replayed elsewhere."""
import torch


class Backend:
    def __init__(self, rows):
        self.lens = torch.zeros(rows, dtype=torch.int32, device="cuda")
        self.offsets = torch.zeros(rows + 1, dtype=torch.int32, device="cuda")
        self.scale = torch.ones(rows, device="cuda")
        self.seen = torch.zeros(rows, device="cuda")

    def attend(self, q):
        return q * self.scale + self.lens.sum() + self.offsets[:-1]

    def prepare(self, lens: torch.Tensor):
        self.lens = torch.clamp(lens, min=1)  # expect-warning: rebound-buffer
        self.offsets[1:].copy_(torch.cumsum(lens, 0))
        self.seen = torch.zeros_like(lens)

    def prepare_eager(self, lens: torch.Tensor):
        self.lens = torch.clamp(lens, min=1)
