import torch

from info import SegmentInfo


class Backend:
    def __init__(self, device, most):
        self.device = device
        self.cuda_graph_info = SegmentInfo(True, most, most, torch.zeros(most + 1, dtype=torch.int32, device=device),
                                           torch.zeros(most, dtype=torch.int32, device=device))

    def segments(self, batch):
        return [segment.weight for segment in batch.segments], [segment.start for segment in batch.segments]

    def prepare(self, batch, use_cuda_graph):
        weights, starts = self.segments(batch)
        num_segments = len(weights)
        weights = torch.tensor(weights, dtype=torch.int32).pin_memory()
        starts = torch.tensor(starts, dtype=torch.int32).pin_memory()
        if not use_cuda_graph:
            info = SegmentInfo(False, batch.size, num_segments, torch.empty_like(starts, device=self.device),
                               torch.empty_like(weights, device=self.device))
        else:
            info = self.cuda_graph_info
            info.size = batch.size
            info.num_segments = num_segments
        info.weights[:num_segments].copy_(weights, non_blocking=True)
        info.starts[: num_segments + 1].copy_(starts, non_blocking=True)
        return info
