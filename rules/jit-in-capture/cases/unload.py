# rules: jit-in-capture
import torch
from cuda.bindings import driver


@torch.compile
def fused(x):
    return x * 2 + 1


class Runner:
    def __init__(self, module):
        self.module = module
        self.graph = torch.cuda.CUDAGraph()

    def capture(self, x):
        with torch.cuda.graph(self.graph):
            self.y = fused(x)  # expect-note: jit-in-capture
            (err,) = driver.cuModuleUnload(self.module)  # expect-error: jit-in-capture
            if err != driver.CUresult.CUDA_SUCCESS:
                raise RuntimeError(err)

    def capture_warm(self, x):
        fused(x)
        torch.cuda.synchronize()
        with torch.cuda.graph(self.graph):
            self.y = fused(x)
        (err,) = driver.cuModuleUnload(self.module)
        if err != driver.CUresult.CUDA_SUCCESS:
            raise RuntimeError(err)
