# rules: stale-tail
"""One graph for all batch sizes, and buffers that are filled in front."""
import torch


class Runner:
    def __init__(self, model, rows, blocks):
        self.model = model
        self.ids = torch.zeros(rows, dtype=torch.int64, device="cuda")
        self.slot_mapping = torch.zeros(rows, dtype=torch.int64, device="cuda")
        self.block_tables = torch.zeros(rows, blocks, dtype=torch.int32, device="cuda")
        self.page_index = torch.zeros(rows, dtype=torch.int32, device="cuda")
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.logits = self.model(self.ids, self.slot_mapping, self.block_tables, self.page_index)

    def step(self, ids, slots, tables, pages):
        n = ids.size(0)
        self.ids[:n].copy_(ids)
        self.slot_mapping[:n].copy_(slots)  # expect-warning: stale-tail
        self.block_tables[:n, : tables.size(1)].copy_(tables)  # expect-warning: stale-tail
        self.page_index.copy_(pages)
        self.graph.replay()
        return self.logits[:n]


class Resetting:
    def __init__(self, model, rows):
        self.model = model
        self.cache_loc = torch.zeros(rows, dtype=torch.int64, device="cuda")
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.logits = self.model(self.cache_loc)

    def clear(self):
        self.cache_loc.fill_(0)

    def step(self, locs):
        n = locs.size(0)
        self.clear()
        self.cache_loc[:n].copy_(locs)
        self.graph.replay()
        return self.logits[:n]


class BySize:
    """Each size has a graph of its own."""

    def __init__(self, model, rows):
        self.model = model
        self.out_index = torch.zeros(rows, dtype=torch.int64, device="cuda")
        self.graphs = {}

    def capture(self, n):
        self.graphs[n] = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graphs[n]):
            self.logits = self.model(self.out_index[:n])

    def step(self, index):
        n = index.size(0)
        self.out_index[:n].copy_(index)
        self.graphs[n].replay()
        return self.logits[:n]
