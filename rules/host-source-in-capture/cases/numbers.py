# rules: host-source-in-capture
import torch
import triton

from caches import tensor_cache


@triton.jit
def _scale_kernel(x, out, scale, n):
    pass


def scaled(x: torch.Tensor, out: torch.Tensor, scale: float, alpha=None):
    if alpha is None:
        alpha = torch.tensor([1.0], dtype=torch.float32, device=x.device)  # expect-note: host-source-in-capture
    factor = _scale_on_device(scale, x.device)
    bounds = torch.tensor([0, x.shape[0]], device=x.device)  # expect-note: host-source-in-capture
    _scale_kernel[(x.shape[0],)](x, out, factor * alpha, bounds)
    return out


def _scale_on_device(scale: float, device):
    return torch.tensor(-scale, device=device)  # expect-note: host-source-in-capture


def of_lists(x: torch.Tensor, out: torch.Tensor, sizes, flag):
    """What a list holds only the host knows."""
    sums = torch.tensor([s + 1 for s in sizes], device=x.device)  # expect-note: host-source-in-capture
    rest = torch.tensor(sizes, device=x.device)  # expect-note: host-source-in-capture
    _scale_kernel[(x.shape[0],)](x, out, sums, rest)


def of_filled_list(x: torch.Tensor, out: torch.Tensor, owners):
    counts = [0] * 8
    for owner in owners:
        counts[owner] = 1
    table = torch.tensor(counts, device=x.device)  # expect-note: host-source-in-capture
    _scale_kernel[(x.shape[0],)](x, out, table, 8)


def on_the_host(x: torch.Tensor, scale: float):
    return x * torch.tensor(scale)


def made_on_device(x: torch.Tensor, out: torch.Tensor, scale: float):
    _scale_kernel[(x.shape[0],)](x, out, torch.full((), scale, device=x.device), x.shape[0])


def pack_weights(w: torch.Tensor):
    """Once, when they are loaded."""
    order = torch.tensor([0, 2, 4, 6, 1, 3, 5, 7], device=w.device)  # expect-note: host-source-in-capture
    return w[order]


def eager_only(x: torch.Tensor, is_cg_capturable: bool):
    if not is_cg_capturable:
        x = x * torch.tensor(2.0, device=x.device)  # expect-note: host-source-in-capture
    return x


_ONE_CACHE = {}


def alpha_or_one(alpha, x: torch.Tensor):
    """Uploaded at the first use."""
    if alpha is None:
        cached = _ONE_CACHE.get(x.device)
        if cached is None:
            cached = torch.tensor([1.0], device=x.device)  # expect-note: host-source-in-capture
            _ONE_CACHE[x.device] = cached
        return cached
    return alpha.reshape(1)


def beside_host(lens):
    sizes = torch.tensor(lens)
    return sizes.new_tensor([4, 8])


class Quantizer(torch.nn.Module):
    """What is trained begins with a number."""

    def forward(self, x: torch.Tensor, scale: torch.Tensor):
        start = torch.tensor([0.0], device=x.device, requires_grad=True)  # expect-note: host-source-in-capture
        return x * scale + start


@torch.compile(fullgraph=True)
def compiled(x: torch.Tensor, out: torch.Tensor):
    """The compiler makes it a constant."""
    one = torch.tensor([1.0], device=x.device)  # expect-note: host-source-in-capture
    _scale_kernel[(x.shape[0],)](x, out, one, x.shape[0])


def sample(x: torch.Tensor, out: torch.Tensor):
    one = torch.tensor([1.0], device=x.device)  # expect-note: host-source-in-capture
    _scale_kernel[(x.shape[0],)](x, out, one, x.shape[0])


def make_sampler():
    return torch.compile(sample, fullgraph=True)


def of_requests(ids, x: torch.Tensor, out: torch.Tensor):
    """Who uploads what the host has at each call is not captured."""
    rows = torch.tensor(ids, device=x.device)  # expect-note: host-source-in-capture
    bounds = torch.tensor([0, x.shape[0]], device=x.device)  # expect-note: host-source-in-capture
    _scale_kernel[(x.shape[0],)](rows, out, bounds, x.shape[0])


@tensor_cache
def offsets(lens: torch.Tensor):
    return torch.cat([lens.new_tensor([0]), lens]).cumsum(-1)  # expect-note: host-source-in-capture


def rows_of(x: torch.Tensor, out: torch.Tensor, n: int):
    """Sizes are no data; a list is."""
    rows = torch.cuda.IntTensor(n, 4).zero_()  # expect-note: host-source-in-capture
    bounds = torch.cuda.IntTensor([0, n])  # expect-note: host-source-in-capture
    _scale_kernel[(x.shape[0],)](x, out, rows, bounds)
