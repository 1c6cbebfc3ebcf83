# What each turn of a loop gives, or each call, goes into the capture alone.
import torch


class Stepper:
    def __init__(self, net, levels):
        self.net = net
        self.levels = torch.linspace(1.0, 0.0, levels).tolist()
        self.graphs = {}
        self.graph = None

    def _record(self, x, level, following):
        kept = x.clone()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            out = kept + (following - level) * self.net(kept, level)
        return graph, kept, out

    def by_shape(self, x):
        for level, following in zip(self.levels[:-1], self.levels[1:]):
            key = tuple(x.shape)
            if key not in self.graphs:  # expect-warning: graph-key
                self.graphs[key] = self._record(x, level, following)
            graph, kept, out = self.graphs[key]
            kept.copy_(x)
            graph.replay()
            x = out.clone()
        return x

    def by_level(self, x):
        for turn, (level, following) in enumerate(zip(self.levels[:-1], self.levels[1:])):
            key = (tuple(x.shape), level)
            entry = self.graphs.get(key)
            if entry is None:
                entry = self._record(x, level, self.levels[turn + 1])
                self.graphs[key] = entry
            entry[1].copy_(x)
            entry[0].replay()
            x = entry[2].clone()
        return x

    def looked_up(self, x):
        for level in self.levels:
            entry = self.graphs.get(x.shape)
            if entry is None:  # expect-warning: graph-key
                entry = self._record(x, level, 0.0)
                self.graphs[x.shape] = entry
            entry[1].copy_(x)
            entry[0].replay()
            x = entry[2].clone()
        return x

    def filled(self, x):
        level_now = torch.zeros(1, device="cuda")
        for level in self.levels:
            entry = self.graphs.get(x.shape)
            if entry is None:
                entry = self._record(x, level_now, level_now)
                self.graphs[x.shape] = entry
            level_now.fill_(level)
            entry[1].copy_(x)
            entry[0].replay()
            x = entry[2].clone()
        return x


class Rows:
    def __init__(self, model):
        self.model = model
        self.graphs = {}

    def _step(self, rows, adapted):
        h = self.model.body(self.x[:rows])
        if adapted:
            h = h + self.model.adapter(h)
        return h

    def _entry(self, rows, adapted):
        if rows not in self.graphs:  # expect-warning: graph-key
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                out = self._step(rows, adapted)
            self.graphs[rows] = (graph, out)
        return self.graphs[rows]

    def _whole(self, rows, adapted):
        key = (rows, adapted)
        if key not in self.graphs:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                out = self._step(rows, adapted)
            self.graphs[key] = (graph, out)
        return self.graphs[key]

    # The model is the same at every call.
    def _of_model(self, rows, model):
        if rows not in self.graphs:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                out = model(self.x[:rows])
            self.graphs[rows] = (graph, out)
        return self.graphs[rows]

    def run(self, rows, adapter=None):
        graph, out = self._entry(rows, adapter is not None)
        graph.replay()
        other, _ = self._whole(rows, adapter is not None)
        other.replay()
        third, _ = self._of_model(rows, self.model)
        third.replay()
        return out.clone()


def anneal(field, temperatures, rounds):
    graph = None
    for t in temperatures:
        for _ in range(rounds):
            if graph is None:  # expect-warning: graph-key
                graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(graph):
                    field.sub_(torch.tanh(field / t))
                    smooth(field, t)
            graph.replay()


def anneal_anew(field, temperatures, rounds):
    for t in temperatures:
        graph = None
        for _ in range(rounds):
            if graph is None:
                graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(graph):
                    smooth(field, t)
            graph.replay()
