# rules: reused-output
"""Results of functions that are compiled with CUDA graphs, collected in a loop."""
import torch


def scale(x):
    return x * 2 + 1


fast = torch.compile(scale, mode="reduce-overhead")
plain = torch.compile(scale)
tuned = torch.compile(scale, mode="max-autotune-no-cudagraphs")


def collected(xs):
    outs = []
    for x in xs:
        outs.append(fast(x))  # expect-warning: reused-output
    return outs


def in_a_list(xs):
    return [fast(x) for x in xs]  # expect-warning: reused-output


def cloned(xs):
    outs = []
    for x in xs:
        outs.append(fast(x).clone())
    return outs


def brought_to_host(xs):
    return [fast(x).cpu() for x in xs]


def used_at_once(xs, total):
    for x in xs:
        y = fast(x)
        total.add_(y)
    return total


def plainly(xs):
    return [plain(x) for x in xs] + [tuned(x) for x in xs]


@torch.compile(mode="reduce-overhead", fullgraph=True)
def next_token(x):
    return x.argmax(dim=-1), x.max()


def generate(x, n):
    tokens, scores = [], []
    for _ in range(n):
        token, score = next_token(x)
        tokens.append(token)  # expect-warning: reused-output
        scores.append(score.item())
        x = x + token
    return tokens, scores


def generate_kept(x, n):
    tokens = []
    for _ in range(n):
        token, _ = next_token(x)
        token = token.clone()
        tokens.append(token)
    return tokens


class Decoder:
    def __init__(self, net):
        self.net = net
        self.stitch = torch.compile(self.stitch, mode="max-autotune")

    def stitch(self, rows):
        return torch.cat(rows)

    def clip(self, rows):
        return self.stitch([self.net(r) for r in rows])

    def kept_clip(self, rows):
        return self.stitch([self.net(r) for r in rows]).clone()

    def movie(self, clips):
        out = []
        for rows in clips:
            out.append(self.clip(rows))  # expect-warning: reused-output
        return torch.cat(out)

    def kept_movie(self, clips):
        out = []
        for rows in clips:
            out.append(self.kept_clip(rows))
        return torch.cat(out)
