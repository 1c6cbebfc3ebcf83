# Inputs of a graph that are filled for the capture, and those that each replay refreshes.
import torch


class DraftRunner:
    def __init__(self, rows, ranks):
        self.ids = torch.zeros(rows, dtype=torch.int64, device="cuda")
        self.lens = torch.zeros(rows, dtype=torch.int32, device="cuda")
        self.slots = torch.zeros(rows, dtype=torch.int32, device="cuda")
        self.counts = torch.zeros(ranks, dtype=torch.int32, device="cuda")
        self.offsets = torch.zeros(ranks, dtype=torch.int32, device="cuda")
        self.steps = torch.zeros(rows, dtype=torch.int32, device="cuda")
        self.graphs = {}

    def capture_one(self, rows, model):
        graph = torch.cuda.CUDAGraph()
        self.counts.copy_(torch.tensor([rows, 0], dtype=torch.int32, device=self.ids.device))
        self.offsets.copy_(torch.tensor([0, rows], dtype=torch.int32, device=self.ids.device))
        self.steps.copy_(torch.arange(self.steps.numel(), device=self.ids.device))
        batch = (self.ids[:rows], self.lens[:rows], self.slots[:rows], self.counts, self.offsets, self.steps)
        with torch.cuda.graph(graph):
            self.out = model(batch)
        self.graphs[rows] = graph

    def replay(self, batch):
        rows = batch.rows
        self.ids[:rows].copy_(batch.ids)  # expect-warning: frozen-value
        self.lens[:rows].copy_(batch.lens)
        self.slots[:rows].copy_(batch.slots)
        self.offsets.copy_(batch.offsets)
        self.graphs[rows].replay()
        return self.out
