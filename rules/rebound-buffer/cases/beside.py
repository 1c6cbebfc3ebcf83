# Metadata that is made anew at each step for a graph: its tensors are kept buffers, but for one.
import torch


class Meta:
    def __init__(self, lens):
        self.lens = lens


class Builder:
    def __init__(self, rows):
        self.lens = torch.zeros(rows, dtype=torch.int32, device="cuda")
        self.slots = torch.zeros(rows, dtype=torch.int32, device="cuda")
        self.starts = torch.zeros(rows + 1, dtype=torch.int32, device="cuda")
        self.verify = torch.zeros(rows, dtype=torch.int32, device="cuda")

    def build_for_cudagraph_capture(self, verify, rows):
        meta = Meta(self.lens[:rows])
        meta.slots = self.slots[:rows]
        meta.verify = torch.as_tensor(verify, device=self.lens.device)
        meta.spare = self.verify[:rows]
        return meta

    def build(self, batch, verify, rows):
        self.slots[:rows].copy_(batch.slots)
        meta = Meta(self.lens[:rows])
        meta.slots = self.slots[:rows]
        meta.verify = torch.as_tensor(verify, device=self.lens.device)  # expect-warning: rebound-buffer
        # Not one that the capture is given.
        meta.prefix = torch.as_tensor(batch.prefix, device=self.lens.device)
        meta.spare = self.verify[:rows]
        return meta

    # The capture's work is that of `build_decode`, which has a buffer for it.
    def build_prefill(self, batch, rows):
        meta = Meta(self.lens[:rows])
        meta.slots = self.slots[:rows]
        meta.spare = torch.as_tensor(batch.spare, device=self.lens.device)
        return meta

    def build_decode(self, batch, rows):
        self.verify[:rows].copy_(batch.verify)
        meta = Meta(self.lens[:rows])
        meta.spare = self.verify[:rows]
        return meta

    # All of it is new here: no graph runs with it.
    def build_eager(self, batch, verify):
        meta = Meta(batch.lens)
        meta.slots = batch.slots
        meta.verify = torch.as_tensor(verify, device=self.lens.device)
        return meta
