# rules: sync-in-capture
# The base class says None; what is made and run is what its subclasses name. Which of two methods runs is looked up in a tuple.
import torch


class Layer:
    def decode(self, x):
        return x

    def decode_split(self, x):
        return x


class ScaledLayer(Layer):
    def decode(self, x):
        return x * x.max().item()  # expect-note: sync-in-capture


class Model:
    layer_class = None

    def __init__(self, mode):
        self.mode = mode
        self.layer = self.layer_class()

    def forward_layers(self, x):
        method = (self.layer.decode, self.layer.decode_split)[self.mode]
        return method(x)

    def capture(self, x):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.out = self.forward_layers(x)
        return graph


class ScaledModel(Model):
    layer_class = ScaledLayer
