import torch
import triton
import triton.language as tl

from info import SegmentInfo


@triton.jit
def shrink_kernel(x, out, starts, weights, num_segments, BLOCK: tl.constexpr):
    segment = tl.program_id(0)
    if segment >= num_segments:
        return
    tl.store(out + segment, tl.load(x + tl.load(starts + segment)))


def shrink(x: torch.Tensor, info: SegmentInfo) -> torch.Tensor:
    num_segments = info.num_segments  # expect-warning: frozen-value
    out = torch.empty_like(x)
    grid = (info.size if info.use_cuda_graph else num_segments,)
    shrink_kernel[grid](x, out, info.starts, info.weights, num_segments, BLOCK=64)
    return out


def shrink_to_the_most(x: torch.Tensor, info: SegmentInfo) -> torch.Tensor:
    count = info.weights.shape[0] if info.use_cuda_graph else info.num_segments
    out = torch.empty_like(x)
    shrink_kernel[(count,)](x, out, info.starts, info.weights, count, BLOCK=64)
    return out


def sized(x: torch.Tensor, info: SegmentInfo) -> torch.Tensor:
    """The size of the batch is what graphs are kept by."""
    out = torch.empty_like(x)
    shrink_kernel[(info.size,)](x, out, info.starts, info.weights, info.size, BLOCK=64)
    return out


@triton.jit(do_not_specialize=["num_segments"])
def expand_kernel(x, out, starts, weights, num_segments, BLOCK: tl.constexpr):
    segment = tl.program_id(0)
    if segment >= num_segments:
        return
    tl.store(out + segment, tl.load(x + tl.load(starts + segment)))


def expand(x: torch.Tensor, info: SegmentInfo) -> torch.Tensor:
    num_segments = info.num_segments  # expect-warning: frozen-value
    out = torch.empty_like(x)
    expand_kernel[(num_segments,)](x, out, info.starts, info.weights, num_segments=num_segments, BLOCK=64)
    return out


def log(info: SegmentInfo):
    """The host may count as it likes."""
    print(info.num_segments)
