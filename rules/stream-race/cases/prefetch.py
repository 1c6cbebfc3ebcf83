# rules: stream-race
"""What a loader uploads on a stream of its own, with what it was made with: nothing there is work of now."""
import torch


class Prefetch:
    def __init__(self, loader, mean):
        self.loader = loader
        self.mean = torch.tensor(mean).cuda()

    def __iter__(self):
        stream = torch.cuda.Stream()
        for batch in self.loader:
            with torch.cuda.stream(stream):  # expect-note: stream-race
                batch = batch.cuda(non_blocking=True)
                batch = batch.float().sub_(self.mean)
            torch.cuda.current_stream().wait_stream(stream)
            yield batch


class Scaled:
    def __init__(self, loader):
        self.loader = loader
        self.scale = None

    def learn(self, scale):
        self.scale = torch.exp(scale)

    def __iter__(self):
        stream = torch.cuda.Stream()
        for batch in self.loader:
            with torch.cuda.stream(stream):  # expect-warning: stream-race
                batch = batch.cuda(non_blocking=True)
                batch = batch.float().mul_(self.scale)
            torch.cuda.current_stream().wait_stream(stream)
            yield batch
