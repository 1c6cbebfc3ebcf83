# A workspace that is kept by whoever calls, and grows where it is found too small.
# rules: rebound-buffer
import torch

_WORKSPACES = {}


def workspace_of(device):
    if device not in _WORKSPACES:
        _WORKSPACES[device] = torch.empty(1 << 20, dtype=torch.uint8, device=device)
    return _WORKSPACES[device]


class Plan:
    def execute(self, x, y, workspace): ...

    def workspace_size(self) -> int: ...


def multiply(plan: Plan, x: torch.Tensor, y: torch.Tensor, workspace: torch.Tensor):
    size = plan.workspace_size()
    if workspace.numel() < size:
        workspace.resize_(size)  # expect-warning: rebound-buffer
    plan.execute(x, y, workspace)
    torch.add(x, y, out=y)


def multiply_checked(plan: Plan, x: torch.Tensor, y: torch.Tensor, workspace: torch.Tensor):
    size = plan.workspace_size()
    if workspace.numel() < size:
        raise ValueError("the workspace is too small")
    plan.execute(x, y, workspace)
    torch.add(x, y, out=y)


def multiply_in_own(plan: Plan, x: torch.Tensor, y: torch.Tensor):
    own = torch.empty(0, dtype=torch.uint8, device=x.device)
    if own.numel() < plan.workspace_size():
        own.resize_(plan.workspace_size())
    plan.execute(x, y, own)
    torch.add(x, y, out=y)


class Runner:
    def __init__(self, plan: Plan, x: torch.Tensor):
        self.plan, self.x, self.y = plan, x, torch.empty_like(x)
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        workspace = workspace_of(self.x.device)
        with torch.cuda.graph(self.graph):
            multiply(self.plan, self.x, self.y, workspace)
            multiply_checked(self.plan, self.x, self.y, workspace)
            multiply_in_own(self.plan, self.x, self.y)
