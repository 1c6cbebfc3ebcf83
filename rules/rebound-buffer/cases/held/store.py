# What a runner holds: pages that may be planned anew in new tensors, or in place.
import torch


class Pages:
    def __init__(self, rows):
        self.index = torch.zeros(rows, dtype=torch.int32, device="cuda")
        self.ends = torch.zeros(rows, dtype=torch.int32, device="cuda")

    def plan(self, lists):
        flat = [page for one in lists for page in one]
        self.index = torch.tensor(flat, dtype=torch.int32, device="cuda")  # expect-warning: rebound-buffer
        self.ends.copy_(torch.tensor([len(one) for one in lists], dtype=torch.int32))


class Table:
    def __init__(self, rows):
        self.rows = torch.zeros(rows, 64, device="cuda")

    def enlarge(self, rows):
        larger = torch.zeros(rows, 64, device="cuda")
        larger[: self.rows.shape[0]].copy_(self.rows)
        self.rows = larger  # expect-warning: rebound-buffer


# The same, by somebody who captures again.
class Ring:
    def __init__(self, rows):
        self.slots = torch.zeros(rows, 64, device="cuda")

    def widen(self, rows):
        wider = torch.zeros(rows, 64, device="cuda")
        wider[: self.slots.shape[0]].copy_(self.slots)
        self.slots = wider


# What it makes anew no graph has read.
class Log:
    def __init__(self):
        self.seen = torch.zeros(1, device="cuda")

    def restart(self, rows):
        self.seen = torch.zeros(rows, device="cuda")
