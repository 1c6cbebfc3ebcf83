# Reading by a mask makes as many rows as are true: the host has to know, wherever in a statement it stands.
import torch


def scaled(x, by):
    return x * by


class Step:
    def __init__(self, n):
        self.x = torch.zeros(n, 4, device="cuda")
        self.rows = torch.arange(n, device="cuda")
        self.out = torch.zeros(n, 4, device="cuda")

    def live(self):
        return self.x[self.x > 0]  # expect: sync-in-capture

    def argument(self):
        mask = self.rows > 2
        return scaled(self.x[mask], 2)  # expect: sync-in-capture

    def method(self):
        mask = self.rows > 2
        return self.x[mask].sum()  # expect: sync-in-capture

    def operand(self):
        mask = self.rows.eq(2)
        return 1 + self.x[mask]  # expect: sync-in-capture

    def fine(self, n: int):
        mask = self.rows > 2
        self.x[mask] = 0
        part = scaled(self.x[self.rows], 3)
        return torch.where(mask[:, None], self.x, self.out), part, self.x[0], self.x[:n].sum(), self.x[n + 1], self.x[None]

    def capture(self, n: int):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.live()
            self.argument()
            self.method()
            self.operand()
            self.fine(n)
        return graph
