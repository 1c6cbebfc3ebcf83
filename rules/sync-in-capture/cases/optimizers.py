"""Optimizers whose step can be captured only if they were made for it."""
import torch


def trains(model, x):
    optimizer = torch.optim.Adam(model.parameters(), capturable=True, lr=1e-3)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        model(x).sum().backward()
        optimizer.step()
    return graph


def refused(model, x):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        model(x).sum().backward()
        optimizer.step()  # expect-error: sync-in-capture
    return graph
