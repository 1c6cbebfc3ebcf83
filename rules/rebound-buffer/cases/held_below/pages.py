# Pages that grow in a method below the one that the runner calls.
import torch


class Pages:
    def __init__(self, rows):
        self.rows = rows
        self.left = list(range(rows))
        self.keys = torch.zeros(rows, 64, device="cuda")

    def take(self, n):
        if len(self.left) < n:
            self._more(n)
        return [self.left.pop() for _ in range(n)]

    def _more(self, n):
        self.keys = torch.cat([self.keys, torch.zeros(n, 64, device="cuda")])  # expect: rebound-buffer
        self.left.extend(range(self.rows, self.rows + n))
        self.rows += n


# The same with a count of its changes, which the runner compares before it replays.
class Counted:
    def __init__(self, rows):
        self.rows = rows
        self.left = list(range(rows))
        self.values = torch.zeros(rows, 64, device="cuda")
        self.changes = 0

    def take(self, n):
        if len(self.left) < n:
            self._more(n)
        return [self.left.pop() for _ in range(n)]

    def _more(self, n):
        self.values = torch.cat([self.values, torch.zeros(n, 64, device="cuda")])
        self.left.extend(range(self.rows, self.rows + n))
        self.rows += n
        self.changes += 1


# The same that tells its caller so.
class Telling:
    def __init__(self, rows):
        self.lines = torch.zeros(rows, 64, device="cuda")

    def fit(self, n):
        if n > self.lines.shape[0]:
            self._more(n)
            return True
        return False

    def _more(self, n):
        self.lines = torch.cat([self.lines, torch.zeros(n, 64, device="cuda")])
