import torch
from average import Average


def fit(net, plain, batches, loss):
    net = torch.cuda.make_graphed_callables(net, (batches[0].clone(),))
    average = Average(plain)
    for batch in batches:
        loss(net(batch)).backward()
    average.lend(net)
    average.copy(net)
    average.lend_plain(plain)
