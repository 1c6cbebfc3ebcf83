# Buffers that change sides while captured: the names do, the addresses in the graph don't.
import torch
import warp as wp


def newer(now, after):
    pass


class Odd:
    def __init__(self, model):
        self.steps = 5
        self.now = model.state()
        self.after = model.state()

    def capture(self):
        with wp.ScopedCapture() as capture:
            self.simulate()
        self.graph = capture.graph

    def simulate(self):
        for _ in range(self.steps):
            newer(self.now, self.after)
            self.now, self.after = self.after, self.now  # expect-warning: rebound-buffer

    def step(self):
        wp.capture_launch(self.graph)


class Even:
    def __init__(self, model):
        self.steps = 6
        self.now = model.state()
        self.after = model.state()

    def capture(self):
        with wp.ScopedCapture() as capture:
            self.simulate()
        self.graph = capture.graph

    def simulate(self):
        for _ in range(self.steps):
            newer(self.now, self.after)
            self.now, self.after = self.after, self.now


class Given(Even):
    def __init__(self, model, steps):
        self.steps = steps
        self.now = model.state()
        self.after = model.state()

    def capture(self):
        with wp.ScopedCapture() as capture:
            self.advance()
        self.graph = capture.graph

    def advance(self):
        for _ in range(self.steps):
            newer(self.now, self.after)
            self.now, self.after = self.after, self.now


class Copied:
    def __init__(self, model):
        self.steps = 5
        self.now = model.state()
        self.after = model.state()

    def capture(self):
        with wp.ScopedCapture() as capture:
            self.simulate()
        self.graph = capture.graph

    def simulate(self):
        for i in range(self.steps):
            newer(self.now, self.after)
            if i == self.steps - 1:
                self.now.assign(self.after)
            else:
                self.now, self.after = self.after, self.now


class Twice:
    def __init__(self, rows):
        self.front = torch.zeros(rows, device="cuda")
        self.back = torch.zeros(rows, device="cuda")

    def capture(self):
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.half()
            self.half()

    def half(self):
        torch.add(self.front, 1, out=self.back)
        self.front, self.back = self.back, self.front


class Once:
    def __init__(self, rows):
        self.front = torch.zeros(rows, device="cuda")
        self.back = torch.zeros(rows, device="cuda")

    def capture(self):
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.half()

    def half(self):
        torch.add(self.front, 1, out=self.back)
        self.front, self.back = self.back, self.front  # expect-warning: rebound-buffer


# What the graph begins with is put there by itself.
class Filled:
    def __init__(self, rows):
        self.front = torch.zeros(rows, device="cuda")
        self.back = torch.zeros(rows, device="cuda")
        self.x = torch.zeros(rows, device="cuda")

    def capture(self):
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.half()

    def half(self):
        self.front.copy_(self.x)
        torch.add(self.front, 1, out=self.back)
        self.front, self.back = self.back, self.front
