# rules: rebound-buffer
"""The captured input is pointed at what the caller gave."""
import torch


class Runner:
    def __init__(self, model, x):
        self.model = model
        self.x = x.clone()
        self.note = None
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.model(self.x)

    def step(self, x):
        self.x = x  # expect-warning: rebound-buffer
        self.graph.replay()
        return self.out.clone()

    def step_by_data(self, x: torch.Tensor):
        self.x.data = x  # expect-warning: rebound-buffer
        self.graph.replay()
        return self.out.clone()

    def step_by_storage(self, x):
        self.x.set_(x)  # expect-warning: rebound-buffer
        self.graph.replay()
        return self.out.clone()

    def step_by_copy(self, x, note):
        self.x.copy_(x)
        self.note = note
        self.graph.replay()
        return self.out.clone()

    def step_behind(self, x):
        self.graph.replay()
        self.x = x
        return self.out.clone()


class Rebuilt:
    """What is given is captured anew."""

    def __init__(self, model):
        self.model = model
        self.x = None
        self.graph = None

    def capture(self):
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.out = self.model(self.x)

    def begin(self, x):
        self.x = x
        self.capture()


def replay_all(model, xs):
    static = xs[0].clone()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = model(static)
    outs = []
    for x in xs:
        static = x  # expect-warning: rebound-buffer
        graph.replay()
        outs.append(y.clone())
    return outs


def replay_copied(model, xs):
    static = xs[0].clone()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = model(static)
    outs = []
    for x in xs:
        static.copy_(x)
        graph.replay()
        outs.append(y.clone())
    return outs


def captured_each(model, xs):
    outs = []
    for x in xs:
        static = x
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            y = model(static)
        graph.replay()
        outs.append(y.clone())
    return outs


def compared(model, x, other):
    static = x.clone()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = model(static)
    static = other
    graph.replay()
    return y.clone(), model(static)
