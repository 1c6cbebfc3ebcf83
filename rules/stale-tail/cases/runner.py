# Buffers that a replay fills up to the live rows: those beside them are padded, or not.
import torch


class Siblings:
    def replay(self, batch, live, padded):
        buffers = self.buffers
        if padded != live:
            buffers.lens.fill_(1)
            buffers.slots.zero_()
        buffers.lens[:live].copy_(batch.lens)
        buffers.slots[: live * self.width].copy_(batch.slots)
        buffers.slot_index[:live].copy_(batch.slot_index)  # expect-warning: stale-tail
        buffers.scale[:live].copy_(batch.scale)  # expect-note: stale-tail
        self.graphs[padded].replay()


class Listed:
    def fill(self, batch, live, padded):
        if live < padded:
            self.page_table.zero_()
        into = [
            self.page_table[:live],
            self.row_offsets[:live],  # expect-warning: stale-tail
        ]
        out_of = [batch.page_table, batch.row_offsets]
        if self.cache_index is not None:
            into.append(self.cache_index[:live])  # expect-warning: stale-tail
            out_of.append(batch.cache_index)
        torch._foreach_copy_(into, out_of)


class Tails:
    def fill(self, batch, live, padded):
        self.slots[:live] = batch.slots
        self.slots[live:padded] = 0
        self.index[:live] = batch.index  # expect-warning: stale-tail
        self.index_cpu[:live] = batch.index_cpu  # expect-note: stale-tail


# Each is padded in a way of its own.
class Padded:
    def fill(self, batch, live, padded):
        self.slots[:live].copy_(batch.slots)
        self.slots[live:].fill_(0)
        self.index[:live].copy_(batch.index)
        index = self.index[:padded]
        index[live:] = 0
        self.table[:live, :].copy_(batch.table)
        self.clear_behind(self.table, live)
        self.other_index[:live].copy_(batch.other_index)
        self.other_index[live:].zero_()


# A parameter is bound anew, to a view of the buffer.
class Rebound:
    def build(self, batch, live, padded, accepted=None):
        self.slots[:live].copy_(batch.slots)
        slots = self.slots[:padded]
        slots[live:].fill_(0)
        self.accepted[:live].copy_(accepted, non_blocking=True)
        accepted = self.accepted[:padded]
        accepted[live:].fill_(1)
        self.kept[:live].copy_(batch.kept)  # expect-note: stale-tail
        return Meta(slots, accepted)


# Positions and ids of tokens index tables: they are the odd one out where several beside them are reset.
class Tables:
    def replay(self, batch, live, padded):
        if padded != live:
            self.slots.zero_()
        self.slots[:live].copy_(batch.slots)
        self.positions[:live].copy_(batch.positions)  # expect-note: stale-tail
        self.input_ids[:live].copy_(batch.ids)  # expect-note: stale-tail

    def replay_rope(self, batch, live, padded):
        if padded != live:
            self.slots.zero_()
            self.index.zero_()
        self.slots[:live].copy_(batch.slots)
        self.index[:live].copy_(batch.index)
        self.positions[:live].copy_(batch.positions)  # expect-warning: stale-tail
        self.rope_positions[:, :live].copy_(batch.rope)  # expect-warning: stale-tail
        self.positions_cpu[:live].copy_(batch.positions_cpu)  # expect-note: stale-tail

    def replay_draft(self, batch, live, padded):
        if padded != live:
            self.slots.zero_()
            self.positions.zero_()
        self.slots[:live].copy_(batch.slots)
        self.positions[:live].copy_(batch.positions)
        self.input_ids[:live].copy_(batch.ids)  # expect-note: stale-tail
        self.hidden[:live].copy_(batch.hidden)  # expect-note: stale-tail

    def replay_whole(self, batch, live, padded):
        if padded != live:
            self.slots.zero_()
            self.positions.zero_()
            self.input_ids.zero_()
        self.slots[:live].copy_(batch.slots)
        self.positions[:live].copy_(batch.positions)
        self.input_ids[:live].copy_(batch.ids)


# No graph of CUDA.
class CPUTables:
    def replay(self, batch, live, padded):
        if padded != live:
            self.slots.zero_()
        self.slots[:live].copy_(batch.slots)
        self.slot_index[:live].copy_(batch.slot_index)  # expect-note: stale-tail


# Rows of no length, or behind a sentinel, are not read: nothing beside them needs a reset.
class Masked:
    def fill(self, batch, live):
        self.lens[:live].copy_(batch.lens)
        self.lens[live:].zero_()
        self.index[:live].copy_(batch.index)

    def route(self, batch, live):
        self.expert[:live].copy_(batch.expert)
        self.expert[live:].fill_(-1)
        self.slot_index[:live].copy_(batch.slot_index)


# All of it is handed on, and what stands behind the data as well.
class Whole:
    def prepare(self, index, rows):
        buffer = self.slot_index
        buffer[: len(index)].copy_(index)  # expect-warning: stale-tail
        return Meta(buffer, rows)

    def prepare_front(self, index, rows):
        buffer = self.slot_index[:rows]
        buffer[: len(index)].copy_(index)
        return Meta(buffer, rows)

    def prepare_slice(self, index, rows):
        buffer = self.slot_index
        buffer[: len(index)].copy_(index)
        return Meta(buffer[: len(index)], rows)


