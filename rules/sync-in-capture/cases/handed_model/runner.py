# rules: sync-in-capture
"""The model is whatever the caller chose; eval() and to() give it back."""
import torch


class Runner:
    def __init__(self, model: torch.nn.Module, device):
        self.model = model.eval().to(device)
        self.cache = None

    def warmup(self, size):
        self.graph = torch.cuda.CUDAGraph()
        ids = torch.zeros(size, dtype=torch.int64, device="cuda")
        self.model.forward(input_ids=ids, cache=self.cache, max_len=4)
        with torch.cuda.graph(self.graph):
            self.out = self.model.forward(input_ids=ids, cache=self.cache, max_len=4)
