# rules: reused-output
"""What a captured forward leaves in an attribute for code that runs outside of the graphs."""
import torch


class Model(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = torch.nn.Linear(width, width)
        self.last = torch.nn.Linear(width, width)
        self.hidden = None
        self.inner = None
        self.kept = torch.zeros(64, width, device="cuda")
        self.table = torch.zeros(64, width)

    def forward(self, x: torch.Tensor):
        hidden = torch.relu(self.first(x))
        self.hidden = torch.cat([hidden, x], dim=-1)  # expect-warning: reused-output
        self.inner = torch.relu(hidden)
        if self.table.dtype != x.dtype:
            self.table = self.table.to(x.device, dtype=x.dtype)
        self.kept[: x.shape[0]].copy_(hidden)
        return self.last(self.inner)

    def aux_hidden(self, n):
        return self.hidden[:n]

    def kept_hidden(self, n):
        return self.kept[:n]

    # Converted once, and the same whichever graph is replayed.
    def table_of(self, n):
        return self.table[:n]


class Runner:
    def __init__(self, model: Model, width):
        self.model = model
        self.x = torch.zeros(64, width, device="cuda")
        self.graphs = {}
        self.outs = {}

    def capture_one(self, bs):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            out = self.model(self.x[:bs])
        return graph, out

    def capture(self, sizes):
        for bs in sizes:
            graph, out = self.capture_one(bs)
            self.graphs[bs] = graph
            self.outs[bs] = out

    def replay(self, x, bs):
        self.x[:bs].copy_(x)
        self.graphs[bs].replay()
        return self.outs[bs], self.model.aux_hidden(bs), self.model.kept_hidden(bs), self.model.table_of(bs)


class Once(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = torch.nn.Linear(width, width)
        self.mid = None

    def forward(self, x: torch.Tensor):
        self.mid = torch.relu(self.first(x))
        return self.mid + 1

    def middle(self):
        return self.mid.clone()


class Single:
    """One graph: the name stays at its tensor, which each replay fills."""

    def __init__(self, once: Once, width):
        self.once = once
        self.x = torch.zeros(64, width, device="cuda")
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.once(self.x)

    def replay(self, x):
        self.x.copy_(x)
        self.graph.replay()
        return self.out.clone(), self.once.middle()
