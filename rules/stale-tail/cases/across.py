# rules: stale-tail
"""A buffer that one method refreshes up to the batch, and another hands on whole."""
import torch


class Prefill:
    def __init__(self, op, rows):
        self.op = op
        self.cuda_graph_params = None
        self.cu_seq_lens = torch.zeros(rows + 1, dtype=torch.int32, device="cuda")
        self.block_ids = torch.zeros(rows, dtype=torch.int32, device="cuda")
        self.page_index = torch.zeros(rows, dtype=torch.int32, device="cuda")
        self.scores = torch.zeros(rows, device="cuda")

    def prepare(self, inputs):
        if self.cuda_graph_params is not None:
            self.cu_seq_lens[: inputs.cu_seqlens.size(0)] = inputs.cu_seqlens  # expect-warning: stale-tail
            self.block_ids[: len(inputs.block_ids)] = inputs.block_ids
            self.page_index[: inputs.pages.shape[0]] = inputs.pages
            self.scores[: inputs.scores.size(0)] = inputs.scores

    def forward(self, q: torch.Tensor, n):
        if self.cuda_graph_params is None:
            return self.op(q)
        self.op.aligned(q, self.scores)
        self.op.paged(q, self.page_index[:n])
        self.op.blocks(q, self.block_ids[:n], n)
        self.note(self.block_ids, n)
        return self.op.graphed(q, self.cu_seq_lens)


    def note(self, block_ids, n):
        self.seen = block_ids[:n].clone()


class Padded:
    """The tail is the last sum."""

    def __init__(self, op, rows):
        self.op = op
        self.cuda_graph_params = None
        self.seq_indptr = torch.zeros(rows + 1, dtype=torch.int32, device="cuda")

    def prepare(self, inputs, n):
        if self.cuda_graph_params is not None:
            self.seq_indptr[: inputs.sums.size(0)] = inputs.sums
            self.seq_indptr[n + 1 :] = inputs.sums[n]

    def forward(self, q: torch.Tensor):
        return self.op.graphed(q, self.seq_indptr)


class Eager:
    """Nothing speaks of graphs here."""

    def __init__(self, op, rows):
        self.op = op
        self.start_locs = torch.zeros(rows + 1, dtype=torch.int32, device="cuda")

    def prepare(self, inputs):
        self.start_locs[: inputs.sums.size(0)] = inputs.sums

    def forward(self, q: torch.Tensor, n):
        return self.op.run(q, self.start_locs, n)
