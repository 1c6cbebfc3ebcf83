"""Keeps what an indexer read and wrote in a replay, to compute it again in eager mode and compare."""
import torch


class IndexerProbe:
    def __init__(self, indexer, rows, width):
        self.indexer = indexer
        self.kept_query = torch.zeros(rows, width, device="cuda")
        self.stash = {}
        self.graphs = {}
        self.outs = {}
        self.side = torch.cuda.Stream()

    def forward(self, query, pages):
        logits = self.indexer.scores(query, pages)
        self.kept_query[: query.shape[0]].copy_(query)
        self.stash[query.shape[0]] = logits.clone()
        return logits

    def capture(self, size, query, pages):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            out = self.forward(query[:size], pages[:size])
        self.graphs[size] = graph
        self.outs[size] = out

    def compare_with_eager(self, size, pages):
        compared = 0
        for kept in (self.stash.get(size),):
            if kept is None:
                continue
            if not torch.allclose(kept, self.indexer.scores(self.kept_query[:size], pages[:size])):
                return False
            compared += 1
        return compared > 0

    def compare_replay(self, size):
        before = self.outs[size].clone()
        self.graphs[size].replay()
        return torch.allclose(before, self.outs[size])

    def watch(self, size):
        self.graphs[size].replay()
        self.side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.side):
            return self.outs[size].abs().amax()
