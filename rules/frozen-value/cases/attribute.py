# rules: frozen-value
"""Numbers of the host on an object whose captured method reads them."""
import torch


class Attention:
    def __init__(self, attn):
        self.attn = attn
        self.max_len = 0
        self.rows = 0
        self.width = 128
        self.count = 0
        self.graphs = {}
        self.graph = None

    def forward(self, q: torch.Tensor):
        out = self.attn(q[: self.rows], self.max_len, self.width)
        return out

    def capture(self, q):
        self.q = q.clone()
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.out = self.forward(self.q)

    def step(self, q, lens):
        self.max_len = max(lens)  # expect-warning: frozen-value
        self.width = 256
        self.count = len(lens)
        self.note_rows(lens)
        self.q.copy_(q)
        self.graph.replay()
        return self.out.clone()

    def note_rows(self, lens):
        self.rows = len(lens)  # expect-warning: frozen-value


class ByCount:
    """The number chooses the graph."""

    def __init__(self, attn):
        self.attn = attn
        self.rows = 0
        self.graphs = {}

    def forward(self, q: torch.Tensor):
        return self.attn(q[: self.rows])

    def capture(self, q, rows):
        self.rows = rows
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.out = self.forward(q)
        self.graphs[rows] = graph

    def step(self, q, lens):
        self.rows = len(lens)
        self.graphs[self.rows].replay()
        return self.out.clone()


class OnTheDevice:
    def __init__(self, attn):
        self.attn = attn
        self.lens = torch.zeros(64, dtype=torch.int32, device="cuda")
        self.graph = torch.cuda.CUDAGraph()

    def forward(self, q: torch.Tensor):
        return self.attn(q, self.lens)

    def capture(self, q):
        with torch.cuda.graph(self.graph):
            self.out = self.forward(q)

    def step(self, lens):
        self.lens.copy_(lens)
        self.graph.replay()
        return self.out.clone()
