# rules: latched-error dropped-error swallowed-error
"""What Cython tolerates stays in the slot, as in C, though an extension may have a runtime of its own. cuda-python has a runtime of its own, whose slot nobody else reads."""
from cuda.bindings.cyruntime cimport cudaHostRegister

cdef extern from "cuda_runtime_api.h" nogil:
    int cudaDeviceEnablePeerAccess(int peer, unsigned int flags)
    int cudaMallocManaged(void** pointer, size_t bytes, unsigned int flags)
    int cudaGetLastError()
    enum: cudaErrorPeerAccessAlreadyEnabled


cpdef inline check_status(int status):
    if status != 0:
        cudaGetLastError()  # so that the exception is all that is left
        raise RuntimeError(status)


cpdef bint reach(int peer) noexcept:
    cdef int status
    with nogil:
        status = cudaDeviceEnablePeerAccess(peer, 0)  # expect-warning: latched-error
    return status == 0


cpdef reach_or_raise(int peer):
    status = cudaDeviceEnablePeerAccess(peer, 0)
    if status == 0:
        return
    elif status == cudaErrorPeerAccessAlreadyEnabled:
        cudaGetLastError()
        return
    check_status(status)


cpdef reach_quietly(int peer):
    cdef int status = cudaDeviceEnablePeerAccess(peer, 0)  # expect-warning: latched-error
    if status != 0 and status != cudaErrorPeerAccessAlreadyEnabled:
        check_status(status)


cdef void* managed(size_t bytes) except? NULL:
    cdef void* pointer = NULL
    status = cudaMallocManaged(&pointer, bytes, 1)
    check_status(status)
    return pointer


cpdef bint pin(void* pointer, size_t bytes) noexcept:
    return cudaHostRegister(pointer, bytes, 0) == 0  # of cuda-python
