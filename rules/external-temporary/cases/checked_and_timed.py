# Graphs that end with the variables they read, and one that is handed out without them.
import torch


def capture_and_check(name, launch, output):
    launch()
    eager = output.clone()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        launch()
    graph.replay()
    difference = float((output - eager).abs().max().item())
    if difference:
        raise AssertionError(f"{name} differs from eager: {difference}")
    return graph, difference


def time_graph(graph, turns):
    for _ in range(turns):
        graph.replay()


def main(report):
    x = torch.ones(64, device="cuda")
    output = torch.empty_like(x)
    scratch = torch.zeros(64, device="cuda")

    def launch():
        torch.add(x, scratch, out=output)

    graph, difference = capture_and_check("add", launch, output)
    time_graph(graph, 8)
    report["difference"] = difference


def compare(labels, report):
    x = torch.ones(64, device="cuda")
    scratch = torch.zeros(64, device="cuda")

    def launch():
        x.add_(scratch)

    graphs = {}
    for label in labels:
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            launch()
        graphs[label] = graph
    for label in labels:
        time_graph(graphs[label], 8)


def handed_out(x):
    scratch = torch.zeros(64, device="cuda")  # expect: external-temporary

    def launch():
        x.add_(scratch)

    graph, difference = capture_and_check("add", launch, x)
    return graph
