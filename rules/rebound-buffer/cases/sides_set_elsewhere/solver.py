# The number of turns is set in another file, so nobody knows it here.
import warp as wp


def newer(now, after):
    pass


class Solver:
    def __init__(self, model):
        self.turns = 5
        self.rounds = 5
        self.now = model.state()
        self.after = model.state()
        self.left = model.state()
        self.right = model.state()

    def capture(self):
        with wp.ScopedCapture() as capture:
            self.advance()
        self.graph = capture.graph

    def capture_rest(self):
        with wp.ScopedCapture() as capture:
            self.settle()
        self.rest = capture.graph

    def advance(self):
        for _ in range(self.turns):
            newer(self.now, self.after)
            self.now, self.after = self.after, self.now

    def settle(self):
        for _ in range(self.rounds):
            newer(self.left, self.right)
            self.left, self.right = self.right, self.left  # expect-warning: rebound-buffer
