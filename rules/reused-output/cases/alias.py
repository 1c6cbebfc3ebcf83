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


class Graphed:
    def __init__(self, model, x):
        self.model = model
        self.x = torch.zeros_like(x)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.out = self.model(self.x)

    def run(self, x):
        self.x.copy_(x)
        self.graph.replay()
        return self.out

    def run_kept(self, x):
        self.x.copy_(x)
        self.graph.replay()
        return self.out.clone()

    def __call__(self, x):
        self.x.copy_(x)
        self.graph.replay()
        return self.out


def collect(model, xs):
    graphed = Graphed(model, xs[0])
    outs = []
    for x in xs:
        outs.append(graphed.run(x))  # expect-warning: reused-output
    return torch.stack(outs)


def collect_called(model, xs):
    graphed = Graphed(model, xs[0])
    return [graphed(x) for x in xs]  # expect-warning: reused-output


def guided(model, x, y, scale):
    graphed = Graphed(model, x)
    cond = graphed.run(x)
    uncond = graphed.run(y)
    return uncond + scale * (cond - uncond)  # expect-warning: reused-output


def collect_kept(model, xs):
    graphed = Graphed(model, xs[0])
    return [graphed.run_kept(x) for x in xs], [graphed.run(x).sum().item() for x in xs]


def last(model, xs):
    graphed = Graphed(model, xs[0])
    y = None
    for x in xs:
        y = graphed.run(x)
    return y


def chained(model, x, n):
    graphed = Graphed(model, x)
    for _ in range(n):
        x = graphed.run(x)
    return x


def of_two(model, xs):
    a, b = Graphed(model, xs[0]), Graphed(model, xs[1])
    first = a.run(xs[0])
    second = b.run(xs[1])
    return first + second
