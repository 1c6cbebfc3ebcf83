# Always forked, and joined on one arm only.
import torch


class Split(torch.nn.Module):
    def __init__(self, left, right):
        super().__init__()
        self.left, self.right = left, right
        self.beside = torch.cuda.Stream()

    def forward(self, x, left_first):
        main = torch.cuda.current_stream()
        self.beside.wait_stream(main)  # expect: unjoined-stream
        with torch.cuda.stream(self.beside):
            a = self.left(x)
        b = self.right(x)
        if left_first:
            main.wait_stream(self.beside)
            return a + b
        return b + a


class Joined(torch.nn.Module):
    def __init__(self, left, right):
        super().__init__()
        self.left, self.right = left, right
        self.aside = torch.cuda.Stream()

    def forward(self, x, left_first):
        main = torch.cuda.current_stream()
        self.aside.wait_stream(main)
        with torch.cuda.stream(self.aside):
            a = self.left(x)
        b = self.right(x)
        if left_first:
            main.wait_stream(self.aside)
            return a + b
        main.wait_stream(self.aside)
        return b + a


# Forked under the condition under which it is joined.
class Optional(torch.nn.Module):
    def __init__(self, left, right):
        super().__init__()
        self.left, self.right = left, right
        self.spare = torch.cuda.Stream()

    def forward(self, x, overlap):
        main = torch.cuda.current_stream()
        if overlap:
            self.spare.wait_stream(main)
            with torch.cuda.stream(self.spare):
                a = self.left(x)
        else:
            a = self.left(x)
        b = self.right(x)
        if overlap:
            main.wait_stream(self.spare)
        return a + b
