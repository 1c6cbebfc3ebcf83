"""Tensors that a side stream still uses when the function drops them."""
import torch


class Writer:
    def __init__(self):
        self.side = torch.cuda.Stream()
        self.done = torch.cuda.Event()

    def drops(self, x: torch.Tensor, out: torch.Tensor):
        y = torch.matmul(x, x)
        self.side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.side):
            out.copy_(y)  # expect-warning: side-stream-temporary
            self.done.record()

    def joins(self, x: torch.Tensor, out: torch.Tensor):
        y = torch.matmul(x, x)
        self.side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.side):
            out.copy_(y)
        torch.cuda.current_stream().wait_stream(self.side)

    def tells_the_allocator(self, x: torch.Tensor, out: torch.Tensor):
        y = torch.matmul(x, x)
        self.side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.side):
            out.copy_(y)
            self.done.record()
        y.record_stream(self.side)

    def keeps(self, x: torch.Tensor, out: torch.Tensor):
        y = torch.matmul(x, x)
        self.side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.side):
            out.copy_(y)
            self.done.record()
        self.pending = y

    def of_the_caller(self, x: torch.Tensor, out: torch.Tensor):
        self.side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.side):
            out.copy_(x)
            self.done.record()
