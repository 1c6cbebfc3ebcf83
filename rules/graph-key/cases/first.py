# rules: graph-key
"""What only the call that captures looks at."""
import torch


class Ignoring:
    def __init__(self, model):
        self.model = model
        self.graph = None

    def __call__(self, x):
        if self.graph is None:
            self.static_x = x.clone()  # expect-warning: graph-key
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.out = self.model(self.static_x)
        self.graph.replay()
        return self.out


class Copying:
    def __init__(self, model):
        self.model = model
        self.graph = None

    def __call__(self, x):
        if self.graph is None:
            self.static_x = x.clone()
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.out = self.model(self.static_x)
        self.static_x.copy_(x)
        self.graph.replay()
        return self.out


class ByShape:
    """The key tells how large it is, and not what it holds."""

    def __init__(self, model):
        self.model = model
        self.graphs = {}

    def forward(self, x):
        key = x.shape
        if key not in self.graphs:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                out = self.model(x)  # expect-warning: graph-key
            self.graphs[key] = (graph, out)
        graph, out = self.graphs[key]
        graph.replay()
        return out


class Stepping:
    def __init__(self, model):
        self.model = model
        self.graph = None

    def step(self, x, t: int):
        if self.graph is None:
            self.x = x.clone()
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.y = self.model(self.x, t)  # expect-warning: graph-key
        else:
            self.x.copy_(x)
        self.graph.replay()
        return self.y

    def step_by_tensor(self, x, t: int):
        if self.graph is None:
            self.x = x.clone()
            self.t = torch.zeros(1, dtype=torch.int64, device="cuda")
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.y = self.model(self.x, self.t)
        self.x.copy_(x)
        self.t.fill_(t)
        self.graph.replay()
        return self.y


class InAMethod:
    def __init__(self, model):
        self.model = model
        self.cuda_graph = None

    def _capture(self, x):
        self.cuda_graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.cuda_graph):
            self.out = self.model(x)

    def run(self, x):
        if self.cuda_graph is None:
            self._capture(x)  # expect-warning: graph-key
        self.cuda_graph.replay()
        return self.out

    def run_again(self, x):
        """Captured anew for each tensor."""
        if self.cuda_graph is None or self.address != x.data_ptr():
            self.address = x.data_ptr()
            self._capture(x)
        self.cuda_graph.replay()
        return self.out


class Once:
    """Captures and never replays by itself."""

    def __init__(self, model):
        self.model = model
        self.graph = None

    def capture(self, x, pool):
        if self.graph is None:
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph, pool=pool):
                self.out = self.model(x)
            self.graph.replay()
        return self.out


class Eager:
    """Who finds no graph runs eagerly."""

    def __init__(self, model):
        self.model = model
        self.graph = None

    def run(self, x):
        if self.graph is None:
            return self.model(x)
        self.x.copy_(x)
        self.graph.replay()
        return self.out


class InTwoForms:
    """The list is the key, and says what the tensor holds."""

    def __init__(self, tower):
        self.tower = tower
        self.graphs = {}

    def run(self, pixels: torch.Tensor, grid_rows: torch.Tensor, grid_row_list):
        key = tuple(grid_row_list)
        graph = self.graphs.get(key)
        if graph is None:
            self.pixels = pixels.clone()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                self.out = self.tower(self.pixels, grid_rows)
            self.graphs[key] = graph
        self.pixels.copy_(pixels)
        graph.replay()
        return self.out


class Replaying:
    def __init__(self, model):
        self.model = model
        self.graph = torch.cuda.CUDAGraph()

    def capture(self, x, scale, mask, kv_cache, pool):
        self.x = x.clone()
        self.mask = mask.clone()
        with torch.cuda.graph(self.graph, pool=pool):
            self.out = self.model(self.x, scale, self.mask, kv_cache)

    def forward(self, x, scale, mask, pool=None):
        self.x.copy_(x)
        self.mask.copy_(mask)
        self.graph.replay()  # expect-warning: graph-key
        return self.out

    def forward_cached(self, x, mask, kv_cache):
        self.x.copy_(x)
        self.mask.copy_(mask)
        self.graph.replay()
        return self.out

    def forward_unscaled(self, x, mask, _scale=None):
        self.x.copy_(x)
        self.mask.copy_(mask)
        self.graph.replay()
        return self.out
