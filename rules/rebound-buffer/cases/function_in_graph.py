# rules: rebound-buffer
# The setter is captured with the backward: each replay makes the tensor that its backward reads.
import torch


class Scaler(torch.autograd.Function):
    scale: torch.Tensor = torch.tensor(1.0)

    @staticmethod
    def forward(ctx, output: torch.Tensor, loss: torch.Tensor):
        ctx.save_for_backward(loss)
        return output

    @staticmethod
    def backward(ctx, grad: torch.Tensor):
        (loss,) = ctx.saved_tensors
        return grad, torch.ones_like(loss) * Scaler.scale

    @staticmethod
    def set_scale(scale: torch.Tensor):
        Scaler.scale = scale


def capture(module, sample, scale):
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        Scaler.set_scale(scale * 2)
        out = Scaler.apply(module(sample), sample)
        out.sum().backward()
    return graph, out
