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


def scaled_by(x: torch.Tensor, use_fp8: bool):
    if use_fp8:
        return x, 1.0 / x
    return x, torch.tensor([1.0], device=x.device)  # expect-note: host-source-in-capture


class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, q: torch.Tensor, dropout: float, use_fp8: bool, group):
        return scaled_by(q, use_fp8)


@torch.library.custom_op("lib::attend", mutates_args=())
def attend(q: torch.Tensor) -> torch.Tensor:
    # The context is handed over by apply: the third argument is use_fp8.
    return Attention.apply(q, 0.0, True, None)


def capture_attention(graph, q):
    with torch.cuda.graph(graph):
        attend(q)
