"""A tensor that a cache with a bound alone holds."""
import functools

import torch


@functools.lru_cache
def offsets(rows, parts):
    return torch.arange(0, rows * parts, parts, device="cuda")  # expect-warning: external-temporary


@functools.lru_cache(maxsize=None)
def offsets_for_good(rows, parts):
    return torch.arange(0, rows * parts, parts, device="cuda")


@functools.lru_cache
def zero(device):
    return torch.zeros(1, device="cuda")


@functools.lru_cache
def parts_of(rows, parts):
    return rows * parts


class Runner:
    def capture(self, rows):
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.out = self.model(self.x, offsets(rows, 8), offsets_for_good(rows, 8), zero("cuda"), parts_of(rows, 8))
