import torch

from loader import load


class Captured:
    """Hands on what it is given."""

    def __init__(self, runnable):
        self.runnable = runnable
        self.graph = None

    def __call__(self, *args, **kwargs):
        if self.graph is None:
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.out = self.runnable(*args, **kwargs)
        self.graph.replay()
        return self.out.clone()


class Runner:
    def __init__(self, module, name, config):
        self.model = load(module, name, config)
        self.model = Captured(self.model)

    def step(self, batch):
        return self.model(batch.input_ids, batch.positions)
