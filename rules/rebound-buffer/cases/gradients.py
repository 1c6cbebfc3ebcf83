"""Gradients that a captured backward fills, and who gives them up before its replay."""
import torch


def drops(model, loader, x: torch.Tensor):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    graph = torch.cuda.CUDAGraph()
    opt.zero_grad(set_to_none=True)
    with torch.cuda.graph(graph):
        model(x).sum().backward()
    for batch in loader:
        opt.zero_grad()  # expect-warning: rebound-buffer
        x.copy_(batch)
        graph.replay()
        opt.step()


def zeroes(model, loader, x: torch.Tensor):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    graph = torch.cuda.CUDAGraph()
    opt.zero_grad(set_to_none=True)
    with torch.cuda.graph(graph):
        model(x).sum().backward()
    for batch in loader:
        opt.zero_grad(set_to_none=False)
        x.copy_(batch)
        graph.replay()
        opt.step()


def refills(model, loader, x: torch.Tensor):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    graph = torch.cuda.CUDAGraph()
    opt.zero_grad(set_to_none=True)
    with torch.cuda.graph(graph):
        model(x).sum().backward()
    for batch in loader:
        x.copy_(batch)
        graph.replay()
        opt.step()


# The captured step has the gradients that the captured backward made.
def steps_too(model, loader, x: torch.Tensor):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        model(x).sum().backward()
        opt.step()
    for batch in loader:
        opt.zero_grad()
        x.copy_(batch)
        graph.replay()
