# Outputs of a graph, collected in a loop over its replays.
import torch


class Pooled:
    def __init__(self, model, x):
        self.x = x
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.mean = model(x).mean(0)

    def all(self, batches):
        means = []
        for batch in batches:
            self.x.copy_(batch)
            self.graph.replay()
            means.append(self.mean)  # expect: reused-output
        return means

    def cloned(self, batches):
        means = []
        for batch in batches:
            self.x.copy_(batch)
            self.graph.replay()
            means.append(self.mean.clone())
        return means

    def numbers(self, batches):
        sums = []
        for batch in batches:
            self.x.copy_(batch)
            self.graph.replay()
            sums.append(self.mean.sum().item())
        return sums


# A graph for each, so an output for each.
def anew(model, batches):
    outs = []
    for batch in batches:
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            out = model(batch)
        graph.replay()
        outs.append(out)
    return outs


def graphed(model, x):
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        out = model(x)

    def run(new):
        x.copy_(new)
        graph.replay()
        return out

    return run


def copying(model, x):
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        out = model(x)

    def run_copied(new):
        x.copy_(new)
        graph.replay()
        return out.clone()

    return run_copied


def collect(model, batches):
    run = graphed(model, batches[0].clone())
    copied = copying(model, batches[0].clone())
    outs, copies, tops = [], [], []
    for batch in batches:
        outs.append(run(batch))  # expect: reused-output
        copies.append(copied(batch))
        tops.append(run(batch).max().item())
    return outs, copies, tops
