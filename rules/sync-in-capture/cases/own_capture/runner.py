# rules: sync-in-capture host-source-in-capture
"""What this program captures is seen: the decoder. Its vision tower runs before, and is captured by nobody."""
import torch

from decoder import Decoder
from tower import Tower


class Runner:
    def __init__(self, width):
        self.tower = Tower(width, 4)
        self.decoder = Decoder(width, 4)
        self.graph = None

    def capture(self, x: torch.Tensor, ends: torch.Tensor):
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.out = self.decoder(x, ends)

    def prompt(self, image: torch.Tensor, ends: torch.Tensor):
        return self.tower(image, ends)
