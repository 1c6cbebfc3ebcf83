import torch
from torch import nn
from torch.nn import Parameter


class Layer(nn.Module):
    def __init__(self, method, width):
        super().__init__()
        self.method = method
        self.weight = Parameter(torch.empty(width, width, device="cuda"))
        self.scale = Parameter(torch.ones(width, device="cuda"))

    def forward(self, x: torch.Tensor):
        return self.method.apply(self, x)


class Plain:
    def apply(self, layer: Layer, x: torch.Tensor):
        return torch.matmul(x, layer.weight)

    def process_weights_after_loading(self, layer):
        layer.weight = Parameter(layer.weight.data, requires_grad=False)


class PerTensor(Plain):
    def apply(self, layer: Layer, x: torch.Tensor):
        return torch.matmul(x, layer.weight) * layer.scale

    def process_weights_after_loading(self, layer):
        layer.weight = Parameter(layer.weight.clone().t(), requires_grad=False)
        layer.scale = Parameter(layer.scale.max().reciprocal(), requires_grad=False)


class PerChannel(PerTensor):
    def process_weights_after_loading(self, layer):
        layer.weight = Parameter(torch.cat([layer.weight, layer.weight]), requires_grad=False)
        layer.scale = Parameter(torch.rsqrt(layer.scale), requires_grad=False)


def load_and_process(model: nn.Module, weights):
    model.load_state_dict(weights)
    for module in model.modules():
        method = getattr(module, "method", None)
        if method is not None:
            method.process_weights_after_loading(module)


def load_and_put_back(model: nn.Module, weights):
    kept = {name: parameter.data for name, parameter in model.named_parameters()}
    model.load_state_dict(weights)
    for module in model.modules():
        method = getattr(module, "method", None)
        if method is not None:
            method.process_weights_after_loading(module)
    for name, parameter in model.named_parameters():
        kept[name].copy_(parameter.data)
        parameter.data = kept[name]
