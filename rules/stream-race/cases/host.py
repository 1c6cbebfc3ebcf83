# rules: stream-race
"""What the host reads of a copy from the device that was started without waiting."""
import numpy as np
import torch


def lengths(counts: torch.Tensor):
    return counts.to("cpu", non_blocking=True).tolist()  # expect-warning: stream-race


def first(counts: torch.Tensor):
    host = counts.detach().to("cpu", non_blocking=True)
    return int(host[0])  # expect-warning: stream-race


def masks(logits: torch.Tensor):
    mask = (logits > 0).to(torch.device("cpu"), non_blocking=True).numpy()
    return mask.astype(np.uint8)  # expect-warning: stream-race


def loop(counts: torch.Tensor, out):
    host = counts.to(device="cpu", non_blocking=True)
    for n in host:  # expect-warning: stream-race
        out.append(n)


def any_left(flags: torch.Tensor):
    done = flags.all().to("cpu", non_blocking=True)
    if done:  # expect-warning: stream-race
        return None
    return flags


def lengths_in_order(counts: torch.Tensor):
    host = counts.to("cpu", non_blocking=True)
    torch.cuda.current_stream().synchronize()
    return host.tolist()


def lengths_by_event(counts: torch.Tensor):
    host = counts.to("cpu", non_blocking=True).numpy()
    done = torch.cuda.Event()
    done.record()
    done.synchronize()
    return host.astype(np.int64)


def started(counts: torch.Tensor):
    return counts.to("cpu", non_blocking=True).numpy()


def settle():
    torch.cuda.synchronize()


def lengths_settled(counts: torch.Tensor):
    host = counts.to("cpu", non_blocking=True)
    settle()
    return host.tolist()


def lengths_behind_another(counts: torch.Tensor, total: torch.Tensor):
    host = counts.to("cpu", non_blocking=True)
    n = total.item()
    return host.tolist(), n


def blocking(counts: torch.Tensor):
    return counts.to("cpu").tolist()


def uploaded(counts):
    return counts.to("cuda", non_blocking=True).tolist()


class Counter:
    def __init__(self, rows, device):
        self.pinned = torch.zeros(rows, dtype=torch.int64, pin_memory=True)
        self.plain = torch.zeros(rows, dtype=torch.int64)
        self.device = torch.zeros(rows, dtype=torch.int64, device="cuda")
        self.done = torch.cuda.Event()

    def read(self):
        self.pinned.copy_(self.device, non_blocking=True)
        return self.pinned.tolist()  # expect-warning: stream-race

    def read_some(self, n):
        self.pinned[:n].copy_(self.device[:n], non_blocking=True)
        return int(self.pinned[:n].sum())  # expect-warning: stream-race

    def read_pageable(self):
        self.plain.copy_(self.device, non_blocking=True)
        return self.plain.tolist()

    def read_later(self):
        self.pinned.copy_(self.device, non_blocking=True)
        self.done.record()
        self.done.synchronize()
        return self.pinned.tolist()

    def upload(self):
        self.device.copy_(self.pinned, non_blocking=True)
        return self.pinned.tolist()
