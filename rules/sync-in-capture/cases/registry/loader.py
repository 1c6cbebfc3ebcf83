import importlib

import torch


def load(module: str, name: str, config) -> torch.nn.Module:
    return getattr(importlib.import_module(module), name)(config)
