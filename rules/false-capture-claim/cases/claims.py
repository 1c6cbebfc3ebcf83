# rules: false-capture-claim
"""Functions that say that they can be captured: plainly, under a condition, of another path, of a part."""
import torch


def longest(lens: torch.Tensor, out: torch.Tensor) -> None:  # expect-warning: false-capture-claim
    """Writes the longest length. Safe under CUDA graph capture."""
    out[0:1] = lens.max().item()


def bounded(lens: torch.Tensor, limit=None):
    """When ``limit`` is given this is compatible with CUDA graph capture. Without it the longest is read."""
    if limit is None:
        limit = int(lens.max().item())
    return lens.clamp(max=limit)


def refresh(counts: torch.Tensor, is_ragged: bool):
    """Graph path: one fill_ that is safe to capture.

    Ragged path: reads the counts on the host. This one never runs under graph capture.
    """
    if is_ragged:
        return counts.tolist()
    return counts.fill_(1)


class Grid:
    def __init__(self, origin: torch.Tensor):
        self.origin = origin
        self.made = None

    def struct(self):
        if self.made is None:
            self.made = self.origin[0].item()
        return self.made


def seed(sites: torch.Tensor, grid: Grid):
    """Marks the seeds. CUDA-graph safe (fixed launch size)."""
    grid.struct()
    sites.fill_(-1)


def scan(x: torch.Tensor, lengths: torch.Tensor, chunk_indices=None):
    if chunk_indices is None:
        chunk_indices = torch.repeat_interleave(lengths)
    return x[chunk_indices]


def prefill(x: torch.Tensor, lengths: torch.Tensor, meta):
    """The whole step is CUDA-graph capturable: the descriptors are made before."""
    return scan(x, lengths, chunk_indices=meta.chunk_indices)


def gather(x: torch.Tensor, lengths: torch.Tensor, chunk_indices=None):
    if chunk_indices is None:
        chunk_indices = torch.repeat_interleave(lengths)
    return x[chunk_indices]


def forgets(x: torch.Tensor, lengths: torch.Tensor):  # expect-warning: false-capture-claim
    """The whole step is CUDA-graph capturable."""
    return gather(x, lengths)


def selects(x: torch.Tensor, lengths: torch.Tensor, meta):
    """Reads what was computed before the step: CUDA graph compatible."""
    bounds = meta.bounds
    if bounds is not None:
        pass
    else:
        bounds = [int(lengths[i].item()) for i in range(4)]
    return x[bounds]


def metadata_of(lengths: torch.Tensor, size=None):
    """Makes the metadata of a step.

    Args:
        lengths: made on the device for CUDA graph compatible kernels.
        size: padded to this for CUDA graph safety.
    """
    return lengths.tolist()


class Places:
    def commit(self, other):
        """Copies the tables of a new layout, in place, into tensors of fixed addresses (cudagraph-safe)."""
        assert torch.equal(self.owner, other.owner)
        self.table.copy_(other.table)

    def look_up(self, ids: torch.Tensor, out: torch.Tensor):  # expect-warning: false-capture-claim
        """Looks up the slots of ids. The table lives at one address. This is safe under CUDA graph capture."""
        out[0:1] = self.table[ids].max().item()
