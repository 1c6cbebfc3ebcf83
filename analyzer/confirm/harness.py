"""What the confirmation programs in Python share. They show hazards that live in PyTorch: in its generators, its allocator. The protocol
is that of harness.cuh: parameters, three rounds of hazard and twin with other inputs, the line of JSON, the exit status (0 confirmed,
1 not reproduced, 2 the program could not do its job, 77 no PyTorch or no device).

    PYTHONPATH=analyzer/confirm python3 rules/side-stream-temporary/confirm.py form=captured

A program is a Program and a function run(scene, is_bad), which gives a Record: with the mistake, and without it. In the environment,
HAZARD_REMOVED=1 takes the mistake out, as -DHAZARD_REMOVED does; SOURCE_HASH is told in the result. Python 3.9 or later; a program takes
PyTorch from here, where it is None if there is none. Nothing sleeps."""
import ctypes
import json
import os
import sys
from dataclasses import dataclass, field

try:
    import torch
except (ImportError, OSError):
    torch = None

ROUNDS, REPLAYS, WORDS = 3, 3, 4096
MARKED = 0x5A5A5A5A
CONFIRMED, NOT_REPRODUCED, BROKEN, NOT_RUN = 0, 1, 2, 77
PARAMETERS = ("call", "form", "code", "mode", "stream", "size")
MODES = ("global", "thread_local", "relaxed")
HAS_HAZARD = not os.environ.get("HAZARD_REMOVED")


@dataclass
class Program:
    rule: str
    observable: str
    known: list  # of what it can make happen, each as parameters; the first is the default
    expect: object  # what the hazard must show, in words, from the parameters
    captures: bool = False  # whether it has the parameter `mode`


@dataclass
class Record:
    """What one variant did in one round."""

    shows: bool  # the predicted observable was seen
    is_good: bool  # the work came out right
    got: str
    log: list = field(default_factory=list)


@dataclass
class Scene:
    round: int
    values: dict  # of all parameters

    def inputs(self, replay):
        """Of the recording (0), or of a replay: others each time and in each round."""
        seed = self.round * 10 + replay
        return torch.arange(WORDS, dtype=torch.int32, device="cuda") * 7 + seed * 1000003

    def capture(self, graph):
        return torch.cuda.graph(graph, capture_error_mode=self.values["mode"] or "global")


def fit(program, asked):
    """All parameters; None if the program can't make that happen."""
    free = {"mode": "global"} if program.captures else {}
    if "mode" in asked and asked["mode"] not in MODES:
        return None
    for known in program.known:
        if all(known[name] == value for name, value in asked.items() if name not in free):
            return {**dict.fromkeys(PARAMETERS, ""), **free, **known, **asked}
    return None


def read_arguments(program, arguments):
    """The parameters as they are given; exits if the program has no such parameter."""
    names = {*program.known[0], *(["mode"] if program.captures else [])}
    asked = dict(argument.partition("=")[::2] for argument in arguments)
    for name in asked:
        if name not in names:
            print(f"'{name}' is no parameter of {program.rule}", file=sys.stderr)
            sys.exit(BROKEN)
    return asked


def driver_version():
    """The driver's own version, which only the management library knows, and the CUDA that it supports."""
    words = []
    try:
        library, text = ctypes.CDLL("libnvidia-ml.so.1"), ctypes.create_string_buffer(80)
        if library.nvmlInit_v2() == 0 and library.nvmlSystemGetDriverVersion(text, len(text)) == 0:
            words.append(text.value.decode())
    except (OSError, AttributeError):
        pass
    try:
        version = ctypes.c_int()
        if ctypes.CDLL("libcuda.so.1").cuDriverGetVersion(ctypes.byref(version)) == 0:
            words.append(f"CUDA {version.value // 1000}.{version.value % 1000 // 10}")
    except (OSError, AttributeError):
        pass
    return ", ".join(words) or "unknown"


def device_facts():
    properties, hip = torch.cuda.get_device_properties(torch.cuda.current_device()), getattr(torch.version, "hip", None)
    return {
        "device": properties.name,
        "compute_capability": properties.gcnArchName if hip else f"{properties.major}.{properties.minor}",
        "driver": f"HIP {hip}" if hip else driver_version(),
        "runtime": f"HIP {hip}" if hip else torch.version.cuda,
        "toolkit": f"PyTorch {torch.__version__}",
    }


def say(program, values, more, status):
    start = {"rule": program.rule, "program": "confirm.py", **values, "source": os.environ.get("SOURCE_HASH", ""), "observable": program.observable}
    print(json.dumps({**start, **more}, separators=(",", ":")), flush=True)
    return status


def run_rounds(program, run, values):
    for number in range(1, ROUNDS + 1):
        bad = run(Scene(number, values), HAS_HAZARD)
        good = run(Scene(number, values), False)
        torch.cuda.synchronize()
        is_confirmed = bad.shows and not good.shows and good.is_good
        if not is_confirmed:
            break
    seen = {"expected": program.expect(values), "got": bad.got, "twin": good.got, "rounds": ROUNDS, **device_facts(), "log": bad.log}
    seen["verdict"] = "confirmed" if is_confirmed else "not reproduced"
    return say(program, values, seen, CONFIRMED if is_confirmed else NOT_REPRODUCED)


def confirm(program, run):
    """Ends the process."""
    asked = read_arguments(program, sys.argv[1:])
    values = fit(program, asked)
    if values is None:
        values = {**dict.fromkeys(PARAMETERS, ""), **asked}
        sys.exit(say(program, values, {"reason": "the program can't make this happen", "verdict": "not expressible"}, BROKEN))
    obstacle = "no PyTorch" if torch is None else "no device" if not torch.cuda.is_available() else ""
    if obstacle:
        sys.exit(say(program, values, {"reason": obstacle, "verdict": "not run"}, NOT_RUN))
    try:
        torch.cuda.init()
        status = run_rounds(program, run, values)
    except Exception as e:  # whatever it is, it is no verdict
        reason = f"{type(e).__name__}: {(str(e).splitlines() or [''])[0]}"
        status = say(program, values, {"reason": reason[:200], "verdict": "broken"}, BROKEN)
    sys.exit(status)
