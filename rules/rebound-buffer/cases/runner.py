"""Attributes that a graph has captured, replaced or written in place before a replay."""
import torch


class Meta:
    pass


class Twins:
    """Preparation of the capture and of the replay, by name."""

    def __init__(self, rows):
        self.metas = {}
        self.lens_buffer = torch.zeros(rows, dtype=torch.int32, device="cuda")

    def init_metadata_capture_graph(self, bs: int, lens: torch.Tensor):
        meta = Meta()
        meta.lens = lens.to(torch.int32)
        meta.sums = torch.cumsum(lens, 0)
        meta.table = self.lens_buffer[:bs]
        self.metas[bs] = meta

    def init_metadata_replay_graph(self, bs: int, lens: torch.Tensor):
        meta = self.metas[bs]
        meta.lens = lens.to(torch.int32)
        meta.sums = torch.cumsum(lens, 0)  # expect-warning: rebound-buffer
        meta.table.copy_(lens)
        meta.note = torch.cumsum(lens, 0)
        self.current = meta

    def init_metadata(self, bs: int, lens: torch.Tensor):
        meta = Meta()
        meta.sums = torch.cumsum(lens, 0)
        self.current = meta


class Runner:
    """Replays itself; the captured code reads what was replaced."""

    def __init__(self, model, rows):
        self.model = model
        self.x = torch.zeros(rows, 8, device="cuda")
        self.mask = torch.zeros(rows, device="cuda")
        self.steps = 0
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.model(self.x, self.mask)

    def replay(self, x: torch.Tensor, mask: torch.Tensor):
        self.x.copy_(x)
        self.mask = torch.where(mask > 0, mask, 0)  # expect-warning: rebound-buffer
        self.last = torch.cumsum(x, 0)
        self.steps = self.steps + 1
        self.graph.replay()
        return self.out.clone()
