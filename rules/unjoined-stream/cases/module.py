"""Side streams of modules, whose runners capture them."""
import torch


class Gate(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.side = torch.cuda.Stream()
        self.other = torch.cuda.Stream()
        self.proj = torch.nn.Linear(8, 8)

    def forward(self, x: torch.Tensor):
        current = torch.cuda.current_stream()
        self.side.wait_stream(current)
        self.other.wait_stream(current)  # expect-warning: unjoined-stream
        with torch.cuda.stream(self.side):
            a = self.proj(x)
        with torch.cuda.stream(self.other):
            self.proj(x)
        current.wait_stream(self.side)
        return a


class Joined(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.side_stream = torch.cuda.Stream()
        self.proj = torch.nn.Linear(8, 8)

    def forward(self, x: torch.Tensor):
        done = torch.cuda.Event()
        self.side_stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.side_stream):
            a = self.proj(x)
            done.record()
        b = self.proj(x)
        done.wait()
        return a + b


class Handed(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.alt_stream = torch.cuda.Stream()
        self.proj = torch.nn.Linear(8, 8)

    def forward(self, x: torch.Tensor):
        alt = self.alt_stream
        alt.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(alt):
            a = self.proj(x)
        self.pending = (a, alt)
        return x
