"""Python: state that captured steps advance, and buffers that grow while graphs are kept."""
import torch


class Decoder:
    def __init__(self, rows, model):
        self.model = model
        self.scores = torch.zeros(rows, device="cuda")
        self.last = torch.zeros(rows, dtype=torch.int64, device="cuda")
        self.fresh = torch.zeros(rows, device="cuda")
        self.more = torch.ones(1, dtype=torch.bool, device="cuda")
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.begin()
            self.step()
            self.loop()

    def begin(self):
        self.fresh = torch.zeros_like(self.last)

    def step(self):
        index = torch.argmax(self.model(self.last), -1)
        self.scores = torch.gather(self.scores, 0, index)  # expect-warning: rebound-buffer
        self.last.copy_(torch.gather(self.last, 0, index))
        self.fresh = torch.gather(self.fresh, 0, index)

    def loop(self):
        address = self.more.data_ptr()
        self.launch(address)
        self.more = torch.any(self.last > 0)  # expect-warning: rebound-buffer

    def replay(self):
        self.graph.replay()
        return self.scores


class Growing:
    def __init__(self, blocks):
        self.blocks = blocks
        self.table = None
        self.scratch = None
        self.graphs = {}

    def ensure(self, rows):
        if self.table is None:
            self.table = (torch.empty(rows, device="cuda"), torch.empty(rows, device="cuda"))
        elif self.table[0].size(0) < rows:
            self.table = (torch.empty(rows, device="cuda"), torch.empty(rows, device="cuda"))  # expect-warning: rebound-buffer

    def ensure_scratch(self, rows):
        if self.scratch is not None and self.scratch.shape[0] < rows:
            self.graphs.clear()
            self.scratch = torch.empty(rows, device="cuda")

    def capture(self, key, cos, sin, scratch):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            out = self.blocks(cos, sin, scratch)
        self.graphs[key] = graph
        return out

    def run(self, x: torch.Tensor):
        key = x.shape[0]
        self.ensure(key)
        self.ensure_scratch(key)
        if key not in self.graphs:
            self.out = self.capture(key, self.table[0][:key], self.table[1][:key], self.scratch)
        self.graphs[key].replay()


# Asked whether it will do, and made anew if not: three steps of the same size before the capture have seen to that, and no value goes over.
class Gathered:
    def __init__(self):
        self.scratch = torch.empty(0, device="cuda")

    def warm(self, x: torch.Tensor):
        self.scratch = torch.empty(x.numel(), device="cuda")

    def step(self, x: torch.Tensor):
        if self.scratch is None or self.scratch.numel() < x.numel() or self.scratch.dtype != x.dtype:
            self.scratch = torch.empty(x.numel(), dtype=x.dtype, device=x.device)
        self.scratch[: x.numel()].copy_(x)
        return self.scratch[: x.numel()] * 2

    def capture(self, x: torch.Tensor):
        self.warm(x)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.out = self.step(x)
        return graph
