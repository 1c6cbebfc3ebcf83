# rules: host-source-in-capture
import torch


class CudaGraphRunner:
    def __init__(self, device, size):
        self.device = device
        self.counts = torch.zeros((size,), dtype=torch.int32)  # expect-warning: host-source-in-capture
        self.lengths_cpu = torch.zeros((size,), dtype=torch.int32)
        self.table = torch.zeros((size, 4), dtype=torch.int32, device=device)
        self.graph = torch.cuda.CUDAGraph()
        self.out = None

    def step(self, x):
        scale = torch.tensor([0.5, 0.25], device=self.device)  # expect-error: host-source-in-capture
        return x * scale

    def capture(self, x):
        with torch.cuda.graph(self.graph):
            self.out = self.step(x)

    def replay(self, x):
        self.graph.replay()
        return self.out


class OtherRunner:
    """Nothing here is made for graphs by its name."""

    def __init__(self, size):
        self.counts = torch.zeros((size,), dtype=torch.int32)


class PlacedCudaGraphRunner:
    def __init__(self, device, size):
        with torch.device(device):
            self.counts = torch.zeros((size,), dtype=torch.int32)


def prepare(info, lens, use_cuda_graph):
    if use_cuda_graph:
        info.indptr[0] = 0  # expect-warning: host-source-in-capture
        torch.cumsum(lens, dim=0, out=info.indptr[1:])
    else:
        info.indptr = torch.zeros(lens.numel() + 1, device=lens.device)
        info.indptr[1:] = torch.cumsum(lens, dim=0)


def prepare_well(info, lens, use_cuda_graph):
    if use_cuda_graph:
        info.indptr[0:1].zero_()
        torch.cumsum(lens, dim=0, out=info.indptr[1:])


def upload(rows, device):
    return torch.tensor([r.temperature for r in rows], device=device)  # expect-note: host-source-in-capture


def upload_well(rows, device):
    return torch.tensor([r.temperature for r in rows], pin_memory=True).to(device, non_blocking=True)


def test_cuda_graph(lens):
    indptr = torch.empty((lens.numel() + 1,), dtype=torch.int32, device="cuda")
    indptr[0] = 0
    indptr[1:] = torch.cumsum(lens, dim=0)
    return indptr


def capture_cuda_graph(model, n):
    positions = torch.empty((n,), dtype=torch.int32, device="cuda")
    positions[0] = 0  # before the capture
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        out = model(positions)
    return graph, out
