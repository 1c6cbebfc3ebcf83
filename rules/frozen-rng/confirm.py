"""A generator of PyTorch that is read, set or seeded in a capture. Form: state, the call takes place while recording only. What it reads is
no state that a replay draws from, so a replay's numbers can't be drawn again; what it sets is not set at the replays. Form: seed, the
capture refuses another seed. In the twin the same call is made outside, before each replay.
parameters: form=state|seed call mode?"""
from harness import REPLAYS, WORDS, Program, Record, confirm, torch


def own():
    return torch.cuda.default_generators[torch.cuda.current_device()]


def all_states_with(state):
    states = torch.cuda.get_rng_state_all()
    states[torch.cuda.current_device()] = state
    return states


READS = {
    "torch.cuda.get_rng_state": lambda: torch.cuda.get_rng_state(),
    "torch.cuda.get_rng_state_all": lambda: torch.cuda.get_rng_state_all()[torch.cuda.current_device()],
    "Generator.get_state": lambda: own().get_state(),
}
SETS = {
    "torch.cuda.set_rng_state": lambda state: torch.cuda.set_rng_state(state),
    "torch.cuda.set_rng_state_all": lambda state: torch.cuda.set_rng_state_all(all_states_with(state)),
    "Generator.set_state": lambda state: own().set_state(state),
}
SEEDS = {
    "torch.cuda.manual_seed": lambda seed: torch.cuda.manual_seed(seed),
    "torch.cuda.manual_seed_all": lambda seed: torch.cuda.manual_seed_all(seed),
    "torch.manual_seed": lambda seed: torch.manual_seed(seed),
    "torch.random.manual_seed": lambda seed: torch.random.manual_seed(seed),
    "Generator.manual_seed": lambda seed: own().manual_seed(seed),
    "torch.cuda.seed": lambda _: torch.cuda.seed(),
    "torch.cuda.seed_all": lambda _: torch.cuda.seed_all(),
    "torch.seed": lambda _: torch.seed(),
    "Generator.seed": lambda _: own().seed(),
}
KNOWN = [{"form": "state", "call": call} for call in (*READS, *SETS)] + [{"form": "seed", "call": call} for call in SEEDS]


def expect(values):
    call = values["call"]
    if call in READS:
        return f"eager numbers can be drawn again from what {call} gave, those of a replay can't"
    if call in SETS:
        return f"eager draws follow {call}, replays do not"
    return f"{call} is refused in the capture"


def sample(x):
    """New numbers of the generator, on the inputs; in double precision none is lost."""
    return x + torch.rand(WORDS, device="cuda")


def draw(x):
    return sample(x) - x


def count_equal(pairs):
    return sum(torch.equal(a, b) for a, b in pairs)


def start(scene):
    """Inputs, and a generator that has drawn before: its offset is none that a capture begins with."""
    own().manual_seed(scene.round)
    x = scene.inputs(0).double()
    draw(x)
    return x


def draw_again(x, read, write, work):
    """The numbers of `work`, and those that are drawn from what was read before; the generator goes on as if only the first were drawn."""
    state = read()
    first = work()
    after = own().get_state()
    write(state)
    again = draw(x)
    own().set_state(after)
    return first, again


def read_in_capture(scene, is_bad):
    read, write = READS[scene.values["call"]], SETS["torch.cuda.set_rng_state"]
    x, kept = start(scene), []
    graph = torch.cuda.CUDAGraph()
    with scene.capture(graph):
        if is_bad:
            kept.append(read())
        out = sample(x)

    def replay():
        graph.replay()
        return out - x

    eager, replays = [], []
    for k in range(1, REPLAYS + 1):
        x.copy_(scene.inputs(k))
        eager.append(draw_again(x, read, write, lambda: draw(x)))
        replays.append(draw_again(x, (lambda: kept[0]) if is_bad else read, write, replay))
    of_eager, right, different = count_equal(eager), count_equal(replays), len({tuple(numbers.tolist()) for numbers, _ in replays})
    return Record(
        is_bad and of_eager == REPLAYS and not right,
        of_eager == REPLAYS and right == REPLAYS and different == REPLAYS,
        f"read {'in the capture' if is_bad else 'before each replay'}: eager numbers could be drawn again {of_eager} of {REPLAYS} times, those of a replay {right} of {REPLAYS}",
        [f"{different} of {REPLAYS} replays drew numbers of their own"],
    )


def set_in_capture(scene, is_bad):
    write = SETS[scene.values["call"]]
    x = start(scene)
    state = own().get_state()
    graph = torch.cuda.CUDAGraph()
    with scene.capture(graph):
        if is_bad:
            write(state)
        out = sample(x)
    eager, replays = [], []
    for k in range(1, REPLAYS + 1):
        x.copy_(scene.inputs(k))
        write(state)
        eager.append(draw(x))
    for k in range(1, REPLAYS + 1):
        x.copy_(scene.inputs(k))
        if not is_bad:
            write(state)
        graph.replay()
        replays.append(out - x)
    followed, right = (sum(torch.equal(numbers, eager[0]) for numbers in all_drawn) for all_drawn in (eager, replays))
    return Record(
        is_bad and followed == REPLAYS and not right,
        followed == REPLAYS and right == REPLAYS,
        f"set {'in the capture' if is_bad else 'before each replay'}: {followed} of {REPLAYS} eager draws give the numbers of that state, {right} of {REPLAYS} replays",
    )


def seed_in_capture(scene, is_bad):
    seed = SEEDS[scene.values["call"]]
    x, said = start(scene), ""
    graph = torch.cuda.CUDAGraph()
    try:
        with scene.capture(graph):
            if is_bad:
                seed(scene.round + 100)
            out = sample(x)
    except RuntimeError as e:
        said = str(e).splitlines()[0]
    if is_bad:
        return Record("capture" in said, False, f"in the capture: {said[:120] or 'accepted'}", [said[:200]])
    right = 0
    for k in range(1, REPLAYS + 1):
        seed(scene.round * 10 + k)
        x.copy_(scene.inputs(k))
        graph.replay()
        own().manual_seed(own().initial_seed())
        right += torch.equal(out, sample(x))
    return Record(bool(said), right == REPLAYS, f"before each replay: {said[:120] or 'accepted'}; {right} of {REPLAYS} replays draw what the new seed gives")


def run(scene, is_bad):
    call = scene.values["call"]
    return (read_in_capture if call in READS else set_in_capture if call in SETS else seed_in_capture)(scene, is_bad)


if __name__ == "__main__":
    confirm(Program("frozen-rng", "which numbers replays draw, beside eager work", KNOWN, expect, captures=True), run)
