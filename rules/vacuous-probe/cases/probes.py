# Checks of graphs against eager code.
import torch


def check_replay_same(graph, out):
    kept = out
    graph.replay()
    return torch.equal(kept, out)  # expect-warning: vacuous-probe


def check_replay_copy(graph, out):
    kept = out.clone()
    graph.replay()
    return torch.equal(kept, out)


class Probe:
    def compare_with_eager(self, eager):
        for name, tensor in self.kept.items():
            if not torch.allclose(tensor, eager(name)):
                return False
        return True  # expect-warning: vacuous-probe

    def compare_counted(self, eager):
        if not self.kept:
            return False
        for name, tensor in self.kept.items():
            if not torch.allclose(tensor, eager(name)):
                return False
        return True

    def compare_number_eager(self, eager):
        seen = 0
        for name, tensor in self.kept.items():
            if not torch.allclose(tensor, eager(name)):
                return False
            seen += 1
        return seen > 0

    def forward(self, x):
        y = self.layer(x)
        self.stash["y"] = y  # expect-warning: vacuous-probe
        self.snapshots["y"] = y.clone()
        self.last_snapshot = y.clone()  # expect-warning: vacuous-probe
        self.stash_rows[: y.shape[0]].copy_(y)
        return y

    def capture(self, x):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.out = self.forward(x)
        self.graphs[x.shape[0]] = graph
