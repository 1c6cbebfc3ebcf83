# rules: dropped-error
"""cuda-python's driver and NVRTC return (code, ...) and raise nothing."""
import torch
from cuda import cuda
from cuda.bindings import driver, nvrtc


def check(result):
    if result[0] != cuda.CUresult.CUDA_SUCCESS:
        raise RuntimeError(result[0])
    return result[1] if len(result) == 2 else None


class Launcher:
    def __init__(self, kernel):
        self.kernel = kernel

    def __call__(self, stream, args):
        return driver.cuLaunchKernel(self.kernel, 1, 1, 1, 32, 1, 1, 0, stream, args, 0)

    def start(self, stream, args):
        return driver.cuLaunchKernel(self.kernel, 1, 1, 1, 32, 1, 1, 0, stream, args, 0)


def load(kernel) -> Launcher:
    return Launcher(kernel)


def run_bad(kernel, stream, args):
    launcher = load(kernel)
    launcher(stream, args)  # expect: dropped-error
    cuda.cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, stream, args, 0)  # expect: dropped-error
    driver.cuStreamSynchronize(stream)  # expect: dropped-error


def run_good(kernel, stream, args):
    launcher = load(kernel)
    check(launcher(stream, args))
    check(cuda.cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, stream, args, 0))
    (err,) = driver.cuStreamSynchronize(stream)
    if err != driver.CUresult.CUDA_SUCCESS:
        raise RuntimeError(err)


def start_something_else(thing, stream, args):
    thing.start(stream, args)


def compile_bad(source):
    err, program = nvrtc.nvrtcCreateProgram(source, b"a.cu", 0, [], [])  # expect: dropped-error
    nvrtc.nvrtcCompileProgram(program, 0, [])  # expect: dropped-error
    return program


def compile_good(source):
    err, program = nvrtc.nvrtcCreateProgram(source, b"a.cu", 0, [], [])
    if err != nvrtc.nvrtcResult.NVRTC_SUCCESS:
        raise RuntimeError(err)
    (err,) = nvrtc.nvrtcCompileProgram(program, 0, [])
    assert err == nvrtc.nvrtcResult.NVRTC_SUCCESS
    return program


def has_context():
    _, context = driver.cuCtxGetCurrent()  # expect-note: dropped-error
    if int(context) == 0:
        torch.empty(0, device="cuda")
