# The same, registered before the capture.
import torch


class Sampler:
    def __init__(self, rows, seed):
        self.own = torch.Generator(device="cuda")
        self.own.manual_seed(seed)
        self.scores = torch.zeros(rows, 1024, device="cuda")
        self.graph = torch.cuda.CUDAGraph()
        self.graph.register_generator_state(self.own)
        with torch.cuda.graph(self.graph):
            noise = torch.empty_like(self.scores).exponential_(1.0, generator=self.own)
            self.picked = (self.scores / noise).argmax(-1)
