# rules: host-source-in-capture
import torch


@torch.library.custom_op("lib::decode", mutates_args=())
def decode(q: torch.Tensor, k_scale: torch.Tensor | None = None) -> torch.Tensor:
    if k_scale is None:
        k_scale = torch.tensor(1.0, dtype=torch.float32, device=q.device)  # expect-note: host-source-in-capture
    return scaled(q, k_scale)


@torch.library.custom_op("lib::decode_unscaled", mutates_args=())
def decode_unscaled(q: torch.Tensor, k_scale: torch.Tensor | None = None) -> torch.Tensor:
    if k_scale is None:
        k_scale = torch.tensor(1.0, dtype=torch.float32, device=q.device)  # expect-warning: host-source-in-capture
    return scaled(q, k_scale)


class Runner:
    def __init__(self, layer):
        self.layer = layer
        self.graph = torch.cuda.CUDAGraph()

    def capture(self, q):
        with torch.cuda.graph(self.graph):
            decode(q, k_scale=self.layer.k_scale)
            decode_unscaled(q)