# The value of the other bound is another matter; an object of the caller is no part of this one.
class Others:
    def fill(self, batch, live, rows):
        self.lens.fill_(1)
        self.lens[:live].copy_(batch.lens)
        self.index[:rows].copy_(batch.index)
        batch.index = self.index[:rows]


# Who is given a buffer that is reset here resets none.
class Planned:
    def replay(self, batch, live, padded):
        buffers = self.buffers
        if padded != live:
            buffers.lens.fill_(1)
        buffers.lens[:live].copy_(batch.lens)
        buffers.request_index[:live].copy_(batch.request_index)  # expect-warning: stale-tail
        self.backend.plan(padded, lens=buffers.lens, request_index=buffers.request_index)
        self.graphs[padded].replay()


# One that is given only what is left may.
class PaddedElsewhere:
    def replay(self, batch, live, padded):
        buffers = self.buffers
        if padded != live:
            buffers.lens.fill_(1)
        buffers.lens[:live].copy_(batch.lens)
        buffers.request_index[:live].copy_(batch.request_index)
        self.backend.plan(padded, buffers.lens)
        self.pad(buffers.request_index, live, padded)
        self.graphs[padded].replay()


# Buffers in a dict that is kept, one of them reset as a whole; and rows that are of this call.
class Entries:
    def fill(self, meta, tokens, blocks):
        kept = meta.buffers
        rows, width = blocks.size()
        kept["tokens"].random_(0, self.vocabulary)
        kept["tokens"][:, : tokens.size(-1)] = tokens
        kept["block_ids"][:rows, :width] = blocks  # expect-warning: stale-tail
        kept["row_scale"][:rows] = blocks.sum(1)
        return kept

    def reads_the_front(self, meta, tokens, blocks):
        kept = meta.buffers
        rows, width = blocks.size()
        kept["tokens"].random_(0, self.vocabulary)
        kept["tokens"][:, : tokens.size(-1)] = tokens
        kept["block_ids"][:rows, :width] = blocks
        return kept["block_ids"][:rows]


# The front is of this call's size, and the whole of it goes on.
class Handed:
    def fill(self, meta, lens, splits):
        rows = lens.size(0)
        kept = meta.buffers
        kept["num_splits"][: rows + 1].copy_(splits)  # expect-warning: stale-tail
        meta.num_splits = kept["num_splits"]

    def fill_all(self, meta, lens, splits):
        kept = meta.buffers
        rows = kept["part_splits"].size(0)
        kept["part_splits"][:rows].copy_(splits)
        meta.num_splits = kept["part_splits"]

    def fill_front(self, meta, lens, splits):
        rows = lens.size(0)
        self.row_splits[: rows + 1].copy_(splits)
        meta.num_splits = self.row_splits[: rows + 1]


# Nothing is behind the end of a slice.
class Behind:
    def prepare(self, rows):
        slots = self.table.slots[:rows]
        slots[rows:].fill_(-1)  # expect-warning: stale-tail
        return slots

    def prepare_whole(self, rows):
        slots = self.table.slots[:rows]
        self.table.slots[rows:].fill_(-1)
        return slots

    def prepare_padded(self, rows, padded):
        slots = self.table.slots[:padded]
        slots[rows:].fill_(-1)
        return slots

    def prepare_less(self, rows):
        slots = self.table.slots[:rows]
        rows = rows - self.dropped
        slots[rows:].fill_(-1)
        return slots


# The tail up to the padded size is of this call.
class UpTo:
    def fill(self, batch, live, padded):
        kept = self.kept
        kept["slots"].np[: padded * self.width] = -1
        kept["slots"].np[:live] = batch.slots
        kept["ids"].np[:live] = batch.ids
        kept["ids"].np[live:padded] = 7


# One number by two names.
class Named:
    def prepare(self, batch, padded):
        live = len(batch.ids)
        self.live = live
        if padded != live:
            self.slots.zero_()
            self.more_slots.zero_()
        self.token_ids[:live].copy_(batch.ids)  # expect-note: stale-tail
        self.slots[:live].copy_(batch.slots)
        self.more_slots[: self.live].copy_(batch.more_slots)


# Whoever makes one gives it a slice that ends where its tail begins.
class Cut:
    def __post_init__(self):
        self.slots[self.rows :].fill_(-1)  # expect-warning: stale-tail
        self.pages[self.rows :].fill_(-1)


def make_cut(table, rows):
    slots = table.slots[:rows]
    return Cut(slots=slots, pages=table.pages, rows=rows)


# The tail has a name of its own.
class Sliced:
    def fill(self, batch, live, padded):
        self.slots[:live] = batch.slots
        self.index[:live] = batch.index
        self.slots[live:padded] = 3
        tail = slice(live, padded)
        self.index[tail] = 0


# One or the other: what stands there is no tail.
class Optional:
    def fill(self, base, sampled, offsets):
        self.token_indices[: base.shape[0]].copy_(base)
        self.sampler_indices[: sampled.shape[0]].copy_(sampled)
        if offsets is not None:
            self.offset_indices[: offsets.shape[0]].copy_(offsets)
        else:
            self.offset_indices.zero_()
