# rules: sync-in-capture
import torch


def rows_of(x: torch.Tensor, counts: torch.Tensor, limit: int):
    total = counts.sum().item()  # expect-warning: sync-in-capture
    if torch.cuda.is_current_stream_capturing():
        return x[:limit]
    return x[:total]


def rows_or_limit(x: torch.Tensor, counts: torch.Tensor, limit: int):
    if torch.cuda.is_current_stream_capturing():
        return x[:limit]
    return x[: counts.sum().item()]  # expect-note: sync-in-capture


def refuses(x: torch.Tensor, counts: torch.Tensor):
    if torch.cuda.is_current_stream_capturing():
        raise ValueError("the number of rows must be given")
    return x[: counts.sum().item()]  # expect-note: sync-in-capture


class Adam(torch.optim.Optimizer):
    def __init__(self, params, capturable=False):
        super().__init__(params, {})
        self.capturable = capturable
        self.norm = None

    def step(self, found: torch.Tensor):
        bad = found.isnan().any().item()  # expect-warning: sync-in-capture
        if self.capturable:
            self.norm = torch.where(found > 0, self.norm, found)
        elif found.item():  # expect-note: sync-in-capture
            return
        self.norm = bad
