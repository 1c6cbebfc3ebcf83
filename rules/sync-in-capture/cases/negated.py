"""`not` asks a tensor for its truth as a branch does."""
import torch


def decode(n: int):
    x = torch.zeros(n, device="cuda")
    done = torch.zeros(n, dtype=torch.bool, device="cuda")
    out = torch.empty_like(x)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        assert not torch.any(torch.isnan(x))  # expect-error: sync-in-capture
        going = not done.all()  # expect-error: sync-in-capture
        if going:
            out.add_(x)
        if not isinstance(n, list):
            out.mul_(2)
    return graph
