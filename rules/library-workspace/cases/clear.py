# rules: library-workspace
import torch


class Runner:
    def __init__(self, model):
        self.model = model
        self.graph = torch.cuda.CUDAGraph()

    def capture(self, x):
        with torch.cuda.graph(self.graph):
            self.out = self.model(x)
            torch._C._cuda_clearCublasWorkspaces()  # expect-warning: library-workspace

    def replay(self):
        self.graph.replay()
        return self.out


def trim():
    torch._C._cuda_clearCublasWorkspaces()  # expect-note: library-workspace
    torch.cuda.empty_cache()
