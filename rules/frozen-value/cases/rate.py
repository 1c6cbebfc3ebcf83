"""A learning rate that a scheduler changes, and a step that is captured."""
import torch


def number(model, loader, x: torch.Tensor, rate: float):
    opt = torch.optim.Adam(model.parameters(), lr=rate, capturable=True)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(opt, 100)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        model(x).sum().backward()
        opt.step()
    for batch in loader:
        x.copy_(batch)
        graph.replay()
        schedule.step()  # expect-warning: frozen-value


def tensor(model, loader, x: torch.Tensor, rate: float):
    opt = torch.optim.Adam(model.parameters(), lr=torch.tensor(rate, device="cuda"), capturable=True)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(opt, 100)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        model(x).sum().backward()
        opt.step()
    for batch in loader:
        x.copy_(batch)
        graph.replay()
        schedule.step()


def eager_step(model, loader, x: torch.Tensor, rate: float):
    opt = torch.optim.Adam(model.parameters(), lr=rate)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(opt, 100)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        model(x).sum().backward()
    for batch in loader:
        x.copy_(batch)
        graph.replay()
        opt.step()
        schedule.step()
