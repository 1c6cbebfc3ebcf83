# Graphs in a container of any name, looked up by get().
import torch


class Adapted:
    def __init__(self, base, adapters):
        self.base, self.adapters = base, adapters
        self.entries = {}

    def work(self, x, adapter):
        return self.base(x) + x @ self.adapters[adapter]

    def __call__(self, x, adapter):
        entry = self.entries.get(x.shape)
        if entry is None:
            held = x.clone()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                out = self.work(held, adapter)  # expect: graph-key
            entry = self.entries[x.shape] = (graph, held, out)
        graph, held, out = entry
        held.copy_(x)
        graph.replay()
        return out.clone()


class Keyed:
    def __init__(self, base, adapters):
        self.base, self.adapters = base, adapters
        self.entries = {}

    def work(self, x, adapter):
        return self.base(x) + x @ self.adapters[adapter]

    def __call__(self, x, adapter):
        key = (x.shape, adapter)
        entry = self.entries.get(key)
        if entry is None:
            held = x.clone()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                out = self.work(held, adapter)
            entry = self.entries[key] = (graph, held, out)
        graph, held, out = entry
        held.copy_(x)
        graph.replay()
        return out.clone()
