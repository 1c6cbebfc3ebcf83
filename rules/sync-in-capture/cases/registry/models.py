# rules: sync-in-capture
"""Models that are made by their name: the runner knows a torch.nn.Module."""
import torch


class Block(torch.nn.Module):
    def forward(self, hidden):
        return hidden + hidden.sum().item()  # expect: sync-in-capture


class AlphaModel(torch.nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block = Block()

    def forward(self, input_ids, positions, scale=None):
        hidden = self.block(input_ids)
        return hidden


class BetaModel(torch.nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block = Block()

    def forward(self, input_ids, positions, scale=None):
        hidden = self.block(input_ids)
        return hidden


class GammaModel(torch.nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block = Block()

    def forward(self, input_ids, positions, scale=None):
        hidden = self.block(input_ids)
        return hidden * positions.max().item()  # expect: sync-in-capture


class DeltaModel(torch.nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block = Block()

    def forward(self, input_ids, positions, scale=None):
        hidden = self.block(input_ids)
        return hidden


class EpsilonModel(torch.nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block = Block()

    def forward(self, input_ids, positions, scale=None):
        hidden = self.block(input_ids)
        return hidden


class ZetaModel(torch.nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block = Block()

    def forward(self, input_ids, positions, scale=None):
        hidden = self.block(input_ids)
        return hidden


class EtaModel(torch.nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block = Block()

    def forward(self, input_ids, positions, scale=None):
        hidden = self.block(input_ids)
        return hidden


class ThetaModel(torch.nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block = Block()

    def forward(self, input_ids, positions, scale=None):
        hidden = self.block(input_ids)
        return hidden


class Head(torch.nn.Module):
    """Has another shape: the runner can't mean it."""

    def forward(self, logits):
        return logits.argmax().tolist()
