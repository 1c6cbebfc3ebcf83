"""A tensor that is made on one stream, copied on a side stream, and dropped before that has happened: the allocator hands its block out
again, and the copy takes what the next owner wrote. The side stream spins first, so that the copy comes after the next owner every time;
that it does is checked. Form: eager; captured, where the order is recorded. In the twin the allocator is told (`record_stream`).
parameters: form?"""
from harness import MARKED, REPLAYS, WORDS, Program, Record, confirm, torch

KNOWN = [{"form": "eager"}, {"form": "captured"}]
MOST_TRIES = 32
SPIN, GRAPH_SPIN, MOST_SPIN = 20_000_000, 200_000_000, 4_000_000_000  # cycles: some 10 ms, 100 ms, 2 s


def expect(_):
    return "the block is handed out again while the side stream waits, and what it copies is the next owner's"


def next_owner(address):
    """Writes to new tensors of the size, one of which has the address; whether one has."""
    blocks = []
    while len(blocks) < MOST_TRIES and address not in [b.data_ptr() for b in blocks]:
        blocks.append(torch.empty(WORDS, dtype=torch.int32, device="cuda"))
    for block in blocks:
        block.fill_(MARKED)
    return blocks[-1].data_ptr() == address


def upload(x, out, side, spin, is_bad, held):
    """The function of the finding: the temporary is gone when it returns. Gives its address."""
    y = torch.mul(x, 3)
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        torch.cuda._sleep(spin)
        held()
        out.copy_(y)
    if not is_bad:
        y.record_stream(side)
    return y.data_ptr()


def eager_call(x, out, side, spin, is_bad):
    """Whether the block was handed out again, and whether that was over before the copy began."""
    held, written = torch.cuda.Event(), torch.cuda.Event()
    is_again = next_owner(upload(x, out, side, spin, is_bad, lambda: held.record(side)))
    written.record()
    written.synchronize()
    is_late = not held.query()
    side.synchronize()
    return is_again, is_late


def eager(scene, is_bad):
    main, side = torch.cuda.Stream(), torch.cuda.Stream()
    with torch.cuda.stream(main):
        x, out = scene.inputs(0), torch.zeros(WORDS, dtype=torch.int32, device="cuda")
        # Everything is loaded and all memory is there before something waits.
        spare = [torch.empty_like(x) for _ in range(2 * MOST_TRIES)]
        del spare
        eager_call(x, out, side, 1000, is_bad)
        again, results, spin = 0, [], SPIN
        for k in range(1, REPLAYS + 1):
            x.copy_(scene.inputs(k))
            is_late = False
            while not is_late:
                if spin > MOST_SPIN:
                    raise RuntimeError("the side stream can't be held up for long enough")
                out.zero_()
                main.synchronize()
                is_again, is_late = eager_call(x, out, side, spin, is_bad)
                spin = spin if is_late else 2 * spin
            again += is_again
            results.append((out.clone(), x * 3))
        main.synchronize()
    return conclude(is_bad, again, results)


def captured(scene, is_bad):
    side, x = torch.cuda.Stream(), scene.inputs(0)
    out, sign, seen = (torch.zeros(n, dtype=torch.int32, device="cuda") for n in (WORDS, 1, 1))
    graph = torch.cuda.CUDAGraph()
    upload(x, out, side, 1000, is_bad, lambda: seen.copy_(sign))
    torch.cuda.synchronize()
    with scene.capture(graph):
        is_again = next_owner(upload(x, out, side, GRAPH_SPIN, is_bad, lambda: seen.copy_(sign)))
        sign.fill_(1)
        torch.cuda.current_stream().wait_stream(side)
    late, results = 0, []
    for k in range(1, REPLAYS + 1):
        x.copy_(scene.inputs(k))
        for word in (out, sign, seen):
            word.zero_()
        graph.replay()
        late += seen.item()
        results.append((out.clone(), x * 3))
    record = conclude(is_bad, REPLAYS * is_again, results)
    record.shows = record.shows and late == REPLAYS
    record.log = [f"the copy came after the next owner in {late} of {REPLAYS} replays"]
    return record


def conclude(is_bad, again, results):
    right = sum(torch.equal(out, wanted) for out, wanted in results)
    foreign = sum(bool((out == MARKED).all()) for out, _ in results)
    return Record(
        is_bad and again == REPLAYS and foreign == REPLAYS,
        right == REPLAYS,
        f"{'dropped' if is_bad else 'told to the allocator and dropped'}: its block was handed out again {again} of {REPLAYS} times; {right} of {REPLAYS} copies "
        f"right, {foreign} of what the next owner wrote",
    )


def run(scene, is_bad):
    return (eager if scene.values["form"] == "eager" else captured)(scene, is_bad)


if __name__ == "__main__":
    confirm(Program("side-stream-temporary", "what a side stream copies from a tensor that was dropped", KNOWN, expect), run)
