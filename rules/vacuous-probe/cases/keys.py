# Entries under keys that the text tells apart, or not: two arms of one comparison are two tensors.
import torch


def check_arms(labels, args, graphs):
    outputs = {}
    for label in labels:
        graphs[label].replay()
        outputs[label] = graphs[label].output.clone()
    for index in range(2):
        if not torch.equal(outputs[args.a_label][index], outputs[args.b_label][index]):
            raise AssertionError("arms differ")
    if not torch.equal(outputs[labels[0]], outputs[labels[1]]):
        raise AssertionError("arms differ")
    n = len(labels)
    if not torch.equal(outputs[n - 1], outputs[n - 2]):
        raise AssertionError("arms differ")


def check_rows(graph, kept):
    graph.replay()
    for row in range(8):
        if not torch.equal(kept[row], kept[row]):  # expect: vacuous-probe
            raise AssertionError("replay differs")
