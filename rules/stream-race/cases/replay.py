# rules: stream-race
"""A graph that is replayed on a side stream, behind copies into its inputs on another."""
import torch


class Runner:
    def __init__(self, model, x):
        self.model = model
        self.lane = torch.cuda.Stream()
        self.ordered = torch.cuda.Stream()
        self.alone = torch.cuda.Stream()
        self.synced = torch.cuda.Stream()
        self.x = torch.zeros_like(x)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.y = self.model(self.x)

    def step(self, x):
        self.x.copy_(x)
        with torch.cuda.stream(self.lane):  # expect-warning: stream-race
            self.graph.replay()
        torch.cuda.synchronize()
        return self.y.clone()

    def step_in_order(self, x):
        self.x.copy_(x)
        self.ordered.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.ordered):
            self.graph.replay()
        torch.cuda.current_stream().wait_stream(self.ordered)
        return self.y.clone()

    def step_on_one(self, x):
        with torch.cuda.stream(self.alone):
            self.x.copy_(x)
            self.graph.replay()
        torch.cuda.synchronize()
        return self.y.clone()

    def step_synced(self, x):
        self.x.copy_(x)
        torch.cuda.synchronize()
        with torch.cuda.stream(self.synced):
            self.graph.replay()
        torch.cuda.synchronize()
        return self.y.clone()
