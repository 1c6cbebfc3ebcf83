"""Side streams that begin too early, and waits for another stream than the one that works."""
from contextlib import contextmanager

import torch


class Mover:
    def __init__(self, size, pin):
        self.lane = torch.cuda.Stream()
        self.back = torch.cuda.Stream()
        self.ahead = torch.cuda.Stream()
        self.staging = torch.zeros(size, dtype=torch.int32, device="cpu", pin_memory=pin)
        self.rows = torch.zeros(size, dtype=torch.int32, device="cuda")
        self.done = {}

    def gather(self, pages):
        index = torch.tensor(pages, dtype=torch.int32, device="cuda")
        with torch.cuda.stream(self.lane):  # expect-warning: stream-race
            self.move(index)
        event = torch.cuda.Event()
        event.record(self.lane)
        self.done[len(pages)] = event

    def gather_in_order(self, pages):
        index = torch.tensor(pages, dtype=torch.int32, device="cuda")
        self.ahead.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.ahead):
            self.move(index)
        torch.cuda.current_stream().wait_stream(self.ahead)

    def gather_there(self, pages):
        with torch.cuda.stream(self.back):
            index = torch.tensor(pages, dtype=torch.int32, device="cuda")
            self.move(index)
        torch.cuda.current_stream().wait_stream(self.back)

    def stage(self, rows, batch, last):
        self.staging[:rows] = batch
        self.rows[:rows].copy_(self.staging[:rows], non_blocking=True)
        self.staging[rows:].fill_(last)  # expect-warning: stream-race
        return self.rows

    def stage_first(self, rows, batch, last):
        self.staging[:rows] = batch
        self.staging[rows:].fill_(last)
        self.rows.copy_(self.staging, non_blocking=True)
        return self.rows

    def stage_and_wait(self, rows, batch, last):
        self.rows[:rows].copy_(self.staging[:rows], non_blocking=True)
        torch.cuda.current_stream().synchronize()
        self.staging[rows:].fill_(last)


class Optimizer:
    def __init__(self):
        self.up = torch.cuda.Stream()
        self.down = torch.cuda.Stream()

    def copy_back(self, params):
        self.up.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.up):
            for p in params:
                p.device_copy.copy_(p.data, non_blocking=True)
        self.down.record_event().wait(torch.cuda.current_stream())  # expect-warning: stream-race

    def copy_back_right(self, params):
        self.up.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.up):
            for p in params:
                p.device_copy.copy_(p.data, non_blocking=True)
        self.up.record_event().wait(torch.cuda.current_stream())


@contextmanager
def on_a_stream(given=None):
    stream = torch.cuda.Stream() if given is None else given
    with torch.cuda.stream(stream):  # expect-warning: stream-race
        yield stream


@contextmanager
def on_a_stream_in_order():
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        yield stream


class Experts:
    def late_copy(self, x: torch.Tensor):
        self.side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.side):
            shared = self.shared(x.clone())  # expect-warning: stream-race
        routed = self.routed(x)
        torch.cuda.current_stream().wait_stream(self.side)
        return shared + routed

    def copy_first(self, x: torch.Tensor):
        kept = x.clone()
        self.side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.side):
            shared = self.shared(kept)
        routed = self.routed(x)
        torch.cuda.current_stream().wait_stream(self.side)
        return shared + routed


# New streams know of nothing that was enqueued before.
def pack(parts):
    return torch.cat([part.reshape(-1) for part in parts])


def send(chunks, group):
    streams = [torch.cuda.Stream() for _ in range(2)]
    at = 0
    for parts in chunks:
        streams[at].synchronize()
        with torch.cuda.stream(streams[at]):  # expect-warning: stream-race
            group.broadcast(pack(parts))
        at = 1 - at
    for stream in streams:
        stream.synchronize()


def send_in_order(chunks, group):
    streams = [torch.cuda.Stream() for _ in range(2)]
    at = 0
    for parts in chunks:
        streams[at].synchronize()
        streams[at].wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(streams[at]):
            group.broadcast(pack(parts))
        at = 1 - at


def reduce_new(x: torch.Tensor):
    lane = torch.cuda.Stream()
    with torch.cuda.stream(lane):  # expect-warning: stream-race
        y = torch.sum(x)
    lane.synchronize()
    return y


def reduce_after_all(x: torch.Tensor):
    lane = torch.cuda.Stream()
    torch.cuda.synchronize()
    with torch.cuda.stream(lane):
        y = torch.sum(x)
    lane.synchronize()
    return y


# Of the block alone.
def warm(comm, device):
    lane = torch.cuda.Stream()
    with torch.cuda.stream(lane):
        data = torch.zeros(1, device=device)
        comm.all_reduce(data)
    lane.synchronize()
