"""Waits that order nothing: for itself, and for the default stream where another one is current."""
from contextlib import nullcontext

import torch
import torch.distributed as dist


class Reducer:
    def __init__(self, overlap):
        self.lane = torch.cuda.Stream() if overlap else None
        self.outer = torch.cuda.Stream()
        self.after = torch.cuda.Stream()
        self.late = torch.cuda.Stream()

    def reduce(self, grads):
        with torch.cuda.stream(self.lane) if self.lane is not None else nullcontext():
            if self.lane is not None:
                self.lane.wait_stream(torch.cuda.current_stream())  # expect-warning: stream-race
            dist.all_reduce(grads)

    def reduce_in_order(self, grads):
        around = torch.cuda.current_stream()
        with torch.cuda.stream(self.outer):
            self.outer.wait_stream(around)
            dist.all_reduce(grads)

    def reduce_twice(self, grads, done):
        self.after.wait_event(done)
        with torch.cuda.stream(self.after):
            self.after.wait_stream(torch.cuda.current_stream())
            dist.all_reduce(grads)

    def reduce_late(self, grads):
        self.late.wait_stream(torch.cuda.default_stream())  # expect-warning: stream-race
        with torch.cuda.stream(self.late):
            dist.all_reduce(grads)


def make_ready(weights):
    fill = torch.cuda.Stream()
    fill.wait_stream(torch.cuda.default_stream())
    with torch.cuda.stream(fill):
        dist.broadcast(weights, 0)
    torch.cuda.default_stream().wait_stream(fill)
