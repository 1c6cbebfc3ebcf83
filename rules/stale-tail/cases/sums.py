# Running sums whose tail is a constant, views that are filled, and metadata that is made anew from what was there.
from dataclasses import replace

import torch


class Sums:
    def fill(self, starts, last, live):
        self.query_start_loc[: live + 1].copy_(starts)
        self.query_start_loc[live + 1 :].fill_(-1)  # expect-warning: stale-tail
        self.kv_indptr[: live + 1] = starts
        self.kv_indptr[live + 1 :] = 0  # expect-warning: stale-tail
        self.cu_seqlens[: live + 1].copy_(starts)
        self.cu_seqlens[live + 1 :].fill_(last)
        self.lens[:live].copy_(starts[:live])
        self.lens[live:].fill_(0)

    # As many as there are: nothing shows that rows are padded behind them.
    def fill_workspace(self, lens):
        starts = make_starts(lens)
        n = starts.shape[0]
        self.local_start_loc[:n].copy_(starts)
        self.local_start_loc[n:].fill_(0)  # expect-note: stale-tail
        self.local_indptr[: len(starts)] = starts
        self.local_indptr[len(starts) :] = 0  # expect-note: stale-tail

    # Filled from the front as a whole: the rest is written behind it.
    def fill_all(self, lens, live):
        self.start_loc.zero_()
        self.start_loc[1:live] = torch.cumsum(lens[: live - 1], dim=0)


class Views:
    def fill(self, batch, live, padded):
        slots = self.slots[:live]
        slots.copy_(batch.slots)
        self.slots[live:padded].fill_(0)
        index = self.index[:live]
        index.copy_(batch.index)  # expect-warning: stale-tail
        self.graphs[padded].replay()


class Replaced:
    def refresh(self, meta, padded):
        self.state_slots[: meta.live].copy_(meta.state_slots)
        state_slots = self.state_slots[:padded]
        state_slots[meta.live :] = NOWHERE
        self.block_idx[: meta.live].copy_(meta.block_idx)  # expect-warning: stale-tail
        block_idx = self.block_idx[: meta.tokens]
        return replace(meta, state_slots=state_slots, block_idx=block_idx)
