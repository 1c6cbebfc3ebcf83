# rules: jit-in-capture
import torch
import triton
import triton.language as tl

CONFIGS = [triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 128})]


@triton.autotune(configs=[triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 128})], key=["n"])
@triton.jit
def scale_kernel(x, y, n, BLOCK: tl.constexpr):
    pass


@triton.autotune(configs=CONFIGS, key=["n"])
@triton.jit
def shift_kernel(x, y, n, BLOCK: tl.constexpr):
    pass


@triton.autotune(configs=[triton.Config({"BLOCK": 64})], key=["n"])
@triton.jit
def fixed_kernel(x, y, n, BLOCK: tl.constexpr):
    pass


@triton.jit
def plain_kernel(x, y, n, BLOCK: tl.constexpr):
    pass


def scale(x, y):
    scale_kernel[(1,)](x, y, x.shape[0])  # expect-warning: jit-in-capture


def shift(x, y):
    shift_kernel[(1,)](x, y, x.shape[0])


def others(x, y):
    fixed_kernel[(1,)](x, y, x.shape[0])
    plain_kernel[(1,)](x, y, x.shape[0], BLOCK=64)


class Cold:
    """Captures at once: the first launch of the kernel measures its configurations in there."""

    def __init__(self):
        self.graph = torch.cuda.CUDAGraph()

    def capture(self, x, y):
        with torch.cuda.graph(self.graph):
            scale(x, y)
            others(x, y)


class Warm:
    def __init__(self):
        self.graph = torch.cuda.CUDAGraph()

    def capture(self, x, y):
        shift(x, y)
        torch.cuda.synchronize()
        with torch.cuda.graph(self.graph):
            shift(x, y)


def apply_direct(x, y):
    """Warmed up by its caller."""
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        shift_kernel[(1,)](x, y, 4)
    return graph


def build(x, y):
    shift_kernel[(1,)](x, y, 4)
    return apply_direct(x, y)


def bench(x, y):
    """Runs the function before it captures it."""

    def run():
        scale_kernel[(1,)](x, y, 8)

    return triton.testing.do_bench_cudagraph(run)
