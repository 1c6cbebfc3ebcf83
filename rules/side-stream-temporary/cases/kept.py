"""Parameters that a copy stream brings for the stream that computes."""
import torch


class Ahead:
    def __init__(self, host, copies):
        self.copies = copies
        self.host = host
        self.device = torch.device("cuda")
        self.here = {}

    def prefetch(self):
        with torch.cuda.stream(self.copies):
            for name in self.host:
                self.here[name] = self.host[name].to(self.device, non_blocking=True)  # expect-warning: side-stream-temporary

    def use(self):
        torch.cuda.current_stream().wait_stream(self.copies)
        return self.here

    def release(self):
        self.here.clear()


# The copies begin when all that was enqueued before them is done.
class Behind:
    def __init__(self, host, lane):
        self.lane = lane
        self.host = host
        self.device = torch.device("cuda")
        self.here = {}

    def prefetch(self):
        self.lane.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.lane):
            for name in self.host:
                self.here[name] = self.host[name].to(self.device, non_blocking=True)

    def use(self):
        torch.cuda.current_stream().wait_stream(self.lane)
        return self.here
