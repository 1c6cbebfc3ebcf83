"""Overlap on a side stream: what is made on one stream and read on another."""
import torch


class Overlap(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.side = torch.cuda.Stream()
        self.proj = torch.nn.Linear(8, 8)

    def reads_too_early(self, x: torch.Tensor, w: torch.Tensor):
        current = torch.cuda.current_stream()
        self.side.wait_stream(current)
        with torch.cuda.stream(self.side):
            y = torch.matmul(x, w)
        z = torch.relu(y)  # expect-note: stream-race
        current.wait_stream(self.side)
        return z

    def reads_a_module_too_early(self, x: torch.Tensor):
        current = torch.cuda.current_stream()
        self.side.wait_stream(current)
        with torch.cuda.stream(self.side):
            y = self.proj(x)
        z = torch.relu(y)  # expect-note: stream-race
        current.wait_stream(self.side)
        return z

    def reads_after_the_join(self, x: torch.Tensor, w: torch.Tensor):
        current = torch.cuda.current_stream()
        self.side.wait_stream(current)
        with torch.cuda.stream(self.side):
            y = torch.matmul(x, w)
        current.wait_stream(self.side)
        return torch.relu(y)

    def forked_too_early(self, x: torch.Tensor, w: torch.Tensor):
        current = torch.cuda.current_stream()
        self.side.wait_stream(current)
        h = torch.matmul(x, w)
        with torch.cuda.stream(self.side):
            y = torch.relu(h)  # expect-note: stream-race
        current.wait_stream(self.side)
        return y

    def forked_after(self, x: torch.Tensor, w: torch.Tensor):
        current = torch.cuda.current_stream()
        h = torch.matmul(x, w)
        self.side.wait_stream(current)
        with torch.cuda.stream(self.side):
            y = torch.relu(h)
        current.wait_stream(self.side)
        return y

    def by_events(self, x: torch.Tensor, w: torch.Tensor):
        ready, done = torch.cuda.Event(), torch.cuda.Event()
        h = torch.matmul(x, w)
        ready.record()
        with torch.cuda.stream(self.side):
            ready.wait()
            y = torch.relu(h)
            done.record()
        done.wait()
        return torch.relu(y)

    def through_a_third(self, x: torch.Tensor, w: torch.Tensor, third: torch.cuda.Stream):
        current = torch.cuda.current_stream()
        self.side.wait_stream(current)
        with torch.cuda.stream(self.side):
            y = torch.matmul(x, w)
        third.wait_stream(self.side)
        current.wait_stream(third)
        return torch.relu(y)


class Planner:
    def __init__(self):
        self.plan_stream = torch.cuda.Stream()
        self.plan_stream_ctx = torch.cuda.stream(self.plan_stream)

    def prepare(self, batch, lengths):
        with self.plan_stream_ctx:  # expect-note: stream-race
            plan = batch.prepare(lengths)
        torch.cuda.current_stream().wait_stream(self.plan_stream)
        return plan


class RightPlanner:
    def __init__(self):
        self.copy_stream = torch.cuda.Stream()
        self.copy_stream_ctx = torch.cuda.stream(self.copy_stream)

    def prepare(self, batch, lengths):
        with self.copy_stream_ctx:
            self.copy_stream.wait_stream(batch.stream)
            plan = batch.prepare(lengths)
        torch.cuda.current_stream().wait_stream(self.copy_stream)
        return plan


class Given:
    def write(self, copies: torch.cuda.Stream, writes: torch.cuda.Stream, x: torch.Tensor, out):
        with torch.cuda.stream(copies):
            y = out.copy_(x)
        with torch.cuda.stream(writes):
            writes.wait_stream(copies)
            out.write(y)
        torch.cuda.current_stream().wait_stream(copies)


class Communicator:
    def __init__(self):
        self.comm = torch.cuda.Stream()

    def finish(self, request, out, post):
        with torch.cuda.stream(self.comm):
            request.wait()
            out = post(out)
        torch.cuda.current_stream().wait_stream(self.comm)
        return out
