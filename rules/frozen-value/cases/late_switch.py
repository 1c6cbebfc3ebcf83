# A switch of the model that its forward branches on, set before and after its graphs are captured.
import collections

import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.keeps_hidden = False
        self.scale = 1.0

    def keep_hidden(self):
        self.keeps_hidden = True

    def set_name(self, name):
        self.name = name

    def forward(self, x):
        if self.keeps_hidden:
            return x * self.scale, x
        return x * self.scale, None


class GraphRunner:
    def __init__(self, owner: "Owner"):
        self.owner = owner
        self.capture()

    def capture(self):
        x = torch.zeros(8, device="cuda")
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.out = self.owner.model(x)


class HostRunner:
    def __init__(self, owner: "Owner"):
        self.owner = owner


class Owner:
    def __init__(self, device):
        self.device = device
        self.model = Model()

    def init_runner(self):
        runners = collections.defaultdict(lambda: GraphRunner, {"cpu": HostRunner})
        self.runner = runners[self.device](self)

    def start_late(self, keeps: bool):
        self.init_runner()
        self.model.set_name("late")
        if keeps:
            self.model.keep_hidden()  # expect-warning: frozen-value

    def start(self, keeps: bool):
        if keeps:
            self.model.keep_hidden()
        self.init_runner()

    def start_again(self, keeps: bool):
        self.init_runner()
        if keeps:
            self.model.keep_hidden()
            self.init_runner()
