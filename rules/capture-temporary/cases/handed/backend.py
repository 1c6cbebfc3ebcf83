"""The temporary is made where store.py calls the lambda of this file: it is told here, also if this file alone is given."""
import torch
from store import get_buffer


def forward(x):
    return get_buffer("workspace", lambda: torch.empty(8, device=x.device))  # expect-note: capture-temporary
