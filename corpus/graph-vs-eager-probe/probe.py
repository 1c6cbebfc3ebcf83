"""Keeps what an indexer read and wrote in a replay, to compute it again in eager mode and compare."""
import torch


class IndexerProbe:
    def __init__(self, indexer):
        self.indexer = indexer
        self.kept_query = None
        self.stash = {}
        self.last_snapshot = None
        self.graphs = {}
        self.side = torch.cuda.Stream()

    def forward(self, query, pages):
        logits = self.indexer.scores(query, pages)
        if self.kept_query is None:
            self.kept_query = torch.empty_like(query)  # expect-warning: first-use-in-capture
        self.kept_query[: query.shape[0]].copy_(query)
        self.stash["logits"] = logits  # expect-warning: vacuous-probe
        self.last_snapshot = logits.clone()  # expect-warning: vacuous-probe
        return logits

    def capture(self, size, query, pages):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            out = self.forward(query[:size], pages[:size])
        self.graphs[size] = graph
        self.out = out  # expect-warning: reused-output

    def compare_with_eager(self, pages):
        for name, kept in self.stash.items():
            if not torch.allclose(kept, self.indexer.scores(self.kept_query, pages)):
                return False
        return True  # expect-warning: vacuous-probe

    def compare_replay(self, size):
        before = self.out
        self.graphs[size].replay()
        return torch.allclose(before, self.out)  # expect-warning: vacuous-probe

    def watch(self, size):
        self.graphs[size].replay()
        with torch.cuda.stream(self.side):
            return self.out.abs().amax()  # expect-todo: stream-race
