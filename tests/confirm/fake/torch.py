"""A small part of PyTorch on a device of lists, so that the confirmation programs in Python are tried where there is neither PyTorch nor
a GPU. Work waits in its stream's queue until somebody waits for it; a capture records it, and a replay does it; the allocator hands out
again what was given back last; the generators know in a capture what PyTorch 2.11's know. It shows that the programs are whole and tell
hazard from twin, and nothing of a device."""
import contextlib
import random as python_random

int32, float64, __version__ = "int32", "float64", "2.11.0+fake"
_memory, _state = {}, {}
_free = {None: []}  # addresses, by the graph whose memory it is


class version:
    cuda, hip = "13.0", None


# ---- streams: an operation is a function, or an event that is waited for ----


class Event:
    def __init__(self):
        self.is_done, self.stream = True, None

    def record(self, stream=None):
        self.is_done, self.stream = False, stream or cuda.current_stream()
        self.stream.put(self.finish)

    def finish(self):
        self.is_done = True

    def query(self):
        return self.is_done

    def synchronize(self):
        self.stream.run(until=self)


class Stream:
    def __init__(self):
        self.queue = []

    def put(self, step):
        graph = _state.get("graph")
        (self.queue if graph is None else graph.queues.setdefault(self, [])).append(step)

    def wait_stream(self, other):
        event = Event()
        event.record(other)
        self.put(lambda: event.is_done or other.run(until=event))

    def run(self, until=None):
        while self.queue and not (until and until.is_done):
            self.queue.pop(0)()

    synchronize = run


class Graph:
    def __init__(self):
        self.queues, self.increment = {}, 0

    def replay(self):
        cuda.synchronize()
        seed, offset = own().seed_now, own().offset
        own().base = (seed, offset)
        own().offset += self.increment
        for stream, steps in self.queues.items():
            stream.queue = list(steps)
        for queue in self.queues:
            queue.run()


@contextlib.contextmanager
def capture(graph, capture_error_mode="global"):
    assert capture_error_mode in ("global", "thread_local", "relaxed")
    cuda.synchronize()
    _state["graph"], own().intragraph = graph, 0
    try:
        with use(_state.setdefault("capture stream", Stream())):
            yield
    finally:
        del _state["graph"]
        graph.increment = own().intragraph


@contextlib.contextmanager
def use(stream):
    before, _state["stream"] = cuda.current_stream(), stream
    try:
        yield
    finally:
        _state["stream"] = before


# ---- tensors ----


class Tensor:
    def __init__(self, n):
        self.free, self.uses, self._version = _free.setdefault(_state.get("graph"), []), [], 0
        again = [a for a in self.free if len(_memory[a]) == n]
        self.address = again[-1] if again else 512 * (len(_memory) + 1)
        if again:
            self.free.remove(self.address)
        else:
            _memory[self.address] = [0] * n

    def __del__(self):
        if not self.uses:
            self.free.append(self.address)

    def record_stream(self, stream):
        self.uses.append(stream)

    def data_ptr(self):
        return self.address

    def values(self):
        cuda.current_stream().run()
        return _memory[self.address]

    def put(self, function, *inputs):
        to, sources = _memory[self.address], [_memory[t.address] if isinstance(t, Tensor) else t for t in inputs]

        def step():
            rows = zip(*(s if isinstance(s, list) else [s] * len(to) for s in sources)) if sources else [()] * len(to)
            to[:] = [function(*row) for row in rows]

        self._version += 1
        cuda.current_stream().put(step)
        return self

    def make(self, function, *inputs):
        return Tensor(len(_memory[self.address])).put(function, *inputs)

    def __add__(self, other):
        return self.make(lambda a, b: a + b, self, other)

    def __sub__(self, other):
        return self.make(lambda a, b: a - b, self, other)

    def __mul__(self, other):
        return self.make(lambda a, b: a * b, self, other)

    def __eq__(self, other):
        return self.make(lambda a, b: a == b, self, other)

    def copy_(self, other):
        return self.put(lambda a: a, other)

    def fill_(self, value):
        return self.put(lambda: value)

    def zero_(self):
        return self.fill_(0)

    def clone(self):
        return self.make(lambda a: a, self)

    def double(self):
        return self.make(float, self)

    def tolist(self):
        return list(self.values())

    def item(self):
        return self.tolist()[0]

    def all(self):
        return all(self.values())


def empty(n, dtype=None, device=None):
    return Tensor(n)


def zeros(n, dtype=None, device=None):
    return Tensor(n).zero_()


def empty_like(x):
    return Tensor(len(_memory[x.address]))


def arange(n, dtype=None, device=None):
    return Tensor(n).put(lambda a: a, list(range(n)))


def mul(x, y):
    return x * y


def equal(a, b):
    return a.tolist() == b.tolist()


def rand(n, device=None):
    return Tensor(n).put(lambda a: a, own().numbers(n)) if "graph" not in _state else own().record(Tensor(n), n)


# ---- generators ----


class Generator:
    def __init__(self):
        self.seed_now, self.offset, self.intragraph, self.base = 0, 0, 0, (0, 0)

    def numbers_at(self, n, seed, offset):
        return [x / 2**20 for x in python_random.Random(seed * 1000003 + offset).choices(range(2**20), k=n)]

    def numbers(self, n):
        self.offset += 4
        return self.numbers_at(n, self.seed_now, self.offset - 4)

    def record(self, out, n):
        own_offset, to = self.intragraph, _memory[out.address]
        self.intragraph += 4

        def step():
            to[:] = self.numbers_at(n, self.base[0], self.base[1] + own_offset)

        cuda.current_stream().put(step)
        return out

    def manual_seed(self, seed):
        if "graph" not in _state:
            self.seed_now, self.offset = seed, 0
        elif seed != self.seed_now:
            raise RuntimeError("set_current_seed can be called during stream capture only if new seed is the same")

    def seed(self):
        self.manual_seed(_state.setdefault("next seed", python_random.Random(7)).randrange(2**30))

    def initial_seed(self):
        return self.seed_now

    def get_state(self):
        return self.seed_now, self.intragraph if "graph" in _state else self.offset

    def set_state(self, state):
        self.manual_seed(state[0])
        if "graph" in _state:
            self.intragraph = state[1]
        else:
            self.offset = state[1]


def own():
    return cuda.default_generators[0]


def manual_seed(value):
    own().manual_seed(value)


def seed():
    own().seed()


class random:
    manual_seed = staticmethod(manual_seed)


class cuda:
    Event, Stream, CUDAGraph, graph, stream = Event, Stream, Graph, capture, use
    default_generators = [Generator()]
    everything = Stream()
    is_available = staticmethod(lambda: True)
    init = staticmethod(lambda: None)
    current_device = staticmethod(lambda: 0)
    device_count = staticmethod(lambda: 1)
    current_stream = staticmethod(lambda: _state.get("stream", cuda.everything))
    _sleep = staticmethod(lambda cycles: None)
    manual_seed = manual_seed_all = staticmethod(manual_seed)
    seed = seed_all = staticmethod(seed)
    get_rng_state = staticmethod(lambda: own().get_state())
    get_rng_state_all = staticmethod(lambda: [own().get_state()])
    set_rng_state = staticmethod(lambda state: own().set_state(state))
    set_rng_state_all = staticmethod(lambda states: own().set_state(states[0]))

    @staticmethod
    def synchronize():
        for queue in [cuda.everything, cuda.current_stream()]:
            queue.run()

    @staticmethod
    def get_device_properties(device):
        class properties:
            name, major, minor = "Fake GPU", 9, 0

        return properties
