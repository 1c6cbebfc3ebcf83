"""What a side stream reads is in host memory, or no tensor that is known."""
import torch


class Reader:
    def __init__(self, rows):
        self.side = torch.cuda.Stream()
        self.done = torch.cuda.Event()
        self.rows = rows

    def from_host(self, out: torch.Tensor):
        y = torch.zeros(4, device="cpu").pin_memory()
        with torch.cuda.stream(torch.cuda.current_stream()):
            y = torch.add(torch.zeros(4), 1)
        self.side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.side):
            out.copy_(y)
            self.done.record()

    def from_somewhere(self, ids, out: torch.Tensor):
        y = self.rows.index_select(ids)
        self.side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.side):
            out.copy_(y)
            self.done.record()
