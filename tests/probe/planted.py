"""A small model on a GPU with one mistake planted in it, captured for two buckets and compared: planted.py PLANT.

clean       nothing is wrong: temporaries made in the capture, random numbers, a cache that grows
overlap     under capture a side stream stores the keys, and the scores read them before the join; the store spins first, so that
            the wrong order happens every time
rebound     the bias is another tensor after the capture
first-call  a workspace has the size of the first call, and grows outside of captures alone
scalar      a number of the host changes after the capture
wrong-graph the graph of the other bucket is replayed
"""
import sys

import torch

from caplint_probe import Probe

WIDTH, BUCKETS = 256, (8, 2)
SPIN = 20_000_000  # cycles
plant = sys.argv[1]
torch.manual_seed(0)


class Model:
    def __init__(self):
        self.weight = torch.randn(max(BUCKETS), WIDTH, device="cuda")
        self.bias = torch.randn(WIDTH, device="cuda")
        self.keys = torch.zeros(max(BUCKETS), WIDTH, device="cuda")
        self.side = torch.cuda.Stream()
        self.workspace = None
        self.factor = 2.0

    def store(self, x):
        self.keys[: x.shape[0]].copy_(x * self.weight[: x.shape[0]])
        return self.keys[: x.shape[0]]

    def scores(self, x, keys, factor):
        index = (x * 4).to(torch.int32)
        return torch.softmax(keys * factor + index.to(keys.dtype), -1) + self.bias

    def mix(self, x):
        rows = x.shape[0]
        if self.workspace is None or (self.workspace.shape[0] < rows and not torch.cuda.is_current_stream_capturing()):
            self.workspace = torch.zeros(rows, WIDTH, device="cuda")
        rows = min(rows, self.workspace.shape[0])
        self.workspace[:rows].copy_(x[:rows].t().contiguous().t())
        out = torch.zeros_like(x)
        out[:rows] = self.workspace[:rows] + torch.rand_like(x[:rows])
        return out

    def step(self, x):
        if plant == "overlap" and torch.cuda.is_current_stream_capturing():
            main = torch.cuda.current_stream()
            self.side.wait_stream(main)
            with torch.cuda.stream(self.side):
                torch.cuda._sleep(SPIN)
                self.store(x)
            scores = self.scores(x, self.keys[: x.shape[0]], self.factor)
            main.wait_stream(self.side)
        else:
            self.store(x)
            scores = self.scores(x, self.keys[: x.shape[0]], self.factor)
        return self.mix(scores)


def main():
    model = Model()
    probe = Probe(state=lambda: [model.keys, model.workspace])
    inputs = {n: torch.randn(n, WIDTH, device="cuda") for n in BUCKETS}
    graphs, outputs = {}, {}
    model.step(inputs[min(BUCKETS) if plant == "first-call" else max(BUCKETS)])  # what warms up decides the workspace's size
    torch.cuda.synchronize()
    for n in BUCKETS:
        graphs[n] = torch.cuda.CUDAGraph()
        with probe.capture(n), torch.cuda.graph(graphs[n]):
            outputs[n] = model.step(inputs[n])
    before = model.bias
    if plant == "rebound":
        model.bias = before + 1
    if plant == "scalar":
        model.factor = 3.0
    for _ in range(3):
        for n in BUCKETS:
            inputs[n].copy_(torch.randn(n, WIDTH, device="cuda"))
            graph = graphs[BUCKETS[0] if plant == "wrong-graph" else n]
            probe.compare(n, replay=graph.replay, eager=lambda n=n: model.step(inputs[n]), inputs=inputs[n], outputs=outputs[n])


main()
