# rules: capture-temporary external-temporary rebound-buffer
"""Scores of the index keys: which pages of the cache a query looks at."""
import torch
import triton
import triton.language as tl


@triton.jit
def score_pages(query, keys, lens, pages, out, width: tl.constexpr):
    row = tl.program_id(0)
    n = tl.load(lens + row)
    for i in range(0, n):
        page = tl.load(pages + row * width + i)
        tl.store(out + row * width + i, tl.load(query + row) * tl.load(keys + page))


def paged_scores(query, keys, lens, pages):
    """Capture-safe scores of bf16 index keys."""  # three temporaries: harmless, made and used in one capture
    query = query[:, 0].contiguous()  # expect-note: capture-temporary
    lens = lens.reshape(-1).to(torch.int32)  # expect-note: capture-temporary
    pages = pages.to(torch.int32)  # expect-note: capture-temporary
    out = torch.empty(query.shape[0], pages.shape[1], device=query.device)  # expect-note: capture-temporary
    score_pages[(query.shape[0],)](query, keys, lens, pages, out, pages.shape[1])
    return out
