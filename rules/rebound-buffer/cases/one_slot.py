# One slot for a buffer of every shape, and graphs that are kept by key.
import torch

SCRATCH = None
TABLES = {}
SPACE = None
GRAPHS = {}


def fitting(buf, shape, device):
    if buf is None or buf.shape != shape:
        return torch.empty(shape, device=device)
    return buf


def scratch(x):
    global SCRATCH
    SCRATCH = fitting(SCRATCH, x.shape, x.device)  # expect: rebound-buffer
    return SCRATCH


def space(x):
    global SPACE
    held = SPACE
    if held is None or held.shape != x.shape:
        held = torch.empty(x.shape, device=x.device)
        SPACE = held  # expect: rebound-buffer
    return held


# One for each shape.
def table(x):
    if x.shape not in TABLES:
        TABLES[x.shape] = torch.empty(x.shape, device="cuda")
    return TABLES[x.shape]


def work(x, weight):
    return x.mul(weight, out=scratch(x)).add_(space(x)).add(table(x))


def run(x, weight):
    if x.shape not in GRAPHS:
        work(x, weight)
        held = x.clone()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            out = work(held, weight)
        GRAPHS[x.shape] = (graph, held, out)
    graph, held, out = GRAPHS[x.shape]
    held.copy_(x)
    graph.replay()
    return out.clone()
