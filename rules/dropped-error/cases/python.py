# rules: dropped-error latched-error swallowed-error
"""cuda-python returns (code, ...) and raises nothing; its runtime is its own, so nothing of it stays in anybody's slot."""
import ctypes

import cupy
import torch
from cuda import cudart
from cuda.bindings import runtime as rt

lib = ctypes.CDLL("libcudart.so.12")


def check(result):
    if result[0].value:
        raise RuntimeError(result[0])
    return result[1] if len(result) == 2 else None


def check_code(code):
    if code != 0:
        raise RuntimeError(code)


class Library:
    def __init__(self):
        self.lib = ctypes.CDLL("libcudart.so")

    def check(self, code):
        if code != 0:
            raise RuntimeError(code)

    def fill(self, pointer, n):
        self.check(self.lib.cudaMemset(pointer, 0, n))  # expect-note: latched-error


def copy(to, source, n):
    cudart.cudaMemcpy(to, source, n, cudart.cudaMemcpyKind.cudaMemcpyDeviceToDevice)  # expect-warning: dropped-error
    err, pointer = rt.cudaMalloc(n)  # expect-warning: dropped-error
    lib.cudaMemset(pointer, 0, n)  # expect-warning: dropped-error
    return pointer


def allocate(n):
    err, pointer = cudart.cudaMalloc(n)
    if err != cudart.cudaError_t.cudaSuccess:
        raise MemoryError(n)
    check(cudart.cudaMemset(pointer, 0, n))
    (err,) = cudart.cudaDeviceSynchronize()
    assert err == cudart.cudaError_t.cudaSuccess
    check_code(rt.cudaMemset(pointer, 0, n)[0])
    assert rt.cudaMemset(pointer, 0, n)[0] == 0
    result = rt.cudaMemset(pointer, 0, n)
    if result[0] != rt.cudaError_t(0):
        raise RuntimeError(result)
    return pointer


def enable(peer):
    (err,) = cudart.cudaDeviceEnablePeerAccess(peer, 0)
    if err not in (cudart.cudaError_t.cudaSuccess, cudart.cudaError_t.cudaErrorPeerAccessAlreadyEnabled):
        raise RuntimeError(err)


def others(pointer, n):
    torch.cuda.cudart().cudaProfilerStart()
    torch.cuda.check_error(torch.cuda.cudart().cudaHostRegister(pointer, n, 0))  # expect-note: latched-error
    cupy.cuda.runtime.memset(pointer, 0, n)
    cudart.cudaFree(pointer)  # expect-note: dropped-error
    torch.cuda.cudart().cudaProfilerStop()


# What was set is asked back.
def wider_fetches_good():
    runtime = ctypes.CDLL('libcudart.so')
    value = ctypes.cast((ctypes.c_int * 1)(), ctypes.POINTER(ctypes.c_int))
    runtime.cudaDeviceSetLimit(ctypes.c_int(0x05), ctypes.c_int(128))  # expect-note: dropped-error
    runtime.cudaDeviceGetLimit(value, ctypes.c_int(0x05))  # expect-note: dropped-error
    assert value.contents.value == 128


def wider_fetches_bad():
    runtime = ctypes.CDLL('libcudart.so')
    value = ctypes.cast((ctypes.c_int * 1)(), ctypes.POINTER(ctypes.c_int))
    runtime.cudaDeviceSetLimit(ctypes.c_int(0x05), ctypes.c_int(128))  # expect: dropped-error
    runtime.cudaDeviceGetLimit(value, ctypes.c_int(0x05))  # expect: dropped-error
    return value.contents.value


def launch_and_wait(stream, config, kernel, is_debug):
    launch(stream, config, kernel)
    if is_debug:
        cudart.cudaStreamSynchronize(stream.handle)  # expect-note: dropped-error
    error = cudart.cudaGetLastError()
    if error[0] != cudart.cudaError_t.cudaSuccess:
        raise RuntimeError(error)


def launch_and_ask_sometimes(stream, config, kernel, is_debug):
    launch(stream, config, kernel)
    cudart.cudaStreamSynchronize(stream.handle)  # expect-warning: dropped-error
    if is_debug:
        error = cudart.cudaGetLastError()
        if error[0] != cudart.cudaError_t.cudaSuccess:
            raise RuntimeError(error)
