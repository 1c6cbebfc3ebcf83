# rules: host-source-in-capture
import torch


class Embedding(torch.nn.Module):
    """Ids are kept on the host, where cpu() does nothing; nothing says that somebody captures this."""

    def forward(self, ids: torch.Tensor):
        noise = torch.full((ids.shape[0], 4), 7, dtype=torch.long)
        return self.table(torch.cat((ids.cpu(), noise), dim=-1))  # expect-note: host-source-in-capture
