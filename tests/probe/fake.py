"""A device of lists: what is done during a capture is recorded and not done, and a replay does it. It stands in for PyTorch, so
that the probe is tested where there is neither PyTorch nor a GPU."""
import contextlib

_graph = None


class Tensor:
    def __init__(self, values):
        self.values = list(values)


class Graph:
    def __init__(self):
        self.steps, self.late = [], []

    @contextlib.contextmanager
    def capture(self):
        global _graph
        _graph = self
        try:
            yield
        finally:
            _graph = None
        self.steps += self.late  # what nobody has joined is done when it is done

    def replay(self):
        for step in self.steps:
            step()


def do(step, is_late=False):
    """One operation. Late: on another stream, which nobody waits for; eager execution is slow enough not to notice."""
    if _graph is None:
        step()
    else:
        (_graph.late if is_late else _graph.steps).append(step)


def apply(function, *tensors, out=None, is_late=False):
    """Elementwise. The result is garbage until the operation is done."""
    out = Tensor([-77.0] * len(tensors[0].values)) if out is None else out

    def step():
        out.values[:] = [function(*row) for row in zip(*(t.values for t in tensors))]

    do(step, is_late)
    return out


class Backend:
    """What caplint_probe.backend.TorchBackend offers."""

    def __init__(self):
        self.seed = 0

    def is_tensor(self, value):
        return isinstance(value, Tensor)

    def bytes_of(self, tensor):
        return 8 * len(tensor.values)

    def is_capturing(self):
        return _graph is not None

    def clone(self, tensor):
        return apply(lambda v: v, tensor)

    def host(self, tensor):
        return Tensor(tensor.values)

    def put(self, to, value):
        to.values[:] = value.values

    def poison(self, tensor):
        tensor.values[:] = [-1515.0] * len(tensor.values)
        return bool(tensor.values)

    def canary(self):
        return Tensor([0.0])

    def set_canary(self, canary, value):
        canary.values[:] = [float(value)]

    def synchronize(self):
        pass

    def random_state(self):
        return self.seed

    def set_random_state(self, state):
        self.seed = state

    def flipped(self, tensor):
        return Tensor([tensor.values[0] + 1, *tensor.values[1:]]) if tensor.values else None

    def difference(self, graph, eager, rtol, atol):
        a, b = graph.values, eager.values
        if len(a) != len(b):
            return {"what": "shape or type", "graph": f"[{len(a)}]", "eager": f"[{len(b)}]"}
        wrong = [i for i, (x, y) in enumerate(zip(a, b)) if abs(x - y) > atol + rtol * abs(y)]
        if not wrong:
            return None
        at = wrong[0]
        return {"what": "values", "wrong": len(wrong), "of": len(a), "at": [at], "graph": str(a[at]), "eager": str(b[at])}

    def first_rows(self, tensor, rows, bucket):
        return Tensor(tensor.values[:rows]) if len(tensor.values) == bucket else tensor

    def serial(self):
        return contextlib.nullcontext()

    def operations(self, recorder, site):
        return contextlib.nullcontext()
