# A capture with everything that Python adds: with, try, loops with else, closures, in-place stores.
import torch
from torch import cuda as c


@torch.inference_mode()
def replay(model, x, *args, n=4, **options):
    graph = c.CUDAGraph()
    with torch.cuda.graph(graph, stream=options["stream"]) as g, guard(n):
        out = model(x)
    try:
        first, rest = split(out)
    except (ValueError, KeyError) as e:
        raise RuntimeError("no parts") from e
    else:
        ok = True
    finally:
        torch.cuda.synchronize()
    x[:] = first[0]
    x += 1
    kernel[(n,)](x, rest, BLOCK=n)
    return [f(i) for i in rest if i > 0], ok


class Runner(Base):
    table = {}

    def __init__(self, device):
        super().__init__()
        self.device = device

    def run(self):
        def note(value):
            nonlocal total
            total = value + self.device

        total = 0
        for i, item in enumerate(self.items):
            if not item:
                continue
            note(item)
        else:
            log(total)
        while (n := self.next()) and n > 2:
            yield n
        return lambda v: v + total


if __name__ == "__main__":
    Runner(0).run()
