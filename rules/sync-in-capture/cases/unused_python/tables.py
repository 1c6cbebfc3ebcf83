class Tables:
    def refresh_live_slots(self, batch, n, padded):
        if padded != n:
            self.lens.fill_(1)
        self.lens[:n].copy_(batch.lens)
        self.slot_index[:n].copy_(batch.slot_index)  # expect-warning: stale-tail

    def refresh_all_slots_of(self, batch, n, padded):
        if padded != n:
            self.lens.fill_(1)
        self.lens[:n].copy_(batch.lens)
        self.slot_index[:n].copy_(batch.slot_index)  # expect-note: stale-tail
