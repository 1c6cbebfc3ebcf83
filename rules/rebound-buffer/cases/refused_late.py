# State that is made anew before the capture, by a method that refuses to do so behind it.
# rules: rebound-buffer
import torch


class Plan:
    def __init__(self, device):
        self.device = device
        self.lut = None
        self.is_captured = False
        self.graph = None

    def prepare_graph_replay_state(self, n):
        if self.is_captured:
            raise RuntimeError("make a new plan and capture again")
        self.lut = torch.empty((n,), dtype=torch.int32, device=self.device)
        return self

    def capture(self, x):
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            x.add_(self.lut)
        self.is_captured = True

    def run(self):
        self.graph.replay()


class Careless:
    def __init__(self, device):
        self.device = device
        self.lut = None
        self.graph = None

    def prepare_graph_replay_state(self, n):
        self.lut = torch.empty((n,), dtype=torch.int32, device=self.device)  # expect: rebound-buffer
        return self

    def capture(self, x):
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            x.add_(self.lut)

    def run(self):
        self.graph.replay()
