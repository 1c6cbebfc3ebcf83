# Where the outputs of graphs are kept.
import torch


class OnePlace:
    def capture(self, rows, run):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self.pool):
            out = run(self.x[:rows])
        self.graphs[rows] = graph
        self.out = out  # expect-warning: reused-output


class FirstOne:
    def capture(self, rows, run):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self.pool):
            out = run(self.x[:rows])
            if self.shared is not None:
                self.shared[:rows].copy_(out)
        if self.shared is None:
            self.shared = out  # expect-warning: reused-output
        self.graphs[rows] = graph


class Apart:
    def capture(self, rows, run):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self.pool):
            out = run(self.x[:rows])
        self.graphs[rows] = graph
        self.outs[rows] = out

    def only_one(self, run):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            out = run(self.x)
        self.graph = graph
        self.out = out

    def copied(self, rows, run):
        graph = torch.cuda.CUDAGraph()
        if self.shared is None:
            self.shared = torch.empty_like(self.x)
        with torch.cuda.graph(graph, pool=self.pool):
            out = run(self.x[:rows])
            self.shared[:rows].copy_(out)
        self.graphs[rows] = graph


def collect(model, inputs):
    graphed = torch.cuda.make_graphed_callables(model, (inputs[0],))
    seen = []
    for x in inputs:
        y = graphed(x)
        seen.append(y)  # expect-warning: reused-output
    kept = []
    for x in inputs:
        kept.append(graphed(x).clone())
    return seen, kept


def replay_all(model, x, inputs):
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        out = model(x)
    seen, kept = [], []
    for i in inputs:
        x.copy_(i)
        graph.replay()
        seen.append(out)  # expect-warning: reused-output
        kept.append(out.clone())
    return seen, kept


class Solver:
    """The attribute is the graph itself."""

    def __init__(self):
        self.graph = None

    def solve(self, wp, x):
        if self.graph is None:
            wp.capture_begin()
            self.run(x)
            self.graph = wp.capture_end()
        wp.capture_launch(self.graph)
