cdef extern from "nccl.h":
    int ncclCommSplit(void* comm, int color, void** out)
    int ncclCommAbort(void* comm)


class Result:
    Success = 0
    InProgress = 7


cpdef inline check_status(int status):
    if status != Result.Success and status != Result.InProgress:
        raise RuntimeError(status)


cpdef int split(intptr_t comm, int color, intptr_t out) except? -1:
    cdef int status
    with nogil:
        status = <int>ncclCommSplit(<void*>comm, color, <void**>out)
    check_status(status)
    return status


cpdef int split_unchecked(intptr_t comm, int color, intptr_t out):
    cdef int status
    with nogil:
        status = <int>ncclCommSplit(<void*>comm, color, <void**>out)
    return status
