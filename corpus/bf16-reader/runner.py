# rules: capture-temporary external-temporary rebound-buffer
"""Captures the decode step of every batch size, and replays it."""
import bisect

import torch

from reader import paged_scores


class DecodeRunner:
    def __init__(self, model, sizes, width):
        rows = max(sizes)
        self.model, self.sizes = model, sizes
        self.query = torch.zeros(rows, 1, 64, dtype=torch.bfloat16, device="cuda")
        self.lens = torch.zeros(rows, dtype=torch.int64, device="cuda")
        self.pages = torch.zeros(rows, width, dtype=torch.int64, device="cuda")
        self.slot_index = torch.zeros(rows, dtype=torch.int64, device="cuda")
        self.lens32 = self.lens.to(torch.int32)  # expect-warning: external-temporary
        self.bias = None
        self.graphs = {}
        self.outs = {}

    def forward(self, query, lens, pages):
        if self.bias is None:
            self.bias = torch.zeros(query.shape[0], device=query.device)  # expect-warning: first-use-in-capture # expect-note: capture-temporary
        scores = paged_scores(query, self.model.keys, lens, pages)
        return self.model.head(scores, self.lens32, self.bias)

    def capture(self, size):
        graph = torch.cuda.CUDAGraph()
        scale = torch.full((size,), 0.125, device="cuda")  # expect-error: external-temporary
        with torch.cuda.graph(graph):
            out = self.forward(self.query[:size], self.lens[:size], self.pages[:size])
            out = out * scale
        self.graphs[size] = graph
        self.outs[size] = out

    def replay_cuda_graph(self, batch):
        live = batch.query.shape[0]
        size = self.sizes[bisect.bisect_left(self.sizes, live)]
        if size != live:
            self.lens.fill_(1)
            self.pages.zero_()
        self.query[:live].copy_(batch.query)
        self.lens[:live].copy_(batch.lens)
        self.pages[:live].copy_(batch.pages)
        self.slot_index[:live].copy_(batch.slot_index)  # expect-warning: stale-tail
        self.graphs[size].replay()
        return self.outs[size][:live]

    def grow(self, width):
        self.pages = torch.zeros(self.pages.shape[0], width, device="cuda")  # expect-todo: rebound-buffer


class Metadata:
    pass


class IndexBackend:
    def init_capture_cuda_graph(self, size, lens):
        meta = Metadata()
        meta.lens = self.lens[:size]
        meta.max_len = lens.max().item()
        self.metas[size] = meta

    def init_replay_cuda_graph(self, size, lens):
        meta = self.metas[size]
        meta.lens = torch.cumsum(lens, 0)  # expect-warning: rebound-buffer
        meta.max_len = lens.max().item()  # expect-warning: frozen-value
