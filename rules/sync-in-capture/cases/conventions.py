# rules: sync-in-capture host-source-in-capture first-use-in-capture
# One file, and no capture in it: what the names of its methods say of where they run.
import torch

import engine


class SlowBackend(engine.Backend):
    """A backend's decode step is what an engine captures."""

    def forward_decode(self, q, layer, batch):
        longest = batch.lens.max().item()  # expect-warning: sync-in-capture
        return self.attend(q, self.table[:, :longest])

    def forward_extend(self, q, layer, batch):
        return self.attend(q, self.table[:, : batch.extend_lens.max().item()])


class Backend(engine.Backend):
    def forward_decode(self, q, layer, batch):
        if batch.is_mixed:  # by a flag, so perhaps never in a capture
            q = q[: batch.lens.sum().item()]  # expect-note: sync-in-capture
        return self.attend(q, self.table)

    def init_forward_metadata_replay_cuda_graph(self, batch):
        """Beside the replay: it costs, and breaks nothing."""
        self.longest = batch.lens.max().item()  # expect-note: sync-in-capture
        self.lens = batch.lens.tolist()  # expect-note: sync-in-capture
        self.host_longest = batch.lens_cpu.max().item()
        self.scale = torch.tensor([batch.scale], device=batch.device)  # expect-note: host-source-in-capture
        if self.spare is None:
            self.spare = torch.zeros(8, device=batch.device)

    def init_metadata_in_graph(self, lens: torch.Tensor):
        self.total[0] = lens.cumsum(0)[-1].item()  # expect-warning: sync-in-capture


class Model(torch.nn.Module):
    """The class says how its graphs are fed."""

    def make_buffers_for_cuda_graph(self, size):
        return {"ids": torch.zeros(size, dtype=torch.int64, device="cuda")}

    def forward(self, ids: torch.Tensor, positions: torch.Tensor):
        hidden = self.embed(ids)
        spans = positions.tolist()  # expect-warning: host-source-in-capture
        return self.pool(hidden, spans)


class Engine:
    """No module: it runs one, and may capture that."""

    def capture_cudagraph(self):
        self.graphs = {}

    def forward(self, ids: torch.Tensor):
        return self.model(ids[: ids.max().item()])  # expect-note: sync-in-capture


class Chooser(torch.nn.Module):
    """forward() itself decides whether to replay: it is in no capture."""

    def run_with_cuda_graph(self, x: torch.Tensor):
        return self.graphs[x.shape[0]](x)

    def forward(self, x: torch.Tensor):
        n = x.max().item()  # expect-note: sync-in-capture
        return self.run_with_cuda_graph(x[:n])


class Plain(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x * x.max().item()  # expect-note: sync-in-capture


class Replayer:
    def step(self, x: torch.Tensor):
        if self.ready is None:
            self.ready = torch.zeros(4, device=x.device)
        self.static.copy_(x)
        self.graph.replay()
        return self.out.cpu()  # expect-note: sync-in-capture


class DecodeMetadataBuilder:
    def build(self, common, lens_cpu):
        longest = common.lens.max().item()  # expect-note: sync-in-capture
        return longest, lens_cpu.max().item()


class Policy(torch.nn.Module):
    """Its steps without training are captured, and what is trained is logged."""

    def enable_inference_cuda_graph(self, is_on: bool):
        self.is_graphed = is_on

    def forward(self, x: torch.Tensor, goal: torch.Tensor):
        step_loss = (x - goal).square()
        metrics = {"step_loss": step_loss.detach().float().mean().item()}  # expect-note: sync-in-capture
        longest = goal.max().item()  # expect-warning: sync-in-capture
        return step_loss.sum(), metrics, longest
