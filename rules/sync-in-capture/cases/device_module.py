# The module of the device's graphs is asked for, and a manager nothing is known of is given the graph.
import torch

from elsewhere import saver


class Runner:
    def __init__(self, device):
        self.module = torch.get_device_module(device)
        self.graphs = {}

    def capture(self, size, step):
        graph = torch.cuda.CUDAGraph()
        with self.module.graph(graph, pool=None):
            out = step()
        self.graphs[size] = graph
        return out

    def capture_saved(self, step):
        graph = torch.cuda.CUDAGraph()
        with saver.cuda_graph(graph, tag="weights"):
            return step()


class Engine:
    def __init__(self, device):
        self.runner = Runner(device)
        self.lengths = torch.zeros(8, dtype=torch.int32, device=device)

    def start(self):
        def step():
            return self.lengths.sum().item()  # expect: sync-in-capture

        def saved_step():
            return self.lengths.max().item()  # expect: sync-in-capture

        self.runner.capture(8, step)
        self.runner.capture_saved(saved_step)
