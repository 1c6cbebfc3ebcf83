# rules: unjoined-stream
"""A stream of its own receives from others, and the current one waits for it: nothing that it does depends on what the current one has done."""
import torch


class Receiver:
    def __init__(self, transfer):
        self.transfer = transfer
        self.incoming = torch.cuda.Stream()

    def receive(self, latent: torch.Tensor, steps: int):
        with torch.cuda.stream(self.incoming):  # expect-note: unjoined-stream
            latent = self.transfer.next(steps)
        torch.cuda.current_stream().wait_stream(self.incoming)
        return latent
