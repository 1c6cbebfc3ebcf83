"""A program of its own: it runs on whatever stream it likes."""
import torch


def run(kernel, x: torch.Tensor):
    stream = torch.cuda.default_stream()
    kernel(x.data_ptr(), stream)


if __name__ == "__main__":
    run(print, torch.ones(2))
