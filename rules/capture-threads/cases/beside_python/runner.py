# rules: capture-threads
"""A server in C++ stands beside the model's code: its threads are in another process."""
import torch


class Runner:
    def capture(self, x: torch.Tensor):
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):  # expect-note: capture-threads
            self.out = self.model(x)
