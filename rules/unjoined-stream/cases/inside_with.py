# The side stream waits for the fork inside of its own `with`.
import torch


class Beside:
    def __init__(self, shared, routed):
        self.shared, self.routed = shared, routed
        self.aux = torch.cuda.Stream()
        self.begun = torch.cuda.Event()

    def build(self, x):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.begun.record(torch.cuda.current_stream())
            with torch.cuda.stream(self.aux):
                self.begun.wait(self.aux)  # expect-error: unjoined-stream
                a = self.shared(x)
            y = a + self.routed(x)
        return graph, y


class Joined:
    def __init__(self, shared, routed):
        self.shared, self.routed = shared, routed
        self.other = torch.cuda.Stream()
        self.started = torch.cuda.Event()
        self.done = torch.cuda.Event()

    def build(self, x):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.started.record()
            with torch.cuda.stream(self.other):
                self.started.wait()
                a = self.shared(x)
                self.done.record()
            b = self.routed(x)
            self.done.wait()
            y = a + b
        return graph, y
