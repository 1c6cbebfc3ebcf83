import torch
from store import Log, Pages, Ring, Table


class Decoder:
    def __init__(self, model, rows):
        self.model = model
        self.pages = Pages(rows)
        self.log = Log()
        self.tokens = torch.zeros(rows, dtype=torch.long, device="cuda")
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.model(self.tokens, self.pages.index, self.pages.ends)

    def decode(self, tokens, lists):
        self.log.restart(len(lists))
        self.pages.plan(lists)
        self.tokens.copy_(tokens)
        self.graph.replay()
        return self.out.clone()


class Lookup:
    def __init__(self, model):
        self.model = model
        self.table = Table(1024)
        self.ids = torch.zeros(8, dtype=torch.long, device="cuda")
        self.graph = None

    def step(self, ids):
        self.ids.copy_(ids)
        self.graph.replay()
        return self.out.clone()

    def run(self, batches):
        for ids, largest in batches:
            if largest >= 1024:
                self.table.enlarge(2 * largest)
            if self.graph is None:
                self.graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(self.graph):
                    self.out = self.model(self.table.rows[self.ids])
            self.step(ids)


class Careful:
    def __init__(self, model):
        self.model = model
        self.ring = Ring(1024)
        self.ids = torch.zeros(8, dtype=torch.long, device="cuda")
        self.capture()

    def capture(self):
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.out = self.model(self.ring.slots[self.ids])

    def step(self, ids, largest):
        if largest >= 1024:
            self.ring.widen(2 * largest)
            self.capture()
        self.ids.copy_(ids)
        self.graph.replay()
        return self.out.clone()
