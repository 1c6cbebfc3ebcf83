# rules: reused-output
"""Views of a buffer that a method fills at each call, kept over the next one."""
import torch


class Slots:
    def __init__(self, n):
        self.slots = torch.zeros(n, dtype=torch.int64, device="cuda")
        self.parts = [torch.zeros(n, device="cuda") for _ in range(4)]
        self.at = 0

    def padded(self, slots, n):
        view = self.slots[:n]
        view.fill_(-1)
        view[: slots.shape[0]] = slots
        return view

    def padded_copy(self, slots, n):
        view = self.slots[:n]
        view.fill_(-1)
        view[: slots.shape[0]] = slots
        return view.clone()

    def appended(self, slots):
        n = slots.shape[0]
        begin = self.at
        self.slots[begin : begin + n] = slots
        self.at += n
        return self.slots[begin : begin + n]

    def current(self, n):
        return self.slots[:n]


class Groups:
    def __init__(self, n):
        self.manager = Slots(n)
        self.managers = [Slots(n) for _ in range(3)]

    def collected(self, groups, n):
        out = []
        for g in groups:
            out.append(self.manager.padded(g, n))  # expect-warning: reused-output
        return out

    def by_name(self, groups, n):
        out = {}
        for name, g in groups.items():
            slots = self.manager.padded(g, n)
            out[name] = slots  # expect-warning: reused-output
        return out

    def both(self, a, b, n):
        first = self.manager.padded(a, n)
        second = self.manager.padded(b, n)
        return torch.cat([first, second]), first - second  # expect-warning: reused-output

    def cloned(self, groups, n):
        out = []
        for g in groups:
            out.append(self.manager.padded(g, n).clone())
        return out

    def copies(self, groups, n):
        return [self.manager.padded_copy(g, n) for g in groups]

    def parts(self, groups):
        return [self.manager.appended(g) for g in groups]

    def of_each(self, groups, n):
        return [m.padded(g, n) for m, g in zip(self.managers, groups)]

    def one_after_the_other(self, a, b, n):
        first = self.manager.padded(a, n)
        total = first.sum()
        second = self.manager.padded(b, n)
        return total + second.sum()

    def steps(self, groups, n, run):
        for g in groups:
            batch = []
            batch.append(self.manager.padded(g, n))
            run(batch)
