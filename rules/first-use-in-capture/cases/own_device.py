# rules: first-use-in-capture
import torch


class Lengths:
    def longest(self, lens):
        if self.kept is None:
            self.kept = int(lens.max().item())  # expect: first-use-in-capture
        return self.kept


class VisionAttention(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lengths = Lengths()

    def forward(self, x, lens):
        return self.attend(x, self.lengths.longest(lens))


class Tower:
    def __init__(self):
        self.layer = VisionAttention()
        self.graph = torch.cuda.CUDAGraph()

    def capture(self, x, lens):
        with torch.cuda.graph(self.graph):
            self.layer(x, lens)
