# rules: capture-threads
"""The threads are those of an extension."""
import torch


class Runner:
    def capture(self, x: torch.Tensor):
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):  # expect-warning: capture-threads
            self.out = self.model(x)
