"""What is noted on the host of an earlier call, and decides on work of this one."""
import torch

NOTED = {}


def stage(x: torch.Tensor, out: torch.Tensor, rows: int, capacity: int):
    out[:rows].copy_(x)
    before = NOTED.get(out.data_ptr(), capacity)
    if rows < before:  # expect-warning: frozen-value
        out[rows:before].fill_(-1)
    NOTED[out.data_ptr()] = rows


def stage_always(x: torch.Tensor, out: torch.Tensor, rows: int, capacity: int):
    out[:rows].copy_(x)
    if rows < capacity:
        out[rows:].fill_(-1)


def stage_where_nobody_captures(x: torch.Tensor, out: torch.Tensor, rows: int, capacity: int):
    out[:rows].copy_(x)
    before = capacity if torch.cuda.is_current_stream_capturing() else NOTED.get(out.data_ptr(), capacity)
    if rows < before:
        out[rows:before].fill_(-1)
    NOTED[out.data_ptr()] = rows
