"""The default stream where the current one is meant."""
import torch


def launches(kernel, x: torch.Tensor):
    stream = torch.cuda.default_stream()  # expect-warning: uncaptured-launch
    kernel(x.data_ptr(), stream)


def launches_right(kernel, x: torch.Tensor):
    stream = torch.cuda.current_stream()
    kernel(x.data_ptr(), stream)


def orders(side):
    side.wait_stream(torch.cuda.default_stream())


def restores(side):
    torch.cuda.set_stream(side)
    torch.cuda.set_stream(torch.cuda.default_stream())
