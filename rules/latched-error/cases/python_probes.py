# rules: latched-error dropped-error swallowed-error misread-error
"""Failures of the runtime that Python tolerates: they stay in the slot of the process's runtime, and torch's next launch check reads them."""
import contextlib
import ctypes
import logging

import torch

logger = logging.getLogger(__name__)
_libcudart = ctypes.CDLL("libcudart.so")
ALREADY_ENABLED = 704


def pin(buffer):
    code = torch.cuda.cudart().cudaHostRegister(buffer.data_ptr(), buffer.nbytes, 0)  # expect-error: latched-error
    if code.value != 0:
        logger.warning("not pinned (%d), copies are slower", code.value)


def pin_or_false(buffer):
    runtime = torch.cuda.cudart()
    code = runtime.cudaHostRegister(buffer.data_ptr(), buffer.nbytes, 0)  # expect-error: latched-error
    if int(code) != 0:
        return False
    return True


def pin_flag(buffer):
    return torch.cuda.cudart().cudaHostRegister(buffer.data_ptr(), buffer.nbytes, 0) == 0  # expect-error: latched-error


def pin_quietly(buffer):
    torch.cuda.cudart().cudaHostRegister(buffer.data_ptr(), buffer.nbytes, 0)  # expect-error: latched-error


def reach(peer):
    _libcudart.cudaDeviceEnablePeerAccess(peer, 0)  # expect-warning: latched-error


def reach_tolerant(peer):
    code = _libcudart.cudaDeviceEnablePeerAccess(ctypes.c_int(peer), ctypes.c_uint(0))  # expect-warning: latched-error
    return code in (0, ALREADY_ENABLED)


def reach_or_raise(peer):
    code = _libcudart.cudaDeviceEnablePeerAccess(peer, 0)  # expect-warning: latched-error
    if code not in (0, 704):
        raise RuntimeError(f"no access to {peer}: {code}")


class Registered:
    """Gives back what it knows to be registered: a failure there has another cause."""

    def __init__(self, buffer):
        self.address = buffer.data_ptr()
        code = torch.cuda.cudart().cudaHostRegister(self.address, buffer.nbytes, 0)  # expect-note: latched-error
        if code != 0:
            raise RuntimeError(f"cudaHostRegister failed: {code}")

    def close(self):
        code = torch.cuda.cudart().cudaHostUnregister(self.address)  # expect-note: latched-error
        if code != 0:
            logger.warning("cudaHostUnregister failed (%d)", code)


# Drained, in one of the ways that people know.


def pin_drained(buffer):
    code = torch.cuda.cudart().cudaHostRegister(buffer.data_ptr(), buffer.nbytes, 0)
    if code.value != 0:
        logger.warning("not pinned (%d)", code.value)
        _libcudart.cudaGetLastError()


def pin_drained_if_it_is_there(buffer):
    code = torch.cuda.cudart().cudaHostRegister(buffer.data_ptr(), buffer.nbytes, 0)
    if code.value != 0:
        with contextlib.suppress(Exception):
            torch.cuda.cudart().cudaGetLastError()


def clear_pending_error():
    try:
        torch.zeros(1, device="cuda").add_(1)
    except RuntimeError:
        pass


def pin_cleared(buffer):
    if torch.cuda.cudart().cudaHostRegister(buffer.data_ptr(), buffer.nbytes, 0) != 0:
        clear_pending_error()
        return False
    return True


def reach_drained(peer):
    code = _libcudart.cudaDeviceEnablePeerAccess(peer, 0)  # expect-note: latched-error
    if code not in (0, 704):
        raise RuntimeError(f"no access to {peer}: {code}")
    _libcudart.cudaGetLastError()


class Pinned:
    def __init__(self, buffer):
        code = torch.cuda.cudart().cudaHostRegister(buffer.data_ptr(), buffer.nbytes, 0)  # expect-warning: latched-error
        if code != 0:
            raise RuntimeError(f"cudaHostRegister failed: {code}")


@contextlib.contextmanager
def pinned(buffer):
    held = Pinned(buffer)
    try:
        yield held
    finally:
        logger.info("done")


def save(buffer):
    try:
        with pinned(buffer) as held:
            return held
    except Exception as e:
        logger.warning("falls back: %s", e)
        return None
