# A module that is made to be exported is run by another runtime; one that is not may be captured.
import torch
from torch import nn


class TrtDecoder(nn.Module):
    def forward_decode(self, x: torch.Tensor):
        torch.cuda.synchronize()
        return x + 1


class OnnxDecoder(nn.Module):
    def forward_decode(self, x: torch.Tensor):
        torch.cuda.synchronize()
        return x + 1


class TrtLlmDecoder(nn.Module):
    def forward_decode(self, x: torch.Tensor):
        torch.cuda.synchronize()  # expect-warning: sync-in-capture
        return x + 1
