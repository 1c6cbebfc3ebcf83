# A generator that the program has made for itself: nobody registers it with the graph. Who draws from the default one, or on the host, is fine.
import torch


class Sampler:
    def __init__(self, rows, seed):
        self.own = torch.Generator(device="cuda")
        self.own.manual_seed(seed)
        self.host = torch.Generator()
        self.scores = torch.zeros(rows, 1024, device="cuda")
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.picked = self.pick()
            self.also = self.pick_default()

    def pick(self):
        noise = torch.empty_like(self.scores).exponential_(1.0, generator=self.own)  # expect: frozen-rng
        return (self.scores / noise).argmax(-1)

    def pick_default(self):
        noise = torch.empty_like(self.scores).exponential_(1.0, generator=None)
        return (self.scores / noise).argmax(-1)

    def shuffle(self, n):
        return torch.randperm(n, generator=self.host)

    def __call__(self, scores):
        self.scores.copy_(scores)
        self.graph.replay()
        return self.picked.clone()
