"""What a step's kernels read: one object is kept for graphs and refreshed before each replay."""
from dataclasses import dataclass

import torch


@dataclass
class SegmentInfo:
    use_cuda_graph: bool
    size: int
    num_segments: int
    starts: torch.Tensor
    weights: torch.Tensor
