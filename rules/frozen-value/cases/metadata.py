# Numbers on the state that a graph was captured with.
import torch


class Meta:
    pass


class Backend:
    def init_forward_metadata_capture_cuda_graph(self, bs, lens):
        meta = Meta()
        meta.max_len = self.max_context
        meta.max_rows = lens.max().item()
        meta.sum_len = bs
        meta.rows = bs
        meta.total = bs
        meta.lens = self.lens[:bs]
        width = self.pages_of(lens.max().item())
        meta.pages = self.pages[:bs, :width]  # expect-warning: frozen-value
        full = self.pages_of(self.max_context)
        meta.all_pages = self.pages[:bs, :full]
        self.graph_meta[bs] = meta

    def init_forward_metadata_replay_cuda_graph(self, bs, lens, lens_cpu):
        meta = self.graph_meta[bs]
        # The capture has taken the longest that there may be; of its dummy inputs it has taken what they say.
        meta.max_len = lens_cpu.max().item()  # expect-note: frozen-value
        meta.max_rows = lens_cpu.max().item()  # expect-warning: frozen-value
        meta.sum_len = sum(lens_cpu)  # expect-warning: frozen-value
        meta.total = sum(lens_cpu)  # expect-note: frozen-value
        meta.rows = bs
        meta.seen = max(lens_cpu)
        meta.lens.copy_(lens)
        self.fill(meta.pages, meta.total)

    def init_forward_metadata(self, lens):
        meta = Meta()
        meta.max_len = lens.max().item()
        self.meta = meta
