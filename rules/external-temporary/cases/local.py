# Tensors made before a capture, held by local variables alone.
import torch


class Captures:
    def plain(self, model, index):
        graph = torch.cuda.CUDAGraph()
        copied = index.clone()  # expect-error: external-temporary
        cast = index.to(torch.int32)  # expect-note: external-temporary
        both = torch.cat([self.left, self.right])  # expect-error: external-temporary
        view = self.buffer[:64]
        with torch.cuda.graph(graph):
            self.out = model(copied, cast, both, view)
        self.graph = graph

    # The closure dies with the function, and what it holds as well.
    def closure(self, forward, rows):
        graph = torch.cuda.CUDAGraph()
        positions = torch.arange(rows, device="cuda")  # expect-error: external-temporary
        ids = self.ids[:rows]

        def run_once():
            return forward(ids, positions)

        for _ in range(2):
            run_once()
        return graph, self._record(graph, run_once)

    def _record(self, graph, run):
        with torch.cuda.graph(graph, pool=self.pool):
            out = run()
        return out


class Keeps:
    def stored(self, model, index):
        graph = torch.cuda.CUDAGraph()
        copied = index.clone()
        with torch.cuda.graph(graph):
            self.out = model(copied)
        self.graph = graph
        self.inputs = copied

    def returned(self, model, index):
        graph = torch.cuda.CUDAGraph()
        copied = index.clone()
        with torch.cuda.graph(graph):
            out = model(copied)
        return graph, out, copied

    def held(self, model, index):
        graph = torch.cuda.CUDAGraph()
        copied = index.clone()
        self.holder.retain(copied)
        with torch.cuda.graph(graph):
            self.out = model(copied)
        self.graph = graph

    def inside(self, model, index):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            cast = index.to(torch.int32)
            self.out = model(cast)
        self.graph = graph


# Replayed where it was captured: everything is still there.
def measure(model, index):
    graph = torch.cuda.CUDAGraph()
    copied = index.clone()
    with torch.cuda.graph(graph):
        model(copied)
    graph.replay()
    return graph
