# rules: frozen-rng
import random

import torch


class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, qkv, dropout_p):
        ctx.state = torch.cuda.get_rng_state() if dropout_p > 0 else None  # expect-warning: frozen-rng
        return qkv * 2


class Drop(torch.nn.Module):
    def forward(self, x):
        return torch.nn.functional.dropout(x, 0.1)


class Runner:
    def __init__(self):
        self.graph = torch.cuda.CUDAGraph()

    def step(self, x):
        return x * random.random()  # expect-error: frozen-rng

    def capture(self, x):
        torch.cuda.manual_seed(3)
        with torch.cuda.graph(self.graph):
            self.out = self.step(x)


def download(url, get):
    for turn in range(3):
        if get(url):
            return True
        get.sleep(2**turn + random.uniform(0, 1))  # expect-note: frozen-rng


class Loads:
    def __init__(self):
        self.graph = torch.cuda.CUDAGraph()

    def capture(self, x, get):
        with torch.cuda.graph(self.graph):
            download("kernels", get)
            self.out = x * 2
