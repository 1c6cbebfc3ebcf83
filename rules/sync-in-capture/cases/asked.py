# rules: sync-in-capture
# A branch behind the question whether something is a tensor; a runner whose own forward() replays.
import torch


class Decoder:
    def __init__(self, embed, start):
        self.embed = embed
        self.start = start
        self.graph = torch.cuda.CUDAGraph()
        self.label = torch.zeros(1, dtype=torch.int64, device="cuda")

    def step(self, label):
        if isinstance(label, torch.Tensor):
            label = label.long()
        else:
            if label == self.start:
                return self.embed(None)
            label = torch.full([1], label, device="cuda")
        return self.embed(label)

    def wrong_step(self, label):
        if label == self.start:  # expect: sync-in-capture
            return self.embed(None)
        return self.embed(label)

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.step(self.label)

    def capture_wrongly(self):
        with torch.cuda.graph(self.graph):
            self.out = self.wrong_step(self.label)


class GraphRunner:
    def __init__(self, model: torch.nn.Module):
        self.model = model

    def capture(self, ids, positions):
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.out = self.model(ids, positions)

    def forward(self, ids, positions):
        self.ids.copy_(ids)
        self.graph.replay()
        return self.out
