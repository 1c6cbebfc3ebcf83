# rules: frozen-rng
"""Without the extension this file can't be imported, and the project's setup.py makes it no more."""
import sparse_attn_cuda
import torch


class BlockFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, q: torch.Tensor):
        ctx.rng_state = torch.cuda.get_rng_state()  # expect-note: frozen-rng
        return sparse_attn_cuda.forward(q)
