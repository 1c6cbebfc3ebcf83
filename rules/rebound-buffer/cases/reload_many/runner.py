import torch

from layers import Layer, PerChannel, PerTensor, Plain, load_and_process, load_and_put_back


class Runner:
    def __init__(self, kind, width):
        methods = {"plain": Plain(), "tensor": PerTensor(), "channel": PerChannel()}
        self.model = Layer(methods[kind], width)
        self.graph = torch.cuda.CUDAGraph()
        self.x = torch.zeros(1, width, device="cuda")

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.model(self.x)

    def load_model(self, weights):
        load_and_process(self.model, weights)

    def update_weights_from_disk(self, path):
        load_and_process(self.model, torch.load(path))  # expect-warning: rebound-buffer
        return True

    def update_weights_in_place(self, path):
        load_and_put_back(self.model, torch.load(path))
