# rules: raw-pointer
import ctypes

import torch


class Dangling:
    def __init__(self, weights, n):
        self.table = torch.tensor([w.t().clone().data_ptr() for w in weights], device="cuda")  # expect-warning: raw-pointer
        self.cast = torch.tensor([w.float().data_ptr() for w in weights], device="cuda")  # expect-note: raw-pointer
        self.maybe = torch.tensor([w.contiguous().data_ptr() for w in weights], device="cuda")  # expect-note: raw-pointer
        scratch = torch.empty(n, device="cuda")
        self.scratch_address = ctypes.c_void_p(scratch.data_ptr())  # expect-warning: raw-pointer
        addresses = []
        for w in weights:
            copy = torch.zeros_like(w)
            addresses.append(copy.data_ptr())  # expect-warning: raw-pointer
        self.copies = torch.tensor(addresses, device="cuda")


class Kept:
    def __init__(self, weights, n):
        self.weights = [w.float() for w in weights]
        self.table = torch.tensor([w.data_ptr() for w in self.weights], device="cuda")
        scratch = torch.empty(n, device="cuda")
        self.scratch = scratch
        self.scratch_address = scratch.data_ptr()
        self.owner = []
        addresses = []
        for w in weights:
            copy = torch.zeros_like(w)
            self.owner.append(copy)
            addresses.append(copy.data_ptr())
        self.copies = torch.tensor(addresses, device="cuda")
        # The callers' own tensors.
        self.given = torch.tensor([w.data_ptr() for w in weights], device="cuda")

    def launch(self, kernel, x):
        kernel(x.float().data_ptr())


class Cache:
    def __init__(self, n):
        self.k = torch.zeros(n, device="cuda")
        self.address = 0
        self.point()

    def point(self):
        self.address = self.k.data_ptr()

    def grow(self, n):
        self.k = torch.zeros(n, device="cuda")  # expect-warning: raw-pointer


class CacheKept:
    def __init__(self, n):
        self.k = torch.zeros(n, device="cuda")
        self.address = 0
        self.point()

    def point(self):
        self.address = self.k.data_ptr()

    def grow(self, n):
        self.k = torch.zeros(n, device="cuda")
        self.point()

    def move(self, n):
        self.replace(n)
        self.point()

    def replace(self, n):
        self.k = torch.zeros(n, device="cuda")

    def fill(self, value):
        self.k.fill_(value)
