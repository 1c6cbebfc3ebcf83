# A number of the host is advanced before each replay, and captured code has computed with it.
import torch


class Momentum:
    def __init__(self, params):
        self.params = params
        self.turn = 0
        self.count = 0
        self.warm = 0
        self.graph = None

    def update(self):
        for p in self.params:
            p.sub_(p.grad / (1 - 0.9**self.turn))
        if self.warm > 3:
            self.params[0].zero_()

    def step(self):
        self.turn += 1  # expect: frozen-value
        self.count += 1
        self.warm += 1
        if self.graph is None:
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.update()
        self.graph.replay()
        return self.count


class OnDevice:
    def __init__(self, params):
        self.params = params
        self.turn = torch.zeros((), device="cuda")
        self.graph = None

    def update(self):
        for p in self.params:
            p.sub_(p.grad / (1 - 0.9**self.turn))

    def step(self):
        self.turn += 1
        if self.graph is None:
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.update()
        self.graph.replay()
