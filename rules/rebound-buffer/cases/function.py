# A tensor of the class that an autograd function's backward reads, in a program that captures backwards.
import torch


class Scaler(torch.autograd.Function):
    scale: torch.Tensor = torch.tensor(1.0)
    other: torch.Tensor = torch.tensor(1.0)

    @staticmethod
    def forward(ctx, output: torch.Tensor, loss: torch.Tensor):
        ctx.save_for_backward(loss)
        return output

    @staticmethod
    def backward(ctx, grad: torch.Tensor):
        (loss,) = ctx.saved_tensors
        scale = Scaler.scale
        return grad, torch.ones_like(loss) * scale * Scaler.other

    @staticmethod
    def set_scale(scale: torch.Tensor):
        Scaler.scale = scale  # expect-warning: rebound-buffer

    @staticmethod
    def set_first(scale: torch.Tensor):
        if Scaler.scale is None:
            Scaler.scale = scale
        else:
            Scaler.scale.copy_(scale)

    @staticmethod
    def set_other(other: torch.Tensor):
        Scaler.other.copy_(other)


def capture(module, sample):
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        out = module(sample)
        out.sum().backward()
    return graph, out
