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


# The allocator knows the stream on which a block was taken.
class Group:
    def load(self, param, source):
        param.data = source.to(self.device, non_blocking=True)
        param.data.record_stream(torch.cuda.current_stream())  # expect-warning: side-stream-temporary

    def load_for(self, param, source, user):
        param.data = source.to(self.device, non_blocking=True)
        param.data.record_stream(user)

    def load_here(self, source):
        copy = source.to(self.device, non_blocking=True)
        copy.record_stream(torch.cuda.current_stream())  # expect-note: side-stream-temporary
        return copy

    def use_there(self, x: torch.Tensor):
        y = torch.empty_like(x)
        with torch.cuda.stream(self.side):
            y.record_stream(torch.cuda.current_stream())
            self.consume(y)

    def load_or_take(self, state, source):
        if source is not None:
            state.tensor = torch.cat([source, source])
        state.tensor.record_stream(torch.cuda.current_stream())
