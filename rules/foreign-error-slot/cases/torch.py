# rules: foreign-error-slot
import contextlib
import ctypes

import torch


def pin(buffer):
    code = torch.cuda.cudart().cudaHostRegister(buffer.data_ptr(), buffer.nbytes, 0)
    if code != 0:
        with contextlib.suppress(Exception):
            torch.cuda.cudart().cudaGetLastError()  # expect-note: foreign-error-slot
        return False
    return True


def pin_drained(buffer):
    code = torch.cuda.cudart().cudaHostRegister(buffer.data_ptr(), buffer.nbytes, 0)
    if code != 0:
        ctypes.CDLL("libcudart.so.12").cudaGetLastError()
        return False
    return True
