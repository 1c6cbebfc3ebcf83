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


class Shared:
    stream = None

    @classmethod
    def get(cls):
        if cls.stream is None:
            cls.stream = torch.cuda.Stream()
        return cls.stream


def side_stream(group, streams={}):
    return streams.setdefault(group, torch.cuda.Stream())


class Borrows(torch.nn.Module):
    """Others hold these streams as well, and join them."""

    def __init__(self):
        super().__init__()
        self.proj = torch.nn.Linear(8, 8)
        self.second = torch.cuda.Stream()

    def forward(self, x: torch.Tensor):
        stream = Shared.stream
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            self.early = self.proj(x)
        return x

    def gathers(self, x: torch.Tensor):
        gather_stream = side_stream(1)
        gather_stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(gather_stream):
            self.gathered = self.proj(x)
        return x

    def alternates(self, x: torch.Tensor, turn: int):
        current = torch.cuda.current_stream()
        self.second.wait_stream(current)
        last = [current, self.second][turn % 2]
        last.wait_stream(current)
        with torch.cuda.stream(last):
            y = self.proj(x)
        current.wait_stream(self.second)
        return y


def finish():
    torch.cuda.current_stream().wait_stream(Shared.get())


class Buckets(torch.nn.Module):
    """Takes turns among streams; whoever finishes waits for each of them."""

    def __init__(self, n):
        super().__init__()
        self.comm_streams = [torch.cuda.Stream() for _ in range(n)]
        self.turn = 0
        self.proj = torch.nn.Linear(8, 8)

    def forward(self, x: torch.Tensor):
        current = torch.cuda.current_stream()
        self.turn = (self.turn + 1) % len(self.comm_streams)
        stream = self.comm_streams[self.turn]
        stream.wait_stream(current)
        with torch.cuda.stream(stream):
            self.proj(x)
        return x

    def finish(self):
        for stream in self.comm_streams:
            torch.cuda.current_stream().wait_stream(stream)
