# rules: sync-in-capture host-source-in-capture
# What is on the host is waited for by nobody: by its name, by numpy, by what made it.
import numpy as np
import torch


class Runner:
    def __init__(self, batch, model: torch.nn.Module):
        self.batch = batch
        self.graph = torch.cuda.CUDAGraph()
        self.model = model.eval()

    def prepare(self, n, bound_cpu: torch.Tensor):
        longest = self.batch.lens_cpu[:n].max().item()
        limit = self.batch.lens_cpu_upper_bound[n].item()
        starts = np.cumsum(self.batch.extend_lens).tolist()
        rows = torch.nonzero(bound_cpu)
        late = self.batch.lens[:n].max().item()  # expect: sync-in-capture
        listed = self.batch.lens.cpu()  # expect: host-source-in-capture
        return longest, limit, starts, rows, late, listed

    def capture(self, n, bound_cpu):
        with torch.cuda.graph(self.graph):
            self.out = self.prepare(n, bound_cpu)


def settings() -> torch.Tensor:
    out = torch.empty(8, dtype=torch.int32, device="cpu")
    library().read_settings(out)
    if int(out[6].item()) == 0:
        raise RuntimeError("configure first")
    return out


def on_device(x: torch.Tensor) -> torch.Tensor:
    return torch.zeros(8, dtype=torch.int32, device="cuda")


def routed(x: torch.Tensor):
    kept = settings()
    slots = int(kept[0].item())
    counts = on_device(x)
    rows = int(counts[0].item())  # expect: sync-in-capture
    return x, slots, rows


def capture_routed(x: torch.Tensor, graph):
    with torch.cuda.graph(graph):
        return routed(x)
