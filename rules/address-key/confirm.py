"""An answer from the contents of a tensor that is kept under a name which outlives them. Form: address, the tensor is dropped and another one of the size gets its memory; identity, another one gets
the place of its object; filled, it is the same tensor with new contents, as a graph's static input has them before each replay. The second question is given the answer of the first. Which block
and which place are handed out again is looked at: where it is another one the step is made anew, and where it never comes nothing is confirmed. In the twin an entry says of which tensor it is, and of
which version.
parameters: form?"""
import weakref

from harness import REPLAYS, WORDS, Program, Record, confirm, torch

KNOWN = [{"form": "address"}, {"form": "identity"}, {"form": "filled"}]
MOST_TRIES = 64  # tensors until one has the name, and first tensors until one's name comes again
NAMES = {"address": lambda x: x.data_ptr(), "identity": id, "filled": lambda x: x.data_ptr()}


def expect(values):
    if values["form"] == "filled":
        return "asked again after it was filled anew, the tensor is given the answer of its first contents"
    return f"another tensor gets the {'memory' if values['form'] == 'address' else 'place'} of the one that was dropped, and with it its answer"


def answer_of(x):
    return sum(x.tolist())


class Known:
    """The cache of the finding. Hit and miss are counted."""

    def __init__(self, name_of, is_bad):
        self.name_of, self.is_bad, self.entries, self.hits = name_of, is_bad, {}, 0

    def ask(self, x):
        kept = self.entries.get(self.name_of(x))
        if kept and (self.is_bad or (kept[0]() is x and kept[1] == x._version)):
            self.hits += 1
            return kept[2]
        answer = answer_of(x)
        self.entries[self.name_of(x)] = (weakref.ref(x), x._version, answer)
        return answer


def empty():
    return torch.empty(WORDS, dtype=torch.int32, device="cuda")


def another(name_of, name):
    """A new tensor of the size that has the name, else None. Those that came before it stay until it is found, so that each has a name of its own."""
    made = []
    while len(made) < MOST_TRIES:
        made.append(empty())
        if name_of(made[-1]) == name:
            return made[-1]
    return None


def ask_twice(scene, known, contents):
    """Asks about a tensor, lets it go or fills it, and asks again. Whether the name was that of the first, and the two answers."""
    first = empty()
    first.copy_(scene.inputs(0))
    name, old = known.name_of(first), known.ask(first)
    if scene.values["form"] == "filled":
        later = first
    else:
        del first
        later = another(known.name_of, name)
        if later is None:
            return False, old, None
    later.copy_(contents)
    return known.name_of(later) == name, old, known.ask(later)


def run(scene, is_bad):
    again = right = stale = hits = 0
    name_of = NAMES[scene.values["form"]]
    for k in range(1, REPLAYS + 1):
        contents = scene.inputs(k)
        wanted = answer_of(contents)
        for _ in range(MOST_TRIES):
            known = Known(name_of, is_bad)
            is_again, old, told = ask_twice(scene, known, contents)
            if is_again:
                break
        again += is_again
        right += told == wanted
        stale += told == old != wanted
        hits += known.hits
    what = {"address": "its memory", "identity": "its place", "filled": "its memory"}[scene.values["form"]]
    kept = "kept under the name alone" if is_bad else "kept with the tensor and its version"
    return Record(
        is_bad and again == REPLAYS and stale == REPLAYS,
        again == REPLAYS and right == REPLAYS,
        f"{kept}: {what} had another content {again} of {REPLAYS} times; {right} of {REPLAYS} answers right, {stale} those of the first content",
        [f"{hits} of {2 * REPLAYS} questions were answered from what is kept"],
    )


if __name__ == "__main__":
    confirm(Program("address-key", "which answer a cache gives once the name of a tensor stands for another content", KNOWN, expect), run)
